//! The repositories of one solve in the order of their priority, with what the root package says
//! about stability, aliases and references.

use crate::advisory::{Advisory, ListedPackage};
use crate::source::{
    KnownVersions, PackageSource, Provider, SourceError, SourceKind, StabilityFilter, Wanted,
};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use shirabe_package::root::RootAlias;
use shirabe_package::{AnyPackage, PackageName};
use shirabe_semver::{Constraint, Version};
use std::sync::Arc;

/// What the root package and the command line say about all repositories.
#[derive(Clone, Debug)]
pub struct SetOptions {
    /// Acceptable stabilities.
    pub stability: StabilityFilter,
    /// Aliases by `as`.
    pub root_aliases: Vec<RootAlias>,
    /// Commits by `#`: the reference that each package is pinned to.
    pub root_references: FxHashMap<PackageName, String>,
    /// What the root package requires, for explanations; ignored platform requirements left out.
    pub root_requires: IndexMap<PackageName, Constraint>,
    /// What `--with` narrows for one run.
    pub temporary_constraints: FxHashMap<PackageName, Constraint>,
}

impl SetOptions {
    /// Nothing but a filter of stabilities.
    #[must_use]
    pub fn new(stability: StabilityFilter) -> Self {
        Self {
            stability,
            root_aliases: Vec::new(),
            root_references: FxHashMap::default(),
            root_requires: IndexMap::default(),
            temporary_constraints: FxHashMap::default(),
        }
    }
}

/// Which repository of the set a package is from.
pub type SourceIndex = usize;

/// A package and the repository that it is from.
pub type Found = (SourceIndex, AnyPackage);

/// Repositories in the order of their priority. The first that knows a name hides it in all after
/// it (<https://getcomposer.org/doc/articles/repository-priorities.md>); a repository that should
/// not do so says that it found nothing.
pub struct RepositorySet<'a> {
    pub(crate) sources: Vec<Box<dyn PackageSource + 'a>>,
    policy_sources: Vec<Box<dyn PackageSource + 'a>>,
    pub(crate) options: SetOptions,
    aliases: FxHashMap<PackageName, FxHashMap<Version, (Arc<str>, Version)>>,
}

impl<'a> RepositorySet<'a> {
    /// A set without repositories.
    #[must_use]
    pub fn new(mut options: SetOptions) -> Self {
        options.root_requires.retain(|name, _| !name.is_platform());
        let mut aliases: FxHashMap<_, FxHashMap<_, _>> = FxHashMap::default();
        for alias in &options.root_aliases {
            aliases.entry(alias.package.clone()).or_default().insert(
                alias.version.clone(),
                (alias.alias.as_str().into(), alias.alias_normalized.clone()),
            );
        }
        Self {
            sources: Vec::new(),
            policy_sources: Vec::new(),
            options,
            aliases,
        }
    }

    /// Adds a repository of lower priority than all before it.
    pub fn add(&mut self, source: impl PackageSource + 'a) {
        self.sources.push(Box::new(source));
    }

    /// Adds a boxed repository of lower priority than all before it.
    pub fn add_boxed(&mut self, source: Box<dyn PackageSource + 'a>) {
        self.sources.push(source);
    }

    /// Adds a repository that is only asked about policies and never for packages, as the
    /// repositories of a project are when its lock file is installed.
    pub fn add_for_policies(&mut self, source: Box<dyn PackageSource + 'a>) {
        self.policy_sources.push(source);
    }

    /// What was said about all repositories.
    #[must_use]
    pub fn options(&self) -> &SetOptions {
        &self.options
    }

    /// How many repositories there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there are no repositories.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// The name of a repository.
    #[must_use]
    pub fn source_name(&self, source: SourceIndex) -> String {
        self.sources
            .get(source)
            .map(|source| source.name())
            .unwrap_or_default()
    }

    /// What a repository is to the resolver.
    #[must_use]
    pub fn source_kind(&self, source: SourceIndex) -> SourceKind {
        self.sources
            .get(source)
            .map_or(SourceKind::Repository, |source| source.kind())
    }

