//! Where the measured programs write.

use crate::build;
use crate::error::ExperimentError;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Where files cost no disk.
const MEMORY: &str = "/dev/shm";

/// What must be free in memory: more than one run leaves behind.
const NEEDED_IN_MEMORY: u64 = 1_000_000_000;

/// An empty folder that is deleted when dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: TempDir,
    in_memory: bool,
}

impl Scratch {
    /// In memory where there is room, else in the target folder, where all runs together want
    /// `wanted` bytes.
    ///
    /// # Errors
    /// Where the folder cannot be made.
    pub(crate) fn new(wanted: u64) -> Result<Self, ExperimentError> {
        let memory = Path::new(MEMORY);
        let in_memory = free(memory).is_some_and(|free| free >= NEEDED_IN_MEMORY);
        let parent = if in_memory {
            memory.to_owned()
        } else {
            let target = build::folder();
            std::fs::create_dir_all(&target).map_err(ExperimentError::io(&target))?;
            eprintln!(
                "{MEMORY} has less than {} MB free: writing to {} instead, up to {} MB",
                NEEDED_IN_MEMORY / 1_000_000,
                target.display(),
                wanted / 1_000_000
            );
            target
        };
        let folder = tempfile::Builder::new()
            .prefix("shirabe-experiment-")
            .tempdir_in(&parent)
            .map_err(ExperimentError::io(&parent))?;
        Ok(Self { folder, in_memory })
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The folder around it, as reports give it: in memory or not is what a reader wants to know.
    pub(crate) fn parent(&self) -> PathBuf {
        let path = self.path();
        path.parent().unwrap_or(path).to_owned()
    }

    /// Deletes what a run left, if that costs the next one nothing: on some disks' file systems a
    /// tree that is deleted just before the next is written makes that many times slower, so there it
    /// stays until the end.
    pub(crate) fn drop_folder(&self, folder: &Path) {
        if self.in_memory {
            // What cannot be deleted goes with the whole, later.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let of = rustix::fs::statvfs(folder).ok()?;
    of.f_bavail.checked_mul(of.f_frsize)
}

#[cfg(not(unix))]
fn free(_folder: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_new_and_goes_away() {
        let scratch = Scratch::new(1).unwrap();
        let path = scratch.path().to_owned();
        let inner = path.join("x");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(inner.join("y"), "z").unwrap();
        scratch.drop_folder(&inner);
        assert_eq!(inner.exists(), !scratch.in_memory);
        assert_eq!(scratch.parent(), path.parent().unwrap());
        drop(scratch);
        assert!(!path.exists());
    }
}
