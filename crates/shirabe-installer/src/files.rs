//! Operations on files and folders that name what failed.

use shirabe_callgraph::{centre, enter};
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::InstallError;

/// Whether something is at `path`, even a link that leads nowhere.
pub(crate) fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

pub(crate) fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}

pub(crate) fn is_empty_folder(path: &Path) -> bool {
    fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}

pub(crate) fn create_folder(path: &Path) -> Result<(), InstallError> {
    fs::create_dir_all(path).map_err(InstallError::file("create the folder", path))
}

/// Removes a file, a link (not what it leads to) or a folder with all that is in it. Nothing there is fine.
pub(crate) fn remove(path: &Path) -> Result<(), InstallError> {
    let _span = enter(centre!("remove"));
    let removed = match fs::symlink_metadata(path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(());
        }
        Err(error) => Err(error),
        Ok(metadata) if metadata.is_dir() => remove_folder(path),
        Ok(_) => fs::remove_file(path),
    };
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other.map_err(InstallError::file("remove", path)),
    }
}

/// A folder with all that is in it, also where a package made folders read-only.
fn remove_folder(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            make_folders_writable(path);
            fs::remove_dir_all(path)
        }
        other => other,
    }
}

#[cfg(unix)]
fn make_folders_writable(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return;
    };
    if !metadata.is_dir() {
        return;
    }
    let mode = metadata.permissions().mode();
    if mode & 0o700 != 0o700 {
        // Where this is refused, the removal that follows names the reason.
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode | 0o700));
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            make_folders_writable(&entry.path());
        }
    }
}

#[cfg(not(unix))]
fn make_folders_writable(_path: &Path) {}

/// Removes a folder if it is empty. Whether it was does not matter.
pub(crate) fn remove_if_empty(path: &Path) {
    let _ = fs::remove_dir(path);
}

/// Moves a file or folder to a place where nothing is, also to another file system.
pub(crate) fn move_to(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == ErrorKind::CrossesDevices => {
            let beside = beside(to);
            let copied = copy_tree(from, &beside).and_then(|()| fs::rename(&beside, to));
            if copied.is_err() {
                let _ = remove(&beside);
                return copied;
            }
            remove(from).map_err(|error| match error {
                InstallError::File { source, .. } => source,
                other => io::Error::other(other.to_string()),
            })
        }
        other => other,
    }
}

fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    let metadata = fs::symlink_metadata(from)?;
    if metadata.is_symlink() {
        return symlink(&fs::read_link(from)?, to);
    }
    if !metadata.is_dir() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy_tree(&entry.path(), &to.join(entry.file_name()))?;
    }
    fs::set_permissions(to, metadata.permissions())
}

/// A name beside `path` that nothing has yet.
pub(crate) fn beside(path: &Path) -> PathBuf {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    path.with_file_name(format!(
        ".{name}.{}-{}.tmp",
        std::process::id(),
        COUNTER.fetch_add(1, Ordering::Relaxed)
    ))
}

/// Writes a whole file beside `path` and puts it in its place. It is not synced: a proxy that a crash of the system
/// took is made again by the next run.
pub(crate) fn replace(path: &Path, content: &[u8], executable: bool) -> Result<(), InstallError> {
    let new = beside(path);
    let written = create(&new, executable)
        .and_then(|mut file| file.write_all(content))
        .and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written.map_err(InstallError::file("write", path))
}

#[cfg(unix)]
fn create(path: &Path, executable: bool) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(if executable { 0o777 } else { 0o666 })
        .open(path)
}

#[cfg(not(unix))]
fn create(path: &Path, _executable: bool) -> io::Result<fs::File> {
    fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
}

#[cfg(unix)]
pub(crate) fn symlink(target: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(windows)]
pub(crate) fn symlink(target: &Path, path: &Path) -> io::Result<()> {
    if path
        .parent()
        .is_some_and(|folder| folder.join(target).is_dir())
    {
        std::os::windows::fs::symlink_dir(target, path)
    } else {
        std::os::windows::fs::symlink_file(target, path)
    }
}

/// Gives `path` the permissions of `model`.
pub(crate) fn copy_permissions(model: &Path, path: &Path) -> io::Result<()> {
    fs::set_permissions(path, fs::metadata(model)?.permissions())
}

/// Lets whoever may read the file run it.
#[cfg(unix)]
pub(crate) fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    if let Ok(metadata) = fs::metadata(path) {
        let mode = metadata.permissions().mode();
        // A file of someone else may stay as it is.
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode | (mode & 0o444) >> 2));
    }
}

#[cfg(not(unix))]
pub(crate) fn make_executable(_path: &Path) {}
