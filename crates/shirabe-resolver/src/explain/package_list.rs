//! Lists of packages with their versions: `acme/a[1.0.0, ..., 2.3.0]`.

use super::Explainer;
use crate::php_sort::usort;
use crate::pool::VersionMap;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use shirabe_package::{AnyPackage, DEFAULT_BRANCH_ALIAS, PackageName};
use shirabe_semver::{Constraint, Version, php_version_compare};
use std::sync::Arc;

/// Versions as written, by version.
pub(super) type VersionList = VersionMap;

/// How many development versions are listed.
const MAX_DEV: usize = 16;

struct Listed<'p> {
    pretty_name: &'p str,
    versions: VersionList,
    has_default_branch: bool,
}

impl Explainer<'_, '_> {
    /// A list that also names the versions under the constraint that the optimiser left out.
    pub(super) fn list_admitted<'p>(
        &self,
        packages: impl IntoIterator<Item = &'p AnyPackage>,
        constraint: Option<&Constraint>,
    ) -> String {
        self.list_with(packages, |package| {
            constraint.map_or_else(VersionList::default, |constraint| {
                self.pool
                    .represented()
                    .removed_versions(package.name(), constraint)
            })
        })
    }

    /// A list that also names the versions that the packages stand for.
    pub(super) fn list_represented<'p>(
        &self,
        packages: impl IntoIterator<Item = &'p AnyPackage>,
    ) -> String {
        self.list_with(packages, |package| {
            self.pool.represented().versions_of(package)
        })
    }

    fn list_with<'p>(
        &self,
        packages: impl IntoIterator<Item = &'p AnyPackage>,
        left_out: impl Fn(&AnyPackage) -> VersionList,
    ) -> String {
        let mut by_name: IndexMap<&PackageName, Listed<'p>, FxBuildHasher> = IndexMap::default();
        for package in packages {
            let listed = by_name.entry(package.name()).or_insert_with(|| Listed {
                pretty_name: package.pretty_name(),
                versions: VersionList::default(),
                has_default_branch: false,
            });
            listed.pretty_name = package.pretty_name();
            let shown: Arc<str> = match package.as_alias() {
                Some(alias) => format!(
                    "{} (alias of {})",
                    alias.pretty_version, alias.of.pretty_version
                )
                .into(),
                None => package.pretty_version().into(),
            };
            listed.versions.insert(package.version().clone(), shown);
            listed.versions.extend(left_out(package));
            listed.has_default_branch |= package.is_default_branch();
        }
        let mut texts = Vec::new();
        for (_, mut listed) in by_name {
            if listed.has_default_branch {
                // Every default branch has this alias; to name it tells nothing.
                listed
                    .versions
                    .shift_remove(&Version::from_normalized(DEFAULT_BRANCH_ALIAS));
            }
            sort(&mut listed.versions);
            let versions = if self.verbose {
                listed.versions.values().map(ToString::to_string).collect()
            } else {
                condense(&listed.versions, 4)
            };
            texts.push(format!("{}[{}]", listed.pretty_name, versions.join(", ")));
        }
        texts.join(", ")
    }
}

/// Sorts by PHP's `version_compare`.
pub(super) fn sort(versions: &mut VersionList) {
    let mut order: Vec<usize> = (0..versions.len()).collect();
    let key = |index| {
        versions
            .get_index(index)
            .map_or("", |(version, _)| version.as_str())
    };
    usort(&mut order, |&one, &two| {
        php_version_compare(key(one), key(two))
    });
    *versions = order
        .into_iter()
        .filter_map(|index| versions.get_index(index))
        .map(|(version, pretty)| (version.clone(), pretty.clone()))
        .collect();
}

/// The first and the last version of each major version that has more than `max`; all of them if
/// there are no more altogether.
pub(super) fn condense(versions: &VersionList, max: usize) -> Vec<String> {
    if versions.len() <= max {
        return versions.values().map(ToString::to_string).collect();
    }
    let mut by_major: IndexMap<&str, Vec<&str>, FxBuildHasher> = IndexMap::default();
    for (version, pretty) in versions {
        by_major
            .entry(major(version.as_str()))
            .or_default()
            .push(pretty);
    }
    let mut shown = Vec::new();
    for (major, versions) in by_major {
        let max = if major == "dev" { MAX_DEV } else { max };
        match versions[..] {
            [first, .., last] if versions.len() > max => {
                shown.extend([first.to_owned(), "...".to_owned(), last.to_owned()]);
            }
            _ => shown.extend(versions.into_iter().map(str::to_owned)),
        }
    }
    shown
}

/// What versions are grouped by: the first number, or `dev` for branches.
fn major(version: &str) -> &str {
    let is_branch = version
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("dev-"));
    if is_branch {
        return "dev";
    }
    match version.split_once('.') {
        Some((major, _)) if !major.is_empty() && major.bytes().all(|b| b.is_ascii_digit()) => major,
        _ => version,
    }
}

#[cfg(test)]
mod tests {
    use super::{VersionList, condense, sort};
    use shirabe_semver::Version;

    fn list(versions: &[&str]) -> VersionList {
        versions
            .iter()
            .map(|version| (Version::from_normalized(version), (*version).into()))
            .collect()
    }

    #[test]
    fn versions_are_sorted_as_php_does() {
        let mut versions = list(&["10.0.0.0", "dev-b", "9.0.0.0", "9.0.0.0-beta1"]);
        sort(&mut versions);
        let shown: Vec<_> = versions.values().map(ToString::to_string).collect();
        assert_eq!(shown, ["dev-b", "9.0.0.0-beta1", "9.0.0.0", "10.0.0.0"]);
    }

    #[test]
    fn long_lists_are_condensed_by_major_version() {
        let versions = list(&["1.0.0.0", "1.1.0.0", "1.2.0.0", "2.0.0.0", "dev-main"]);
        assert_eq!(condense(&versions, 5).len(), 5);
        assert_eq!(
            condense(&versions, 2),
            ["1.0.0.0", "...", "1.2.0.0", "2.0.0.0", "dev-main"]
        );
    }
}
