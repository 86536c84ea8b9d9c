//! What documents say of their packages beside the versions: security advisories and the entries of
//! filter lists (<https://getcomposer.org/doc/05-repositories.md#security-advisories>).

use super::{ComposerRepository, File, Offer, State};
use crate::RepositoryError;
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::PackageName;
use shirabe_resolver::{Advisory, ListedPackage, Wanted};
use shirabe_semver::Constraint;

impl ComposerRepository {
    pub(super) fn find_advisories(
        &mut self,
        wanted: &[Wanted],
    ) -> Result<Vec<Advisory>, RepositoryError> {
        let mut found = Vec::new();
        for (name, data) in self.remarks(wanted, "security-advisories", |root| {
            root.get("metadata").and_then(PhpMixed::as_bool) == Some(true)
        })? {
            let advisories = data
                .values()
                .filter_map(|data| Advisory::from_data(name.clone(), data));
            found.extend(advisories);
        }
        found.retain(|advisory| is_affected(wanted, &advisory.package, &advisory.affected));
        Ok(found)
    }

    pub(super) fn find_listed(
        &mut self,
        wanted: &[Wanted],
        lists: &[String],
    ) -> Result<Vec<ListedPackage>, RepositoryError> {
        let mut found = Vec::new();
        let mut enabled: Vec<String> = Vec::new();
        let remarks = self.remarks(wanted, "filter", |root| {
            enabled = lists
                .iter()
                .filter(|list| is_enabled(root, list))
                .cloned()
                .collect();
            !enabled.is_empty()
        })?;
        for (name, data) in remarks {
            for (list, entries) in data.as_map().into_iter().flatten() {
                if !enabled.contains(list) {
                    continue;
                }
                for entry in entries.values() {
                    let mut entry: PhpMap = entry.as_map().cloned().unwrap_or_default();
                    entry
                        .entry("package".to_owned())
                        .or_insert_with(|| name.as_str().into());
                    let listed = ListedPackage::from_data(list, &PhpMixed::Map(entry))
                        .map_err(|cause| RepositoryError::Definition(cause.to_string()))?;
                    found.extend(listed);
                }
            }
        }
        found.retain(|listed| is_affected(wanted, &listed.package, &listed.constraint));
        Ok(found)
    }

    /// What the documents of the wanted packages have under a key, if the root document says that
    /// they have it.
    fn remarks(
        &mut self,
        wanted: &[Wanted],
        key: &str,
        is_offered: impl FnOnce(&PhpMixed) -> bool,
    ) -> Result<Vec<(PackageName, PhpMixed)>, RepositoryError> {
        let State {
            offer: Offer::Lazy { root, documents },
            ..
        } = self.state()?
        else {
            return Ok(Vec::new());
        };
        if !root.value(key).is_some_and(is_offered) {
            return Ok(Vec::new());
        }
        let files: Vec<File<'_>> = wanted
            .iter()
            .filter(|wanted| !wanted.name.is_platform() && wanted.name != "__root__")
            .filter(|wanted| root.may_have(&wanted.name))
            .map(|wanted| File {
                name: wanted.name.to_string(),
                wanted,
            })
            .collect();
        documents.remarks(&files, key)
    }
}

/// Whether the root document offers a filter list.
fn is_enabled(filter: &PhpMixed, list: &str) -> bool {
    filter
        .get("lists")
        .and_then(|lists| lists.get(list)?.get("enabled"))
        .is_some_and(|enabled| !matches!(enabled, PhpMixed::Null | PhpMixed::Bool(false)))
}

/// Whether some wanted version of a package is among the affected ones.
pub(crate) fn is_affected(wanted: &[Wanted], package: &PackageName, versions: &Constraint) -> bool {
    wanted.iter().any(|wanted| {
        wanted.name == *package
            && wanted
                .constraint
                .as_ref()
                .is_none_or(|constraint| versions.matches(constraint))
    })
}
