//! `dev-main as 1.0.x-dev` in the requirements of the root package:
//! <https://getcomposer.org/doc/articles/aliases.md#require-inline-alias>.

use crate::error::PackageError;
use crate::name::PackageName;
use shirabe_semver::Version;

/// An alias that the root package asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootAlias {
    /// The package.
    pub package: PackageName,
    /// Its normalised version.
    pub version: Version,
    /// The alias as written.
    pub alias: String,
    /// The alias, normalised.
    pub alias_normalized: Version,
}

/// Adds the aliases that the requirements define.
///
/// # Errors
/// When a constraint contains ` as ` but not between two versions.
pub fn extract_aliases(
    requires: &[(&str, &str)],
    aliases: &mut Vec<RootAlias>,
) -> Result<(), PackageError> {
    for (name, constraint) in requires {
        if let Some((version, alias)) = find_alias(constraint) {
            let normalized = |text: &str| {
                Version::parse_within(text, constraint)
                    .map_err(|cause| PackageError::Root(cause.to_string()))
            };
            aliases.push(RootAlias {
                package: PackageName::new(name),
                version: normalized(version)?,
                alias_normalized: normalized(alias)?,
                alias: alias.to_owned(),
            });
        } else if constraint.contains(" as ") {
            return Err(PackageError::Root(format!(
                "Invalid alias definition in \"{name}\": \"{constraint}\". Aliases should be in \
                 the form \"exact-version as other-exact-version\"."
            )));
        }
    }
    Ok(())
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// The first `version[#reference] as alias` that is a whole alternative or conjunct.
fn find_alias(constraint: &str) -> Option<(&str, &str)> {
    let bytes = constraint.as_bytes();
    let starts = std::iter::once(0).chain(
        bytes
            .iter()
            .enumerate()
            .filter(|(_, byte)| matches!(byte, b'|' | b','))
            .map(|(at, _)| at + 1),
    );
    starts.into_iter().find_map(|start| {
        let padding = if start == 0 {
            0
        } else {
            spaces(&bytes[start..])
        };
        alias_at(constraint, start + padding)
    })
}

fn alias_at(constraint: &str, start: usize) -> Option<(&str, &str)> {
    let bytes = constraint.as_bytes();
    let run = |from: usize, ends: &dyn Fn(u8) -> bool| {
        bytes[from..]
            .iter()
            .position(|&byte| ends(byte))
            .map_or(bytes.len(), |length| from + length)
    };
    let version_end = run(start, &|byte| {
        is_space(byte) || matches!(byte, b',' | b'#' | b'|')
    });
    if version_end == start {
        return None;
    }
    let mut at = version_end;
    if bytes.get(at) == Some(&b'#') {
        at = run(at + 1, &|byte| byte == b' ');
        if at == version_end + 1 {
            return None;
        }
    }
    let gap = spaces(&bytes[at..]);
    if gap == 0 || !bytes[at + gap..].starts_with(b"as") {
        return None;
    }
    at += gap + 2;
    let gap = spaces(&bytes[at..]);
    if gap == 0 {
        return None;
    }
    at += gap;
    let alias_end = run(at, &|byte| is_space(byte) || matches!(byte, b',' | b'|'));
    if alias_end == at {
        return None;
    }
    let after = alias_end + spaces(&bytes[alias_end..]);
    let ends = alias_end == bytes.len()
        || bytes[alias_end..] == *b"\n"
        || matches!(bytes.get(after), Some(b'|' | b','));
    ends.then(|| (&constraint[start..version_end], &constraint[at..alias_end]))
}

fn spaces(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| byte == b' ').count()
}

/// What stands before ` as `, if it is one version.
pub(super) fn aliased_part(constraint: &str) -> Option<&str> {
    let end = constraint.bytes().position(is_space)?;
    let (version, rest) = constraint.split_at(end);
    let alias = rest.strip_prefix(" as ")?;
    let fits = !version.is_empty()
        && !version.contains([',', '@'])
        && !alias.is_empty()
        && !alias.trim_end_matches('\n').contains('\n');
    fits.then_some(version)
}

#[cfg(test)]
mod tests {
    use super::{aliased_part, find_alias};

    #[test]
    fn aliases_are_found_in_alternatives() {
        assert_eq!(find_alias("dev-main as 1.0"), Some(("dev-main", "1.0")));
        assert_eq!(
            find_alias("dev-main#abc as 1.0.x-dev"),
            Some(("dev-main", "1.0.x-dev"))
        );
        assert_eq!(
            find_alias("^2 || dev-x as 1.0 || ^3"),
            Some(("dev-x", "1.0"))
        );
        assert_eq!(find_alias("^1 as 2 as 3"), None);
        assert_eq!(find_alias("^1.0"), None);
        assert_eq!(find_alias("dev-main as"), None);
    }

    #[test]
    fn the_part_before_as() {
        assert_eq!(aliased_part("dev-main as 1.0"), Some("dev-main"));
        assert_eq!(aliased_part("dev-main@dev as 1.0"), None);
        assert_eq!(aliased_part("1.0"), None);
    }
}
