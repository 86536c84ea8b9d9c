//! One term of a constraint: `^1.2`, `>=1.0@beta`, `dev-main#1a2b3c`, `1.*`.

use super::{ConstraintError, range};
use crate::constraint::{Constraint, Op, bound};
use crate::version::normalize;
use crate::{Stability, Version, VersionError, scan};

/// Reads a term and adds the comparisons it means.
pub(super) fn parse(text: &str, out: &mut Vec<Constraint>) -> Result<(), ConstraintError> {
    let mut text = text;
    if let Some((source, _)) = scan::split_alias(text) {
        text = source;
    }
    let mut flag = None;
    if let Some((rest, name)) = scan::split_flag(text)
        && !rest.bytes().any(|b| b == b',' || scan::is_space(b))
    {
        text = if rest.is_empty() { "*" } else { rest };
        // Only the exact spelling is the default that need not be said.
        flag = (name != "stable").then_some(name);
    }
    if let Some(rest) = without_reference(text) {
        text = rest;
    }
    match wildcard_only(text) {
        Some(Wildcard::Plain) => out.push(Constraint::all()),
        Some(Wildcard::Numeric) => out.push(Constraint::single(Op::Ge, bound::LOWEST.clone())),
        None => match range::parse(text) {
            Some(range) => {
                let (first, second) = range?;
                out.push(first);
                out.extend(second);
            }
            None => out.push(
                comparison(text, flag).map_err(|cause| ConstraintError::Term {
                    constraint: text.to_owned(),
                    cause,
                })?,
            ),
        },
    }
    Ok(())
}

/// Cuts `#reference` off a branch: `dev-main#1a2b3c`, `1.x-dev#1a2b3c`.
fn without_reference(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let is_branch = |hash: usize| {
        let by_name = hash > 4 && scan::has_word(bytes, 0, b"dev-");
        let numeric = hash > 6 && scan::has_word(bytes, hash - 6, b".x-dev");
        by_name || numeric
    };
    let is_reference = |hash: usize| {
        let end = scan::run(bytes, hash + 1, |b| b != b'\n');
        end > hash + 1 && scan::is_end(bytes, end)
    };
    // The reference may hold any character; the name in front of the `#` may not.
    let name_end = scan::run(bytes, 0, |b| {
        !matches!(b, b',' | b'@') && !scan::is_space(b)
    });
    let cut = (0..name_end).find(|&at| bytes[at] == b'#' && is_branch(at) && is_reference(at))?;
    Some(&text[..cut])
}

enum Wildcard {
    /// `*`: any version whatever.
    Plain,
    /// `v*` or `*.*`: any numeric version.
    Numeric,
}

fn wildcard_only(text: &str) -> Option<Wildcard> {
    let bytes = text.as_bytes();
    let is_wildcard = |at: usize| matches!(bytes.get(at), Some(b'x' | b'X' | b'*'));
    let prefix = usize::from(scan::has_word(bytes, 0, b"v"));
    if !is_wildcard(prefix) {
        return None;
    }
    let mut end = prefix + 1;
    while bytes.get(end) == Some(&b'.') && is_wildcard(end + 1) {
        end += 2;
    }
    if !scan::is_end(bytes, end) {
        return None;
    }
    Some(if end == 1 {
        Wildcard::Plain
    } else {
        Wildcard::Numeric
    })
}

/// A version with an operator in front, or none.
fn comparison(text: &str, flag: Option<&str>) -> Result<Constraint, VersionError> {
    let (op, rest) = operator(text);
    let rest = rest.trim_start_matches(|c: char| u8::try_from(c).is_ok_and(scan::is_space));
    let written = rest.split('\n').next().unwrap_or(rest);
    let mut version = match normalize(written, None) {
        Ok(version) => version,
        Err(error) => branch_in_reverse(written).ok_or(error)?,
    };
    let is_equality = matches!(op, None | Some(Op::Eq));
    match flag {
        Some(flag) if !is_equality && Stability::of(&version) == Stability::Stable => {
            version.push('-');
            version.push_str(flag);
        }
        _ => {
            let shuts_out_unstable = matches!(op, Some(Op::Lt | Op::Ge))
                && !has_modifier(written)
                && !written.starts_with("dev-");
            if shuts_out_unstable {
                version.push_str("-dev");
            }
        }
    }
    Ok(Constraint::single(
        op.unwrap_or(Op::Eq),
        Version::from(version),
    ))
}

fn operator(text: &str) -> (Option<Op>, &str) {
    let spellings = [
        ("<>", Op::Ne),
        ("!=", Op::Ne),
        (">=", Op::Ge),
        (">", Op::Gt),
        ("<=", Op::Le),
        ("<", Op::Lt),
        ("==", Op::Eq),
        ("=", Op::Eq),
    ];
    spellings
        .into_iter()
        .find_map(|(spelling, op)| Some((Some(op), text.strip_prefix(spelling)?)))
        .unwrap_or((None, text))
}

/// `foobar-dev`, which means `dev-foobar`.
fn branch_in_reverse(text: &str) -> Option<String> {
    let name = text.strip_suffix("-dev")?;
    let is_plain = name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'/'));
    is_plain.then(|| format!("dev-{name}"))
}

/// Whether a modifier (`-beta1`, `-dev`, or a bare hyphen) ends the text. Composer does not see a
/// release candidate here.
fn has_modifier(text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|hyphen| {
        if bytes[hyphen] != b'-' {
            return false;
        }
        let modifier = scan::modifier(bytes, hyphen + 1);
        modifier.end == bytes.len() && modifier.word != Some(scan::Word::ReleaseCandidate)
    })
}
