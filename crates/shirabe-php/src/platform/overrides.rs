//! `config.platform`: <https://getcomposer.org/doc/06-config.md#platform>.

use super::{Platform, PlatformPackage};
use crate::PhpError;
use shirabe_mixed::PhpMixed;
use shirabe_package::name::is_platform;
use shirabe_semver::Version;

/// One entry of `config.platform`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Override {
    /// The package's name, as written.
    pub name: String,
    /// The version it shall have; nothing when it shall be hidden.
    pub version: Option<String>,
}

impl Override {
    /// Reads an entry of `config.platform`.
    ///
    /// # Errors
    /// When the value is neither a text nor `false`, or `php` is to be hidden.
    pub fn read(name: &str, value: &PhpMixed) -> Result<Self, PhpError> {
        let version = match value {
            PhpMixed::String(version) => Some(version.clone()),
            PhpMixed::Bool(false) => None,
            other => {
                let (kind, shown) = describe(other);
                return Err(PhpError::Override(format!(
                    "config.platform.{name} should be a string or false, but got {kind} {shown}"
                )));
            }
        };
        if name == "php" && version.is_none() {
            return Err(PhpError::Override(
                "config.platform.php cannot be set to false as you cannot disable php entirely."
                    .to_owned(),
            ));
        }
        Ok(Self {
            name: name.to_owned(),
            version,
        })
    }
}

/// A value's type and text as PHP would print them.
fn describe(value: &PhpMixed) -> (&'static str, String) {
    match value {
        PhpMixed::Null => ("null", "NULL".to_owned()),
        PhpMixed::Bool(flag) => ("bool", flag.to_string()),
        PhpMixed::Int(number) => ("int", number.to_string()),
        PhpMixed::Float(number) => ("float", number.to_string()),
        PhpMixed::String(text) => ("string", format!("'{text}'")),
        PhpMixed::List(_) | PhpMixed::Map(_) => ("array", "array ()".to_owned()),
    }
}

/// Lays `config.platform` over a platform: packages get the versions it says, appear though PHP
/// lacks them, or hide. An overridden `php` takes its companions (`php-64bit` …) with it.
///
/// # Errors
/// When an entry names no platform package, or its version is none.
pub fn apply_overrides(found: Platform, overrides: &[Override]) -> Result<Platform, PhpError> {
    let mut laid = Platform {
        ini: found.ini,
        ini_files: found.ini_files,
        ..Platform::default()
    };
    for entry in overrides {
        if !is_platform(&entry.name) {
            return Err(PhpError::Override(format!(
                "Invalid platform package name in config.platform: {}",
                entry.name
            )));
        }
        if let Some(version) = &entry.version {
            laid.packages.push(stand_in(&entry.name, version)?);
        }
    }
    let entry_of = |name: &str| {
        overrides
            .iter()
            .rfind(|entry| entry.name.eq_ignore_ascii_case(name))
    };
    let php = entry_of("php").and_then(|entry| entry.version.as_deref());
    for package in found.packages {
        match entry_of(&package.name) {
            Some(Override { version: None, .. }) => laid.disabled.push(hidden(package)),
            Some(_) => {
                if let Some(stand_in) = laid.packages.iter_mut().find(|p| p.name == package.name) {
                    note_actual(stand_in, &package);
                }
            }
            None => match php {
                Some(version) if package.name.starts_with("php-") => {
                    let mut companion = stand_in(&package.pretty_name, version)?;
                    note_actual(&mut companion, &package);
                    laid.packages.push(companion);
                }
                _ => laid.packages.push(package),
            },
        }
    }
    Ok(laid)
}

fn stand_in(name: &str, pretty_version: &str) -> Result<PlatformPackage, PhpError> {
    let version = Version::parse(pretty_version)
        .map_err(|cause| PhpError::Override(format!("config.platform.{name}: {cause}")))?;
    let what = "Package overridden via config.platform";
    Ok(PlatformPackage {
        from_config: true,
        ..PlatformPackage::new(name, version, pretty_version, what)
    })
}

fn note_actual(stand_in: &mut PlatformPackage, actual: &PlatformPackage) {
    let note = if stand_in.version == actual.version {
        ", same as actual".to_owned()
    } else {
        format!(", actual: {}", actual.pretty_version)
    };
    stand_in.description.push_str(&note);
}

fn hidden(mut package: PlatformPackage) -> PlatformPackage {
    package
        .description
        .push_str(". <warning>Package disabled via config.platform</warning>");
    package.from_config = true;
    package
}
