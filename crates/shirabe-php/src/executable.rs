//! Finding programs by name, as a shell does.

use shirabe_package::Environment;
use std::path::{Path, PathBuf};

/// The file that runs when `name` is typed: `name` itself when it has a slash, else the first
/// match in the folders of `PATH`.
#[must_use]
pub fn find(name: &str, environment: &Environment) -> Option<PathBuf> {
    let suffixes: &[&str] = if cfg!(windows) {
        &["", ".exe", ".bat", ".cmd", ".com"]
    } else {
        &[""]
    };
    let with_suffix = |path: PathBuf| {
        suffixes.iter().find_map(|suffix| {
            let mut file = path.clone().into_os_string();
            file.push(suffix);
            let file = PathBuf::from(file);
            is_executable(&file).then_some(file)
        })
    };
    if name.contains(std::path::is_separator) {
        return with_suffix(PathBuf::from(name));
    }
    let path = environment.get("PATH")?;
    std::env::split_paths(path)
        .filter(|folder| !folder.as_os_str().is_empty())
        .find_map(|folder| with_suffix(folder.join(name)))
}

/// Whether a path is a file that may be run.
#[must_use]
pub fn is_executable(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let allowed = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let allowed = true;
    metadata.is_file() && allowed
}
