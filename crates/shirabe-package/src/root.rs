//! The root package: what the project's `composer.json` says.

mod alias_definitions;
mod references;
mod stability_flags;

use crate::alias::AliasPackage;
use crate::any::AnyPackage;
use crate::environment::Environment;
use crate::error::{LoadError, PackageError};
use crate::link::LinkKind;
use crate::loader::Loader;
use crate::name::{PackageName, naming_error};
use crate::origin::{Dist, Source};
use crate::package::{Package, entries_of};
use indexmap::IndexMap;
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_semver::{Stability, Version};
use std::sync::Arc;

pub use alias_definitions::{RootAlias, extract_aliases};
pub use references::extract_references;
pub use stability_flags::extract_stability_flags;

/// The version that a root package has when nothing tells another.
pub const DEFAULT_ROOT_VERSION: &str = "1.0.0";

/// How that version is shown.
pub const DEFAULT_ROOT_PRETTY_VERSION: &str = "1.0.0+no-version-set";

/// A version for a root package that does not name its own: from `COMPOSER_ROOT_VERSION` or from
/// the checkout that it lies in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuessedVersion {
    /// As a person writes it.
    pub pretty_version: String,
    /// Normalised, where that does not follow from the pretty one.
    pub version: Option<String>,
    /// The commit of the checkout.
    pub commit: Option<String>,
}

impl GuessedVersion {
    /// From `COMPOSER_ROOT_VERSION`; `1.2-dev` there means `1.2.x-dev`.
    #[must_use]
    pub fn from_environment(environment: &Environment) -> Option<Self> {
        let text = environment.filled("COMPOSER_ROOT_VERSION")?;
        let number = text
            .len()
            .checked_sub(4)
            .filter(|&at| text.is_char_boundary(at) && text[at..].eq_ignore_ascii_case("-dev"))
            .map(|at| &text[..at])
            .filter(|number| {
                number
                    .split('.')
                    .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
            });
        let pretty_version = match number {
            Some(number) => format!("{number}.x-dev"),
            None => text,
        };
        Some(Self {
            pretty_version,
            version: None,
            commit: None,
        })
    }
}

/// The root package with what only a root package has.
#[derive(Clone, Debug)]
pub struct RootPackage {
    /// The package itself.
    pub package: Arc<Package>,
    /// Its branch alias.
    pub alias: Option<Arc<AliasPackage>>,
    /// Aliases by `as` in its requirements.
    pub aliases: Vec<RootAlias>,
    /// Packages that may be less stable than the rest, by `@dev` and the like.
    pub stability_flags: IndexMap<PackageName, Stability>,
    /// Commits that packages are pinned to, by `#`.
    pub references: IndexMap<PackageName, String>,
    /// The least stability that packages may have.
    pub minimum_stability: Stability,
    /// Whether more stable versions are preferred where the minimum would allow less stable ones.
    pub prefer_stable: bool,
    /// Whether the version is [`DEFAULT_ROOT_VERSION`] because nothing told another.
    pub version_is_default: bool,
    /// Whether the name is [`PackageName::root`] because there is none.
    pub is_unnamed: bool,
}

impl RootPackage {
    /// Whether the data names its own version, so that none has to be guessed.
    #[must_use]
    pub fn has_own_version(data: &PhpMap) -> bool {
        data.get("version")
            .is_some_and(|version| !version.is_null())
    }

    /// Loads the root package from the data of a `composer.json`. `guessed` counts only when the
    /// data has no version of its own.
    ///
    /// # Errors
    /// When a name, version, constraint or alias is none, or a key has the wrong type.
    pub fn load(mut data: PhpMap, guessed: Option<&GuessedVersion>) -> Result<Self, PackageError> {
        let is_unnamed = data.get("name").is_none_or(PhpMixed::is_null);
        if is_unnamed {
            data.insert("name".into(), "__root__".into());
        } else if let Some(error) = data
            .get("name")
            .and_then(PhpMixed::as_str)
            .and_then(|name| naming_error(name, false))
        {
            return Err(PackageError::Root(format!("Your package name {error}")));
        }
        let name = data
            .get("name")
            .and_then(PhpMixed::as_str)
            .unwrap_or_default()
            .to_owned();

        let mut version_is_default = false;
        let mut commit = None;
        if !Self::has_own_version(&data) {
            data.swap_remove("version_normalized");
            if let Some(guessed) = guessed {
                data.insert("version".into(), guessed.pretty_version.as_str().into());
                if let Some(version) = &guessed.version {
                    data.insert("version_normalized".into(), version.as_str().into());
                }
                commit.clone_from(&guessed.commit);
            } else {
                data.insert("version".into(), DEFAULT_ROOT_VERSION.into());
                version_is_default = true;
            }
        }
        let minimum_stability = minimum_stability(&name, data.get("minimum-stability"))?;
        let prefer_stable = data
            .get("prefer-stable")
            .is_some_and(|value| !value.is_empty());
        check_link_names(&data)?;

        let (mut package, alias) = Loader::new()
            .load_with_alias(data)
            .map_err(|cause| PackageError::load("composer.json", cause))?;
        if version_is_default {
            let version = package.version.clone();
            package.replace_version(version, DEFAULT_ROOT_PRETTY_VERSION);
        }
        if let Some(commit) = commit {
            package.source = Some(Source {
                reference: Some(commit.clone()),
                ..Source::default()
            });
            package.dist = Some(Dist {
                reference: Some(commit),
                ..Dist::default()
            });
        }

        let mut root = Self {
            package: Arc::new(package),
            alias: None,
            aliases: Vec::new(),
            stability_flags: IndexMap::new(),
            references: IndexMap::new(),
            minimum_stability,
            prefer_stable,
            version_is_default,
            is_unnamed,
        };
        root.read_requirements(&name)?;
        root.alias = alias.map(|(version, pretty)| {
            Arc::new(AliasPackage::new(
                Arc::clone(&root.package),
                version,
                &pretty,
            ))
        });
        Ok(root)
    }

