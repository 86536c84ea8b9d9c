//! Which alias the data of a package asks for:
//! <https://getcomposer.org/doc/articles/aliases.md#branch-alias>.

use crate::alias::DEFAULT_BRANCH_ALIAS;
use crate::error::LoadError;
use crate::package::entries_of;
use shirabe_mixed::PhpMixed;
use shirabe_semver::{Version, parse_numeric_alias_prefix};

/// The normalised version of the alias of a development version: the one that
/// `extra.branch-alias` gives its branch, else the default branch's.
pub(super) fn find(
    package: &str,
    pretty_version: &str,
    extra: Option<&PhpMixed>,
    is_default_branch: bool,
) -> Result<Option<String>, LoadError> {
    if !pretty_version.starts_with("dev-") && !pretty_version.ends_with("-dev") {
        return Ok(None);
    }
    let aliases = extra.and_then(|extra| extra.get("branch-alias"));
    for (branch, target) in entries_of(aliases) {
        let Some(target) = target.as_str() else {
            return Err(LoadError::WrongType {
                package: package.to_owned(),
                key: format!("extra.branch-alias.{branch}"),
                expected: "a string",
                found: target.type_name(),
            });
        };
        let Some(number) = target.strip_suffix("-dev") else {
            continue;
        };
        if !branch.eq_ignore_ascii_case(pretty_version) {
            continue;
        }
        let normalized = if target == DEFAULT_BRANCH_ALIAS {
            target.to_owned()
        } else {
            Version::normalize_branch(number).as_str().to_owned()
        };
        if !normalized.ends_with("-dev") || !is_below(&branch, target) {
            continue;
        }
        return Ok(Some(normalized));
    }
    let unprefixed = pretty_version.strip_prefix('v').unwrap_or(pretty_version);
    let numbered = parse_numeric_alias_prefix(unprefixed).is_some();
    Ok((is_default_branch && !numbered).then(|| DEFAULT_BRANCH_ALIAS.to_owned()))
}

/// Whether the alias of a numbered branch stays within it: `1.x` may become `1.2.x`, not `2.x`.
pub(crate) fn is_below(branch: &str, target: &str) -> bool {
    match (
        parse_numeric_alias_prefix(branch),
        parse_numeric_alias_prefix(target),
    ) {
        (Some(branch), Some(target)) => target
            .to_ascii_lowercase()
            .starts_with(&branch.to_ascii_lowercase()),
        _ => true,
    }
}

/// A normalised alias as a person writes it: `1.9999999.9999999.9999999-dev` is `1.x-dev`.
pub(super) fn pretty(normalized: &str) -> String {
    const WILD: &str = ".9999999";
    let mut out = String::with_capacity(normalized.len());
    let mut rest = normalized;
    while let Some(at) = rest.find(WILD) {
        out.push_str(&rest[..at]);
        out.push_str(".x");
        rest = rest[at..].trim_start_matches(WILD);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn wild_parts_are_one_x() {
        assert_eq!(pretty("1.9999999.9999999.9999999-dev"), "1.x-dev");
        assert_eq!(pretty("1.2.9999999.9999999-dev"), "1.2.x-dev");
        assert_eq!(pretty("9999999-dev"), "9999999-dev");
    }
}
