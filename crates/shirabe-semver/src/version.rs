//! A normalised version.

mod branch;
mod normalize;

pub use branch::parse_numeric_alias_prefix;
pub use normalize::{VersionError, normalize};

use crate::Stability;
use crate::php_compare::{Key, php_version_compare};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

/// A normalised version such as `1.2.3.0-beta1`, `1.2.9999999.9999999-dev` or `dev-main`.
///
/// Cheap to clone. Equality is that of the text; the order of versions is [`Version::php_cmp`],
/// in which different texts may be equal.
#[derive(Clone)]
pub struct Version(Arc<Inner>);

struct Inner {
    key: Option<Key>,
    branch: bool,
    stability: Stability,
    text: Box<str>,
}

impl Version {
    /// Normalises a version as a person writes it.
    ///
    /// # Errors
    /// When it is no version, see [`normalize`].
    pub fn parse(pretty: &str) -> Result<Self, VersionError> {
        normalize(pretty, None).map(Self::from)
    }

    /// Normalises a version that stands in `context`, as in `dev-main as 1.0`; the context only
    /// makes a better error.
    ///
    /// # Errors
    /// When it is no version, see [`normalize`].
    pub fn parse_within(pretty: &str, context: &str) -> Result<Self, VersionError> {
        normalize(pretty, Some(context)).map(Self::from)
    }

    /// Takes a text that is known to be normalised, such as a `version_normalized` of a
    /// repository. Nothing is checked: any text is taken as it is.
    #[must_use]
    pub fn from_normalized(text: &str) -> Self {
        Self::from(text.to_owned())
    }

    /// The version of a branch by its name: `1.2` or `2.x` become numeric development versions,
    /// any other name becomes `dev-` and the name.
    #[must_use]
    pub fn normalize_branch(name: &str) -> Self {
        Self::from(branch::normalize_branch(name))
    }

    /// `9999999-dev` for the old default branches `dev-master`, `dev-default` and `dev-trunk`;
    /// any other version is itself.
    #[must_use]
    pub fn normalize_default_branch(&self) -> Self {
        match self.as_str() {
            "dev-master" | "dev-default" | "dev-trunk" => Self::default_branch_alias().clone(),
            _ => self.clone(),
        }
    }

    /// `9999999-dev`, the version under which a default branch is known besides its own.
    #[must_use]
    pub fn default_branch_alias() -> &'static Self {
        static ALIAS: LazyLock<Version> = LazyLock::new(|| Version::from_normalized("9999999-dev"));
        &ALIAS
    }

    /// The normalised text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// How finished it is.
    #[must_use]
    pub fn stability(&self) -> Stability {
        self.0.stability
    }

    /// Whether it is a development version, named or numeric.
    #[must_use]
    pub fn is_dev(&self) -> bool {
        self.0.stability == Stability::Dev
    }

    /// Whether it is a branch by name (`dev-…`), which no comparison but equality matches.
    #[must_use]
    pub fn is_branch(&self) -> bool {
        self.0.branch
    }

    /// Compares as PHP's `version_compare` does; branches by name have a place, too.
    #[must_use]
    pub fn php_cmp(&self, other: &Self) -> Ordering {
        match (&self.0.key, &other.0.key) {
            (Some(a), Some(b)) => a.cmp(b),
            _ => php_version_compare(&self.0.text, &other.0.text),
        }
    }

    /// Whether both are one and the same value in memory; quicker than equality, and never true
    /// for different versions.
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl From<String> for Version {
    /// The same as [`Version::from_normalized`].
    fn from(text: String) -> Self {
        Self(Arc::new(Inner {
            key: Key::of(&text),
            branch: text.starts_with("dev-"),
            stability: Stability::of(&text),
            text: text.into_boxed_str(),
        }))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.ptr_eq(other) || self.0.text == other.0.text
    }
}

impl Eq for Version {}

impl Hash for Version {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text.hash(state);
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Version({:?})", self.as_str())
    }
}