    /// Reads aliases, flags and references out of the requirements as they now are. To be called
    /// again when a command adds requirements.
    ///
    /// # Errors
    /// When an alias is ill-formed or the package requires itself.
    fn read_requirements(&mut self, name: &str) -> Result<(), PackageError> {
        for kind in [LinkKind::Require, LinkKind::DevRequire] {
            let requires: Vec<(String, String)> = self
                .package
                .links(kind)
                .iter()
                .map(|link| (link.target.to_string(), link.constraint.pretty()))
                .collect();
            let requires: Vec<(&str, &str)> = requires
                .iter()
                .map(|(name, constraint)| (name.as_str(), constraint.as_str()))
                .collect();
            extract_aliases(&requires, &mut self.aliases)?;
            extract_stability_flags(&requires, self.minimum_stability, &mut self.stability_flags);
            extract_references(&requires, &mut self.references);
            if requires.iter().any(|(target, _)| *target == name) {
                return Err(PackageError::Root(format!(
                    "Root package '{name}' cannot require itself in its composer.json\nDid you \
                     accidentally name your root package after an external package?"
                )));
            }
        }
        Ok(())
    }

    /// The package, or its branch alias where it has one, as a repository holds it.
    #[must_use]
    pub fn any(&self) -> AnyPackage {
        match &self.alias {
            Some(alias) => AnyPackage::Alias(Arc::clone(alias)),
            None => AnyPackage::Real(Arc::clone(&self.package)),
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &PackageName {
        &self.package.name
    }

    /// What to tell the user when no version could be found, if anything: projects and packages
    /// without a name need none.
    #[must_use]
    pub fn missing_version_warning(&self) -> Option<String> {
        let quiet = self.is_unnamed || &*self.package.package_type == "project";
        (self.version_is_default && !quiet).then(|| {
            format!(
                "Composer could not detect the root package ({}) version, defaulting to '1.0.0'. \
                 See https://getcomposer.org/root-version",
                self.package.pretty_name
            )
        })
    }

    /// Changes the package itself, for instance its requirements; the alias follows.
    pub fn change(&mut self, change: impl FnOnce(&mut Package)) {
        change(Arc::make_mut(&mut self.package));
        if let Some(alias) = &self.alias {
            self.alias = Some(Arc::new(AliasPackage::new(
                Arc::clone(&self.package),
                alias.version.clone(),
                &alias.pretty_version,
            )));
        }
    }

    /// The version of the package, its alias's if it has one.
    #[must_use]
    pub fn version(&self) -> &Version {
        self.alias
            .as_ref()
            .map_or(&self.package.version, |alias| &alias.version)
    }
}

fn minimum_stability(package: &str, value: Option<&PhpMixed>) -> Result<Stability, PackageError> {
    match value {
        None | Some(PhpMixed::Null) => Ok(Stability::Stable),
        Some(PhpMixed::String(text)) => parse_stability(text).ok_or_else(|| {
            PackageError::Root(format!(
                "composer.json: minimum-stability : invalid value ({text}), must be one of \
                 stable, RC, beta, alpha, dev"
            ))
        }),
        Some(other) => Err(PackageError::load(
            "composer.json",
            LoadError::WrongType {
                package: package.to_owned(),
                key: "minimum-stability".into(),
                expected: "a string",
                found: other.type_name(),
            },
        )),
    }
}

/// A stability by its name in any case.
pub(crate) fn parse_stability(text: &str) -> Option<Stability> {
    let lowered = text.to_ascii_lowercase();
    [
        Stability::Stable,
        Stability::RC,
        Stability::Beta,
        Stability::Alpha,
        Stability::Dev,
    ]
    .into_iter()
    .find(|stability| stability.as_str().eq_ignore_ascii_case(&lowered))
}

fn check_link_names(data: &PhpMap) -> Result<(), PackageError> {
    for kind in LinkKind::ALL {
        for (target, _) in entries_of(data.get(kind.key())) {
            if let Some(error) = naming_error(&target, true) {
                return Err(PackageError::Root(format!("{}.{error}", kind.key())));
            }
        }
    }
    Ok(())
}
