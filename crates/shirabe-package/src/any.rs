//! A package or an alias of one, answering alike.

use crate::alias::AliasPackage;
use crate::link::{Link, LinkKind};
use crate::name::PackageName;
use crate::package::{Package, ReferenceDisplay};
use shirabe_semver::{Stability, Version};
use std::fmt;
use std::sync::Arc;

/// What a repository offers and a solve chooses: a package, or an alias of one.
#[derive(Clone, Debug)]
pub enum AnyPackage {
    /// A package.
    Real(Arc<Package>),
    /// An alias.
    Alias(Arc<AliasPackage>),
}

impl AnyPackage {
    /// The package itself: what an alias is of.
    #[must_use]
    pub fn base(&self) -> &Arc<Package> {
        match self {
            Self::Real(package) => package,
            Self::Alias(alias) => &alias.of,
        }
    }

    /// The alias, if it is one.
    #[must_use]
    pub fn as_alias(&self) -> Option<&Arc<AliasPackage>> {
        match self {
            Self::Real(_) => None,
            Self::Alias(alias) => Some(alias),
        }
    }

    /// Whether it is an alias.
    #[must_use]
    pub fn is_alias(&self) -> bool {
        matches!(self, Self::Alias(_))
    }

    /// Whether both are the very same object, not merely equal.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Real(one), Self::Real(two)) => Arc::ptr_eq(one, two),
            (Self::Alias(one), Self::Alias(two)) => Arc::ptr_eq(one, two),
            _ => false,
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &PackageName {
        &self.base().name
    }

    /// The name as its authors spell it.
    #[must_use]
    pub fn pretty_name(&self) -> &str {
        &self.base().pretty_name
    }

    /// The normalised version.
    #[must_use]
    pub fn version(&self) -> &Version {
        match self {
            Self::Real(package) => &package.version,
            Self::Alias(alias) => &alias.version,
        }
    }

    /// The version as written.
    #[must_use]
    pub fn pretty_version(&self) -> &str {
        match self {
            Self::Real(package) => &package.pretty_version,
            Self::Alias(alias) => &alias.pretty_version,
        }
    }

    /// The type of package.
    #[must_use]
    pub fn package_type(&self) -> &str {
        &self.base().package_type
    }

    /// The links of one kind.
    #[must_use]
    pub fn links(&self, kind: LinkKind) -> &[Link] {
        match self {
            Self::Real(package) => package.links(kind),
            Self::Alias(alias) => alias.links(kind),
        }
    }

    /// `require`
    #[must_use]
    pub fn requires(&self) -> &[Link] {
        self.links(LinkKind::Require)
    }

    /// `require-dev`
    #[must_use]
    pub fn dev_requires(&self) -> &[Link] {
        self.links(LinkKind::DevRequire)
    }

    /// `conflict`
    #[must_use]
    pub fn conflicts(&self) -> &[Link] {
        self.links(LinkKind::Conflict)
    }

    /// `provide`
    #[must_use]
    pub fn provides(&self) -> &[Link] {
        self.links(LinkKind::Provide)
    }

    /// `replace`
    #[must_use]
    pub fn replaces(&self) -> &[Link] {
        self.links(LinkKind::Replace)
    }

    /// The names under which it can be found: its own, what it provides (if asked) and what it
    /// replaces, each once.
    #[must_use]
    pub fn names(&self, with_provides: bool) -> Vec<PackageName> {
        let provides = if with_provides { self.provides() } else { &[] };
        let mut names = Vec::with_capacity(1 + provides.len() + self.replaces().len());
        names.push(self.name().clone());
        for link in provides.iter().chain(self.replaces()) {
            if !names.contains(&link.target) {
                names.push(link.target.clone());
            }
        }
        names
    }

    /// How stable the version is.
    #[must_use]
    pub fn stability(&self) -> Stability {
        self.version().stability()
    }

    /// Whether the version is a development one.
    #[must_use]
    pub fn is_dev(&self) -> bool {
        self.stability() == Stability::Dev
    }

    /// Whether this is the head of the repository's default branch.
    #[must_use]
    pub fn is_default_branch(&self) -> bool {
        self.base().is_default_branch
    }

    /// Whether the name is that of a platform package.
    #[must_use]
    pub fn is_platform(&self) -> bool {
        self.name().is_platform()
    }

    /// Name and normalised version with a dash between.
    #[must_use]
    pub fn unique_name(&self) -> String {
        format!("{}-{}", self.name(), self.version().as_str())
    }

    /// Name and version as written.
    #[must_use]
    pub fn pretty_string(&self) -> String {
        format!("{} {}", self.pretty_name(), self.pretty_version())
    }

    /// The version as written, with a reference where `display` asks for one.
    #[must_use]
    pub fn full_pretty_version(&self, truncate: bool, display: ReferenceDisplay) -> String {
        match self {
            Self::Real(package) => package.full_pretty_version(truncate, display),
            Self::Alias(alias) => alias.full_pretty_version(truncate, display),
        }
    }

    /// The same with a changed package; an alias is made anew of it.
    #[must_use]
    pub fn with_base(&self, change: impl FnOnce(&mut Package)) -> Self {
        let mut package = Package::clone(self.base());
        change(&mut package);
        match self {
            Self::Real(_) => Self::Real(Arc::new(package)),
            Self::Alias(alias) => {
                let mut made = AliasPackage::new(
                    Arc::new(package),
                    alias.version.clone(),
                    &alias.pretty_version,
                );
                made.root_package_alias = alias.root_package_alias;
                Self::Alias(Arc::new(made))
            }
        }
    }
}

impl From<Package> for AnyPackage {
    fn from(package: Package) -> Self {
        Self::Real(Arc::new(package))
    }
}

impl From<Arc<Package>> for AnyPackage {
    fn from(package: Arc<Package>) -> Self {
        Self::Real(package)
    }
}

impl From<AliasPackage> for AnyPackage {
    fn from(alias: AliasPackage) -> Self {
        Self::Alias(Arc::new(alias))
    }
}

impl fmt::Display for AnyPackage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.name(), self.version().as_str())?;
        if let Self::Alias(alias) = self {
            let root = if alias.root_package_alias {
                "root "
            } else {
                ""
            };
            write!(f, " ({root}alias of {})", alias.of.version.as_str())?;
        }
        Ok(())
    }
}
