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

/// The words for a called script, and those of them that stand in `composer.json`.
///
/// With `@additional_args` among them, Composer hands on none at all.
pub(super) fn call_words(rest: &str, arguments: &[String]) -> (Vec<String>, Vec<String>) {
    let mut own: Vec<String> = rest.split(' ').map(str::to_owned).collect();
    if let Some(at) = own.iter().position(|word| word == "@additional_args") {
        let behind = (at + 1).min(own.len());
        own.splice(behind..behind, arguments.iter().cloned());
        return (Vec::new(), own);
    }
    let words = own.iter().chain(arguments).cloned().collect();
    (words, own)
}

pub(super) fn call_words_opt(
    rest: Option<&str>,
    arguments: &[String],
) -> (Vec<String>, Vec<String>) {
    match rest {
        Some(rest) => call_words(rest, arguments),
        None => (arguments.to_vec(), Vec::new()),
    }
}
