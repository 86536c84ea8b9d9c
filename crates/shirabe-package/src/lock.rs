//! The lock file: <https://getcomposer.org/doc/01-basic-usage.md#commit-your-composer-lock-file-to-version-control>.

mod build;
mod conflict;
mod missing;

use crate::alias::AliasPackage;
use crate::any::AnyPackage;
use crate::error::PackageError;
use crate::link::{Link, LinkKind};
use crate::loader::Loader;
use crate::name::PackageName;
use crate::package::entries_of;
use crate::root::{RootPackage, parse_stability};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use shirabe_callgraph::{centre, enter};
use shirabe_mixed::json::{self, EncodeOptions, Indent};
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_semver::{Stability, Version};
use std::path::Path;
use std::sync::Arc;

pub use build::LockContents;

/// The plugin interface that lock files are made for.
pub const PLUGIN_API_VERSION: &str = "2.9.0";

/// The document `composer.lock`.
#[derive(Clone, Debug)]
pub struct LockFile {
    /// The name in messages: the path as the user gave it.
    file: String,
    data: PhpMap,
    indent: Indent,
}

impl LockFile {
    /// Reads a lock file; `None` where there is none.
    ///
    /// # Errors
    /// When the file cannot be read, is not JSON, or has another shape than a lock file.
    pub fn read(path: &Path) -> Result<Option<Self>, PackageError> {
        match std::fs::read(path) {
            Ok(bytes) => Self::parse(&path.display().to_string(), &bytes).map(Some),
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(PackageError::Io {
                path: path.to_owned(),
                cause,
            }),
        }
    }

