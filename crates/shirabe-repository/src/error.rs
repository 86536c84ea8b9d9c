use std::io;
use std::path::PathBuf;

use shirabe_http::HttpError;
use shirabe_mixed::JsonError;
use shirabe_package::LoadError;

/// Why a repository cannot be used or has no answer. Every message names the file or URL.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    /// A repository's definition is not usable.
    #[error("{0}")]
    Definition(String),
    /// A type of repository that is known but cannot be read yet, or one that is not known.
    #[error("{0}")]
    Unsupported(String),
    /// A document could not be fetched.
    #[error("{0}")]
    Fetch(#[from] HttpError),
    /// A fetched document is not JSON.
    #[error("{}", .cause.explain(.url))]
    Json {
        /// Where it came from.
        url: String,
        /// Where and why.
        cause: Box<JsonError>,
    },
    /// A cached document is not JSON, and there is no fresh copy to be had.
    #[error(
        "The cached file {path} is damaged and cannot be fetched anew: {fetch}\n{cause}\nDelete it, or run the command with the network enabled."
    )]
    DamagedCache {
        /// The cached file.
        path: PathBuf,
        /// Where and why it is no JSON.
        cause: Box<JsonError>,
        /// Why it was not replaced.
        fetch: String,
    },
    /// A document has another shape than it must.
    #[error("{place} is not usable as repository metadata: {reason}")]
    Shape {
        /// The URL or file.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// The data of a package is not usable.
    #[error("Could not load packages from {place}: {cause}")]
    Load {
        /// The URL or file.
        place: String,
        /// What is wrong with the package.
        cause: Box<LoadError>,
    },
    /// A package in a `package` repository is not usable.
    #[error(
        "A repository of type \"package\" contains an invalid package definition: {cause}\n\nInvalid package definition:\n{data}"
    )]
    Inline {
        /// What is wrong with it.
        cause: String,
        /// The definition as JSON.
        data: String,
    },
    /// A package in a folder is not usable.
    #[error("Failed loading the package in {file}: {cause}")]
    Manifest {
        /// Its `composer.json`.
        file: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// A file could not be read.
    #[error("{path} could not be read: {cause}", path = .path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        cause: io::Error,
    },
    /// A file of the cache could not be written or removed.
    #[error("{path} could not be written: {cause}", path = .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        cause: io::Error,
    },
}
