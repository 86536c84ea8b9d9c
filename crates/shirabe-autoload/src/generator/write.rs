//! Replacing generated files.

use super::AutoloadError;
use std::fs;
use std::io;
use std::path::Path;

/// Gives a file a new content, unless it has it already. It is written beside and renamed over,
/// so that no process ever loads half a file. It is not forced onto the disk: what is lost with
/// the power can be generated again.
pub(super) fn replace(path: &Path, content: &[u8]) -> Result<(), AutoloadError> {
    if fs::read(path).is_ok_and(|present| present == content) {
        return Ok(());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let written = fs::write(&beside, content).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one that matters; a rest is overwritten by the next run.
        let _ = fs::remove_file(&beside);
    }
    written.map_err(|source| AutoloadError::Write {
        path: path.to_owned(),
        source,
    })
}

/// As [`replace`]; without content the file is removed.
pub(super) fn replace_or_remove(
    path: &Path,
    content: Option<Vec<u8>>,
) -> Result<(), AutoloadError> {
    match content {
        Some(content) => replace(path, &content),
        None => match fs::remove_file(path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => Err(AutoloadError::Write {
                path: path.to_owned(),
                source,
            }),
            _ => Ok(()),
        },
    }
}
