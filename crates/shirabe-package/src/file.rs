//! Replacing a file as a whole.

use crate::error::PackageError;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Gives a file a new text, unless it has it already; says whether it was written.
///
/// The text is written beside and renamed over, so that a killed run leaves the old or the new
/// file. A link is followed; the mode of a file that was there is kept.
///
/// # Errors
/// When the folder cannot be made or the file cannot be written.
pub fn replace(path: &Path, text: &str) -> Result<bool, PackageError> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(false);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let failed = |cause| PackageError::Io {
        path: path.to_owned(),
        cause,
    };
    if let Some(folder) = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let beside = beside(&target);
    let written = write(&beside, &target, text);
    if written.is_err() {
        // What could not be written whole is of no use; the error itself is what is reported.
        let _ = fs::remove_file(&beside);
    }
    written.map_err(failed)?;
    Ok(true)
}

fn write(beside: &Path, target: &Path, text: &str) -> std::io::Result<()> {
    let mut file = fs::File::create(beside)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(target) {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()?;
    drop(file);
    fs::rename(beside, target)
}

fn beside(target: &Path) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    target.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::replace;

    #[test]
    fn the_same_text_is_not_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b.json");
        assert!(replace(&path, "one").unwrap());
        assert!(!replace(&path, "one").unwrap());
        assert!(replace(&path, "two").unwrap());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(
            std::fs::read_dir(folder.path().join("a")).unwrap().count(),
            1
        );
    }
}
