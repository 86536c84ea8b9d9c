//! What the machine has: PHP's own packages, asked for once a run, with `config.platform` over them.

use super::Flow;
use crate::failure::{Failure, chain};
use crate::session::Session;
use shirabe_mixed::PhpMixed;
use shirabe_package::{AnyPackage, Config};
use shirabe_php::platform::Override;
use shirabe_php::{PhpBinary, PhpError, Platform, platform};
use shirabe_repository::platform_package;
use shirabe_resolver::PhpRuntime;
use std::path::Path;

/// What PHP has told about itself; without PHP, nothing.
pub(crate) struct Detected {
    pub(crate) php: Option<PhpBinary>,
    platform: Platform,
}

/// Asks PHP, the first time it is needed; an answer of before is taken from the cache folder.
pub(crate) fn detect<'s>(session: &'s Session, folder: &Path) -> Result<&'s Detected, Failure> {
    if let Some(detected) = session.detected.get() {
        return Ok(detected);
    }
    let environment = &session.environment;
    let detected = match PhpBinary::find(environment) {
        Some(php) => {
            let config = Config::load(environment, folder)?;
            let cache = (!session.no_cache && !config.cache_read_only())
                .then(|| config.cache_dir())
                .transpose()?
                .map(|folder| folder.join("shirabe"));
            let platform = platform::probe(&php, environment, cache.as_deref())?;
            Detected {
                php: Some(php),
                platform,
            }
        }
        None => Detected {
            php: None,
            platform: Platform::without_php(),
        },
    };
    Ok(session.detected.get_or_init(|| detected))
}

/// The platform as a solve sees it; `overrides` are those of the configuration or of the lock file.
pub(super) fn packages(
    flow: &Flow<'_>,
    overrides: &[(String, PhpMixed)],
) -> Result<Vec<AnyPackage>, Failure> {
    of(flow.session, &flow.project.folder, overrides)
}

/// The same, outside any project.
pub(crate) fn of(
    session: &Session,
    folder: &Path,
    overrides: &[(String, PhpMixed)],
) -> Result<Vec<AnyPackage>, Failure> {
    let detected = detect(session, folder)?;
    if detected.php.is_none() && !session.told_of_missing_php.replace(true) {
        session.console.warn(if overrides.iter().any(|(name, _)| name.eq_ignore_ascii_case("php")) {
            "PHP was not found: config.platform alone says what the platform has, and scripts that need PHP cannot run."
        } else {
            "PHP was not found, and config.platform does not say which version to expect: packages that require php cannot be chosen. Install PHP, set PHP_BINARY, or set config.platform.php."
        });
    }
    let overrides: Vec<Override> = overrides
        .iter()
        .map(|(name, value)| Override::read(name, value))
        .collect::<Result<_, _>>()?;
    let laid = platform::apply_overrides(detected.platform.clone(), &overrides)?;
    Ok(laid
        .packages
        .iter()
        .map(|package| AnyPackage::from(platform_package(package)))
        .collect())
}

/// What explanations say of PHP itself.
pub(super) fn php_runtime(flow: &Flow<'_>) -> PhpRuntime {
    let Ok(detected) = detect(flow.session, &flow.project.folder) else {
        return PhpRuntime::default();
    };
    PhpRuntime {
        extensions: detected
            .platform
            .packages
            .iter()
            .filter_map(|package| package.name.strip_prefix("ext-").map(str::to_owned))
            .collect(),
        ini_paths: detected.platform.ini_files.clone(),
    }
}

impl From<PhpError> for Failure {
    fn from(error: PhpError) -> Self {
        Self::new(chain(&error))
    }
}
