//! Asking PHP.

use super::PlatformPackage;
use crate::{PhpBinary, PhpError};
use shirabe_mixed::{PhpMixed, json};
use shirabe_package::Environment;
use shirabe_semver::Version;
use std::process::{Command, Stdio};

/// The program that PHP runs to tell about itself.
const PROGRAM: &str = include_str!("probe.php");

/// Settings of PHP that `@php` hands on to scripts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IniSettings {
    /// `memory_limit`, as in `php.ini`.
    pub memory_limit: String,
    /// `allow_url_fopen`.
    pub allow_url_fopen: String,
    /// `disable_functions`.
    pub disable_functions: String,
}

/// What PHP answered.
#[derive(Clone, Debug)]
pub(super) struct Report(PhpMixed);

/// Starts PHP and reads its answer.
pub(super) fn ask(php: &PhpBinary, environment: &Environment) -> Result<Report, PhpError> {
    let output = Command::new(php.path())
        .args([
            "-d",
            "display_errors=0",
            "-d",
            "error_reporting=0",
            "-r",
            PROGRAM,
        ])
        .env_clear()
        .envs(environment.iter())
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| PhpError::Start {
            php: php.path().to_owned(),
            cause,
        })?;
    let failed = |reason: String| PhpError::Probe {
        php: php.path().to_owned(),
        reason,
    };
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(failed(format!("{}: {}", output.status, said.trim())));
    }
    // Extensions may print when PHP starts; the answer is the last line.
    let line = output
        .stdout
        .rsplit(|b| *b == b'\n')
        .find(|line| !line.is_empty());
    let answer =
        json::decode(line.unwrap_or_default()).map_err(|cause| failed(cause.to_string()))?;
    Report::new(answer).ok_or_else(|| failed("its answer is not what was asked".to_owned()))
}

impl Report {
    /// Takes an answer that has the parts it should have.
    pub(super) fn new(answer: PhpMixed) -> Option<Self> {
        answer.get("php")?.as_str()?;
        answer.get("extensions")?.as_list()?;
        answer.get("libraries")?.as_list()?;
        answer.get("files")?.as_list()?;
        Some(Self(answer))
    }

    pub(super) fn as_mixed(&self) -> &PhpMixed {
        &self.0
    }

    /// The files and folders that a new answer would depend on.
    pub(super) fn files(&self) -> impl Iterator<Item = String> {
        self.list("files")
            .filter_map(|file| Some(file.as_str()?.to_owned()))
    }

    /// The files with PHP's settings.
    pub(super) fn ini_files(&self) -> Vec<String> {
        self.list("ini-files")
            .filter_map(|file| Some(file.as_str()?.to_owned()))
            .collect()
    }

    pub(super) fn ini(&self) -> IniSettings {
        let setting = |name: &str| text(self.0.get("ini"), name).unwrap_or_default().to_owned();
        IniSettings {
            memory_limit: setting("memory_limit"),
            allow_url_fopen: setting("allow_url_fopen"),
            disable_functions: setting("disable_functions"),
        }
    }

    /// The packages, in Composer's order.
    pub(super) fn packages(&self, php: &PhpBinary) -> Result<Vec<PlatformPackage>, PhpError> {
        let mut packages = self.interpreter(php)?;
        packages.extend(self.list("extensions").filter_map(extension));
        let mut seen = std::collections::HashSet::new();
        packages.extend(
            self.list("libraries")
                .filter_map(library)
                .filter(|library| seen.insert(library.name.clone())),
        );
        Ok(packages)
    }

    fn list(&self, name: &str) -> impl Iterator<Item = &PhpMixed> {
        self.0
            .get(name)
            .and_then(PhpMixed::as_list)
            .into_iter()
            .flatten()
    }

    /// `php` and its companions.
    fn interpreter(&self, php: &PhpBinary) -> Result<Vec<PlatformPackage>, PhpError> {
        let told = text(Some(&self.0), "php").unwrap_or_default();
        // Distributions append marks such as `8.2.30-1~deb12u1`.
        let plain = told.split(['~', '+', '-']).next().unwrap_or(told);
        let (version, pretty) = Version::parse(told)
            .map(|version| (version, told))
            .or_else(|_| Version::parse(plain).map(|version| (version, plain)))
            .map_err(|cause| PhpError::Probe {
                php: php.path().to_owned(),
                reason: cause.to_string(),
            })?;
        let has = |name: &str| self.0.get(name).and_then(PhpMixed::as_bool) == Some(true);
        let companions = [
            ("php", true, "The PHP interpreter"),
            (
                "php-debug",
                has("debug"),
                "The PHP interpreter, with debugging symbols",
            ),
            (
                "php-zts",
                has("zts"),
                "The PHP interpreter, with Zend Thread Safety",
            ),
            ("php-64bit", has("64bit"), "The PHP interpreter, 64bit"),
            (
                "php-ipv6",
                has("ipv6"),
                "The PHP interpreter, with IPv6 support",
            ),
        ];
        Ok(companions
            .into_iter()
            .filter(|(_, present, _)| *present)
            .map(|(name, _, what)| PlatformPackage::new(name, version.clone(), pretty, what))
            .collect())
    }
}

fn text<'a>(value: Option<&'a PhpMixed>, key: &str) -> Option<&'a str> {
    value?.get(key)?.as_str()
}

fn extension(told: &PhpMixed) -> Option<PlatformPackage> {
    let name = text(Some(told), "name")?;
    let pretty = text(Some(told), "version").unwrap_or("0");
    let mut what = format!("The {name} PHP extension");
    let (version, pretty) = match Version::parse(pretty) {
        Ok(version) => (version, pretty),
        Err(_) => {
            what.push_str(&format!(" (actual version: {pretty})"));
            let usable = numbers(pretty).unwrap_or("0");
            (Version::parse(usable).ok()?, usable)
        }
    };
    let package_name = format!("ext-{}", name.to_lowercase().replace(' ', "-"));
    let mut package = PlatformPackage::new(&package_name, version, pretty, &what);
    package.package_type = Some("php-ext");
    if name == "uuid" {
        package.replaces.push("lib-uuid".to_owned());
    }
    Some(package)
}

/// The three or four numbers that a text begins with.
fn numbers(text: &str) -> Option<&str> {
    let mut end = 0;
    let mut count = 0;
    while count < 4 {
        let start = if count == 0 { 0 } else { end + 1 };
        if count > 0 && text.as_bytes().get(end) != Some(&b'.') {
            break;
        }
        let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            break;
        }
        end = start + digits;
        count += 1;
    }
    (count >= 3).then(|| &text[..end])
}

/// A library; one whose version is none is left out, as Composer does.
fn library(told: &PhpMixed) -> Option<PlatformPackage> {
    let name = text(Some(told), "name")?;
    let pretty = text(Some(told), "version")?;
    let version = Version::parse(pretty).ok()?;
    let standard = format!("The {name} library");
    let what = text(Some(told), "description").unwrap_or(&standard);
    let names = |key: &str| {
        told.get(key)
            .and_then(PhpMixed::as_list)
            .into_iter()
            .flatten()
            .filter_map(|name| Some(format!("lib-{}", name.as_str()?.to_lowercase())))
            .collect()
    };
    Some(PlatformPackage {
        replaces: names("replaces"),
        provides: names("provides"),
        ..PlatformPackage::new(&format!("lib-{name}"), version, pretty, what)
    })
}
