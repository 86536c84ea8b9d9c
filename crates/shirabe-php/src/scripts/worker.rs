//! The PHP programs that run callbacks, and the files through which we talk with them.

use crate::ScriptError;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The programs by their place in the folder.
const PROGRAMS: [(&str, &str); 8] = [
    ("main.php", include_str!("worker/main.php")),
    ("autoload.php", include_str!("worker/autoload.php")),
    ("api/io.php", include_str!("worker/api/io.php")),
    ("api/package.php", include_str!("worker/api/package.php")),
    ("api/composer.php", include_str!("worker/api/composer.php")),
    ("api/events.php", include_str!("worker/api/events.php")),
    ("api/util.php", include_str!("worker/api/util.php")),
    ("api/semver.php", include_str!("worker/api/semver.php")),
];

/// A temporary folder with the programs; it is removed with this value.
pub(crate) struct Worker {
    folder: TempDir,
}

impl Worker {
    /// Writes the programs.
    pub(super) fn new() -> Result<Self, ScriptError> {
        let folder = tempfile::Builder::new()
            .prefix("shirabe-scripts-")
            .tempdir()
            .map_err(|cause| ScriptError::Io {
                path: std::env::temp_dir(),
                cause,
            })?;
        let worker = Self { folder };
        at(&worker.path("api"), std::fs::create_dir(worker.path("api")))?;
        for (name, program) in PROGRAMS {
            worker.write(name, program)?;
        }
        Ok(worker)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), ScriptError> {
        let path = self.path(name);
        at(&path, std::fs::write(&path, text))
    }

    /// Reads a file that may not exist, and takes it away.
    pub(super) fn take(&self, name: &str) -> Result<Option<Vec<u8>>, ScriptError> {
        let path = self.path(name);
        match std::fs::read(&path) {
            Ok(bytes) => {
                at(&path, std::fs::remove_file(&path))?;
                Ok(Some(bytes))
            }
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(ScriptError::Io { path, cause }),
        }
    }
}

fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, ScriptError> {
    result.map_err(|cause| ScriptError::Io {
        path: path.to_owned(),
        cause,
    })
}
