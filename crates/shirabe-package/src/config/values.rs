//! The single settings, typed.

use super::{Config, folders};
use crate::error::PackageError;
use crate::name_pattern::NamePattern;
use crate::origin::InstallationSource;
use crate::package::entries_of;
use shirabe_mixed::PhpMixed;
use std::path::PathBuf;

/// How `vendor/bin` is filled: <https://getcomposer.org/doc/06-config.md#bin-compat>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinCompat {
    /// As the machine needs it.
    Auto,
    /// For Windows, too.
    Full,
    /// PHP or shell proxies.
    Proxy,
    /// Symbolic links; out of date.
    Symlink,
}

/// What becomes of changes that a user made in `vendor/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscardChanges {
    /// The user is asked.
    Ask,
    /// They are lost.
    Discard,
    /// They are put aside and back.
    Stash,
}

/// What `vendor/composer/platform_check.php` checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlatformCheck {
    /// Nothing: it is not written.
    Off,
    /// The version of PHP.
    PhpOnly,
    /// The version of PHP and the extensions.
    All,
}

/// Whether packages are installed from the checkout or the archive; the first pattern that fits
/// counts. `None` is `auto`: the checkout for development versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreferredInstall {
    rules: Vec<(NamePattern, Option<InstallationSource>)>,
}

impl Default for PreferredInstall {
    fn default() -> Self {
        Self::all(Some(InstallationSource::Dist))
    }
}

impl PreferredInstall {
    /// One preference for all packages.
    #[must_use]
    pub fn all(preference: Option<InstallationSource>) -> Self {
        Self {
            rules: vec![(NamePattern::new("*"), preference)],
        }
    }

    /// What is preferred for a package; archives when nothing is said.
    #[must_use]
    pub fn for_package(&self, name: &str, is_dev: bool) -> InstallationSource {
        let rule = self.rules.iter().find(|(pattern, _)| pattern.matches(name));
        match rule {
            Some((_, Some(preference))) => *preference,
            Some((_, None)) if is_dev => InstallationSource::Source,
            _ => InstallationSource::Dist,
        }
    }
}

impl Config {
    /// A setting with environment variables and `{$references}` worked in, as `config --list`
    /// shows it. Unknown ones are `None`.
    ///
    /// # Errors
    /// When the value, or the variable that overrides it, is none that the setting may have.
    pub fn get(&self, key: &str) -> Result<Option<PhpMixed>, PackageError> {
        Ok(Some(match key {
            "vendor-dir" | "bin-dir" | "data-dir" | "cache-dir" | "cache-files-dir"
            | "cache-repo-dir" | "cache-vcs-dir" => self.absolute(&self.path_text(key)?).into(),
            "cafile" | "capath" => self.path_text(key)?.into(),
            "process-timeout" => self.process_timeout().into(),
            "cache-read-only" => self.cache_read_only().into(),
            "htaccess-protect" => self.switch_with_variable(key).into(),
            "secure-http" => self.secure_http().into(),
            "disable-tls" | "use-github-api" | "lock" | "source-fallback" => {
                self.plain_switch(key).into()
            }
            "cache-ttl" => self.cache_ttl().into(),
            "cache-files-ttl" => self.cache_files_ttl().into(),
            "cache-files-maxsize" => {
                let size = self.cache_files_maxsize()?;
                i64::try_from(size).unwrap_or(i64::MAX).into()
            }
            "home" => self.home_text().into(),
            "bin-compat" => {
                self.bin_compat()?;
                self.bin_compat_text().into()
            }
            "discard-changes" => match self.discard_changes()? {
                DiscardChanges::Ask => false.into(),
                DiscardChanges::Discard => true.into(),
                DiscardChanges::Stash => "stash".into(),
            },
            "github-protocols" => self.github_protocols()?.into(),
            "autoloader-suffix" => self.autoloader_suffix()?.into(),
            _ => match self.values.get(key) {
                None | Some(PhpMixed::Null) => return Ok(None),
                Some(PhpMixed::String(text)) => self.resolve(text, 0)?.into(),
                Some(other) => other.clone(),
            },
        }))
    }

