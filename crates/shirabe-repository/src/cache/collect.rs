//! Throwing cached files away.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::is_absence;
use crate::RepositoryError;

struct Cached {
    path: PathBuf,
    size: u64,
    accessed: SystemTime,
}

pub(super) fn collect(root: &Path, ttl: Duration, max_size: u64) -> Result<(), RepositoryError> {
    let expired = SystemTime::now().checked_sub(ttl);
    let mut kept = Vec::new();
    for entry in walkdir::WalkDir::new(root) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => match error.io_error() {
                Some(cause) if is_absence(cause) => continue,
                _ => return Err(unreadable(root, error)),
            },
        };
        if !entry.file_type().is_file() {
            continue;
        }
        let metadata = entry.metadata().map_err(|error| unreadable(root, error))?;
        let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        if expired.is_some_and(|expired| modified <= expired) {
            remove(entry.path())?;
        } else {
            kept.push(Cached {
                size: metadata.len(),
                accessed: metadata.accessed().unwrap_or(modified),
                path: entry.into_path(),
            });
        }
    }
    let mut total: u64 = kept.iter().map(|file| file.size).sum();
    kept.sort_by(|a, b| (a.accessed, &a.path).cmp(&(b.accessed, &b.path)));
    for file in kept {
        if total <= max_size {
            break;
        }
        remove(&file.path)?;
        total -= file.size;
    }
    Ok(())
}

/// Removes everything in the folder `root`, which itself stays. A missing folder is empty.
///
/// # Errors
/// When something cannot be removed.
pub fn remove_all(root: &Path) -> Result<(), RepositoryError> {
    let entries = match fs::read_dir(root) {
        Ok(entries) => entries,
        Err(cause) if is_absence(&cause) => return Ok(()),
        Err(cause) => {
            return Err(RepositoryError::Read {
                path: root.to_owned(),
                cause,
            });
        }
    };
    for entry in entries {
        let entry = entry.map_err(|cause| RepositoryError::Read {
            path: root.to_owned(),
            cause,
        })?;
        let path = entry.path();
        let removed = match entry.file_type() {
            Ok(kind) if kind.is_dir() => fs::remove_dir_all(&path),
            _ => fs::remove_file(&path),
        };
        tolerate_absence(&path, removed)?;
    }
    Ok(())
}

/// Another process may have removed it first.
fn remove(path: &Path) -> Result<(), RepositoryError> {
    tolerate_absence(path, fs::remove_file(path))
}

fn tolerate_absence(path: &Path, removed: io::Result<()>) -> Result<(), RepositoryError> {
    match removed {
        Err(cause) if !is_absence(&cause) => Err(RepositoryError::Write {
            path: path.to_owned(),
            cause,
        }),
        _ => Ok(()),
    }
}

fn unreadable(root: &Path, error: walkdir::Error) -> RepositoryError {
    RepositoryError::Read {
        path: error.path().unwrap_or(root).to_owned(),
        cause: error.into(),
    }
}
