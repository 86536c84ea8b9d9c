use shirabe_mixed::{PhpMap, PhpMixed, json};
use shirabe_package::validate::{Checks, validate};
use shirabe_package::{AnyPackage, Loader, PackageName};
use shirabe_resolver::{
    Advisory, KnownVersions, ListedPackage, Loaded, MemorySource, PackageSource, Provider,
    SourceError, SourceKind, StabilityFilter, Wanted,
};
use shirabe_semver::Constraint;

use crate::RepositoryError;
use crate::composer::is_affected;
use crate::memory::defining;

/// Packages written out in `composer.json`: <https://getcomposer.org/doc/05-repositories.md#package-2>.
pub struct PackageRepository {
    memory: MemorySource,
    advisories: Vec<Advisory>,
    listed: Vec<ListedPackage>,
}

impl PackageRepository {
    /// The packages under the key `package` of the definition: one, or a list.
    ///
    /// # Errors
    /// When the key is not there or a package is not usable.
    pub fn new(definition: &PhpMap) -> Result<Self, RepositoryError> {
        let list = match definition.get("package") {
            // An empty list is one package that lacks everything.
            Some(PhpMixed::List(list)) if list.is_empty() => {
                vec![PhpMixed::Map(PhpMap::default())]
            }
            Some(PhpMixed::List(list)) => list.clone(),
            // A list whose keys do not count from zero, as PHP arrays may have it.
            Some(PhpMixed::Map(map)) if map.keys().next().is_some_and(|key| is_number(key)) => {
                map.values().cloned().collect()
            }
            Some(PhpMixed::Map(map)) => vec![PhpMixed::Map(map.clone())],
            other => {
                return Err(RepositoryError::Definition(format!(
                    "A repository of type \"package\" must have its packages under the key \"package\", {} given",
                    other.map_or("nothing", PhpMixed::type_name)
                )));
            }
        };
        let mut loader = Loader::new().with_transport_options();
        let packages = list
            .iter()
            .map(|data| load(&mut loader, data))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            memory: MemorySource::new("package repo", SourceKind::Repository, packages),
            advisories: advisories(definition.get("security-advisories")),
            listed: listed(definition.get("filter"))?,
        })
    }
}

fn load(loader: &mut Loader, data: &PhpMixed) -> Result<AnyPackage, RepositoryError> {
    let shown = || json::encode(data, &json::EncodeOptions::compact()).unwrap_or_default();
    let invalid = |cause: String| RepositoryError::Inline {
        cause,
        data: shown(),
    };
    let PhpMixed::Map(map) = data else {
        return Err(invalid(format!(
            "an object was expected, {} given",
            data.type_name()
        )));
    };
    let findings = validate(map, Checks::default());
    if !findings.errors.is_empty() {
        let all: Vec<String> = [findings.errors, findings.warnings].concat();
        return Err(invalid(format!(
            "Invalid package information: \n{}",
            all.join("\n")
        )));
    }
    loader
        .load(map.clone())
        .map_err(|cause| invalid(cause.to_string()))
}

fn advisories(data: Option<&PhpMixed>) -> Vec<Advisory> {
    let by_package = data.and_then(PhpMixed::as_map).into_iter().flatten();
    by_package
        .flat_map(|(package, list)| {
            list.values()
                .filter_map(|data| Advisory::from_data(PackageName::new(package), data))
        })
        .collect()
}

fn listed(data: Option<&PhpMixed>) -> Result<Vec<ListedPackage>, RepositoryError> {
    let mut listed = Vec::new();
    for (list, entries) in data.and_then(PhpMixed::as_map).into_iter().flatten() {
        for data in entries.values() {
            let entry = ListedPackage::from_data(list, data)
                .map_err(|cause| RepositoryError::Definition(cause.to_string()))?;
            listed.extend(entry);
        }
    }
    Ok(listed)
}

fn is_number(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

impl PackageSource for PackageRepository {
    fn name(&self) -> String {
        format!("package repo ({})", defining(self.memory.as_slice().len()))
    }

    fn load_packages(
        &mut self,
        wanted: &[Wanted],
        filter: &StabilityFilter,
        known: &KnownVersions,
    ) -> Result<Loaded, SourceError> {
        self.memory.load_packages(wanted, filter, known)
    }

    fn find_packages(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<AnyPackage>, SourceError> {
        self.memory.find_packages(name, constraint)
    }

    fn packages(&mut self) -> Result<Vec<AnyPackage>, SourceError> {
        self.memory.packages()
    }

    fn providers(&mut self, name: &PackageName) -> Result<Vec<Provider>, SourceError> {
        self.memory.providers(name)
    }

    fn advisories(
        &mut self,
        wanted: &[Wanted],
        _allow_partial: bool,
    ) -> Result<Vec<Advisory>, SourceError> {
        let mut found = self.advisories.clone();
        found.retain(|advisory| is_affected(wanted, &advisory.package, &advisory.affected));
        Ok(found)
    }

    fn filter_lists(
        &mut self,
        wanted: &[Wanted],
        lists: &[String],
    ) -> Result<Vec<ListedPackage>, SourceError> {
        let mut found = self.listed.clone();
        found.retain(|listed| {
            lists.contains(&listed.entry.list)
                && is_affected(wanted, &listed.package, &listed.constraint)
        });
        Ok(found)
    }
}
