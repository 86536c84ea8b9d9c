//! One platform package.

use super::{COMPOSER_VERSION, PLUGIN_API_VERSION, RUNTIME_API_VERSION};
use shirabe_semver::Version;

/// A package that the platform brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlatformPackage {
    /// Its name, lower-case.
    pub name: String,
    /// Its name as written.
    pub pretty_name: String,
    /// Its version.
    pub version: Version,
    /// Its version as PHP tells it.
    pub pretty_version: String,
    /// What it is, in words.
    pub description: String,
    /// `php-ext` for extensions; nothing stands for `library`.
    pub package_type: Option<&'static str>,
    /// Names of packages that it replaces, at its own version.
    pub replaces: Vec<String>,
    /// Names of packages that it provides, at its own version.
    pub provides: Vec<String>,
    /// Whether it comes from `config.platform`; such a package has `extra` `{"config.platform":
    /// true}`.
    pub from_config: bool,
}

impl PlatformPackage {
    pub(super) fn new(name: &str, version: Version, pretty_version: &str, what: &str) -> Self {
        Self {
            name: name.to_ascii_lowercase(),
            pretty_name: name.to_owned(),
            version,
            pretty_version: pretty_version.to_owned(),
            description: what.to_owned(),
            package_type: None,
            replaces: Vec::new(),
            provides: Vec::new(),
            from_config: false,
        }
    }
}

/// The packages that stand for this program.
pub(super) fn of_composer() -> Vec<PlatformPackage> {
    [
        ("composer", COMPOSER_VERSION, "Composer package"),
        (
            "composer-plugin-api",
            PLUGIN_API_VERSION,
            "The Composer Plugin API",
        ),
        (
            "composer-runtime-api",
            RUNTIME_API_VERSION,
            "The Composer Runtime API",
        ),
    ]
    .into_iter()
    .map(|(name, version, what)| {
        let normalized = Version::from(format!("{version}.0"));
        PlatformPackage::new(name, normalized, version, what)
    })
    .collect()
}
