//! The folder that an archive is unpacked into.

use shirabe_callgraph::{centre, enter};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::entry_name::{self, EntryName, UnsafeName};
use crate::error::{ArchiveError, EntryLabel, Limit};
use crate::extract::Extracted;
use crate::limits::Limits;
use crate::mode::Mode;
use crate::symlinks::{self, Links};

/// Finder's note about a folder, which an archive made on a Mac may carry beside its one folder.
const FINDER_NOTE: &[u8] = b".DS_Store";

/// Unpacks entry by entry. Symbolic links are made at the very end, so that no entry can be written through one.
pub(crate) struct Destination<'a> {
    archive: &'a Path,
    archive_size: u64,
    root: PathBuf,
    limits: &'a Limits,
    /// What new folders do not get, read off the root. `None` where it was there before.
    umask: Option<u32>,
    folders: HashSet<Vec<u8>>,
    latest_folder: Vec<u8>,
    folder_modes: BTreeMap<Vec<u8>, u32>,
    links: Links,
    link_labels: HashMap<Vec<u8>, Vec<u8>>,
    tops: Tops,
    entries: u64,
    extracted: Extracted,
}

/// What the archive has at its top.
enum Tops {
    None,
    One(Vec<u8>),
    Several,
}

impl<'a> Destination<'a> {
    /// Makes `root`, with the folders above it.
    pub(crate) fn create(
        archive: &'a Path,
        archive_size: u64,
        root: &Path,
        limits: &'a Limits,
    ) -> Result<Self, ArchiveError> {
        let refused = |source| ArchiveError::Write {
            archive: archive.to_path_buf(),
            path: root.to_path_buf(),
            source,
        };
        if let Some(parent) = root.parent() {
            fs::create_dir_all(parent).map_err(refused)?;
        }
        let umask = match fs::create_dir(root) {
            Ok(()) => umask_of_new_folder(root),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let empty = fs::symlink_metadata(root).is_ok_and(|metadata| metadata.is_dir())
                    && fs::read_dir(root).map_err(refused)?.next().is_none();
                if !empty {
                    return Err(ArchiveError::DestinationExists {
                        archive: archive.to_path_buf(),
                        path: root.to_path_buf(),
                    });
                }
                None
            }
            Err(error) => return Err(refused(error)),
        };
        Ok(Self {
            archive,
            archive_size,
            root: root.to_path_buf(),
            limits,
            umask,
            folders: HashSet::from([Vec::new()]),
            latest_folder: Vec::new(),
            folder_modes: BTreeMap::new(),
            links: Links::new(),
            link_labels: HashMap::new(),
            tops: Tops::None,
            entries: 0,
            extracted: Extracted::default(),
        })
    }

    /// The name of the next entry, checked and counted.
    pub(crate) fn admit(&mut self, raw: &[u8]) -> Result<EntryName, ArchiveError> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(self.too_large(raw, Limit::Entries(self.limits.entries)));
        }
        EntryName::parse(raw).map_err(|reason| self.unsafe_name(raw, reason))
    }

    /// Asks whether `more` bytes may be written for the entry `raw`, and counts them.
    pub(crate) fn grow(&mut self, raw: &[u8], more: u64) -> Result<(), ArchiveError> {
        let bytes = self.extracted.bytes.saturating_add(more);
        if bytes > self.limits.bytes {
            return Err(self.too_large(raw, Limit::Bytes(self.limits.bytes)));
        }
        if bytes > self.limits.ratio_from
            && bytes > self.archive_size.saturating_mul(self.limits.ratio)
        {
            return Err(self.too_large(raw, Limit::Ratio(self.limits.ratio)));
        }
        self.extracted.bytes = bytes;
        Ok(())
    }

    pub(crate) fn folder(
        &mut self,
        name: &EntryName,
        raw: &[u8],
        mode: Mode,
    ) -> Result<(), ArchiveError> {
        self.ensure_folder(&name.path, raw)?;
        if !name.path.is_empty() {
            self.note_top(&name.path);
            if let Mode::Exact(bits) = mode {
                self.folder_modes.insert(name.path.clone(), bits);
            }
        }
        Ok(())
    }

    /// Writes a file whose whole content is at hand and was counted by [`Destination::grow`].
    pub(crate) fn file(
        &mut self,
        name: &EntryName,
        raw: &[u8],
        mode: Mode,
        content: &[u8],
    ) -> Result<(), ArchiveError> {
        let _span = enter(centre!("write-file"));
        let (path, mut file) = self.open(name, raw, mode)?;
        file.write_all(content)
            .map_err(|source| self.cannot_write(path, source))?;
        self.extracted.files += 1;
        Ok(())
    }

    /// Writes a file piece by piece, asking the limits on the way. Returns its length.
    pub(crate) fn stream(
        &mut self,
        name: &EntryName,
        raw: &[u8],
        mode: Mode,
        content: &mut dyn Read,
        buffer: &mut Vec<u8>,
    ) -> Result<u64, ArchiveError> {
        const PIECE: usize = 256 * 1024;
        let (path, mut file) = self.open(name, raw, mode)?;
        buffer.resize(PIECE, 0);
        let mut length = 0;
        loop {
            match content.read(buffer) {
                Ok(0) => break,
                Ok(count) => {
                    self.grow(raw, count as u64)?;
                    length += count as u64;
                    if let Err(source) = file.write_all(&buffer[..count]) {
                        return Err(self.cannot_write(path, source));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.damaged(raw, &error)),
            }
        }
        self.extracted.files += 1;
        Ok(length)
    }

    /// A second name for a file of the archive, as tar has them: becomes a copy.
    pub(crate) fn hard_link(
        &mut self,
        name: &EntryName,
        raw: &[u8],
        target: &[u8],
        mode: Mode,
        buffer: &mut Vec<u8>,
    ) -> Result<(), ArchiveError> {
        let Ok(target) = EntryName::parse(target) else {
            return Err(ArchiveError::EscapingLink {
                archive: self.archive.to_path_buf(),
                entry: EntryLabel::new(raw),
                target: EntryLabel::new(target),
            });
        };
        if target.path == name.path {
            return Ok(());
        }
        if self.is_or_is_below_link(&target.path) {
            return Err(self.conflict(raw, "is a hard link to a symbolic link"));
        }
        let existing = self.disk_path(&target.path);
        if !fs::symlink_metadata(&existing).is_ok_and(|metadata| metadata.is_file()) {
            return Err(self.damaged(
                raw,
                &"it is a hard link to a file that does not come before it",
            ));
        }
        let mut content =
            File::open(&existing).map_err(|source| self.cannot_write(existing, source))?;
        self.stream(name, raw, mode, &mut content, buffer).map(drop)
    }

    pub(crate) fn symlink(
        &mut self,
        name: &EntryName,
        raw: &[u8],
        target: Vec<u8>,
    ) -> Result<(), ArchiveError> {
        if name.path.is_empty() {
            return Err(self.unsafe_name(raw, UnsafeName::Empty));
        }
        if target.is_empty() || target.contains(&0) {
            return Err(self.damaged(raw, &"it is a symbolic link without a valid target"));
        }
        self.ensure_folder(entry_name::parent(&name.path), raw)?;
        if fs::symlink_metadata(self.disk_path(&name.path)).is_ok() {
            return Err(self.conflict(
                raw,
                "is a symbolic link where another entry is a file or folder",
            ));
        }
        self.note_top(&name.path);
        self.link_labels.insert(name.path.clone(), raw.to_vec());
        if self.links.insert(name.path.clone(), target).is_none() {
            self.extracted.files += 1;
        }
        Ok(())
    }

    /// Takes the one top folder away, makes the symbolic links and sets the permissions of folders.
    pub(crate) fn finish(mut self) -> Result<Extracted, ArchiveError> {
        let _span = enter(centre!("finish-folder"));
        if let Tops::One(top) = std::mem::replace(&mut self.tops, Tops::None)
            && !self.links.contains_key(&top)
            && self.disk_path(&top).is_dir()
        {
            self.lift(&top)?;
        }
        for path in self.links.keys() {
            if !symlinks::stays_inside(path, &self.links) {
                return Err(ArchiveError::EscapingLink {
                    archive: self.archive.to_path_buf(),
                    entry: EntryLabel::new(self.link_labels.get(path).unwrap_or(path)),
                    target: EntryLabel::new(&self.links[path]),
                });
            }
        }
        for (path, target) in &self.links {
            let path = self.disk_path(path);
            make_symlink(&os_path(target), &path)
                .map_err(|source| self.cannot_write(path, source))?;
        }
        for (path, mode) in self.folder_modes.iter().rev() {
            if self.umask.is_some_and(|umask| 0o777 & !umask == *mode) {
                continue;
            }
            let path = self.disk_path(path);
            set_mode(&path, *mode).map_err(|source| self.cannot_write(path, source))?;
        }
        Ok(self.extracted)
    }

    /// Puts the folder `top` in the root's place.
    fn lift(&mut self, top: &[u8]) -> Result<(), ArchiveError> {
        let aside = aside(&self.root);
        let refused = |source| self.cannot_write(self.root.clone(), source);
        remove_folder(&aside).map_err(refused)?;
        fs::rename(self.disk_path(top), &aside).map_err(refused)?;
        match fs::remove_file(self.disk_path(FINDER_NOTE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(refused(error)),
            _ => {}
        }
        fs::remove_dir(&self.root).map_err(refused)?;
        fs::rename(&aside, &self.root).map_err(refused)?;

        let below = |path: Vec<u8>| match path.strip_prefix(top) {
            Some([]) => Some(Vec::new()),
            Some([b'/', rest @ ..]) => Some(rest.to_vec()),
            _ => None,
        };
        self.folder_modes = std::mem::take(&mut self.folder_modes)
            .into_iter()
            .filter_map(|(path, mode)| Some((below(path)?, mode)))
            .collect();
        self.links = std::mem::take(&mut self.links)
            .into_iter()
            .filter_map(|(path, target)| Some((below(path)?, target)))
            .collect();
        self.link_labels = std::mem::take(&mut self.link_labels)
            .into_iter()
            .filter_map(|(path, label)| Some((below(path)?, label)))
            .collect();
        Ok(())
    }

    fn open(
        &mut self,
        name: &EntryName,
        raw: &[u8],
        mode: Mode,
    ) -> Result<(PathBuf, File), ArchiveError> {
        if name.path.is_empty() {
            return Err(self.unsafe_name(raw, UnsafeName::Empty));
        }
        self.ensure_folder(entry_name::parent(&name.path), raw)?;
        if self.links.contains_key(&name.path) {
            return Err(self.conflict(raw, "is a file where another entry is a symbolic link"));
        }
        self.note_top(&name.path);
        let path = self.disk_path(&name.path);
        let file = match open_new(&path, mode) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir()) {
                    return Err(self.conflict(raw, "is a file where another entry has a folder"));
                }
                if !exact_name_exists(&path) {
                    return Err(self.conflict(raw, "differs from another entry in case alone"));
                }
                // The same name twice: the later one is meant.
                fs::remove_file(&path).and_then(|()| open_new(&path, mode))
            }
            other => other,
        };
        let file = match file {
            Ok(file) => file,
            Err(source) => return Err(self.cannot_write(path, source)),
        };
        if let Mode::Exact(bits) = mode
            && self.umask.is_none_or(|umask| bits & umask != 0)
            && let Err(source) = set_file_mode(&file, bits)
        {
            return Err(self.cannot_write(path, source));
        }
        Ok((path, file))
    }

    fn ensure_folder(&mut self, path: &[u8], raw: &[u8]) -> Result<(), ArchiveError> {
        if self.latest_folder == path {
            return Ok(());
        }
        if !self.folders.contains(path) {
            if self.links.contains_key(path) {
                return Err(self.conflict(raw, "lies below a symbolic link"));
            }
            self.ensure_folder(entry_name::parent(path), raw)?;
            let folder = self.disk_path(path);
            match fs::create_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !fs::symlink_metadata(&folder).is_ok_and(|metadata| metadata.is_dir()) {
                        return Err(
                            self.conflict(raw, "has a folder where another entry is a file")
                        );
                    }
                }
                Err(source) => return Err(self.cannot_write(folder, source)),
                Ok(()) => {}
            }
            self.folders.insert(path.to_vec());
        }
        self.latest_folder.clear();
        self.latest_folder.extend_from_slice(path);
        Ok(())
    }

    fn note_top(&mut self, path: &[u8]) {
        let top = entry_name::first(path);
        match &self.tops {
            _ if top == FINDER_NOTE => {}
            Tops::One(known) if known == top => {}
            Tops::None => self.tops = Tops::One(top.to_vec()),
            Tops::One(_) => self.tops = Tops::Several,
            Tops::Several => {}
        }
    }

    fn is_or_is_below_link(&self, path: &[u8]) -> bool {
        let mut path = path;
        while !path.is_empty() {
            if self.links.contains_key(path) {
                return true;
            }
            path = entry_name::parent(path);
        }
        false
    }

    fn disk_path(&self, path: &[u8]) -> PathBuf {
        if path.is_empty() {
            return self.root.clone();
        }
        self.root.join(os_path(path))
    }

    pub(crate) fn damaged(&self, raw: &[u8], reason: &dyn std::fmt::Display) -> ArchiveError {
        ArchiveError::Damaged {
            archive: self.archive.to_path_buf(),
            entry: EntryLabel::new(raw),
            reason: reason.to_string(),
        }
    }

    fn unsafe_name(&self, raw: &[u8], reason: UnsafeName) -> ArchiveError {
        ArchiveError::UnsafeName {
            archive: self.archive.to_path_buf(),
            entry: EntryLabel::new(raw),
            reason,
        }
    }

    fn conflict(&self, raw: &[u8], reason: &'static str) -> ArchiveError {
        ArchiveError::Conflict {
            archive: self.archive.to_path_buf(),
            entry: EntryLabel::new(raw),
            reason,
        }
    }

    fn too_large(&self, raw: &[u8], limit: Limit) -> ArchiveError {
        ArchiveError::TooLarge {
            archive: self.archive.to_path_buf(),
            entry: EntryLabel::new(raw),
            limit,
        }
    }

    fn cannot_write(&self, path: PathBuf, source: io::Error) -> ArchiveError {
        ArchiveError::Write {
            archive: self.archive.to_path_buf(),
            path,
            source,
        }
    }
}

