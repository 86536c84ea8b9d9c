use std::fs::{self, File, FileTimes};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha1::{Digest, Sha1};

use super::{Cache, collect, is_absence};
use crate::RepositoryError;

/// The cache of archives, `cache-files-dir`: `<vendor>/<name>/<sha1 of the URL>.<type>`.
#[derive(Debug, Clone)]
pub struct FilesCache {
    cache: Cache,
}

impl FilesCache {
    /// The cache in `cache_files_dir`.
    #[must_use]
    pub fn new(cache_files_dir: &Path, is_read_only: bool) -> Self {
        Self {
            cache: Cache::new(cache_files_dir, b"_./", is_read_only),
        }
    }

    /// No cache at all (`--no-cache`).
    #[must_use]
    pub fn disabled() -> Self {
        Self::new(Path::new("/dev/null"), true)
    }

    /// The key of a package's archive. `url` is the URL that is really asked for, with mirrors and
    /// references worked in, so that no repository can put an archive in another's place.
    #[must_use]
    pub fn key(package: &str, url: &str, dist_type: &str) -> String {
        let hash: String = Sha1::digest(url)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!("{package}/{hash}.{dist_type}")
    }

    /// The folder, and how it may be used.
    #[must_use]
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// The file `key`, if it is there. Its time of access is set to now, by which [`FilesCache::collect`]
    /// knows what is used.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<PathBuf> {
        if !self.cache.is_enabled() {
            return None;
        }
        let path = self.cache.path(key);
        let file = File::open(&path).ok()?;
        if !self.cache.is_read_only() {
            // Fails where the file is another user's; it is only a hint.
            let _ = file.set_times(FileTimes::new().set_accessed(SystemTime::now()));
        }
        Some(path)
    }

    /// Where a download of `key` should be put; `None` if nothing is to be written. Its folder is made.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn place(&self, key: &str) -> Result<Option<PathBuf>, RepositoryError> {
        if !self.cache.is_enabled() || self.cache.is_read_only() {
            return Ok(None);
        }
        let path = self.cache.path(key);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|cause| RepositoryError::Write {
                path: folder.to_owned(),
                cause,
            })?;
        }
        Ok(Some(path))
    }

    /// Whether files should be collected now: about once in fifty runs, by `chance`, any number.
    #[must_use]
    pub fn is_collection_due(&self, chance: u64) -> bool {
        self.cache.is_enabled() && !self.cache.is_read_only() && chance.is_multiple_of(51)
    }

    /// Removes archives that were written more than `ttl` ago (`cache-files-ttl`), then the ones that
    /// were used longest ago until the rest is not larger than `max_size` bytes
    /// (`cache-files-maxsize`). Does nothing in a read-only or disabled cache.
    ///
    /// # Errors
    /// When the folder cannot be read or a file cannot be removed.
    pub fn collect(&self, ttl: Duration, max_size: u64) -> Result<(), RepositoryError> {
        if !self.cache.is_enabled() || self.cache.is_read_only() {
            return Ok(());
        }
        collect::collect(self.cache.root(), ttl, max_size)
    }

    /// The SHA-1 of the file `key` in lower-case hex, if it is there.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub fn sha1(&self, key: &str) -> Result<Option<String>, RepositoryError> {
        if !self.cache.is_enabled() {
            return Ok(None);
        }
        let path = self.cache.path(key);
        let mut hash = Sha1::new();
        let read =
            File::open(&path).and_then(|mut file| io::copy(&mut file, &mut HashWriter(&mut hash)));
        match read {
            Ok(_) => Ok(Some(
                hash.finalize()
                    .iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect(),
            )),
            Err(cause) if is_absence(&cause) => Ok(None),
            Err(cause) => Err(RepositoryError::Read { path, cause }),
        }
    }
}

struct HashWriter<'a>(&'a mut Sha1);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
