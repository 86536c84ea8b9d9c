//! What one operation means for files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use shirabe_archive::ArchiveKind;
use shirabe_package::config::PreferredInstall;
use shirabe_package::{InstallationSource, Package};
use shirabe_resolver::Operation;

use crate::dist_urls::{CodeHosts, dist_urls};
use crate::error::InstallError;
use crate::layout::{self, Layout};
use crate::path_package::PathPackage;
use crate::preference;

/// How the files of a package come into being.
#[derive(Debug)]
pub(crate) enum Origin {
    /// There are none.
    Metapackage,
    /// An archive that is unpacked.
    Archive {
        kind: ArchiveKind,
        urls: Vec<String>,
    },
    /// A single file that is put into the package's folder under this name.
    File { name: String, urls: Vec<String> },
    /// A folder of this machine.
    Path(PathPackage),
}

/// A package that is to be put in place.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) package: Arc<Package>,
    pub(crate) origin: Origin,
    /// Where it goes; `None` for a metapackage.
    pub(crate) target: Option<PathBuf>,
    /// Whether a source was preferred but the dist is taken.
    pub(crate) instead_of_source: bool,
}

impl Arrival {
    pub(crate) fn urls(&self) -> &[String] {
        match &self.origin {
            Origin::Archive { urls, .. } | Origin::File { urls, .. } => urls,
            Origin::Metapackage | Origin::Path(_) => &[],
        }
    }

    /// The package as it is recorded.
    pub(crate) fn installed(&self) -> Arc<Package> {
        let mut package = Package::clone(&self.package);
        package.installation_source = match self.origin {
            Origin::Metapackage => None,
            _ => Some(InstallationSource::Dist),
        };
        Arc::new(package)
    }

    /// What follows the operation on its line.
    pub(crate) fn appendix(&self) -> String {
        match (&self.origin, &self.target) {
            (Origin::Archive { .. }, _) => ": Extracting archive".into(),
            (Origin::Path(path), Some(target)) => format!(": {}", path.appendix(target)),
            _ => String::new(),
        }
    }
}

/// What decides how packages arrive.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) preference: &'a PreferredInstall,
    pub(crate) hosts: &'a CodeHosts,
    pub(crate) mirror_path_packages: bool,
}

impl Rules<'_> {
    /// What an operation brings; `None` for removals and aliases.
    pub(crate) fn arrival(&self, operation: &Operation) -> Result<Option<Arrival>, InstallError> {
        let (package, before) = match operation {
            Operation::Install(package) => (package.base(), None),
            Operation::Update { from, to } => (to.base(), Some(&**from.base())),
            _ => return Ok(None),
        };
        let target = layout::package_path(&self.layout.vendor, package)?;
        self.arrival_at(package, before, target).map(Some)
    }

    /// `package` put at `target`.
    pub(crate) fn arrival_at(
        &self,
        package: &Arc<Package>,
        before: Option<&Package>,
        target: Option<PathBuf>,
    ) -> Result<Arrival, InstallError> {
        let Some(place) = &target else {
            return Ok(Arrival {
                package: Arc::clone(package),
                origin: Origin::Metapackage,
                target,
                instead_of_source: false,
            });
        };
        let order = preference::order(self.preference, package, before);
        if !order.contains(&InstallationSource::Dist) {
            return Err(if order.is_empty() {
                InstallError::NoOrigin {
                    package: package.pretty_string(),
                }
            } else {
                InstallError::SourceOnly {
                    package: package.pretty_string(),
                    kind: package.source_kind().unwrap_or_default().to_owned(),
                    url: package.source_url().unwrap_or_default().to_owned(),
                }
            });
        }
        Ok(Arrival {
            origin: self.origin(package, place)?,
            package: Arc::clone(package),
            target,
            instead_of_source: order.first() == Some(&InstallationSource::Source),
        })
    }

    fn origin(&self, package: &Package, target: &Path) -> Result<Origin, InstallError> {
        let urls = || dist_urls(package, self.hosts);
        let kind = package.dist_kind().unwrap_or_default().to_lowercase();
        Ok(match kind.as_str() {
            "path" => Origin::Path(PathPackage::open(
                package,
                &self.layout.project,
                target,
                self.mirror_path_packages,
            )?),
            "zip" => Origin::Archive {
                kind: ArchiveKind::Zip,
                urls: urls(),
            },
            "tar" => Origin::Archive {
                kind: ArchiveKind::Tar,
                urls: urls(),
            },
            "file" => Origin::File {
                name: file_name(package.dist_url().unwrap_or_default()).ok_or_else(|| {
                    InstallError::NoOrigin {
                        package: package.pretty_string(),
                    }
                })?,
                urls: urls(),
            },
            _ => {
                return Err(InstallError::UnknownDistType {
                    package: package.pretty_string(),
                    kind,
                });
            }
        })
    }
}

/// The last part of the path in a URL.
fn file_name(url: &str) -> Option<String> {
    let url = url.replace('\\', "/");
    let path = url.split(['?', '#']).next()?;
    let name = path.trim_end_matches('/').rsplit('/').next()?;
    (!name.is_empty() && name != "." && name != "..").then(|| name.to_owned())
}
