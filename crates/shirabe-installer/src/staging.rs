//! The place where packages are made ready, and the step by which they become visible.
//!
//! A package is unpacked in a folder of its own in `vendor/composer` and renamed into place when it is complete. What
//! was there before is renamed out of the way first and only then deleted. Whoever looks at a package's folder, also
//! after a run that was killed, finds the whole old one, the whole new one, or none.

use shirabe_callgraph::{centre, enter};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::error::InstallError;
use crate::files;

/// Folders `tmp-<process>-<number>` in `vendor/composer`.
#[derive(Debug)]
pub(crate) struct Staging {
    folder: PathBuf,
    number: AtomicU64,
}

const PREFIX: &str = "tmp-";

impl Staging {
    /// Makes the folder ready and clears away what a killed run has left.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, InstallError> {
        files::create_folder(&folder)?;
        clear_leftovers(&folder);
        Ok(Self {
            folder,
            number: AtomicU64::new(0),
        })
    }

    /// A path that nothing has.
    pub(crate) fn fresh(&self) -> PathBuf {
        loop {
            let number = self.number.fetch_add(1, Ordering::Relaxed);
            let path = self
                .folder
                .join(format!("{PREFIX}{}-{number}", std::process::id()));
            if !files::exists(&path) {
                return path;
            }
        }
    }

    /// Puts `staged` at `target`. What was at `target` is at the returned path then, for the caller to delete.
    pub(crate) fn place(
        &self,
        staged: &Path,
        target: &Path,
    ) -> Result<Option<PathBuf>, InstallError> {
        let _span = enter(centre!("place"));
        if let Some(parent) = target.parent() {
            files::create_folder(parent)?;
        }
        let old = self.take_away(target)?;
        if let Err(error) = files::move_to(staged, target) {
            if let Some(old) = &old {
                // Better the old package than none.
                let _ = files::move_to(old, target);
            }
            return Err(InstallError::file("put a package at", target)(error));
        }
        Ok(old)
    }

    /// Renames what is at `target` to the returned path, for the caller to delete; `None` if nothing is there.
    pub(crate) fn take_away(&self, target: &Path) -> Result<Option<PathBuf>, InstallError> {
        if !files::exists(target) {
            return Ok(None);
        }
        let away = self.fresh();
        files::move_to(target, &away).map_err(InstallError::file("move away", target))?;
        Ok(Some(away))
    }
}

impl Drop for Staging {
    /// Clears away what a failed installation has not used up.
    fn drop(&mut self) {
        clear(&self.folder, |process, _| process == std::process::id());
    }
}

/// Deletes the folders of processes that are gone.
fn clear_leftovers(folder: &Path) {
    clear(folder, |process, path| {
        process != std::process::id() && is_gone(process, path)
    });
}

fn clear(folder: &Path, is_left: impl Fn(u32, &Path) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name
            .to_str()
            .and_then(|name| name.strip_prefix(PREFIX))
            .and_then(|rest| rest.split_once('-'))
            .and_then(|(process, _)| process.parse().ok());
        if process.is_some_and(|process| is_left(process, &entry.path())) {
            // What cannot be deleted does no harm.
            let _ = files::remove(&entry.path());
        }
    }
}

/// Whether the process that made `path` has ended: asked of the system where it tells, else by age.
fn is_gone(process: u32, path: &Path) -> bool {
    const LONGEST_RUN: Duration = Duration::from_secs(24 * 60 * 60);
    let proc = Path::new("/proc");
    if proc.join("self").exists() {
        return !proc.join(process.to_string()).exists();
    }
    fs::symlink_metadata(path)
        .and_then(|metadata| metadata.modified())
        .is_ok_and(|modified| {
            SystemTime::now()
                .duration_since(modified)
                .is_ok_and(|age| age > LONGEST_RUN)
        })
}
