//! Which versions the optimiser left out, so that messages can still name them.

use crate::identity::Identity;
use crate::pool::{PackageId, VersionMap};
use rustc_hash::FxHashMap;
use shirabe_package::{AnyPackage, DEFAULT_BRANCH_ALIAS, PackageName};
use shirabe_semver::Constraint;

/// The packages before optimising, and what became of them. Nothing is worked out before a message
/// asks for it, since most solves succeed.
#[derive(Debug, Default)]
pub(crate) struct Represented {
    originals: Vec<AnyPackage>,
    removed: Vec<bool>,
    groups: Vec<Vec<PackageId>>,
    /// By package that was kept: the groups for which it stands.
    by_package: FxHashMap<Identity, Vec<u32>>,
}

impl Represented {
    pub(crate) fn add_group(&mut self, members: &[PackageId]) -> u32 {
        self.groups.push(members.to_vec());
        u32::try_from(self.groups.len() - 1).expect("fewer than 2^32 groups")
    }

    /// A package stands for a group of packages that go by a name, if it goes by that name too.
    pub(crate) fn record(&mut self, package: &AnyPackage, name: &PackageName, group: u32) {
        let goes_by_it =
            package.name() == name || package.replaces().iter().any(|link| link.target == *name);
        if goes_by_it {
            self.by_package
                .entry(Identity::of(package))
                .or_default()
                .push(group);
        }
    }

    pub(crate) fn finish(&mut self, originals: Vec<AnyPackage>, removed: Vec<bool>) {
        self.originals = originals;
        self.removed = removed;
    }

    /// The versions for which a package stands, its own among them.
    pub(crate) fn versions_of(&self, package: &AnyPackage) -> VersionMap {
        let mut versions = VersionMap::default();
        let groups = self.by_package.get(&Identity::of(package));
        for &group in groups.into_iter().flatten() {
            for id in &self.groups[group as usize] {
                let member = &self.originals[id.index()];
                if member.is_alias() && member.pretty_version() == DEFAULT_BRANCH_ALIAS {
                    let base = member.base();
                    versions.insert(base.version.clone(), base.pretty_version.clone());
                } else {
                    versions.insert(member.version().clone(), member.pretty_version().into());
                }
            }
        }
        versions
    }

    /// The versions of a name that were left out and that a constraint admits.
    pub(crate) fn removed_versions(
        &self,
        name: &PackageName,
        constraint: &Constraint,
    ) -> VersionMap {
        self.originals
            .iter()
            .zip(&self.removed)
            .filter(|(package, removed)| {
                **removed && package.name() == name && constraint.admits(package.version())
            })
            .map(|(package, _)| (package.version().clone(), package.pretty_version().into()))
            .collect()
    }
}
