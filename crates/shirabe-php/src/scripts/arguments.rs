//! Arguments on command lines.

/// An argument quoted for the shell, as Composer quotes all of them.
#[must_use]
pub fn escape(argument: &str) -> String {
    if cfg!(windows) {
        format!("\"{}\"", argument.replace('"', "\\\""))
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

/// Arguments quoted and joined.
pub(super) fn join(arguments: &[String]) -> String {
    let quoted: Vec<String> = arguments.iter().map(|argument| escape(argument)).collect();
    quoted.join(" ")
}

/// The words for a called script, and those of them that stand in `composer.json` (`written`).
///
/// With `@additional_args` among them, Composer hands on none at all.
pub(super) fn call_words(
    written: Option<&str>,
    arguments: &[String],
) -> (Vec<String>, Vec<String>) {
    let mut own: Vec<String> = written
        .map(|words| words.split(' ').map(str::to_owned).collect())
        .unwrap_or_default();
    if let Some(at) = own.iter().position(|word| word == "@additional_args") {
        own.splice(at + 1..at + 1, arguments.iter().cloned());
        return (Vec::new(), own);
    }
    let words = own.iter().chain(arguments).cloned().collect();
    (words, own)
}