/// Where the top folder waits while the root makes room for it.
pub(crate) fn aside(root: &Path) -> PathBuf {
    let mut name = root.file_name().unwrap_or_default().to_os_string();
    name.push(".top");
    root.with_file_name(name)
}

/// Removes a folder with all that is in it; one that is not there is fine.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn exact_name_exists(path: &Path) -> bool {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return false;
    };
    fs::read_dir(folder)
        .is_ok_and(|entries| entries.flatten().any(|entry| entry.file_name() == name))
}

#[cfg(unix)]
fn os_path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// Names were proved to be UTF-8 by [`EntryName::parse`].
#[cfg(not(unix))]
fn os_path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(unix)]
fn umask_of_new_folder(folder: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt as _;
    let mode = fs::symlink_metadata(folder).ok()?.mode();
    Some(0o777 & !mode)
}

#[cfg(not(unix))]
fn umask_of_new_folder(_folder: &Path) -> Option<u32> {
    None
}

#[cfg(unix)]
fn open_new(path: &Path, mode: Mode) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let bits = match mode {
        Mode::Default => 0o666,
        Mode::Masked(bits) => bits,
        // Writable until it is written; a file of mode 0444 may still be written through the descriptor.
        Mode::Exact(bits) => bits,
    };
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(bits)
        .open(path)
}

#[cfg(not(unix))]
fn open_new(path: &Path, _mode: Mode) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

#[cfg(unix)]
fn set_file_mode(file: &File, bits: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(bits))
}

#[cfg(not(unix))]
fn set_file_mode(_file: &File, _bits: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn set_mode(path: &Path, bits: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(bits))
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _bits: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn make_symlink(target: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(windows)]
fn make_symlink(target: &Path, path: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_file(target, path)
}
