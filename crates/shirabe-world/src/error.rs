//! What can go wrong.

use std::io;
use std::path::{Path, PathBuf};

/// Why a world could not be built or served.
#[derive(Debug, thiserror::Error)]
pub enum WorldError {
    /// A file or folder could not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The recorded facts do not have the shape that `fixtures/README.md` describes.
    #[error("fixtures/facts.json.zst: {0}")]
    Facts(String),
    /// An archive could not be written.
    #[error("{path}: {cause}")]
    Archive {
        /// The archive.
        path: PathBuf,
        /// What the archive writer said.
        cause: String,
    },
    /// The server could not listen on 127.0.0.1.
    #[error("cannot listen on 127.0.0.1:{port}: {cause}")]
    Listen {
        /// The port that was asked for; 0 for any.
        port: u16,
        /// What the system said.
        cause: String,
    },
}

impl WorldError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> WorldError {
        let path = path.to_owned();
        move |source| WorldError::Io { path, source }
    }
}

/// Writes a file and the folders above it.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WorldError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(WorldError::io(folder))?;
    }
    std::fs::write(path, bytes).map_err(WorldError::io(path))
}
