//! Composer's cache folder (<https://getcomposer.org/doc/06-config.md#cache-dir>).
//!
//! Files appear whole (written beside, then renamed), so Composer and other processes may use the
//! same folder at the same time. Nothing is synced: what is lost can be fetched again.

mod collect;
mod files;

pub use collect::remove_all;
pub use files::FilesCache;

use shirabe_callgraph::{centre, enter};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::RepositoryError;

/// One folder of the cache: that of one repository under `cache-repo-dir`, or `cache-files-dir`.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
    allowed: &'static [u8],
    is_enabled: bool,
    is_read_only: bool,
}

impl Cache {
    /// The cache of the repository at `url`, below `cache-repo-dir`.
    #[must_use]
    pub fn for_repository(cache_repo_dir: &Path, url: &str, is_read_only: bool) -> Self {
        let folder = replace_others(&shirabe_http::shown_url(url), b".");
        Self::new(cache_repo_dir.join(folder), b".$~_", is_read_only)
    }

    /// A cache in `root` whose file names keep letters, digits and the `allowed` bytes; all others
    /// become `-`.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>, allowed: &'static [u8], is_read_only: bool) -> Self {
        let root = root.into();
        let is_enabled = is_usable(&root);
        Self {
            root,
            allowed,
            is_enabled,
            is_read_only,
        }
    }

    /// The folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether files are only read (`cache-read-only`).
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// Whether anything is cached at all: `cache-dir` may be `/dev/null`.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.is_enabled
    }

    /// Where the file `key` is or would be.
    #[must_use]
    pub fn path(&self, key: &str) -> PathBuf {
        self.root.join(replace_others(key, self.allowed))
    }

    /// The content of the file `key`, if it is there and not empty.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub fn read(&self, key: &str) -> Result<Option<Vec<u8>>, RepositoryError> {
        let _span = enter(centre!("read-cache"));
        if !self.is_enabled {
            return Ok(None);
        }
        let path = self.path(key);
        match fs::read(&path) {
            Ok(content) if content.is_empty() => Ok(None),
            Ok(content) => Ok(Some(content)),
            Err(cause) if is_absence(&cause) => Ok(None),
            Err(cause) => Err(RepositoryError::Read { path, cause }),
        }
    }

    /// Replaces the file `key`. Does nothing in a read-only or disabled cache.
    ///
    /// # Errors
    /// When it cannot be written. What was there before is then still there.
    pub fn write(&self, key: &str, content: &[u8]) -> Result<(), RepositoryError> {
        let _span = enter(centre!("write-cache"));
        if !self.is_enabled || self.is_read_only {
            return Ok(());
        }
        let path = self.path(key);
        replace_file(&path, content).map_err(|cause| RepositoryError::Write { path, cause })
    }

    /// Removes the file `key`, if it is there. Does nothing in a read-only or disabled cache.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, key: &str) -> Result<(), RepositoryError> {
        if !self.is_enabled || self.is_read_only {
            return Ok(());
        }
        let path = self.path(key);
        match fs::remove_file(&path) {
            Err(cause) if !is_absence(&cause) => Err(RepositoryError::Write { path, cause }),
            _ => Ok(()),
        }
    }

    /// Removes everything in the folder.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub fn clear(&self) -> Result<(), RepositoryError> {
        if !self.is_enabled || self.is_read_only {
            return Ok(());
        }
        remove_all(&self.root)
    }
}

/// Whether a folder can be a cache: `/dev/null` and Windows' `nul` say that none is wanted.
fn is_usable(path: &Path) -> bool {
    let text = path.to_string_lossy().replace('\\', "/");
    let odd_part = text
        .split('/')
        .any(|part| matches!(part, "$null" | "nul" | "NUL"));
    let is_null_device = text.starts_with("/dev/null/") || text.contains("//dev/null/");
    !odd_part && text != "/dev/null" && !is_null_device
}

fn replace_others(text: &str, allowed: &[u8]) -> String {
    text.bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || allowed.contains(&byte) {
                char::from(byte)
            } else {
                '-'
            }
        })
        .collect()
}

fn is_absence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    name.push(format!("{}-{number}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let written = match fs::write(&beside, content) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(path.parent().unwrap_or(path))?;
            fs::write(&beside, content)
        }
        other => other,
    };
    let replaced = written.and_then(|()| fs::rename(&beside, path));
    if replaced.is_err() {
        let _ = fs::remove_file(&beside);
    }
    replaced
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Cache, is_usable};

    #[test]
    fn names_are_the_ones_composer_uses() {
        let cache = Cache::for_repository(
            Path::new("c"),
            "https://user:pw@repo.example.org/x_y",
            false,
        );
        assert_eq!(
            cache.path("provider-acme~some.thing~dev.json"),
            Path::new("c/https---user-----repo.example.org-x-y/provider-acme~some.thing~dev.json")
        );
        assert_eq!(
            cache.path("include/all$x.json").file_name().unwrap(),
            "include-all$x.json"
        );
    }

    #[test]
    fn the_null_device_is_no_cache() {
        assert!(!is_usable(Path::new("/dev/null")));
        assert!(!is_usable(Path::new("/dev/null/repo")));
        assert!(!is_usable(Path::new("C:\\nul\\repo")));
        assert!(is_usable(Path::new("/home/dev/nullable/repo")));
    }
}
