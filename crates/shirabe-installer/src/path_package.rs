//! Packages that lie in a folder of this machine (<https://getcomposer.org/doc/05-repositories.md#path>).

use std::fs;
use std::path::{Path, PathBuf};

use shirabe_autoload::filesystem::{Shortest, find_shortest_path, normalize_path};
use shirabe_mixed::PhpMixed;
use shirabe_package::Package;

use crate::error::InstallError;
use crate::layout::text;
use crate::{files, mirror};

/// How a path package gets into the vendor folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Symlink { relative: bool, else_mirror: bool },
    Mirror,
}

/// A path package and how it is to be installed.
#[derive(Debug)]
pub(crate) struct PathPackage {
    url: String,
    origin: PathBuf,
    way: Way,
}

impl PathPackage {
    /// Looks at the folder that `package` names, for an installation at `target`.
    pub(crate) fn open(
        package: &Package,
        project: &Path,
        target: &Path,
        mirror_by_default: bool,
    ) -> Result<Self, InstallError> {
        let url = package.dist_url().unwrap_or_default().to_owned();
        let missing = || InstallError::PathMissing {
            package: package.name.as_str().to_owned(),
            url: url.clone(),
        };
        if url.is_empty() {
            return Err(missing());
        }
        let origin = fs::canonicalize(project.join(&url)).map_err(|_| missing())?;
        if !origin.is_dir() {
            return Err(missing());
        }
        let this = Self {
            way: way(package, mirror_by_default),
            url,
            origin,
        };
        if let Ok(real) = fs::canonicalize(target)
            && real != this.origin
            && real.starts_with(&this.origin)
        {
            return Err(InstallError::PathInsideItself {
                package: package.name.as_str().to_owned(),
                target: real.display().to_string(),
                origin: this.origin.display().to_string(),
            });
        }
        Ok(this)
    }

    /// Whether the package is where it shall be without anything being done.
    pub(crate) fn is_in_place(&self, target: &Path) -> bool {
        fs::canonicalize(target).is_ok_and(|real| real == self.origin)
    }

    /// What is about to happen, as it stands behind the operation.
    pub(crate) fn appendix(&self, target: &Path) -> String {
        if self.is_in_place(target) {
            return "Source already present".into();
        }
        match self.way {
            Way::Symlink { .. } => format!("Symlinking from {}", self.url),
            Way::Mirror => format!("Mirroring from {}", self.url),
        }
    }

    /// Makes the link or copy at `staged`, as it shall be at `target`. Answers whether a copy had to stand in for a
    /// link.
    pub(crate) fn stage(&self, staged: &Path, target: &Path) -> Result<bool, InstallError> {
        let Way::Symlink {
            relative,
            else_mirror,
        } = self.way
        else {
            mirror::mirror(&self.origin, staged)?;
            return Ok(false);
        };
        let leads_to = if relative {
            self.relative_to(target)?
        } else {
            format!("{}/", text(&self.origin)?)
        };
        match files::symlink(Path::new(&leads_to), staged) {
            Ok(()) => Ok(false),
            Err(_) if else_mirror => mirror::mirror(&self.origin, staged).map(|()| true),
            Err(error) => Err(InstallError::file("make the symbolic link", target)(error)),
        }
    }

    pub(crate) fn mirroring(&self) -> String {
        format!("    Mirroring from {}", self.url)
    }

    /// The link's text. The vendor folder may be reached through links itself: what counts is where it really is.
    fn relative_to(&self, target: &Path) -> Result<String, InstallError> {
        let parent = target.parent().unwrap_or(target);
        let parent = fs::canonicalize(parent).unwrap_or_else(|_| parent.to_path_buf());
        let from = parent.join(target.file_name().unwrap_or_default());
        let path = find_shortest_path(
            text(&from)?,
            text(&self.origin)?,
            Shortest {
                prefer_relative: true,
                ..Shortest::default()
            },
        )
        .map_err(|_| InstallError::NotUtf8 { path: from.clone() })?;
        Ok(format!("{path}/"))
    }
}

fn way(package: &Package, mirror_by_default: bool) -> Way {
    let option = |name: &str| {
        package
            .transport_options()
            .and_then(|options| options.get(name))
            .and_then(PhpMixed::as_bool)
    };
    let relative = option("relative").unwrap_or(true);
    match option("symlink") {
        Some(true) => Way::Symlink {
            relative,
            else_mirror: false,
        },
        Some(false) => Way::Mirror,
        None if mirror_by_default => Way::Mirror,
        None => Way::Symlink {
            relative,
            else_mirror: true,
        },
    }
}

/// Whether `target` is, by its very path, the folder that the package comes from, so that removing the package must
/// not remove anything.
pub(crate) fn is_own_source(package: &Package, project: &Path, target: &Path) -> bool {
    let Some(url) = package.dist_url() else {
        return false;
    };
    let origin = project.join(url);
    match (origin.to_str(), target.to_str()) {
        (Some(origin), Some(target)) => normalize_path(origin) == normalize_path(target),
        _ => origin == target,
    }
}
