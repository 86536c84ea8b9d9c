use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::{AnyPackage, NamePattern, PackageName};
use shirabe_resolver::{
    Advisory, KnownVersions, ListedPackage, Loaded, PackageSource, Provider, SourceError,
    SourceKind, StabilityFilter, Wanted,
};
use shirabe_semver::Constraint;

use crate::RepositoryError;

/// A repository of which only some packages count, or that does not hide those of lower priority
/// (<https://getcomposer.org/doc/articles/repository-priorities.md>).
pub struct FilteredRepository {
    inner: Box<dyn PackageSource>,
    selection: Selection,
    is_canonical: bool,
}

/// Which names count.
#[derive(Debug, Clone)]
enum Selection {
    All,
    Only(Vec<NamePattern>),
    AllBut(Vec<NamePattern>),
}

impl FilteredRepository {
    /// The repository with what its `definition` says under `only`, `exclude` and `canonical`; the
    /// repository itself if it says nothing.
    ///
    /// # Errors
    /// When one of the keys has the wrong type, or both `only` and `exclude` are there.
    pub fn wrap(
        inner: Box<dyn PackageSource>,
        definition: &PhpMap,
    ) -> Result<Box<dyn PackageSource>, RepositoryError> {
        let set = |key: &str| definition.get(key).filter(|value| !value.is_null());
        let (only, exclude, canonical) = (set("only"), set("exclude"), set("canonical"));
        if only.is_none() && exclude.is_none() && canonical.is_none() {
            return Ok(inner);
        }
        let name = inner.name();
        let patterns = |key: &str, value: Option<&PhpMixed>| match value {
            None => Ok(Vec::new()),
            Some(list) if list.is_array() => Ok(list
                .values()
                .filter_map(PhpMixed::as_str)
                .map(NamePattern::new)
                .collect()),
            Some(_) => Err(RepositoryError::Definition(format!(
                "\"{key}\" key for repository {name} should be an array"
            ))),
        };
        let (only_names, excluded) = (patterns("only", only)?, patterns("exclude", exclude)?);
        let selection = match (only, exclude) {
            (Some(_), Some(_)) => {
                return Err(RepositoryError::Definition(format!(
                    "Only one of \"only\" and \"exclude\" can be specified for repository {name}"
                )));
            }
            (Some(_), None) => Selection::Only(only_names),
            (None, Some(_)) => Selection::AllBut(excluded),
            (None, None) => Selection::All,
        };
        let is_canonical = match canonical {
            None => true,
            Some(PhpMixed::Bool(value)) => *value,
            Some(_) => {
                return Err(RepositoryError::Definition(format!(
                    "\"canonical\" key for repository {name} should be a boolean"
                )));
            }
        };
        Ok(Box::new(Self {
            inner,
            selection,
            is_canonical,
        }))
    }

    fn allows(&self, name: &str) -> bool {
        let fits = |patterns: &[NamePattern]| patterns.iter().any(|pattern| pattern.matches(name));
        match &self.selection {
            Selection::All => true,
            Selection::Only(patterns) => fits(patterns),
            Selection::AllBut(patterns) => !fits(patterns),
        }
    }

    fn allowed(&self, wanted: &[Wanted]) -> Vec<Wanted> {
        wanted
            .iter()
            .filter(|wanted| self.allows(&wanted.name))
            .cloned()
            .collect()
    }
}

impl PackageSource for FilteredRepository {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn kind(&self) -> SourceKind {
        self.inner.kind()
    }

    fn prefetch(&mut self, wanted: &[Wanted], filter: &StabilityFilter) {
        let allowed = self.allowed(wanted);
        self.inner.prefetch(&allowed, filter);
    }

    fn load_packages(
        &mut self,
        wanted: &[Wanted],
        filter: &StabilityFilter,
        known: &KnownVersions,
    ) -> Result<Loaded, SourceError> {
        let allowed = self.allowed(wanted);
        if allowed.is_empty() {
            return Ok(Loaded::default());
        }
        let mut loaded = self.inner.load_packages(&allowed, filter, known)?;
        if !self.is_canonical {
            loaded.names_found.clear();
        }
        Ok(loaded)
    }

    fn find_packages(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<AnyPackage>, SourceError> {
        if !self.allows(name) {
            return Ok(Vec::new());
        }
        self.inner.find_packages(name, constraint)
    }

    fn packages(&mut self) -> Result<Vec<AnyPackage>, SourceError> {
        let mut packages = self.inner.packages()?;
        packages.retain(|package| self.allows(package.name()));
        Ok(packages)
    }

    fn providers(&mut self, name: &PackageName) -> Result<Vec<Provider>, SourceError> {
        let mut providers = self.inner.providers(name)?;
        providers.retain(|provider| self.allows(&provider.name));
        Ok(providers)
    }

    fn advisories(
        &mut self,
        wanted: &[Wanted],
        allow_partial: bool,
    ) -> Result<Vec<Advisory>, SourceError> {
        let allowed = self.allowed(wanted);
        self.inner.advisories(&allowed, allow_partial)
    }

    fn filter_lists(
        &mut self,
        wanted: &[Wanted],
        lists: &[String],
    ) -> Result<Vec<ListedPackage>, SourceError> {
        let allowed = self.allowed(wanted);
        self.inner.filter_lists(&allowed, lists)
    }
}
