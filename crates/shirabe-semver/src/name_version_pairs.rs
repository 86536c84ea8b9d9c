//! Package names with versions as words of a command line.

use crate::scan;

/// A name, and the version that was asked for with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameVersion {
    /// The name, as written.
    pub name: String,
    /// The version or constraint, as written.
    pub version: Option<String>,
}

/// Reads words such as `vendor/name:1.0`, `vendor/name=1.0`, `"vendor/name 1.0"`, and a name and
/// its version as two words. `is_platform` says whether a word names a platform package, which is
/// a name although it has no slash.
#[must_use]
pub fn parse_name_version_pairs(
    words: &[&str],
    is_platform: impl Fn(&str) -> bool,
) -> Vec<NameVersion> {
    let mut pairs = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let mut pair = spaced(scan::trim(word));
        let is_version =
            |next: &str| !next.contains('/') && !has_name_pattern(next) && !is_platform(next);
        if !pair.contains(' ')
            && let Some(version) = words.next_if(|next| is_version(next))
        {
            pair.push(' ');
            pair.push_str(version);
        }
        pairs.push(match pair.split_once(' ') {
            Some((name, version)) if !name.is_empty() => NameVersion {
                name: name.to_owned(),
                version: Some(version.to_owned()),
            },
            _ => NameVersion {
                name: pair,
                version: None,
            },
        });
    }
    pairs
}

/// Puts a space in place of the first `=` or `:`.
fn spaced(word: &str) -> String {
    match word.find(['=', ':', ' ']) {
        Some(at) if at > 0 && is_one_line(&word[at + 1..]) => {
            format!("{} {}", &word[..at], &word[at + 1..])
        }
        _ => word.to_owned(),
    }
}

/// Whether nothing but a last line feed breaks the line.
fn is_one_line(text: &str) -> bool {
    !text.strip_suffix('\n').unwrap_or(text).contains('\n')
}

/// Whether a `*` stands next to a character of a name, as in `vendor*`.
fn has_name_pattern(word: &str) -> bool {
    let of_name = |b: Option<&u8>| {
        b.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'/' | b'-'))
    };
    let bytes = word.as_bytes();
    (0..bytes.len()).any(|at| {
        bytes[at] == b'*' && (of_name(bytes.get(at + 1)) || (at > 0 && of_name(bytes.get(at - 1))))
    })
}
