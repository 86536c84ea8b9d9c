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