    fn variable(&self, key: &str) -> Option<String> {
        let name = format!("COMPOSER_{}", key.replace('-', "_").to_ascii_uppercase());
        self.environment.text(&name)
    }

    fn text(&self, key: &str) -> String {
        match self.values.get(key) {
            Some(PhpMixed::String(text)) => text.clone(),
            Some(PhpMixed::Int(number)) => number.to_string(),
            Some(PhpMixed::Float(number)) => number.to_string(),
            Some(PhpMixed::Bool(true)) => "1".into(),
            _ => String::new(),
        }
    }

    /// Puts the values of other settings in the place of `{$name}`.
    fn resolve(&self, text: &str, depth: usize) -> Result<String, PackageError> {
        let Some((before, rest)) = text.split_once("{$") else {
            return Ok(text.to_owned());
        };
        let Some((key, after)) = rest.rsplit_once('}').filter(|(key, _)| !key.is_empty()) else {
            return Ok(text.to_owned());
        };
        if depth > 16 {
            return Err(PackageError::Config(format!(
                "The configuration value \"{text}\" refers to itself"
            )));
        }
        let value = self.reference(key, depth + 1)?;
        Ok(format!("{before}{value}{after}"))
    }

    fn reference(&self, key: &str, depth: usize) -> Result<String, PackageError> {
        if key == "home" {
            return Ok(self.home_text());
        }
        if key.ends_with("-dir") && self.values.contains_key(key) {
            let written = self.variable(key).unwrap_or_else(|| self.text(key));
            let resolved = self.resolve(&written, depth)?;
            return Ok(self.absolute(&self.expand(trimmed(&resolved))));
        }
        match self.get(key)? {
            None => Ok(String::new()),
            Some(PhpMixed::String(text)) => self.resolve(&text, depth),
            Some(PhpMixed::Int(number)) => Ok(number.to_string()),
            Some(PhpMixed::Bool(true)) => Ok("1".into()),
            Some(_) => Ok(String::new()),
        }
    }

    /// A path as written: variable, references and `~` worked in, but not made absolute.
    fn path_text(&self, key: &str) -> Result<String, PackageError> {
        let written = self.variable(key).unwrap_or_else(|| self.text(key));
        let resolved = self.resolve(&written, 0)?;
        Ok(self.expand(trimmed(&resolved)))
    }

