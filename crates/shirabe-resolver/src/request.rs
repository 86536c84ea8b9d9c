//! What a solve is asked for.

use crate::identity::Identity;
use crate::repository_set::SourceIndex;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use shirabe_package::{AnyPackage, PackageName};
use shirabe_semver::Constraint;

type PackageMap<V> = IndexMap<Identity, V, FxBuildHasher>;

/// How far a partial update may go beyond the packages that it names
/// (<https://getcomposer.org/doc/03-cli.md#update-u-upgrade>).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UpdateScope {
    /// Only the named packages.
    #[default]
    OnlyListed,
    /// Their dependencies too, but for those that the root package requires itself.
    WithDependencies,
    /// Their dependencies too.
    WithAllDependencies,
}

/// What a fixed package is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FixedKind {
    /// The root package, or its alias.
    Root,
    /// Part of the machine.
    Platform,
    /// Anything else that is present and not to be touched.
    Other,
}

/// A package that is present and stays.
#[derive(Clone, Debug)]
pub struct FixedPackage {
    /// The package.
    pub package: AnyPackage,
    /// What it is.
    pub kind: FixedKind,
    /// The repository of the set that it is from, where it is from one.
    pub source: Option<SourceIndex>,
}

/// A name was required a second time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is required twice")]
pub struct RequiredTwice(pub PackageName);

/// What a solve is asked for: what is required, what is present and stays, what is locked.
#[derive(Clone, Debug, Default)]
pub struct Request {
    locked_repository: Option<Vec<AnyPackage>>,
    requires: IndexMap<PackageName, Constraint, FxBuildHasher>,
    fixed: PackageMap<FixedPackage>,
    locked: PackageMap<AnyPackage>,
    fixed_locked: PackageMap<AnyPackage>,
    update_allow_list: Option<Vec<String>>,
    update_scope: UpdateScope,
    restricted: Option<Vec<PackageName>>,
}

impl Request {
    /// A request for nothing. `locked_repository` has the packages of the lock file, aliases
    /// included, if there is one.
    #[must_use]
    pub fn new(locked_repository: Option<Vec<AnyPackage>>) -> Self {
        Self {
            locked_repository,
            ..Self::default()
        }
    }

    /// Requires a name; without a constraint, in any version.
    ///
    /// # Errors
    ///
    /// If the name is required already.
    pub fn require(
        &mut self,
        name: PackageName,
        constraint: Option<Constraint>,
    ) -> Result<(), RequiredTwice> {
        if self.requires.contains_key(&name) {
            return Err(RequiredTwice(name));
        }
        self.requires
            .insert(name, constraint.unwrap_or_else(Constraint::all));
        Ok(())
    }

    /// Says that a package is present and stays.
    pub fn fix(&mut self, package: AnyPackage, kind: FixedKind) {
        self.insert_fixed(package, kind);
    }

    fn insert_fixed(&mut self, package: AnyPackage, kind: FixedKind) {
        self.fixed.insert(
            Identity::of(&package),
            FixedPackage {
                package,
                kind,
                source: None,
            },
        );
    }

    /// Says that a package stays at its locked version, but may be removed, or unlocked by a
    /// partial update.
    pub fn lock(&mut self, package: AnyPackage) {
        self.locked.insert(Identity::of(&package), package);
    }

    /// Says that a locked package stays, as `install` needs it; explanations still call it locked.
    pub fn fix_locked(&mut self, package: AnyPackage) {
        self.fixed_locked
            .insert(Identity::of(&package), package.clone());
        self.insert_fixed(package, FixedKind::Other);
    }

    /// Gives a locked package free.
    pub(crate) fn unlock(&mut self, package: &AnyPackage) {
        self.locked.shift_remove(&Identity::of(package));
    }

    /// Makes this a partial update of the packages whose names fit one of the patterns, each of
    /// which is taken in lower case and once.
    pub fn set_update_allow_list(&mut self, patterns: Vec<String>, scope: UpdateScope) {
        let patterns: IndexSet<String, FxBuildHasher> = patterns
            .into_iter()
            .map(|pattern| pattern.to_ascii_lowercase())
            .collect();
        self.update_allow_list = Some(patterns.into_iter().collect());
        self.update_scope = scope;
    }

    /// Keeps any other names out of the pool.
    pub fn restrict(&mut self, names: Vec<PackageName>) {
        self.restricted = Some(names);
    }

    /// The patterns of a partial update; empty for a full one.
    #[must_use]
    pub fn update_allow_list(&self) -> &[String] {
        self.update_allow_list.as_deref().unwrap_or_default()
    }

    /// Whether dependencies of updated packages are updated.
    #[must_use]
    pub fn updates_dependencies(&self) -> bool {
        self.update_allow_list.is_none() || self.update_scope != UpdateScope::OnlyListed
    }

    /// Whether dependencies are updated even if the root package requires them.
    #[must_use]
    pub fn updates_root_dependencies(&self) -> bool {
        self.update_scope == UpdateScope::WithAllDependencies
    }

    /// What is required, in order.
    #[must_use]
    pub fn requires(&self) -> &IndexMap<PackageName, Constraint, FxBuildHasher> {
        &self.requires
    }

    /// The packages of the lock file, if there is one.
    #[must_use]
    pub fn locked_repository(&self) -> Option<&[AnyPackage]> {
        self.locked_repository.as_deref()
    }

    /// The names that the pool may hold, if it is restricted.
    #[must_use]
    pub fn restricted(&self) -> Option<&[PackageName]> {
        self.restricted.as_deref()
    }

    /// The packages that are present and stay.
    pub fn fixed(&self) -> impl DoubleEndedIterator<Item = &FixedPackage> {
        self.fixed.values()
    }

    /// Whether this very package stays.
    #[must_use]
    pub fn is_fixed(&self, package: &AnyPackage) -> bool {
        self.fixed.contains_key(&Identity::of(package))
    }

    /// The packages that are at their locked versions.
    pub fn locked(&self) -> impl Iterator<Item = &AnyPackage> {
        self.locked.values().chain(self.fixed_locked.values())
    }

    /// Whether this very package is at its locked version.
    #[must_use]
    pub fn is_locked(&self, package: &AnyPackage) -> bool {
        let identity = Identity::of(package);
        self.locked.contains_key(&identity) || self.fixed_locked.contains_key(&identity)
    }

    /// All packages for which no others are to be loaded: first the fixed, then the locked.
    pub(crate) fn fixed_or_locked(&self) -> Vec<(AnyPackage, Option<FixedKind>)> {
        let fixed = self
            .fixed
            .values()
            .map(|fixed| (fixed.package.clone(), Some(fixed.kind)));
        let locked = self.locked.values().map(|package| (package.clone(), None));
        fixed.chain(locked).collect()
    }

    /// Everything that is there before the solve, each object once: first what the lock file has.
    #[must_use]
    pub fn present(&self) -> Vec<AnyPackage> {
        let mut present: PackageMap<AnyPackage> = PackageMap::default();
        let locked = self.locked_repository.iter().flatten();
        for package in locked.chain(self.fixed.values().map(|fixed| &fixed.package)) {
            present.insert(Identity::of(package), package.clone());
        }
        present.into_values().collect()
    }
}
