//! `dev-main#commit` in the requirements of the root package:
//! <https://getcomposer.org/doc/04-schema.md#package-links>.

use super::alias_definitions::aliased_part;
use crate::name::PackageName;
use indexmap::IndexMap;
use shirabe_semver::Stability;

/// Adds the commits that the requirements pin development versions to.
pub fn extract_references(
    requires: &[(&str, &str)],
    references: &mut IndexMap<PackageName, String>,
) {
    for (name, constraint) in requires {
        let version = aliased_part(constraint).unwrap_or(constraint);
        let Some((branch, commit)) = version.rsplit_once('#') else {
            continue;
        };
        let is_version = !branch.is_empty()
            && !branch.contains(|c: char| c == ',' || c == '@' || c.is_ascii_whitespace());
        let is_commit = !commit.is_empty()
            && commit
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if is_version && is_commit && Stability::of(version) == Stability::Dev {
            references.insert(PackageName::new(name), commit.to_owned());
        }
    }
}
