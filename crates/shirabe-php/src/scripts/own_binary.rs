//! The root package's own executables (`bin`), which scripts may call by their names.

use std::path::Path;

/// The executable that a script names.
pub(super) fn named_by<'a>(written: &str, binaries: &'a [String]) -> Option<&'a str> {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let names_it = |binary: &&String| {
        binary.strip_suffix(written).is_some_and(|before| {
            is_word(before.chars().next_back()) != is_word(written.chars().next())
        })
    };
    binaries.iter().find(names_it).map(String::as_str)
}

/// What runs an executable, by its first line.
pub(super) fn interpreter(path: &Path) -> String {
    if path.extension().is_some_and(|e| e == "bat" || e == "exe") {
        return "call".to_owned();
    }
    let start = std::fs::read(path).unwrap_or_default();
    let line = start.split(|b| *b == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line).into_owned();
    let named = line.strip_prefix("#!/").map(|rest| {
        let rest = rest.strip_prefix("usr/bin/env ").unwrap_or(rest);
        rest.rsplit('/').next().unwrap_or(rest).trim().to_owned()
    });
    named
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "php".to_owned())
}
