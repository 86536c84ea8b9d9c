//! Platform packages: what PHP and this program bring.
//!
//! See <https://getcomposer.org/doc/01-basic-usage.md#platform-packages>.

mod cache;
mod fingerprint;
mod overrides;
mod package;
mod probe;

pub use overrides::{Override, apply_overrides};
pub use package::PlatformPackage;
pub use probe::IniSettings;

use crate::{PhpBinary, PhpError};
use shirabe_callgraph::{centre, enter};
use shirabe_package::Environment;
use std::path::Path;

/// The version of Composer that this program takes the place of.
pub const COMPOSER_VERSION: &str = "2.10.2";
/// The version of the interface to plugins, which lock files name.
pub const PLUGIN_API_VERSION: &str = "2.9.0";
/// The version of what installed packages see at run time.
pub const RUNTIME_API_VERSION: &str = "2.2.2";

/// What PHP brings, or what is left of it when `config.platform` was laid over it.
#[derive(Clone, Debug, Default)]
pub struct Platform {
    /// The packages: those of `config.platform` first, then this program's, then PHP's.
    pub packages: Vec<PlatformPackage>,
    /// The packages that are there but hidden by a `false` in `config.platform`.
    pub disabled: Vec<PlatformPackage>,
    /// The settings of PHP that scripts inherit; nothing without PHP.
    pub ini: Option<IniSettings>,
    /// The files that PHP reads its settings from, in its order.
    pub ini_files: Vec<String>,
}

impl Platform {
    /// The platform without PHP: this program's own packages alone.
    #[must_use]
    pub fn without_php() -> Self {
        Self {
            packages: package::of_composer(),
            ..Self::default()
        }
    }
}

/// Asks PHP what it brings. When `cache` (a folder) holds an answer of this very interpreter
/// with the same configuration, PHP is not started.
///
/// A cache that cannot be written only costs time.
///
/// # Errors
/// When PHP cannot be started, or does not answer as asked.
pub fn probe(
    php: &PhpBinary,
    environment: &Environment,
    cache: Option<&Path>,
) -> Result<Platform, PhpError> {
    let _span = enter(centre!("probe-php"));
    let report = cache::report(php, environment, cache)?;
    let mut packages = package::of_composer();
    packages.extend(report.packages(php)?);
    Ok(Platform {
        packages,
        disabled: Vec::new(),
        ini: Some(report.ini()),
        ini_files: report.ini_files(),
    })
}
