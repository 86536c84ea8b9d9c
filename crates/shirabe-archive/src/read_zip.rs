//! Reading zip archives (APPNOTE.TXT of PKWARE).

use shirabe_callgraph::{centre, enter};
use std::fs::{self, File};
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::Path;

use zip::result::ZipError;
use zip::{CompressionMethod, System, ZipArchive};

use crate::deflate::{self, Inflater};
use crate::destination::Destination;
use crate::entry_name::EntryName;
use crate::error::ArchiveError;
use crate::mode::Mode;

/// Archives up to this size are read at one go; larger ones stay on disk.
const IN_MEMORY: u64 = 64 << 20;
/// Entries up to this size are unpacked at one go.
const AT_ONE_GO: u64 = 16 << 20;
/// Longer than any path.
const LONGEST_LINK: u64 = 64 << 10;

const FILE_TYPE: u32 = 0o170_000;

/// What the central directory says of an entry.
struct Entry {
    raw: Vec<u8>,
    system: System,
    attributes: u32,
    compression: CompressionMethod,
    size: u64,
    compressed_size: u64,
    crc32: u32,
}

impl Entry {
    /// The type bits of a Unix mode; archives made elsewhere have none.
    fn file_type(&self) -> u32 {
        if self.system == System::Unix {
            (self.attributes >> 16) & FILE_TYPE
        } else {
            0
        }
    }
}

pub(crate) fn unpack(
    path: &Path,
    size: u64,
    into: &mut Destination<'_>,
) -> Result<(), ArchiveError> {
    let unreadable = |source| ArchiveError::Read {
        archive: path.to_path_buf(),
        source,
    };
    if size == 0 {
        return Err(invalid(path, "the file is empty"));
    }
    if size <= IN_MEMORY {
        let bytes = fs::read(path).map_err(unreadable)?;
        let mut archive =
            ZipArchive::new(Cursor::new(bytes.as_slice())).map_err(|error| broken(path, &error))?;
        entries(path, &mut archive, Some(&bytes), into)
    } else {
        let file = BufReader::with_capacity(256 * 1024, File::open(path).map_err(unreadable)?);
        let mut archive = ZipArchive::new(file).map_err(|error| broken(path, &error))?;
        entries(path, &mut archive, None, into)
    }
}

fn entries<R: Read + Seek>(
    path: &Path,
    archive: &mut ZipArchive<R>,
    bytes: Option<&[u8]>,
    into: &mut Destination<'_>,
) -> Result<(), ArchiveError> {
    let _span = enter(centre!("entries"));
    let mut inflater = Inflater::new();
    let mut buffer = Vec::new();
    let metadata = archive.metadata();
    for index in 0..metadata.len() {
        let entry = metadata
            .entry(index)
            .map_err(|error| broken(path, &error))?;
        if entry.encrypted() {
            return Err(ArchiveError::Unsupported {
                archive: path.to_path_buf(),
                what: "encryption".into(),
            });
        }
        let entry = Entry {
            raw: name(path, &entry)?,
            system: entry.system(),
            attributes: entry.external_attributes(),
            compression: entry.compression(),
            size: entry.size(),
            compressed_size: entry.compressed_size(),
            crc32: entry.crc32(),
        };
        let name = into.admit(&entry.raw)?;
        let mode = Mode::from_zip(entry.system, entry.attributes, name.names_folder);
        match entry.file_type() {
            _ if name.names_folder => into.folder(&name, &entry.raw, mode)?,
            0o040_000 => into.folder(&name, &entry.raw, mode)?,
            0o120_000 => symlink(archive, index, &entry, &name, into)?,
            0 | 0o100_000 => file(
                archive,
                index,
                bytes,
                &entry,
                &name,
                mode,
                &mut inflater,
                &mut buffer,
                into,
            )?,
            other => return Err(special(path, &entry.raw, other)),
        }
    }
    Ok(())
}