    pub(crate) fn root_alias(&self, package: &AnyPackage) -> Option<&(Arc<str>, Version)> {
        self.aliases.get(package.name())?.get(package.version())
    }

    /// The packages of a name that a pool could hold: of the first repository that knows the name,
    /// and only acceptable ones.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read.
    pub fn find_packages(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<Found>, SourceError> {
        let filter = self.options.stability.clone();
        self.find_visible(name, constraint, &filter)
    }

    /// The same, whatever their stability.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read.
    pub fn find_packages_of_any_stability(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<Found>, SourceError> {
        self.find_visible(name, constraint, &StabilityFilter::any())
    }

    fn find_visible(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
        filter: &StabilityFilter,
    ) -> Result<Vec<Found>, SourceError> {
        let wanted = [Wanted {
            name: name.clone(),
            constraint: constraint.cloned(),
        }];
        let mut found = Vec::new();
        for (index, source) in self.sources.iter_mut().enumerate() {
            let loaded = source.load_packages(&wanted, filter, &KnownVersions::default())?;
            found.extend(loaded.packages.into_iter().map(|package| (index, package)));
            if loaded.names_found.contains(name) {
                break;
            }
        }
        Ok(found)
    }

    /// The acceptable packages of a name in all repositories, hidden ones included.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read.
    pub fn find_packages_in_all(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<Found>, SourceError> {
        let mut found = Vec::new();
        for (index, source) in self.sources.iter_mut().enumerate() {
            for package in source.find_packages(name, constraint)? {
                if self.options.stability.accepts_package(&package) {
                    found.push((index, package));
                }
            }
        }
        Ok(found)
    }

    /// The packages that provide a name, each once.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read.
    pub fn providers(&mut self, name: &PackageName) -> Result<Vec<Provider>, SourceError> {
        let mut found: IndexMap<PackageName, Provider> = IndexMap::new();
        for source in &mut self.sources {
            for provider in source.providers(name)? {
                found.insert(provider.name.clone(), provider);
            }
        }
        Ok(found.into_values().collect())
    }

    /// The advisories that affect some of the wanted versions, by the name of the package and in
    /// the order of the repositories. Repositories that cannot be read are passed over if asked.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read and is not to be passed over.
    pub fn advisories(
        &mut self,
        wanted: &[Wanted],
        allow_partial: bool,
        pass_over_unreachable: bool,
    ) -> Result<FoundAdvisories, SourceError> {
        let mut found = FoundAdvisories::default();
        for source in self.sources.iter_mut().chain(&mut self.policy_sources) {
            match source.advisories(wanted, allow_partial) {
                Ok(advisories) => found.advisories.extend(advisories),
                Err(error) if pass_over_unreachable => found.unreachable.push(error.to_string()),
                Err(error) => return Err(error),
            }
        }
        found
            .advisories
            .sort_by(|one, two| one.package.cmp(&two.package));
        Ok(found)
    }

    /// The wanted versions that are on one of the filter lists of these names. Repositories that
    /// cannot be read are passed over if asked.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read and is not to be passed over.
    pub fn filter_lists(
        &mut self,
        wanted: &[Wanted],
        lists: &[String],
        pass_over_unreachable: bool,
    ) -> Result<FoundLists, SourceError> {
        let mut found = FoundLists::default();
        for source in self.sources.iter_mut().chain(&mut self.policy_sources) {
            match source.filter_lists(wanted, lists) {
                Ok(listed) => found.listed.extend(listed),
                Err(error) if pass_over_unreachable => found.unreachable.push(error.to_string()),
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }
}

/// Advisories, and the repositories that could not be asked.
#[derive(Clone, Debug, Default)]
pub struct FoundAdvisories {
    /// The advisories.
    pub advisories: Vec<Advisory>,
    /// What kept repositories from being read.
    pub unreachable: Vec<String>,
}

/// Entries of filter lists, and the repositories that could not be asked.
#[derive(Clone, Debug, Default)]
pub struct FoundLists {
    /// The entries.
    pub listed: Vec<ListedPackage>,
    /// What kept repositories from being read.
    pub unreachable: Vec<String>,
}
