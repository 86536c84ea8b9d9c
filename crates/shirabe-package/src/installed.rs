//! What lies in `vendor/`: `vendor/composer/installed.json` and `installed.php`.

mod php;

use crate::any::AnyPackage;
use crate::dumper;
use crate::error::PackageError;
use crate::loader::Loader;
use crate::name::PackageName;
use crate::package::{Package, entries_of};
use rustc_hash::FxHashMap;
use shirabe_mixed::json::{self, EncodeOptions};
use shirabe_mixed::{PhpMap, PhpMixed};
use std::path::Path;
use std::sync::Arc;

pub use php::{InstalledPhp, installed_php};

/// The document `installed.json`.
#[derive(Clone, Debug, Default)]
pub struct InstalledJson {
    /// The installed packages, each alias before its package.
    pub packages: Vec<AnyPackage>,
    /// Where each lies, relative to `vendor/composer/`; metapackages lie nowhere.
    pub install_paths: FxHashMap<PackageName, String>,
    /// Whether what development needs was installed; old documents do not say.
    pub dev: Option<bool>,
    /// The packages that only development needs.
    pub dev_package_names: Vec<PackageName>,
}

/// One package as [`InstalledJson::encode`] takes it.
#[derive(Clone, Copy, Debug)]
pub struct InstalledPackage<'a> {
    /// The package.
    pub package: &'a Package,
    /// Where it lies, relative to `vendor/composer/`; `None` for a metapackage.
    pub install_path: Option<&'a str>,
}

impl InstalledJson {
    /// Reads the file; a missing one is as good as one without packages.
    ///
    /// # Errors
    /// When the file cannot be read or is no such document.
    pub fn read(path: &Path) -> Result<Self, PackageError> {
        match std::fs::read(path) {
            Ok(bytes) => Self::parse(&path.display().to_string(), &bytes),
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(cause) => Err(PackageError::Io {
                path: path.to_owned(),
                cause,
            }),
        }
    }

    /// Reads the text. Composer 1 wrote the bare list of packages, which is understood, too.
    ///
    /// # Errors
    /// When it is no such document.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, PackageError> {
        let value = json::decode(bytes).map_err(|cause| PackageError::json(file, cause))?;
        let shape = |reason: String| PackageError::Shape {
            file: file.to_owned(),
            reason,
        };
        let packages = value.get("packages").unwrap_or(&value);
        if !packages.is_array() {
            return Err(shape(format!(
                "the packages should be a list, {} given",
                packages.type_name()
            )));
        }
        let mut out = Self {
            dev: value.get("dev").and_then(PhpMixed::as_bool),
            dev_package_names: entries_of(value.get("dev-package-names"))
                .filter_map(|(_, name)| name.as_str())
                .map(PackageName::new)
                .collect(),
            ..Self::default()
        };
        let mut loader = Loader::new().with_transport_options();
        for (index, entry) in entries_of(Some(packages)) {
            let Some(data) = entry.as_map() else {
                return Err(shape(format!(
                    "package {index} should be an object, {} given",
                    entry.type_name()
                )));
            };
            let package = loader
                .load(data.clone())
                .map_err(|cause| PackageError::load(file, cause))?;
            let base = Arc::clone(package.base());
            if let Some(path) = entry.get("install-path").and_then(PhpMixed::as_str) {
                out.install_paths.insert(base.name.clone(), path.to_owned());
            }
            if package.is_alias() {
                out.packages.push(package);
            }
            out.packages.push(AnyPackage::Real(base));
        }
        Ok(out)
    }

    /// The text of the file for these packages, with the line end after it.
    ///
    /// `dev_package_names` may name packages that are not installed; those are left out.
    ///
    /// # Errors
    /// When a value cannot be written as JSON.
    pub fn encode(
        packages: &[InstalledPackage<'_>],
        dev: bool,
        dev_package_names: &[PackageName],
    ) -> Result<String, PackageError> {
        let mut sorted: Vec<&InstalledPackage<'_>> = packages.iter().collect();
        sorted.sort_by(|one, two| one.package.pretty_name.cmp(&two.package.pretty_name));
        let mut dev_names: Vec<&str> = sorted
            .iter()
            .map(|installed| &installed.package.name)
            .filter(|name| dev_package_names.contains(name))
            .map(PackageName::as_str)
            .collect();
        dev_names.sort_unstable();
        let list = sorted
            .into_iter()
            .map(|installed| {
                let mut data = dumper::dump(installed.package);
                data.insert("install-path".into(), installed.install_path.into());
                PhpMixed::Map(data)
            })
            .collect();
        let mut document = PhpMap::default();
        document.insert("packages".into(), PhpMixed::List(list));
        document.insert("dev".into(), dev.into());
        document.insert("dev-package-names".into(), dev_names.into());
        let mut text = json::encode(&PhpMixed::Map(document), &EncodeOptions::pretty())
            .map_err(|cause| PackageError::encode("installed.json", cause))?;
        text.push('\n');
        Ok(text)
    }
}
