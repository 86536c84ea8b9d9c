//! A repository whose packages are all at hand: inline packages, the lock file, the platform, the
//! root package.

use crate::identity::Identity;
use crate::source::{
    KnownVersions, Loaded, PackageSource, Provider, SourceError, SourceKind, StabilityFilter,
    Wanted,
};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use shirabe_package::{AnyPackage, PackageName};
use shirabe_semver::Constraint;

/// Packages in memory.
#[derive(Clone, Debug)]
pub struct MemorySource {
    name: String,
    kind: SourceKind,
    packages: Vec<AnyPackage>,
}

impl MemorySource {
    /// A repository of these packages, which stand in this order. The package of an alias follows
    /// the alias if it is not there before.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        kind: SourceKind,
        packages: impl IntoIterator<Item = AnyPackage>,
    ) -> Self {
        let mut source = Self {
            name: name.into(),
            kind,
            packages: Vec::new(),
        };
        for package in packages {
            source.add(package);
        }
        source
    }

    /// Adds a package at the end, and the one that it is an alias of unless that is there.
    pub fn add(&mut self, package: AnyPackage) {
        let base = package
            .is_alias()
            .then(|| AnyPackage::Real(package.base().clone()));
        self.packages.push(package);
        if let Some(base) = base
            && !self.packages.iter().any(|known| known.is_same(&base))
        {
            self.packages.push(base);
        }
    }

    /// The packages.
    #[must_use]
    pub fn as_slice(&self) -> &[AnyPackage] {
        &self.packages
    }
}

impl PackageSource for MemorySource {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn kind(&self) -> SourceKind {
        self.kind
    }

    fn load_packages(
        &mut self,
        wanted: &[Wanted],
        filter: &StabilityFilter,
        known: &KnownVersions,
    ) -> Result<Loaded, SourceError> {
        Ok(select(&self.packages, wanted, filter, known))
    }

    fn find_packages(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<AnyPackage>, SourceError> {
        Ok(self
            .packages
            .iter()
            .filter(|package| {
                package.name() == name
                    && constraint.is_none_or(|constraint| constraint.admits(package.version()))
            })
            .cloned()
            .collect())
    }

    fn packages(&mut self) -> Result<Vec<AnyPackage>, SourceError> {
        Ok(self.packages.clone())
    }

    fn providers(&mut self, name: &PackageName) -> Result<Vec<Provider>, SourceError> {
        let mut found: Vec<Provider> = Vec::new();
        for package in &self.packages {
            if package.provides().iter().any(|link| link.target == *name)
                && !found.iter().any(|known| known.name == *package.name())
            {
                found.push(Provider {
                    name: package.name().clone(),
                    description: package.base().description().map(str::to_owned),
                });
            }
        }
        Ok(found)
    }
}

/// Selects from a list of packages as [`PackageSource::load_packages`] describes: packages that are
/// admitted, the packages of admitted aliases, and all aliases of what was selected.
#[must_use]
pub fn select(
    packages: &[AnyPackage],
    wanted: &[Wanted],
    filter: &StabilityFilter,
    known: &KnownVersions,
) -> Loaded {
    let constraints: FxHashMap<&PackageName, Option<&Constraint>> = wanted
        .iter()
        .map(|wanted| (&wanted.name, wanted.constraint.as_ref()))
        .collect();
    let mut selected: IndexMap<Identity, AnyPackage, rustc_hash::FxBuildHasher> =
        IndexMap::default();
    let mut names_found: Vec<PackageName> = Vec::new();
    for package in packages {
        let Some(constraint) = constraints.get(package.name()) else {
            continue;
        };
        if constraint.is_none_or(|constraint| constraint.admits(package.version()))
            && filter.accepts_package(package)
            && !known.contains(package.name(), package.version())
        {
            selected.insert(Identity::of(package), package.clone());
            if package.is_alias() {
                let base = AnyPackage::Real(package.base().clone());
                selected.entry(Identity::of(&base)).or_insert(base);
            }
        }
        if !names_found.contains(package.name()) {
            names_found.push(package.name().clone());
        }
    }
    for package in packages {
        if package.is_alias() && selected.contains_key(&Identity::of_base(package)) {
            selected.insert(Identity::of(package), package.clone());
        }
    }
    Loaded {
        names_found,
        packages: selected.into_values().collect(),
    }
}
