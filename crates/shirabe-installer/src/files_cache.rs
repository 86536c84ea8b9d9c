//! The cache of dist archives, in Composer's layout, so that both use the same folder
//! (<https://getcomposer.org/doc/06-config.md#cache-files-dir>).

use std::fs::{File, FileTimes};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use shirabe_archive::sha1_hex;
use shirabe_package::Package;

use crate::files;

/// `cache-files-dir`.
#[derive(Debug, Clone)]
pub struct FilesCache {
    folder: Option<PathBuf>,
    read_only: bool,
}

impl FilesCache {
    /// The cache in `folder`. With `read_only` (`cache-read-only`), nothing is ever written to it.
    #[must_use]
    pub fn new(folder: PathBuf, read_only: bool) -> Self {
        Self {
            folder: Some(folder),
            read_only,
        }
    }

    /// No cache at all (`--no-cache`).
    #[must_use]
    pub fn disabled() -> Self {
        Self {
            folder: None,
            read_only: true,
        }
    }

    /// Where the archive of `package` that comes from `url` lies, be it there or not: the package's name, the SHA-1 of
    /// the URL, the type of the dist.
    pub(crate) fn path(&self, package: &Package, url: &str) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        let key = format!(
            "{}/{}.{}",
            package.name,
            sha1_hex(url.as_bytes()),
            package.dist_kind().unwrap_or_default()
        );
        let key: String = key
            .chars()
            .map(|letter| match letter {
                'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '/' => letter,
                _ => '-',
            })
            .collect();
        Some(folder.join(key))
    }

    /// Where to write the archive, if the cache may be written.
    pub(crate) fn writable_path(&self, package: &Package, url: &str) -> Option<PathBuf> {
        let path = self.path(package, url).filter(|_| !self.read_only)?;
        files::create_folder(path.parent()?).ok()?;
        Some(path)
    }

    /// Notes that `path` was of use: the oldest are cleared away first.
    pub(crate) fn touch(&self, path: &Path) {
        if !self.read_only {
            // A cache that belongs to someone else is of use all the same.
            let _ = File::open(path)
                .and_then(|file| file.set_times(FileTimes::new().set_accessed(SystemTime::now())));
        }
    }

    /// Throws an archive away. Answers whether it is gone.
    pub(crate) fn forget(&self, path: &Path) -> bool {
        !self.read_only && files::remove(path).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::FilesCache;
    use shirabe_package::{Dist, Package};
    use shirabe_semver::Version;

    fn package(name: &str, kind: &str) -> Package {
        let mut package = Package::new(name, Version::parse("1.0").expect("a version"), "1.0");
        package.dist = Some(Dist {
            kind: kind.into(),
            ..Dist::default()
        });
        package
    }

    #[test]
    fn paths_are_composers() {
        let cache = FilesCache::new("/c".into(), false);
        // sha1("https://example.org/a.zip"), as `printf … | sha1sum` has it.
        let path = cache.path(&package("Acme/Foo-Bar", "zip"), "https://example.org/a.zip");
        assert_eq!(
            path,
            Some("/c/acme/foo-bar/8a8186292d8ab510493b682ec783cb5eeb03eb00.zip".into())
        );
        assert_eq!(
            FilesCache::disabled().path(&package("a/b", "zip"), "x"),
            None
        );
        assert_eq!(
            FilesCache::new("/c".into(), true).writable_path(&package("a/b", "zip"), "x"),
            None
        );
    }
}
