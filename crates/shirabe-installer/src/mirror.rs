//! Copying the folder of a path package.

mod export_ignore;

use std::fs;
use std::path::Path;

use crate::error::InstallError;
use crate::files;
use export_ignore::ExportIgnore;

/// Folders of version control systems, which are never part of a package.
const VERSION_CONTROL: [&str; 9] = [
    ".svn",
    "_svn",
    "CVS",
    "_darcs",
    ".arch-params",
    ".monotone",
    ".bzr",
    ".git",
    ".hg",
];

/// Copies what belongs to the package at `origin` (an absolute path without links) to `target`: all files but those
/// of version control and those that `.gitattributes` marks `export-ignore`, and links that stay inside.
pub(crate) fn mirror(origin: &Path, target: &Path) -> Result<(), InstallError> {
    let ignore = ExportIgnore::read(origin)?;
    files::create_folder(target)?;
    folder(origin, origin, target, &ignore)
}

fn folder(
    origin: &Path,
    from: &Path,
    to: &Path,
    ignore: &ExportIgnore,
) -> Result<(), InstallError> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(from).map_err(InstallError::file("read the folder", from))? {
        let entry = entry.map_err(InstallError::file("read the folder", from))?;
        entries.push(entry.file_name());
    }
    entries.sort();
    for name in entries {
        let path = from.join(&name);
        let metadata = fs::symlink_metadata(&path).map_err(InstallError::file("read", &path))?;
        if path.is_dir() && VERSION_CONTROL.iter().any(|known| name == *known) {
            continue;
        }
        // Rules are about what a link leads to, not about its own name.
        let Ok(real) = fs::canonicalize(&path) else {
            continue;
        };
        let Ok(inside) = real.strip_prefix(origin) else {
            continue;
        };
        let ignored = ignore.ignores(&inside.to_string_lossy());
        let target = to.join(&name);
        if metadata.is_symlink() {
            if !ignored && (!path.is_dir() || files::is_empty_folder(&path)) {
                let leads_to =
                    fs::read_link(&path).map_err(InstallError::file("read the link", &path))?;
                parent(&target)?;
                files::symlink(&leads_to, &target)
                    .map_err(InstallError::file("make the symbolic link", &target))?;
            }
        } else if metadata.is_dir() {
            if files::is_empty_folder(&path) {
                if !ignored {
                    files::create_folder(&target)?;
                }
            } else {
                folder(origin, &path, &target, ignore)?;
            }
        } else if !ignored {
            parent(&target)?;
            file(&path, &target, &metadata)?;
        }
    }
    Ok(())
}

/// Folders appear with the first file in them: one whose files are all ignored does not.
fn parent(target: &Path) -> Result<(), InstallError> {
    target.parent().map_or(Ok(()), files::create_folder)
}

/// A copy has the permissions of a new file, and is executable where the original is.
#[cfg(unix)]
fn file(from: &Path, to: &Path, metadata: &fs::Metadata) -> Result<(), InstallError> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut source = fs::File::open(from).map_err(InstallError::file("read", from))?;
    let mut copy = fs::File::create(to).map_err(InstallError::file("write", to))?;
    std::io::copy(&mut source, &mut copy).map_err(InstallError::file("write", to))?;
    let executable = metadata.permissions().mode() & 0o111;
    if executable != 0 {
        copy.metadata()
            .and_then(|new| {
                copy.set_permissions(fs::Permissions::from_mode(
                    new.permissions().mode() & 0o7777 | executable,
                ))
            })
            .map_err(InstallError::file("set the permissions of", to))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn file(from: &Path, to: &Path, _metadata: &fs::Metadata) -> Result<(), InstallError> {
    fs::copy(from, to)
        .map(drop)
        .map_err(InstallError::file("write", to))
}
