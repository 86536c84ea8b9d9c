//! Branch names as versions.

use crate::scan;

/// A number in place of a wildcard that every real one stays below.
const WILDCARD: &str = "9999999";

/// The normalised text of a branch's version.
pub(super) fn normalize_branch(name: &str) -> String {
    let name = scan::trim(name);
    numeric(name).unwrap_or_else(|| format!("dev-{name}"))
}

/// Reads up to four numbers or wildcards: `1`, `v1.2`, `2.x`, `3.*.*`.
pub(super) fn numeric(name: &str) -> Option<String> {
    let bytes = name.as_bytes();
    let mut at = usize::from(scan::has_word(bytes, 0, b"v"));
    let major_end = scan::digits(bytes, at);
    if major_end == at {
        return None;
    }
    let mut version = String::with_capacity(name.len() + 4 * WILDCARD.len());
    version.push_str(&name[at..major_end]);
    at = major_end;
    for _ in 0..3 {
        version.push('.');
        let part = at + 1;
        let digits = (bytes.get(at) == Some(&b'.')).then(|| scan::digits(bytes, part));
        match (digits, bytes.get(part)) {
            (Some(end), _) if end > part => {
                version.push_str(&name[part..end]);
                at = end;
            }
            (Some(_), Some(b'x' | b'X' | b'*')) => {
                version.push_str(WILDCARD);
                at = part + 1;
            }
            _ => version.push_str(WILDCARD),
        }
    }
    (at == bytes.len()).then(|| version + "-dev")
}

/// The numbers of a numeric development version with a dot behind them: `2.1.` for `2.1.x-dev`
/// and for `2.1-dev`; nothing for any other text.
#[must_use]
pub fn parse_numeric_alias_prefix(branch: &str) -> Option<String> {
    let bytes = branch.as_bytes();
    let mut end = scan::digits(bytes, 0);
    if end == 0 {
        return None;
    }
    while bytes.get(end) == Some(&b'.') {
        let next = scan::digits(bytes, end + 1);
        if next == end + 1 {
            break;
        }
        end = next;
    }
    let wildcard = if scan::has_word(bytes, end, b".x") {
        2
    } else {
        0
    };
    let dev = end + wildcard;
    (scan::has_word(bytes, dev, b"-dev") && scan::is_end(bytes, dev + 4))
        .then(|| format!("{}.", &branch[..end]))
}
