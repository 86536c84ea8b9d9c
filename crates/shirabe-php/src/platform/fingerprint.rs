//! What an answer of PHP depends on, as a text that changes when any of it does.

use crate::PhpBinary;
use shirabe_mixed::PhpMap;
use shirabe_package::Environment;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// What is known before PHP answers: the interpreter, the variables that lead it to its
/// configuration, and the libraries that the system knows.
pub(super) fn of_binary(php: &PhpBinary, environment: &Environment) -> PhpMap {
    let real = php.path().canonicalize();
    let real = real.as_deref().unwrap_or(php.path());
    let variable = |name: &str| environment.text(name).unwrap_or_default();
    [
        ("path", php.path().to_string_lossy().into_owned()),
        ("binary", of_file(real)),
        ("PHPRC", variable("PHPRC")),
        ("PHP_INI_SCAN_DIR", variable("PHP_INI_SCAN_DIR")),
        ("libraries", of_file(Path::new("/etc/ld.so.cache"))),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.into()))
    .collect()
}

/// A file's or folder's identity and last change; the path alone when it does not exist.
pub(super) fn of_file(path: &Path) -> String {
    let Ok(metadata) = path.metadata() else {
        return format!("{}:none", path.display());
    };
    let changed = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map_or(0, |since| since.as_nanos());
    #[cfg(unix)]
    let inode = std::os::unix::fs::MetadataExt::ino(&metadata);
    #[cfg(not(unix))]
    let inode = 0;
    format!("{}:{inode}:{}:{changed}", path.display(), metadata.len())
}