/// A name without the UTF-8 flag is in the code page of DOS where DOS made it, and plain bytes elsewhere.
fn name(path: &Path, entry: &zip::read::ZipFileEntry<'_>) -> Result<Vec<u8>, ArchiveError> {
    let raw = entry.name_raw();
    if raw.is_ascii() || entry.system() != System::Dos {
        return Ok(raw.to_vec());
    }
    entry
        .name()
        .map(|name| name.into_owned().into_bytes())
        .map_err(|error| broken(path, &error))
}

#[expect(
    clippy::too_many_arguments,
    reason = "the loop's state, passed on once"
)]
fn file<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    index: usize,
    bytes: Option<&[u8]>,
    entry: &Entry,
    name: &EntryName,
    mode: Mode,
    inflater: &mut Inflater,
    buffer: &mut Vec<u8>,
    into: &mut Destination<'_>,
) -> Result<(), ArchiveError> {
    let known = matches!(
        entry.compression,
        CompressionMethod::Stored | CompressionMethod::Deflated
    );
    let (Some(bytes), true, true) = (bytes, known, entry.size <= AT_ONE_GO) else {
        let mut content = archive
            .by_index(index)
            .map_err(|error| into.damaged(&entry.raw, &error))?;
        let length = into.stream(name, &entry.raw, mode, &mut content, buffer)?;
        if length != entry.size {
            return Err(into.damaged(
                &entry.raw,
                &format_args!(
                    "it unpacks to {length} bytes where the archive states {}",
                    entry.size
                ),
            ));
        }
        return Ok(());
    };
    let start = archive
        .by_index_raw(index)
        .map_err(|error| into.damaged(&entry.raw, &error))?
        .data_start()
        .unwrap_or(u64::MAX);
    let data = usize::try_from(start)
        .ok()
        .zip(usize::try_from(entry.compressed_size).ok())
        .and_then(|(start, length)| bytes.get(start..start.checked_add(length)?))
        .ok_or_else(|| into.damaged(&entry.raw, &"the archive ends before it"))?;
    into.grow(&entry.raw, entry.size)?;
    let content = if entry.compression == CompressionMethod::Stored {
        if data.len() as u64 != entry.size {
            return Err(into.damaged(&entry.raw, &"its two sizes contradict each other"));
        }
        data
    } else {
        let size = usize::try_from(entry.size).unwrap_or(usize::MAX);
        inflater
            .inflate(data, size)
            .map_err(|reason| into.damaged(&entry.raw, &reason))?
    };
    if deflate::crc32(content) != entry.crc32 {
        return Err(into.damaged(&entry.raw, &"its checksum (CRC-32) is wrong"));
    }
    into.file(name, &entry.raw, mode, content)
}

fn symlink<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    index: usize,
    entry: &Entry,
    name: &EntryName,
    into: &mut Destination<'_>,
) -> Result<(), ArchiveError> {
    if entry.size > LONGEST_LINK {
        return Err(into.damaged(&entry.raw, &"it is a symbolic link without a valid target"));
    }
    let mut target = Vec::new();
    archive
        .by_index(index)
        .map_err(|error| into.damaged(&entry.raw, &error))?
        .take(LONGEST_LINK)
        .read_to_end(&mut target)
        .map_err(|error| into.damaged(&entry.raw, &error))?;
    into.symlink(name, &entry.raw, target)
}

fn special(path: &Path, raw: &[u8], file_type: u32) -> ArchiveError {
    ArchiveError::SpecialFile {
        archive: path.to_path_buf(),
        entry: crate::error::EntryLabel::new(raw),
        what: match file_type {
            0o010_000 => "a named pipe",
            0o020_000 => "a character device",
            0o060_000 => "a block device",
            0o140_000 => "a socket",
            _ => "of an unknown kind",
        },
    }
}

fn broken(path: &Path, error: &ZipError) -> ArchiveError {
    invalid(path, &error.to_string())
}

fn invalid(path: &Path, reason: &str) -> ArchiveError {
    ArchiveError::Invalid {
        archive: path.to_path_buf(),
        kind: "zip",
        reason: reason.to_owned(),
    }
}
