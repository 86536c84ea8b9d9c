//! Reading tar archives (POSIX.1 ustar and pax, GNU), plain or in gzip (RFC 1952).

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use tar::{Archive, EntryType};

use crate::destination::Destination;
use crate::error::{ArchiveError, EntryLabel};
use crate::mode::Mode;

/// Entries up to this size are read at one go.
const AT_ONE_GO: u64 = 4 << 20;

pub(crate) fn unpack(path: &Path, into: &mut Destination<'_>) -> Result<(), ArchiveError> {
    let unreadable = |source| ArchiveError::Read {
        archive: path.to_path_buf(),
        source,
    };
    let mut file = BufReader::with_capacity(128 * 1024, File::open(path).map_err(unreadable)?);
    let start = file.fill_buf().map_err(unreadable)?;
    let other = match start {
        [] => return Err(invalid(path, &"the file is empty")),
        [0x1f, 0x8b, ..] => {
            return entries(path, &mut Archive::new(MultiGzDecoder::new(file)), into);
        }
        [b'B', b'Z', b'h', ..] => "bzip2",
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => "xz",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => "zstd",
        _ => return entries(path, &mut Archive::new(file), into),
    };
    Err(ArchiveError::Unsupported {
        archive: path.to_path_buf(),
        what: format!("{other} compression"),
    })
}

fn entries<R: Read>(
    path: &Path,
    archive: &mut Archive<R>,
    into: &mut Destination<'_>,
) -> Result<(), ArchiveError> {
    let mut buffer = Vec::new();
    for entry in archive.entries().map_err(|error| invalid(path, &error))? {
        let mut entry = entry.map_err(|error| invalid(path, &error))?;
        let kind = entry.header().entry_type();
        if matches!(
            kind,
            EntryType::XGlobalHeader
                | EntryType::XHeader
                | EntryType::GNULongName
                | EntryType::GNULongLink
        ) {
            continue;
        }
        let raw = entry.path_bytes().into_owned();
        let mode = Mode::from_tar(
            entry
                .header()
                .mode()
                .map_err(|error| into.damaged(&raw, &error))?,
        );
        let name = into.admit(&raw)?;
        match kind {
            EntryType::Directory => into.folder(&name, &raw, Mode::Default)?,
            // Tar of Unix Version 7 has no type for folders but the slash.
            EntryType::Regular if name.names_folder => into.folder(&name, &raw, Mode::Default)?,
            EntryType::Regular | EntryType::Continuous => {
                let size = entry.size();
                if size <= AT_ONE_GO {
                    into.grow(&raw, size)?;
                    buffer.clear();
                    entry
                        .read_to_end(&mut buffer)
                        .map_err(|error| into.damaged(&raw, &error))?;
                    if buffer.len() as u64 != size {
                        return Err(into.damaged(&raw, &"the archive ends inside it"));
                    }
                    into.file(&name, &raw, mode, &buffer)?;
                } else if into.stream(&name, &raw, mode, &mut entry, &mut buffer)? != size {
                    return Err(into.damaged(&raw, &"the archive ends inside it"));
                }
            }
            EntryType::GNUSparse => {
                into.stream(&name, &raw, mode, &mut entry, &mut buffer)?;
            }
            EntryType::Symlink | EntryType::Link => {
                let Some(target) = entry.link_name_bytes().map(|target| target.into_owned()) else {
                    return Err(into.damaged(&raw, &"it is a link without a target"));
                };
                if kind == EntryType::Symlink {
                    into.symlink(&name, &raw, target)?;
                } else {
                    into.hard_link(&name, &raw, &target, mode, &mut buffer)?;
                }
            }
            other => {
                return Err(ArchiveError::SpecialFile {
                    archive: path.to_path_buf(),
                    entry: EntryLabel::new(&raw),
                    what: match other {
                        EntryType::Fifo => "a named pipe",
                        EntryType::Char => "a character device",
                        EntryType::Block => "a block device",
                        _ => "of an unknown kind",
                    },
                });
            }
        }
    }
    Ok(())
}

fn invalid(path: &Path, reason: &dyn std::fmt::Display) -> ArchiveError {
    ArchiveError::Invalid {
        archive: path.to_path_buf(),
        kind: "tar",
        reason: reason.to_string(),
    }
}
