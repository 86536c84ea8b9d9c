//! What can go wrong while packages are fetched and put in place.

use std::io;
use std::path::{Path, PathBuf};

use shirabe_archive::ArchiveError;
use shirabe_http::HttpError;
use shirabe_package::PackageError;

/// Why a transaction was not executed to its end. What was complete by then is in place and recorded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// The package has neither a dist nor a source.
    #[error("Package {package} must have a source or dist specified")]
    NoOrigin {
        /// Name and version.
        package: String,
    },
    /// The package can only be had by cloning a repository.
    #[error(
        "Package {package} has no dist, only a {kind} source at {url}; installing from source is not supported yet"
    )]
    SourceOnly {
        /// Name and version.
        package: String,
        /// `git`, `hg` …
        kind: String,
        /// The URL of the repository.
        url: String,
    },
    /// The type of a dist is none that can be unpacked.
    #[error(
        "Package {package} has a dist of the type \"{kind}\", which is not supported. Available types: zip, tar, path, file."
    )]
    UnknownDistType {
        /// Name and version.
        package: String,
        /// The type.
        kind: String,
    },
    /// A package's name or target folder leads out of the vendor folder.
    #[error(
        "Package {package} cannot be installed: its folder would be {path}, outside of the vendor folder"
    )]
    OutsideVendor {
        /// The name.
        package: String,
        /// The folder.
        path: PathBuf,
    },
    /// No place that has the dist could be reached.
    #[error("Failed to download {package}: {source}")]
    Download {
        /// Name and version.
        package: String,
        /// What the last of them answered.
        source: HttpError,
    },
    /// An archive cannot be unpacked.
    #[error("Failed to extract {package}: {source}{advice}")]
    Extract {
        /// Name and version.
        package: String,
        /// What is wrong with it.
        source: Box<ArchiveError>,
        /// What became of the archive, or nothing.
        advice: &'static str,
    },
    /// The folder of a path package is not there.
    #[error("Source path \"{url}\" is not found for package {package}")]
    PathMissing {
        /// The name.
        package: String,
        /// The path as the repository gave it.
        url: String,
    },
    /// A path package would be installed into its own source.
    #[error("Package {package} cannot install to \"{target}\" inside its source at \"{origin}\"")]
    PathInsideItself {
        /// The name.
        package: String,
        /// Where it would go.
        target: String,
        /// Its source.
        origin: String,
    },
    /// The folder of a new project has something in it.
    #[error("Project directory {} is not empty.", path.display())]
    ProjectNotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// An operation of the file system failed.
    #[error("Cannot {action} {}: {source}", path.display())]
    File {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A path that PHP code or a JSON document has to name is not UTF-8.
    #[error("The path {} is not valid UTF-8, which the files in vendor/composer need", path.display())]
    NotUtf8 {
        /// The path.
        path: PathBuf,
    },
    /// The installed documents cannot be made.
    #[error("Cannot record what is installed in {}: {source}", path.display())]
    Record {
        /// The document.
        path: PathBuf,
        /// What is wrong.
        source: PackageError,
    },
    /// A listener of a package event failed.
    #[error("{0}")]
    Event(Box<dyn std::error::Error + Send + Sync>),
    /// The user has interrupted the run.
    #[error("Interrupted")]
    Interrupted,
}

impl InstallError {
    /// For `map_err` after an operation of the file system.
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File {
            action,
            path: path.to_path_buf(),
            source,
        }
    }
}