    /// `~/…`, `$NAME/…` and `%NAME%/…`.
    fn expand(&self, path: &str) -> String {
        if path.starts_with("~/") || path.starts_with("~\\") {
            let home = folders::user_dir(&self.environment).unwrap_or_default();
            return format!("{home}{}", &path[1..]);
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (name, rest) = if let Some(rest) = path.strip_prefix('$') {
            rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()))
        } else if let Some((name, rest)) =
            path.strip_prefix('%').and_then(|rest| rest.split_once('%'))
        {
            (name, rest)
        } else {
            return path.to_owned();
        };
        if name.is_empty() || !name.chars().all(is_word) {
            return path.to_owned();
        }
        let value = self.environment.text(name).or_else(|| {
            let windows_home = cfg!(windows) && name == "HOME";
            windows_home
                .then(|| self.environment.text("USERPROFILE"))
                .flatten()
        });
        format!("{}{rest}", value.unwrap_or_default())
    }

    fn absolute(&self, path: &str) -> String {
        let bytes = path.as_bytes();
        let scheme = path.split_once("://").is_some_and(|(scheme, _)| {
            !scheme.is_empty()
                && scheme
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || c == '.')
        });
        let drive =
            bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.get(1) == Some(&b':');
        if path.starts_with('/') || path.starts_with("\\\\") || drive || scheme {
            return path.to_owned();
        }
        let base = self.base_dir.to_string_lossy();
        if base.is_empty() {
            path.to_owned()
        } else {
            format!("{base}/{path}")
        }
    }

    fn folder(&self, key: &str) -> Result<PathBuf, PackageError> {
        Ok(PathBuf::from(self.absolute(&self.path_text(key)?)))
    }

    fn home_text(&self) -> String {
        trimmed(&self.expand(&self.text("home"))).to_owned()
    }

    /// The folder of the user's own configuration.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        PathBuf::from(self.home_text())
    }

    /// `vendor-dir`, absolute.
    ///
    /// # Errors
    /// When settings refer to one another in a circle; so for the other folders.
    pub fn vendor_dir(&self) -> Result<PathBuf, PackageError> {
        self.folder("vendor-dir")
    }

    /// `vendor-dir` as it is written, relative where it was.
    ///
    /// # Errors
    /// As for [`Config::vendor_dir`].
    pub fn relative_vendor_dir(&self) -> Result<String, PackageError> {
        self.path_text("vendor-dir")
    }

    /// `bin-dir`, absolute.
    ///
    /// # Errors
    /// As for [`Config::vendor_dir`].
    pub fn bin_dir(&self) -> Result<PathBuf, PackageError> {
        self.folder("bin-dir")
    }

    /// `cache-dir`
    ///
    /// # Errors
    /// As for [`Config::vendor_dir`].
    pub fn cache_dir(&self) -> Result<PathBuf, PackageError> {
        self.folder("cache-dir")
    }

    /// `cache-files-dir`, of archives.
    ///
    /// # Errors
    /// As for [`Config::vendor_dir`].
    pub fn cache_files_dir(&self) -> Result<PathBuf, PackageError> {
        self.folder("cache-files-dir")
    }

    /// `cache-repo-dir`, of metadata.
    ///
    /// # Errors
    /// As for [`Config::vendor_dir`].
    pub fn cache_repo_dir(&self) -> Result<PathBuf, PackageError> {
        self.folder("cache-repo-dir")
    }

    /// `cache-vcs-dir`, of clones.
    ///
    /// # Errors
    /// As for [`Config::vendor_dir`].
    pub fn cache_vcs_dir(&self) -> Result<PathBuf, PackageError> {
        self.folder("cache-vcs-dir")
    }

    /// `data-dir`
    ///
    /// # Errors
    /// As for [`Config::vendor_dir`].
    pub fn data_dir(&self) -> Result<PathBuf, PackageError> {
        self.folder("data-dir")
    }

    /// `cafile`, if it is set.
    ///
    /// # Errors
    /// As for [`Config::vendor_dir`].
    pub fn cafile(&self) -> Result<Option<PathBuf>, PackageError> {
        let path = self.path_text("cafile")?;
        Ok((!path.is_empty()).then(|| PathBuf::from(path)))
    }

    /// `process-timeout` in seconds; 0 is none.
    #[must_use]
    pub fn process_timeout(&self) -> i64 {
        let value = match self.variable("process-timeout") {
            Some(text) => leading_int(&text),
            None => self.int("process-timeout"),
        };
        value.max(0)
    }

    fn int(&self, key: &str) -> i64 {
        match self.values.get(key) {
            Some(PhpMixed::Int(number)) => *number,
            Some(PhpMixed::String(text)) => leading_int(text),
            Some(PhpMixed::Bool(true)) => 1,
            _ => 0,
        }
    }

    fn plain_switch(&self, key: &str) -> bool {
        self.values
            .get(key)
            .is_some_and(|value| value.as_str() != Some("false") && !value.is_empty())
    }

    fn switch_with_variable(&self, key: &str) -> bool {
        match self.variable(key) {
            Some(text) => !matches!(text.as_str(), "false" | "" | "0"),
            None => self.plain_switch(key),
        }
    }

    /// A switch such as `sort-packages`, `optimize-autoloader` or `notify-on-install`.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        match key {
            "cache-read-only" | "htaccess-protect" => self.switch_with_variable(key),
            "secure-http" => self.secure_http(),
            "disable-tls" | "use-github-api" | "lock" | "source-fallback" => self.plain_switch(key),
            _ => self.values.get(key).is_some_and(|value| !value.is_empty()),
        }
    }

    /// `cache-read-only`
    #[must_use]
    pub fn cache_read_only(&self) -> bool {
        self.switch_with_variable("cache-read-only")
    }

    /// `secure-http`, which is off where TLS is.
    #[must_use]
    pub fn secure_http(&self) -> bool {
        !self.plain_switch("disable-tls") && self.plain_switch("secure-http")
    }

    /// `lock`: whether there is a lock file.
    #[must_use]
    pub fn lock(&self) -> bool {
        self.plain_switch("lock")
    }

    /// `cache-ttl` in seconds.
    #[must_use]
    pub fn cache_ttl(&self) -> i64 {
        self.int("cache-ttl").max(0)
    }

    /// `cache-files-ttl` in seconds, else [`Config::cache_ttl`].
    #[must_use]
    pub fn cache_files_ttl(&self) -> i64 {
        match self.values.get("cache-files-ttl") {
            None | Some(PhpMixed::Null) => self.cache_ttl(),
            Some(_) => self.int("cache-files-ttl").max(0),
        }
    }

    /// `cache-files-maxsize` in bytes; `300MiB`, `1g` and the like are understood.
    ///
    /// # Errors
    /// When it is no size.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a size is cut to whole bytes"
    )]
    pub fn cache_files_maxsize(&self) -> Result<u64, PackageError> {
        let text = self.text("cache-files-maxsize");
        let bad = || {
            PackageError::Config(format!(
                "Could not parse the value of 'cache-files-maxsize': {text}"
            ))
        };
        let body = text.trim();
        let split = body
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(body.len());
        let (number, unit) = body.split_at(split);
        let number: f64 = number.parse().map_err(|_| bad())?;
        let factor = match unit.trim_start().to_ascii_lowercase().as_str() {
            "" => 1.0,
            "k" | "kb" | "kib" => 1024.0,
            "m" | "mb" | "mib" => 1_048_576.0,
            "g" | "gb" | "gib" => 1_073_741_824.0,
            _ => return Err(bad()),
        };
        Ok((number * factor) as u64)
    }

    fn bin_compat_text(&self) -> String {
        self.environment
            .filled("COMPOSER_BIN_COMPAT")
            .unwrap_or_else(|| self.text("bin-compat"))
    }

    /// `bin-compat`
    ///
    /// # Errors
    /// When it has none of its values.
    pub fn bin_compat(&self) -> Result<BinCompat, PackageError> {
        match self.bin_compat_text().as_str() {
            "auto" => Ok(BinCompat::Auto),
            "full" => Ok(BinCompat::Full),
            "proxy" => Ok(BinCompat::Proxy),
            "symlink" => Ok(BinCompat::Symlink),
            other => Err(PackageError::Config(format!(
                "Invalid value for 'bin-compat': {other}. Expected auto, full or proxy"
            ))),
        }
    }

    /// `discard-changes`
    ///
    /// # Errors
    /// When it has none of its values.
    pub fn discard_changes(&self) -> Result<DiscardChanges, PackageError> {
        let choice = |discard| {
            if discard {
                DiscardChanges::Discard
            } else {
                DiscardChanges::Ask
            }
        };
        if let Some(text) = self.variable("discard-changes") {
            return match text.as_str() {
                "stash" => Ok(DiscardChanges::Stash),
                "1" | "true" => Ok(choice(true)),
                "0" | "false" => Ok(choice(false)),
                other => Err(PackageError::Config(format!(
                    "Invalid value for COMPOSER_DISCARD_CHANGES: {other}. Expected 1, 0, true, \
                     false or stash"
                ))),
            };
        }
        match self.values.get("discard-changes") {
            Some(PhpMixed::Bool(discard)) => Ok(choice(*discard)),
            Some(PhpMixed::String(text)) if text == "stash" => Ok(DiscardChanges::Stash),
            _ => Err(PackageError::Config(format!(
                "Invalid value for 'discard-changes': {}. Expected true, false or stash",
                self.text("discard-changes")
            ))),
        }
    }

    /// `github-protocols`, without `git` where only secure ones are allowed.
    ///
    /// # Errors
    /// When `http` comes first, which is no longer possible.
    pub fn github_protocols(&self) -> Result<Vec<String>, PackageError> {
        let secure = self.is_on("secure-http");
        let protocols: Vec<String> = entries_of(self.values.get("github-protocols"))
            .filter_map(|(_, protocol)| protocol.as_str())
            .filter(|protocol| !secure || *protocol != "git")
            .map(str::to_owned)
            .collect();
        if protocols.first().is_some_and(|first| first == "http") {
            return Err(PackageError::Config(
                "The http protocol for github is not available anymore, update your config's \
                 github-protocols to use \"https\", \"git\" or \"ssh\""
                    .into(),
            ));
        }
        Ok(protocols)
    }

    /// `autoloader-suffix`, if it is set.
    ///
    /// # Errors
    /// As for [`Config::vendor_dir`].
    pub fn autoloader_suffix(&self) -> Result<Option<String>, PackageError> {
        let text = self.text("autoloader-suffix");
        if text.is_empty() {
            return Ok(None);
        }
        self.resolve(&text, 0).map(Some)
    }

    /// `platform-check`
    #[must_use]
    pub fn platform_check(&self) -> PlatformCheck {
        match self.values.get("platform-check") {
            Some(PhpMixed::Bool(true)) => PlatformCheck::All,
            Some(PhpMixed::String(_)) => PlatformCheck::PhpOnly,
            _ => PlatformCheck::Off,
        }
    }

    /// `platform`: packages of the platform and their versions, `false` for those to take away.
    #[must_use]
    pub fn platform(&self) -> Vec<(String, PhpMixed)> {
        entries_of(self.values.get("platform"))
            .map(|(name, version)| (name, version.clone()))
            .collect()
    }

    /// `preferred-install`
    ///
    /// # Errors
    /// When it has none of its values.
    pub fn preferred_install(&self) -> Result<PreferredInstall, PackageError> {
        let read = |value: &PhpMixed| match value.as_str() {
            Some("source") => Ok(Some(InstallationSource::Source)),
            Some("dist") => Ok(Some(InstallationSource::Dist)),
            Some("auto") => Ok(None),
            _ => Err(PackageError::Config(
                "config.preferred-install should be auto, source or dist, or an object of \
                 patterns with those"
                    .into(),
            )),
        };
        match self.values.get("preferred-install") {
            None | Some(PhpMixed::Null) => {
                Ok(PreferredInstall::all(Some(InstallationSource::Dist)))
            }
            Some(value @ (PhpMixed::List(_) | PhpMixed::Map(_))) => Ok(PreferredInstall {
                rules: entries_of(Some(value))
                    .map(|(pattern, value)| Ok((NamePattern::new(&pattern), read(value)?)))
                    .collect::<Result<_, PackageError>>()?,
            }),
            Some(value) => Ok(PreferredInstall::all(read(value)?)),
        }
    }

    /// `policy`, or `None` where all of it is off, by `COMPOSER_POLICY` too.
    ///
    /// # Errors
    /// When the variable is no switch.
    pub fn policy(&self) -> Result<Option<PhpMixed>, PackageError> {
        let value = self
            .values
            .get("policy")
            .cloned()
            .unwrap_or(PhpMixed::Bool(true));
        Ok(match self.environment.switch("COMPOSER_POLICY")? {
            Some(false) => None,
            Some(true) if value == PhpMixed::Bool(false) => Some(PhpMixed::Bool(true)),
            _ => Some(value).filter(|value| *value != PhpMixed::Bool(false)),
        })
    }
}

/// Without the slashes at its end.
fn trimmed(path: &str) -> &str {
    path.trim_end_matches(['/', '\\'])
}

/// PHP's cast of a text to an integer: its leading digits.
fn leading_int(text: &str) -> i64 {
    let text = text.trim_start();
    let sign = usize::from(text.starts_with(['-', '+']));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    text[..sign + digits].parse().unwrap_or(0)
}
