//! What the resolver asks of a repository.

use crate::advisory::{Advisory, ListedPackage};
use rustc_hash::{FxHashMap, FxHashSet};
use shirabe_package::{AnyPackage, PackageName};
use shirabe_semver::{Constraint, Stability, Version};

/// One name that is looked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The name; packages that merely provide or replace it are not looked for.
    pub name: PackageName,
    /// The versions; all of them if there is none.
    pub constraint: Option<Constraint>,
}

/// What a repository has of the names that it was asked for.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The names that the repository knows, in whatever versions. Repositories of lower priority
    /// are not asked for them.
    pub names_found: Vec<PackageName>,
    /// The packages, in the repository's order. A package comes with all of its aliases and an
    /// alias with its package, even if only one of them is admitted. Packages are told apart by
    /// identity, so an alias must be of the very object that is handed out.
    pub packages: Vec<AnyPackage>,
}

/// Versions that have been handed out before and are not wanted again.
#[derive(Clone, Debug, Default)]
pub struct KnownVersions {
    versions: FxHashMap<PackageName, FxHashSet<Version>>,
}

impl KnownVersions {
    /// Whether this version has been handed out.
    #[must_use]
    pub fn contains(&self, name: &PackageName, version: &Version) -> bool {
        self.versions
            .get(name)
            .is_some_and(|versions| versions.contains(version))
    }

    /// Remembers a version.
    pub fn insert(&mut self, package: &AnyPackage) {
        self.versions
            .entry(package.name().clone())
            .or_default()
            .insert(package.version().clone());
    }

    /// Forgets a version, which may then be handed out again.
    pub fn remove(&mut self, package: &AnyPackage) {
        if let Some(versions) = self.versions.get_mut(package.name()) {
            versions.remove(package.version());
        }
    }
}

/// Which stabilities are acceptable
/// (<https://getcomposer.org/doc/04-schema.md#minimum-stability>).
#[derive(Clone, Debug)]
pub struct StabilityFilter {
    /// What holds for packages without a flag.
    pub minimum: Stability,
    /// What holds for single packages, as `@dev` in a requirement sets it.
    pub flags: FxHashMap<PackageName, Stability>,
}

impl StabilityFilter {
    /// A filter without exceptions.
    #[must_use]
    pub fn new(minimum: Stability) -> Self {
        Self {
            minimum,
            flags: FxHashMap::default(),
        }
    }

    /// A filter that lets everything pass.
    #[must_use]
    pub fn any() -> Self {
        Self::new(Stability::Dev)
    }

    /// Whether a package that goes by these names may have this stability: one acceptable name is
    /// enough.
    pub fn accepts<'n>(
        &self,
        names: impl IntoIterator<Item = &'n PackageName>,
        stability: Stability,
    ) -> bool {
        names
            .into_iter()
            .any(|name| stability <= self.flags.get(name).copied().unwrap_or(self.minimum))
    }

    /// Whether the package is acceptable under one of its names.
    #[must_use]
    pub fn accepts_package(&self, package: &AnyPackage) -> bool {
        self.accepts(&package.names(true), package.stability())
    }
}

/// What a repository is to the resolver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// The root package alone.
    Root,
    /// What the machine has; never asked for packages while a pool is built.
    Platform,
    /// The lock file; never asked for packages while a pool is built.
    Locked,
    /// Any other repository.
    Repository,
}

/// A package that provides a name, for suggestions in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provider {
    /// Its name.
    pub name: PackageName,
    /// What it says of itself.
    pub description: Option<String>,
}

/// Why a repository could not answer.
#[derive(Debug, thiserror::Error)]
#[error("{repository}: {cause}")]
pub struct SourceError {
    /// The repository, as it names itself.
    pub repository: String,
    /// What happened.
    #[source]
    pub cause: Box<dyn std::error::Error + Send + Sync>,
}

/// A repository, as the resolver sees it.
pub trait PackageSource {
    /// How the repository is called in messages: `composer repo (https://repo.example.org)`.
    fn name(&self) -> String;

    /// What the repository is to the resolver.
    fn kind(&self) -> SourceKind {
        SourceKind::Repository
    }

    /// Announces names that will be asked for next, in batches, so that all of them can be fetched
    /// at once. Errors are kept for when the names are asked for.
    fn prefetch(&mut self, wanted: &[Wanted], filter: &StabilityFilter) {
        let _ = (wanted, filter);
    }

    /// Finds packages by name, constraint and stability, but for those already known.
    ///
    /// # Errors
    ///
    /// If the repository cannot be read.
    fn load_packages(
        &mut self,
        wanted: &[Wanted],
        filter: &StabilityFilter,
        known: &KnownVersions,
    ) -> Result<Loaded, SourceError>;

    /// Finds packages by name and constraint, whatever their stability.
    ///
    /// # Errors
    ///
    /// If the repository cannot be read.
    fn find_packages(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<AnyPackage>, SourceError>;

    /// Every package, where the repository is small enough to be read as a whole; aliases included.
    ///
    /// # Errors
    ///
    /// If the repository cannot be read or is not to be read as a whole.
    fn packages(&mut self) -> Result<Vec<AnyPackage>, SourceError>;

    /// The packages that provide a name.
    ///
    /// # Errors
    ///
    /// If the repository cannot be read.
    fn providers(&mut self, name: &PackageName) -> Result<Vec<Provider>, SourceError> {
        let _ = name;
        Ok(Vec::new())
    }

    /// The advisories that affect some of the wanted versions. Those of which little more than id
    /// and versions is known will do if `allow_partial` is set.
    ///
    /// # Errors
    ///
    /// If the repository cannot be read.
    fn advisories(
        &mut self,
        wanted: &[Wanted],
        allow_partial: bool,
    ) -> Result<Vec<Advisory>, SourceError> {
        let _ = (wanted, allow_partial);
        Ok(Vec::new())
    }

    /// The wanted versions that are on one of the filter lists of these names.
    ///
    /// # Errors
    ///
    /// If the repository cannot be read.
    fn filter_lists(
        &mut self,
        wanted: &[Wanted],
        lists: &[String],
    ) -> Result<Vec<ListedPackage>, SourceError> {
        let _ = (wanted, lists);
        Ok(Vec::new())
    }
}

impl<S: PackageSource + ?Sized> PackageSource for &mut S {
    fn name(&self) -> String {
        (**self).name()
    }

    fn kind(&self) -> SourceKind {
        (**self).kind()
    }

    fn prefetch(&mut self, wanted: &[Wanted], filter: &StabilityFilter) {
        (**self).prefetch(wanted, filter);
    }

    fn load_packages(
        &mut self,
        wanted: &[Wanted],
        filter: &StabilityFilter,
        known: &KnownVersions,
    ) -> Result<Loaded, SourceError> {
        (**self).load_packages(wanted, filter, known)
    }

    fn find_packages(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<AnyPackage>, SourceError> {
        (**self).find_packages(name, constraint)
    }

    fn packages(&mut self) -> Result<Vec<AnyPackage>, SourceError> {
        (**self).packages()
    }

    fn providers(&mut self, name: &PackageName) -> Result<Vec<Provider>, SourceError> {
        (**self).providers(name)
    }

    fn advisories(
        &mut self,
        wanted: &[Wanted],
        allow_partial: bool,
    ) -> Result<Vec<Advisory>, SourceError> {
        (**self).advisories(wanted, allow_partial)
    }

    fn filter_lists(
        &mut self,
        wanted: &[Wanted],
        lists: &[String],
    ) -> Result<Vec<ListedPackage>, SourceError> {
        (**self).filter_lists(wanted, lists)
    }
}
