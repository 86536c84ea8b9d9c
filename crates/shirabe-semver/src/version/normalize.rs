//! From a version as written to its normalised text.
//!
//! See <https://getcomposer.org/doc/articles/versions.md>.

use super::branch;
use crate::scan::{self, Modifier};

/// A text that is no version.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Invalid version string \"{version}\"{advice}")]
pub struct VersionError {
    /// The text, trimmed.
    pub version: String,
    /// What is wrong with it in its context, or nothing.
    advice: String,
}

/// Normalises a version: `v1.2-beta` becomes `1.2.0.0-beta`.
///
/// `context` is the whole requirement in which the version stands (`1.0 as 2.0`), for the error.
///
/// # Errors
/// When the text is neither a number of up to five digits with up to three more numbers, nor a
/// date, nor a branch, each with what Composer allows behind it.
pub fn normalize(version: &str, context: Option<&str>) -> Result<String, VersionError> {
    let original = scan::trim(version);
    let mut version = original;
    if let Some((source, _)) = scan::split_alias(version) {
        version = source;
    }
    if let Some((rest, _)) = scan::split_flag(version) {
        version = rest;
    }
    if matches!(version, "master" | "trunk" | "default") {
        return Ok(format!("dev-{version}"));
    }
    if scan::has_word(version.as_bytes(), 0, b"dev-") {
        return Ok(format!("dev-{}", &version[4..]));
    }
    if let Some(rest) = without_build(version) {
        version = rest;
    }
    numbered(version)
        .or_else(|| dated(version))
        .or_else(|| development(version))
        .ok_or_else(|| VersionError {
            version: original.to_owned(),
            advice: advice(version, context.unwrap_or(original)),
        })
}

/// Strips build metadata (`+…`) off the end.
fn without_build(version: &str) -> Option<&str> {
    let bytes = version.as_bytes();
    let plus = scan::run(bytes, 0, |b| {
        !matches!(b, b',' | b'+') && !scan::is_space(b)
    });
    let end = scan::run(bytes, (plus + 1).min(bytes.len()), |b| !scan::is_space(b));
    (plus > 0 && bytes.get(plus) == Some(&b'+') && end > plus + 1 && scan::is_end(bytes, end))
        .then(|| &version[..plus])
}

/// Up to four numbers: `1`, `v1.2.3.4-RC1`.
fn numbered(version: &str) -> Option<String> {
    let bytes = version.as_bytes();
    let mut start = usize::from(scan::has_word(bytes, 0, b"v"));
    let mut end = scan::digits(bytes, start);
    if end == start || end - start > 5 {
        return None;
    }
    let mut normalized = String::with_capacity(version.len() + 8);
    normalized.push_str(&version[start..end]);
    for _ in 0..3 {
        start = end + 1;
        let next = match bytes.get(end) {
            Some(b'.') => scan::digits(bytes, start),
            _ => start,
        };
        if next > start {
            normalized.push_str(&version[end..next]);
            end = next;
        } else {
            normalized.push_str(".0");
        }
    }
    with_modifier(version, normalized, end)
}

/// A date or time: `2010-01-02`, `20100102-203040`.
fn dated(version: &str) -> Option<String> {
    let bytes = version.as_bytes();
    let start = usize::from(scan::has_word(bytes, 0, b"v"));
    let mut end = scan::digits(bytes, start);
    loop {
        let behind = end + usize::from(matches!(bytes.get(end), Some(b'.' | b':' | b'-')));
        let next = scan::digits(bytes, behind);
        if next == behind {
            break;
        }
        end = next;
    }
    let date = &bytes[start..end];
    let year = date.get(..4)?;
    if !year.iter().all(u8::is_ascii_digit) || !is_date_rest(&date[4..], 0, 0) {
        return None;
    }
    let normalized = version[start..end].replace(|c: char| !c.is_ascii_digit(), ".");
    with_modifier(version, normalized, end)
}

/// Whether what follows a year is one to six pairs of digits and then up to two groups of one to
/// three, each with a separator before it or none.
fn is_date_rest(rest: &[u8], pairs: u8, groups: u8) -> bool {
    if rest.is_empty() {
        return pairs > 0;
    }
    let separator = usize::from(!rest[0].is_ascii_digit());
    let digits = scan::digits(rest, separator) - separator;
    let after = |taken: usize| &rest[separator + taken..];
    let as_pair =
        groups == 0 && pairs < 6 && digits >= 2 && is_date_rest(after(2), pairs + 1, groups);
    as_pair
        || (pairs > 0
            && groups < 2
            && (1..=digits.min(3)).any(|taken| is_date_rest(after(taken), pairs, groups + 1)))
}

/// Adds the modifier that must be all that is left behind `at`.
fn with_modifier(version: &str, mut normalized: String, at: usize) -> Option<String> {
    let bytes = version.as_bytes();
    let Modifier {
        word,
        number,
        dev,
        end,
    } = scan::modifier(bytes, at);
    if !scan::is_end(bytes, end) {
        return None;
    }
    if word == Some(scan::Word::Stable) {
        return Some(normalized);
    }
    if let Some(word) = word {
        normalized.push('-');
        normalized.push_str(word.as_str());
        normalized.push_str(version[number.0..number.1].trim_start_matches(['.', '-']));
    }
    if dev {
        normalized.push_str("-dev");
    }
    Some(normalized)
}

/// A numeric branch: `1.x-dev`.
fn development(version: &str) -> Option<String> {
    let text = version.strip_suffix('\n').unwrap_or(version);
    let at = text.len().checked_sub(3)?;
    if !scan::has_word(text.as_bytes(), at, b"dev") {
        return None;
    }
    let name = &text[..at];
    let name = name.rsplit('\n').next().unwrap_or(name);
    let name = name.strip_suffix(['.', '-']).unwrap_or(name);
    branch::numeric(scan::trim(name))
}

/// What to say when the bad version is one side of an alias.
fn advice(version: &str, context: &str) -> String {
    let flags = ["", "@stable", "@RC", "@beta", "@alpha", "@dev"];
    for flag in flags {
        let side = format!("{version}{flag}");
        if let Some(before) = context.strip_suffix(side.as_str())
            && let Some(word) = before.trim_end_matches(' ').strip_suffix("as")
            && before.ends_with(' ')
            && word.ends_with(' ')
        {
            return format!(" in \"{context}\", the alias must be an exact version");
        }
    }
    for flag in flags {
        let side = format!("{version}{flag}");
        if let Some(behind) = context.strip_prefix(side.as_str())
            && let Some(word) = behind.trim_start_matches(' ').strip_prefix("as")
            && behind.starts_with(' ')
            && word.starts_with(' ')
        {
            return format!(
                " in \"{context}\", the alias source must be an exact version, if it is a branch \
                 name you should prefix it with dev-"
            );
        }
    }
    String::new()
}
