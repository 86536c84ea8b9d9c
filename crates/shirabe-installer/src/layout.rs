//! Where things go.

use std::path::{Component, Path, PathBuf};

use shirabe_package::{AnyPackage, Package};

use crate::error::InstallError;

/// The folders of a project. All are absolute.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The project's folder: relative URLs of path packages start here.
    pub project: PathBuf,
    /// `vendor-dir`
    pub vendor: PathBuf,
    /// `bin-dir`
    pub bin: PathBuf,
}

impl Layout {
    /// The folder of a package below the vendor folder, with its `target-dir`; `None` for a metapackage, which has no
    /// files.
    ///
    /// # Errors
    /// A name or `target-dir` that leads out of the vendor folder.
    pub fn install_path(&self, package: &AnyPackage) -> Result<Option<PathBuf>, InstallError> {
        package_path(&self.vendor, package.base())
    }

    /// `vendor/composer`, where documents, autoload files and work in progress live.
    pub(crate) fn composer(&self) -> PathBuf {
        self.vendor.join("composer")
    }
}

pub(crate) fn is_metapackage(package: &Package) -> bool {
    &*package.package_type == "metapackage"
}

/// The folder of `package`, with its `target-dir`.
pub(crate) fn package_path(
    vendor: &Path,
    package: &Package,
) -> Result<Option<PathBuf>, InstallError> {
    let Some(base) = base_path(vendor, package)? else {
        return Ok(None);
    };
    match package.target_dir().filter(|target| !target.is_empty()) {
        None => Ok(Some(base)),
        Some(target) => below(&base, target.trim_end_matches('/'), package).map(Some),
    }
}

/// The folder of `package` without its `target-dir`: what a removal removes.
pub(crate) fn base_path(vendor: &Path, package: &Package) -> Result<Option<PathBuf>, InstallError> {
    if is_metapackage(package) {
        return Ok(None);
    }
    below(vendor, &package.pretty_name, package).map(Some)
}

/// `folder/relative`, proved to be below `folder`.
fn below(folder: &Path, relative: &str, package: &Package) -> Result<PathBuf, InstallError> {
    let path = folder.join(relative);
    let mut components = Path::new(relative).components();
    let plain = !relative.is_empty()
        && !relative.contains('\0')
        && components
            .all(|component| matches!(component, Component::Normal(_) | Component::CurDir));
    if plain {
        Ok(path)
    } else {
        Err(InstallError::OutsideVendor {
            package: package.pretty_name.to_string(),
            path,
        })
    }
}

/// The path as text, for documents and PHP code.
pub(crate) fn text(path: &Path) -> Result<&str, InstallError> {
    path.to_str().ok_or_else(|| InstallError::NotUtf8 {
        path: path.to_path_buf(),
    })
}
