//! From data to packages: <https://getcomposer.org/doc/04-schema.md>.

mod branch_alias;
mod fields;

use crate::alias::AliasPackage;
use crate::any::AnyPackage;
use crate::error::LoadError;
use crate::link::{Link, LinkKind, SELF_VERSION};
use crate::name::PackageName;
use crate::package::Package;
use fields::Fields;
use rustc_hash::{FxHashMap, FxHashSet};
use shirabe_callgraph::{centre, enter};
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_semver::{Constraint, Version};
use std::sync::Arc;

pub(crate) use branch_alias::is_below;
pub(crate) use fields::{PHP_SPACE, as_json, scalar_text};

/// Loads one package without remembering anything. `transport-options` are not taken over.
///
/// # Errors
/// When a key that must be there is missing or has the wrong type.
pub fn load(data: PhpMap) -> Result<AnyPackage, LoadError> {
    Loader::new().load(data)
}

/// The normalised version that the data of a package states, without loading the rest.
///
/// # Errors
/// When there is no version, or it is not one.
pub fn normalized_version(data: &PhpMap) -> Result<Version, LoadError> {
    if let Some(PhpMixed::String(normalized)) = data.get("version_normalized")
        && normalized != crate::alias::DEFAULT_BRANCH_ALIAS
    {
        return Ok(Version::from_normalized(normalized));
    }
    let package = || {
        data.get("name")
            .and_then(PhpMixed::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let Some(pretty_version) = data.get("version").cloned().and_then(scalar_text) else {
        return Err(LoadError::NoVersion { package: package() });
    };
    Version::parse(&pretty_version).map_err(|cause| LoadError::BadVersion {
        package: package(),
        cause: cause.to_string(),
    })
}

/// The version of the alias that the data of a package asks for, without loading the rest.
///
/// # Errors
/// When `extra.branch-alias` holds something else than texts.
pub fn branch_alias(data: &PhpMap) -> Result<Option<Version>, LoadError> {
    let Some(PhpMixed::String(pretty_version)) = data.get("version") else {
        return Ok(None);
    };
    let alias = branch_alias::find(
        data.get("name")
            .and_then(PhpMixed::as_str)
            .unwrap_or_default(),
        pretty_version,
        data.get("extra"),
        matches!(data.get("default-branch"), Some(PhpMixed::Bool(true))),
    )?;
    Ok(alias.map(|version| Version::from_normalized(&version)))
}

/// Loads packages and remembers names and parsed constraints across them, so that the thousands of
/// versions in a repository's documents share both.
#[derive(Debug, Default)]
pub struct Loader {
    names: FxHashSet<PackageName>,
    types: FxHashSet<Arc<str>>,
    constraints: FxHashMap<Arc<str>, Constraint>,
    with_transport_options: bool,
}

/// What becomes of odd links.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkRule {
    /// Those whose constraint is no text are passed over.
    Lenient,
    /// Those are errors; a package's links to itself are passed over.
    Repository,
}

impl Loader {
    /// A loader that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes `transport-options` over, as the lock file and the installed packages need it.
    #[must_use]
    pub fn with_transport_options(mut self) -> Self {
        self.with_transport_options = true;
        self
    }

    /// Loads one package of a lock file, of the installed packages or of a `package` repository.
    ///
    /// # Errors
    /// When a key that must be there is missing or has the wrong type.
    pub fn load(&mut self, data: PhpMap) -> Result<AnyPackage, LoadError> {
        self.load_by(data, LinkRule::Lenient)
    }

    /// Loads one version out of a repository's metadata: links of a package to itself are passed
    /// over, and a constraint that is no text is an error.
    ///
    /// # Errors
    /// When a key that must be there is missing or has the wrong type.
    pub fn load_from_repository(&mut self, data: PhpMap) -> Result<AnyPackage, LoadError> {
        self.load_by(data, LinkRule::Repository)
    }

    fn load_by(&mut self, data: PhpMap, rule: LinkRule) -> Result<AnyPackage, LoadError> {
        let (package, alias) = self.load_parts(data, rule)?;
        let package = Arc::new(package);
        Ok(match alias {
            None => AnyPackage::Real(package),
            Some(version) => {
                let pretty = branch_alias::pretty(&version);
                let version = Version::from_normalized(&version);
                AliasPackage::new(package, version, &pretty).into()
            }
        })
    }

    /// Loads a package and the normalised version of its alias, if it has one.
    pub(crate) fn load_with_alias(
        &mut self,
        data: PhpMap,
    ) -> Result<(Package, Option<(Version, String)>), LoadError> {
        let _span = enter(centre!("load"));
        let (package, alias) = self.load_parts(data, LinkRule::Lenient)?;
        let alias = alias.map(|version| {
            let pretty = branch_alias::pretty(&version);
            (Version::from_normalized(&version), pretty)
        });
        Ok((package, alias))
    }

    fn load_parts(
        &mut self,
        mut data: PhpMap,
        rule: LinkRule,
    ) -> Result<(Package, Option<String>), LoadError> {
        let pretty_name = match data.swap_remove("name") {
            None | Some(PhpMixed::Null) => {
                return Err(LoadError::NoName {
                    data: as_json(&PhpMixed::Map(data)),
                });
            }
            Some(PhpMixed::String(name)) => name,
            Some(other) => {
                return Err(LoadError::WrongType {
                    package: as_json(&other),
                    key: "name".into(),
                    expected: "a string",
                    found: other.type_name(),
                });
            }
        };
        let Some(pretty_version) = data.swap_remove("version").and_then(scalar_text) else {
            return Err(LoadError::NoVersion {
                package: pretty_name,
            });
        };
        let version = match data.swap_remove("version_normalized") {
            Some(PhpMixed::String(normalized))
                if normalized != crate::alias::DEFAULT_BRANCH_ALIAS =>
            {
                Version::from_normalized(&normalized)
            }
            _ => Version::parse(&pretty_version).map_err(|cause| LoadError::BadVersion {
                package: pretty_name.clone(),
                cause: cause.to_string(),
            })?,
        };
        let name = self.name(&pretty_name);
        let shared_pretty_name = if *name == *pretty_name {
            Arc::clone(name.as_arc())
        } else {
            Arc::from(pretty_name.as_str())
        };
        let mut package = Package::new("", version, &pretty_version);
        package.name = name;
        package.pretty_name = shared_pretty_name;

        for kind in LinkKind::ALL {
            if let Some(links) = data.swap_remove(kind.key()) {
                *package.links_mut(kind) =
                    self.links(&package.name, &pretty_version, kind, links, rule)?;
            }
        }

        let mut fields = Fields {
            package: &pretty_name,
            pretty_version: &pretty_version,
            data,
        };
        if let Some(package_type) = fields.take_text("type")? {
            package.package_type = self.package_type(&package_type);
        }
        package.source = fields.source()?;
        package.dist = fields.dist()?;
        package.installation_source = fields.installation_source()?;
        package.is_default_branch = matches!(
            fields.data.swap_remove("default-branch"),
            Some(PhpMixed::Bool(true))
        );
        package.abandoned = fields.abandoned();
        fields.settle(self.with_transport_options)?;
        let alias = branch_alias::find(
            &pretty_name,
            &pretty_version,
            fields.data.get("extra"),
            package.is_default_branch,
        )?;
        package.more = fields.data;
        Ok((package, alias))
    }

    /// The links that data such as `{"acme/a": "^1"}` states.
    fn links(
        &mut self,
        source: &PackageName,
        pretty_version: &str,
        kind: LinkKind,
        data: PhpMixed,
        rule: LinkRule,
    ) -> Result<Vec<Link>, LoadError> {
        let map = match data {
            PhpMixed::Map(map) => map,
            PhpMixed::List(list) => list
                .into_iter()
                .enumerate()
                .map(|(index, value)| (index.to_string(), value))
                .collect(),
            PhpMixed::Null => return Ok(Vec::new()),
            other if rule == LinkRule::Repository => {
                return Err(LoadError::WrongType {
                    package: source.to_string(),
                    key: kind.key().into(),
                    expected: "an array",
                    found: other.type_name(),
                });
            }
            _ => return Ok(Vec::new()),
        };
        let mut links: Vec<Link> = Vec::with_capacity(map.len());
        let has_capitals = |name: &String| name.bytes().any(|byte| byte.is_ascii_uppercase());
        let may_repeat = map.keys().any(has_capitals);
        for (target, constraint) in map {
            let target = self.name(&target);
            if rule == LinkRule::Repository && target == *source {
                continue;
            }
            let text = match constraint {
                PhpMixed::String(text) => text,
                other if rule == LinkRule::Repository => {
                    return Err(LoadError::LinkNotText {
                        package: source.to_string(),
                        verb: kind.verb(),
                        target: target.to_string(),
                        found: other.type_name(),
                        value: as_json(&other),
                    });
                }
                _ => continue,
            };
            let link = self.link(source, pretty_version, kind, target, &text)?;
            // Two spellings of one name are one link: the last says what, the first where.
            let known = may_repeat
                .then(|| links.iter_mut().find(|known| known.target == link.target))
                .flatten();
            match known {
                Some(known) => *known = link,
                None => links.push(link),
            }
        }
        Ok(links)
    }

    /// One link; `self.version` means `pretty_version`.
    ///
    /// # Errors
    /// When the text is no constraint.
    pub fn link(
        &mut self,
        source: &PackageName,
        pretty_version: &str,
        kind: LinkKind,
        target: PackageName,
        text: &str,
    ) -> Result<Link, LoadError> {
        let meant = if text == SELF_VERSION {
            pretty_version
        } else {
            text
        };
        let (shared, constraint) =
            self.constraint(meant)
                .ok_or_else(|| LoadError::BadConstraint {
                    package: source.to_string(),
                    verb: kind.verb(),
                    target: target.to_string(),
                    constraint: meant.to_owned(),
                })?;
        Ok(Link {
            source: source.clone(),
            target,
            kind,
            constraint,
            pretty_constraint: if text == meant {
                shared
            } else {
                SELF_VERSION.into()
            },
        })
    }

    /// Links such as the lock file's `platform` key holds.
    ///
    /// # Errors
    /// When a text is no constraint. What is no text is passed over.
    pub fn parse_links(
        &mut self,
        source: &PackageName,
        pretty_version: &str,
        kind: LinkKind,
        data: PhpMixed,
    ) -> Result<Vec<Link>, LoadError> {
        self.links(source, pretty_version, kind, data, LinkRule::Lenient)
    }

    fn constraint(&mut self, text: &str) -> Option<(Arc<str>, Constraint)> {
        if let Some((shared, constraint)) = self.constraints.get_key_value(text) {
            return Some((Arc::clone(shared), constraint.clone()));
        }
        let constraint = Constraint::parse(text).ok()?;
        let shared: Arc<str> = text.into();
        self.constraints
            .insert(Arc::clone(&shared), constraint.clone());
        Some((shared, constraint))
    }

    /// The shared name for a spelling of it.
    pub fn name(&mut self, name: &str) -> PackageName {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        let made = PackageName::new(name);
        if let Some(known) = self.names.get(made.as_str()) {
            return known.clone();
        }
        self.names.insert(made.clone());
        made
    }

    fn package_type(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.types.get(text) {
            return Arc::clone(known);
        }
        let made: Arc<str> = text.to_ascii_lowercase().into();
        self.types.insert(Arc::clone(&made));
        made
    }
}