    /// Reads the text of a lock file. Where a merge has left two content hashes and nothing else
    /// undecided, the lock file is taken as outdated.
    ///
    /// # Errors
    /// When it is not JSON or has another shape than a lock file.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, PackageError> {
        let _span = enter(centre!("read-lock"));
        let indent = Indent::detect(&String::from_utf8_lossy(bytes));
        let value = match json::decode(bytes) {
            Ok(value) => value,
            Err(cause) => conflict::resolve(bytes)
                .and_then(|resolved| json::decode(resolved.as_bytes()).ok())
                .ok_or_else(|| conflict::explain(file, bytes, cause))?,
        };
        let data = match value {
            PhpMixed::Map(data) => data,
            PhpMixed::List(list) if list.is_empty() => PhpMap::default(),
            other => {
                return Err(shape(
                    file,
                    format!("it should hold an object, {} found", other.type_name()),
                ));
            }
        };
        let lock = Self {
            file: file.to_owned(),
            data,
            indent,
        };
        lock.check_shape()?;
        Ok(lock)
    }

    fn check_shape(&self) -> Result<(), PackageError> {
        let array = |key: &str| match self.data.get(key) {
            None | Some(PhpMixed::Null | PhpMixed::List(_) | PhpMixed::Map(_)) => Ok(()),
            Some(other) => Err(self.wrong(key, "an array", other)),
        };
        let text = |key: &str| match self.data.get(key) {
            None | Some(PhpMixed::Null | PhpMixed::String(_)) => Ok(()),
            Some(other) => Err(self.wrong(key, "a string", other)),
        };
        for key in ["packages", "packages-dev", "aliases"] {
            array(key)?;
            for (index, entry) in entries_of(self.data.get(key)) {
                if entry.as_map().is_none() {
                    return Err(self.wrong(&format!("{key}[{index}]"), "an object", entry));
                }
            }
        }
        for key in [
            "stability-flags",
            "platform",
            "platform-dev",
            "platform-overrides",
        ] {
            array(key)?;
        }
        for key in [
            "content-hash",
            "hash",
            "minimum-stability",
            "plugin-api-version",
        ] {
            text(key)?;
        }
        Ok(())
    }

    fn wrong(&self, key: &str, expected: &str, found: &PhpMixed) -> PackageError {
        shape(
            &self.file,
            format!(
                "\"{key}\" should be {expected}, {} given",
                found.type_name()
            ),
        )
    }

    /// Whether it locks anything at all: an older or damaged one may lack the packages.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.data
            .get("packages")
            .is_some_and(|list| !list.is_null())
    }

    /// The data as read.
    #[must_use]
    pub fn data(&self) -> &PhpMap {
        &self.data
    }

    /// The hash of the `composer.json` that it was made for.
    #[must_use]
    pub fn content_hash(&self) -> Option<&str> {
        self.data.get("content-hash").and_then(PhpMixed::as_str)
    }

    /// Whether it was made for a `composer.json` with this content hash
    /// ([`shirabe_mixed::content_hash()`]).
    #[must_use]
    pub fn is_fresh(&self, content_hash: &str) -> bool {
        self.content_hash()
            .is_some_and(|known| !known.is_empty() && known == content_hash)
    }

    /// The locked packages in their order, those for development too if asked, each alias before
    /// its package, and the root package's aliases at the end.
    ///
    /// # Errors
    /// When a package cannot be loaded, or those for development are asked for and missing.
    pub fn packages(&self, with_dev: bool) -> Result<Vec<AnyPackage>, PackageError> {
        let mut entries: Vec<&PhpMixed> = entries_of(self.data.get("packages"))
            .map(|(_, entry)| entry)
            .collect();
        if with_dev {
            let dev = self.data.get("packages-dev").filter(|list| !list.is_null());
            if dev.is_none() {
                return Err(PackageError::Root(
                    "The lock file does not contain require-dev information, run install with the \
                     --no-dev option or delete it and run composer update to generate a new lock \
                     file."
                        .into(),
                ));
            }
            entries.extend(entries_of(dev).map(|(_, entry)| entry));
        }
        let Some(first) = entries.first() else {
            return Ok(Vec::new());
        };
        if first.get("name").is_none_or(PhpMixed::is_null) {
            return Err(shape(
                &self.file,
                "a package has no name. Run \"composer update\" to generate a new one.".into(),
            ));
        }
        let mut loader = Loader::new().with_transport_options();
        let mut out = Vec::with_capacity(entries.len());
        let mut by_name = FxHashMap::default();
        for entry in entries {
            let data = entry.as_map().cloned().unwrap_or_default();
            let package = loader
                .load(data)
                .map_err(|cause| PackageError::load(&self.file, cause))?;
            let base = Arc::clone(package.base());
            by_name.insert(base.name.clone(), Arc::clone(&base));
            if package.is_alias() {
                out.push(package);
            }
            out.push(AnyPackage::Real(base));
        }
        for (_, alias) in entries_of(self.data.get("aliases")) {
            let text = |key: &str| alias.get(key).and_then(PhpMixed::as_str);
            let (Some(package), Some(pretty), Some(version)) =
                (text("package"), text("alias"), text("alias_normalized"))
            else {
                return Err(shape(
                    &self.file,
                    "an alias lacks package, alias or alias_normalized".into(),
                ));
            };
            if let Some(base) = by_name.get(package) {
                let version = Version::from_normalized(version);
                out.push(
                    AliasPackage::new(Arc::clone(base), version, pretty)
                        .for_root()
                        .into(),
                );
            }
        }
        Ok(out)
    }

    /// The names of the packages that are locked for development alone.
    #[must_use]
    pub fn dev_package_names(&self) -> Vec<PackageName> {
        entries_of(self.data.get("packages-dev"))
            .filter_map(|(_, entry)| entry.get("name").and_then(PhpMixed::as_str))
            .map(PackageName::new)
            .collect()
    }

    /// What the root package required of the platform.
    ///
    /// # Errors
    /// When a constraint is none.
    pub fn platform_requirements(&self, with_dev: bool) -> Result<Vec<Link>, PackageError> {
        let mut loader = Loader::new();
        let mut out: Vec<Link> = Vec::new();
        let keys: &[&str] = if with_dev {
            &["platform", "platform-dev"]
        } else {
            &["platform"]
        };
        for key in keys {
            let Some(data) = self.data.get(*key) else {
                continue;
            };
            let links = loader
                .parse_links(
                    &PackageName::root(),
                    "1.0.0",
                    LinkKind::Require,
                    data.clone(),
                )
                .map_err(|cause| PackageError::load(&self.file, cause))?;
            for link in links {
                match out.iter_mut().find(|known| known.target == link.target) {
                    Some(known) => *known = link,
                    None => out.push(link),
                }
            }
        }
        Ok(out)
    }

    /// The least stability that the locked packages may have.
    #[must_use]
    pub fn minimum_stability(&self) -> Stability {
        self.data
            .get("minimum-stability")
            .and_then(PhpMixed::as_str)
            .and_then(parse_stability)
            .unwrap_or(Stability::Stable)
    }

    /// The packages that may be less stable.
    #[must_use]
    pub fn stability_flags(&self) -> IndexMap<PackageName, Stability> {
        entries_of(self.data.get("stability-flags"))
            .filter_map(|(name, value)| {
                let number = u8::try_from(value.as_int()?).ok()?;
                Some((PackageName::new(&name), Stability::from_number(number)?))
            })
            .collect()
    }

    /// Whether more stable versions were preferred; old lock files do not say.
    #[must_use]
    pub fn prefer_stable(&self) -> Option<bool> {
        self.data.get("prefer-stable").and_then(PhpMixed::as_bool)
    }

    /// Whether lower versions were preferred; old lock files do not say.
    #[must_use]
    pub fn prefer_lowest(&self) -> Option<bool> {
        self.data.get("prefer-lowest").and_then(PhpMixed::as_bool)
    }

    /// The platform packages that `config.platform` stated, `false` for those it took away.
    #[must_use]
    pub fn platform_overrides(&self) -> Vec<(String, PhpMixed)> {
        entries_of(self.data.get("platform-overrides"))
            .map(|(name, value)| (name, value.clone()))
            .collect()
    }

    /// The aliases by `as` of the root package.
    #[must_use]
    pub fn aliases(&self) -> Vec<crate::root::RootAlias> {
        entries_of(self.data.get("aliases"))
            .filter_map(|(_, alias)| {
                let text = |key: &str| alias.get(key).and_then(PhpMixed::as_str);
                Some(crate::root::RootAlias {
                    package: PackageName::new(text("package")?),
                    version: Version::from_normalized(text("version")?),
                    alias: text("alias")?.to_owned(),
                    alias_normalized: Version::from_normalized(text("alias_normalized")?),
                })
            })
            .collect()
    }

    /// The plugin interface that the lock file was made for.
    #[must_use]
    pub fn plugin_api_version(&self) -> &str {
        self.data
            .get("plugin-api-version")
            .and_then(PhpMixed::as_str)
            .unwrap_or("1.1.0")
    }

    /// The requirements of the root package that the locked packages do not meet, as lines for
    /// the user; none if all are met.
    ///
    /// # Errors
    /// When the locked packages cannot be loaded.
    pub fn missing_requirements(
        &self,
        root: &RootPackage,
        with_dev: bool,
    ) -> Result<Vec<String>, PackageError> {
        missing::explain(self, root, with_dev)
    }

    /// A lock file of what a solve ended with. `previous` gives its indentation, where there was
    /// a lock file before.
    #[must_use]
    pub fn build(contents: &LockContents<'_>, previous: Option<&Self>) -> Self {
        let _span = enter(centre!("build-lock"));
        Self {
            file: previous.map_or_else(|| "composer.lock".into(), |lock| lock.file.clone()),
            data: build::data(contents),
            indent: previous.map_or_else(Indent::default, |lock| lock.indent.clone()),
        }
    }

    /// Whether the lock file says anything else than the one before, which then need not be
    /// written. One with an empty map always counts as changed: JSON read back has lost the
    /// difference between an empty map and an empty list.
    #[must_use]
    pub fn differs_from(&self, previous: &Self) -> bool {
        let has_empty_map = ["stability-flags", "platform", "platform-dev"]
            .iter()
            .any(|key| matches!(self.data.get(*key), Some(PhpMixed::Map(map)) if map.is_empty()));
        has_empty_map || PhpMixed::Map(self.data.clone()) != PhpMixed::Map(previous.data.clone())
    }

    /// The same lock file for another `composer.json` whose requirements resolve alike.
    #[must_use]
    pub fn with_content_hash(&self, content_hash: &str) -> Self {
        let mut lock = self.clone();
        lock.data.insert("content-hash".into(), content_hash.into());
        build::fix_types(&mut lock.data);
        lock
    }

    /// The text, with the line end after it.
    ///
    /// # Errors
    /// When a value cannot be written as JSON.
    pub fn encode(&self) -> Result<String, PackageError> {
        let options = EncodeOptions::pretty_with(self.indent.clone());
        let mut text = json::encode(&PhpMixed::Map(self.data.clone()), &options)
            .map_err(|cause| PackageError::encode(&self.file, cause))?;
        text.push('\n');
        Ok(text)
    }

    /// Writes the file, unless it has this very text already; says whether it was written.
    ///
    /// # Errors
    /// When a value cannot be written as JSON or the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<bool, PackageError> {
        let _span = enter(centre!("write-lock"));
        crate::file::replace(path, &self.encode()?)
    }
}

fn shape(file: &str, reason: String) -> PackageError {
    PackageError::Shape {
        file: file.to_owned(),
        reason,
    }
}
