//! Where the measured programs write.

use crate::build;
use crate::error::ExperimentError;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Where files cost no disk.
const MEMORY: &str = "/dev/shm";

/// An empty folder with this many bytes free: in memory where there is room, else in the target
/// folder. It is deleted when dropped, so after the last measurement: deleting a tree just before
/// the next one is written slows some file systems down many times.
pub(crate) fn folder(wanted: u64) -> Result<TempDir, ExperimentError> {
    let memory = Path::new(MEMORY);
    let parent = if free(memory).is_some_and(|free| free >= wanted) {
        memory.to_owned()
    } else {
        let target = build::folder();
        std::fs::create_dir_all(&target).map_err(ExperimentError::io(&target))?;
        eprintln!(
            "{MEMORY} has less than {} MB free: writing to {} instead",
            wanted / 1_000_000,
            target.display()
        );
        target
    };
    tempfile::Builder::new()
        .prefix("shirabe-experiment-")
        .tempdir_in(&parent)
        .map_err(ExperimentError::io(&parent))
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

/// The name of a folder, as reports give it: in memory or not is what a reader wants to know.
pub(crate) fn parent(folder: &TempDir) -> PathBuf {
    folder.path().parent().unwrap_or(folder.path()).to_owned()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_new_and_goes_away() {
        let scratch = folder(1).unwrap();
        let path = scratch.path().to_owned();
        std::fs::write(path.join("x"), "x").unwrap();
        drop(scratch);
        assert!(!path.exists());
    }

    #[test]
    fn too_much_is_not_asked_of_memory() {
        let scratch = folder(u64::MAX).unwrap();
        assert_eq!(parent(&scratch), build::folder());
    }
}
