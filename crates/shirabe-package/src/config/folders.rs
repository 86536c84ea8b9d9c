//! Where the home, cache and data folders are: <https://getcomposer.org/doc/03-cli.md#composer-home>.

use crate::environment::Environment;
use crate::error::PackageError;
use std::path::Path;

/// The folder of the user's own configuration.
pub(super) fn home(environment: &Environment) -> Result<String, PackageError> {
    if let Some(home) = environment.filled("COMPOSER_HOME") {
        return Ok(home);
    }
    if cfg!(windows) {
        let data = environment.filled("APPDATA").ok_or_else(|| {
            PackageError::Config(
                "The APPDATA or COMPOSER_HOME environment variable must be set for composer to \
                 run correctly"
                    .into(),
            )
        })?;
        return Ok(format!("{}/Composer", slashed(&data)));
    }
    let user = user_dir(environment)?;
    let plain = format!("{user}/.composer");
    if !use_xdg(environment) {
        return Ok(plain);
    }
    let xdg = environment
        .filled("XDG_CONFIG_HOME")
        .unwrap_or_else(|| format!("{user}/.config"));
    let xdg = format!("{xdg}/composer");
    let plain_only = !Path::new(&xdg).is_dir() && Path::new(&plain).is_dir();
    Ok(if plain_only { plain } else { xdg })
}

/// The folder of what can be fetched again.
pub(super) fn cache(environment: &Environment, home: &str) -> Result<String, PackageError> {
    if let Some(cache) = environment.filled("COMPOSER_CACHE_DIR") {
        return Ok(cache);
    }
    if let Some(home) = environment.filled("COMPOSER_HOME") {
        return Ok(format!("{home}/cache"));
    }
    if cfg!(windows) {
        let folder = environment.filled("LOCALAPPDATA").map_or_else(
            || format!("{home}/cache"),
            |data| format!("{data}/Composer"),
        );
        return Ok(slashed(&folder));
    }
    let user = user_dir(environment)?;
    if cfg!(target_os = "macos") {
        return Ok(format!("{user}/Library/Caches/composer"));
    }
    let in_home = format!("{home}/cache");
    if home == format!("{user}/.composer") && Path::new(&in_home).is_dir() {
        return Ok(in_home);
    }
    if use_xdg(environment) {
        let xdg = environment
            .filled("XDG_CACHE_HOME")
            .unwrap_or_else(|| format!("{user}/.cache"));
        return Ok(format!("{xdg}/composer"));
    }
    Ok(in_home)
}

/// The folder of what is kept.
pub(super) fn data(environment: &Environment, home: &str) -> Result<String, PackageError> {
    if let Some(home) = environment.filled("COMPOSER_HOME") {
        return Ok(home);
    }
    if cfg!(windows) {
        return Ok(home.replace('\\', "/"));
    }
    let user = user_dir(environment)?;
    if home != format!("{user}/.composer") && use_xdg(environment) {
        let xdg = environment
            .filled("XDG_DATA_HOME")
            .unwrap_or_else(|| format!("{user}/.local/share"));
        return Ok(format!("{xdg}/composer"));
    }
    Ok(home.to_owned())
}

/// Whether the machine follows the XDG folders, by the presence of any of their variables.
fn use_xdg(environment: &Environment) -> bool {
    let named = environment
        .iter()
        .any(|(name, _)| name.as_encoded_bytes().starts_with(b"XDG_"));
    named || Path::new("/etc/xdg").is_dir()
}

pub(super) fn user_dir(environment: &Environment) -> Result<String, PackageError> {
    let home = environment
        .home()
        .filter(|home| !home.as_os_str().is_empty())
        .ok_or_else(|| {
            PackageError::Config(
                "The HOME or COMPOSER_HOME environment variable must be set for composer to run \
                 correctly"
                    .into(),
            )
        })?;
    Ok(slashed(&home.to_string_lossy()))
}

/// Forward slashes, none at the end.
fn slashed(path: &str) -> String {
    path.replace('\\', "/").trim_end_matches('/').to_owned()
}
