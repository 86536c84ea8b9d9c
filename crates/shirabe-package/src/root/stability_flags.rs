//! `@dev` and versions that are themselves unstable, in the requirements of the root package:
//! <https://getcomposer.org/doc/articles/versions.md#stability-constraints>.

use super::alias_definitions::aliased_part;
use super::parse_stability;
use crate::loader::PHP_SPACE;
use crate::name::PackageName;
use indexmap::IndexMap;
use shirabe_semver::Stability;

/// Adds the stabilities that the requirements allow single packages.
///
/// An explicit `@stability` wins over what the versions themselves would allow; of several, the
/// least stable counts, also against flags that are there already.
pub fn extract_stability_flags(
    requires: &[(&str, &str)],
    minimum_stability: Stability,
    flags: &mut IndexMap<PackageName, Stability>,
) {
    for (name, constraint) in requires {
        let parts: Vec<&str> = alternatives(constraint.trim_matches(PHP_SPACE))
            .into_iter()
            .flat_map(conjuncts)
            .collect();
        let explicit: Vec<Stability> = parts
            .iter()
            .filter_map(|part| parse_stability(part.split_once('@')?.1))
            .collect();
        let mut explicit_counts = false;
        for stability in explicit {
            explicit_counts |= raise(flags, name, stability);
        }
        if explicit_counts {
            continue;
        }
        for part in parts {
            let version = aliased_part(part).unwrap_or(part);
            let is_version = !version.is_empty()
                && !version.contains(|c: char| {
                    c == ',' || c == '@' || c == '\x0b' || c.is_ascii_whitespace()
                });
            let stability = Stability::of(version);
            if is_version && stability != Stability::Stable && minimum_stability <= stability {
                raise(flags, name, stability);
            }
        }
    }
}

/// Sets the flag of a package unless it is already less stable; says whether it was set.
fn raise(flags: &mut IndexMap<PackageName, Stability>, name: &str, stability: Stability) -> bool {
    let name = PackageName::new(name);
    if flags.get(&name).is_some_and(|known| *known > stability) {
        return false;
    }
    flags.insert(name, stability);
    true
}

/// What `|` or `||` separates, without the space around.
fn alternatives(constraint: &str) -> Vec<&str> {
    let space = |c: char| c.is_ascii_whitespace() || c == '\x0b';
    let mut out = Vec::new();
    let mut rest = constraint;
    while let Some((part, after)) = rest.split_once('|') {
        out.push(part.trim_end_matches(space));
        rest = after
            .strip_prefix('|')
            .unwrap_or(after)
            .trim_start_matches(space);
    }
    out.push(rest);
    out
}

/// What a comma or a space separates: not beside an operator, a dash (`1 - 2`), or the word `as`.
fn conjuncts(alternative: &str) -> Vec<&str> {
    let bytes = alternative.as_bytes();
    let mut out = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        match separator(bytes, at) {
            Some(end) => {
                out.push(&alternative[start..at]);
                start = end;
                at = end;
            }
            None => at += 1,
        }
    }
    out.push(&alternative[start..]);
    out
}

/// Where a separator that begins at `start` ends.
fn separator(bytes: &[u8], start: usize) -> Option<usize> {
    let before = &bytes[..start];
    if start == 0
        || before.ends_with(b"as")
        || matches!(before.last(), Some(b'=' | b'>' | b'<' | b' ' | b','))
    {
        return None;
    }
    let spaces = |from: usize| bytes[from..].iter().take_while(|&&b| b == b' ').count();
    (0..=spaces(start)).rev().find_map(|padding| {
        let at = start + padding;
        let is_mark = matches!(bytes.get(at), Some(b',' | b' '));
        if !is_mark || bytes[at - 1] == b'-' || bytes.get(at + 1) == Some(&b'-') {
            return None;
        }
        (0..=spaces(at + 1))
            .rev()
            .map(|padding| at + 1 + padding)
            .find(|&end| {
                let rest = &bytes[end..];
                !(rest.is_empty()
                    || rest == b"\n"
                    || rest.starts_with(b",")
                    || rest.starts_with(b"as"))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::{alternatives, conjuncts};

    #[test]
    fn constraints_fall_apart() {
        assert_eq!(alternatives("^1 || ^2|^3"), ["^1", "^2", "^3"]);
        assert_eq!(conjuncts(">=1, <2"), [">=1", "<2"]);
        assert_eq!(conjuncts(">= 1 < 2"), [">= 1", "< 2"]);
        assert_eq!(conjuncts("1.0 - 2.0"), ["1.0 - 2.0"]);
        assert_eq!(conjuncts("dev-main as 1.0"), ["dev-main as 1.0"]);
        assert_eq!(conjuncts("1.0,2.0"), ["1.0", "2.0"]);
    }
}
