//! What can go wrong with an archive.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::entry_name::UnsafeName;

/// Why an archive was not extracted. Nothing of it is left in the destination then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The archive cannot be opened or read.
    #[error("cannot read the archive {}: {source}", archive.display())]
    Read {
        /// The archive.
        archive: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is no archive of this kind, or its directory of contents is damaged.
    #[error("{} is not a valid {kind} archive: {reason}", archive.display())]
    Invalid {
        /// The archive.
        archive: PathBuf,
        /// `zip` or `tar`.
        kind: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// An entry's data do not unpack to the size and checksum that the archive states.
    #[error("{} is damaged at {entry}: {reason}", archive.display())]
    Damaged {
        /// The archive.
        archive: PathBuf,
        /// The entry as the archive names it.
        entry: EntryLabel,
        /// What is wrong.
        reason: String,
    },
    /// An entry's name would leave the destination or cannot be a file name.
    #[error("{} is refused because of the entry {entry}: {reason}", archive.display())]
    UnsafeName {
        /// The archive.
        archive: PathBuf,
        /// The entry as the archive names it.
        entry: EntryLabel,
        /// Which rule it breaks.
        reason: UnsafeName,
    },
    /// A link that leads out of the package.
    #[error("{} is refused because the link {entry} leads out of the package, to {target}", archive.display())]
    EscapingLink {
        /// The archive.
        archive: PathBuf,
        /// The link as the archive names it.
        entry: EntryLabel,
        /// Where it points.
        target: EntryLabel,
    },
    /// An entry of a kind that packages never have: a device, a pipe.
    #[error("{} is refused because the entry {entry} is {what}", archive.display())]
    SpecialFile {
        /// The archive.
        archive: PathBuf,
        /// The entry as the archive names it.
        entry: EntryLabel,
        /// What it is, with its article.
        what: &'static str,
    },
    /// Two entries cannot both be written: a file where another has a folder, names that differ in case alone on a
    /// file system that ignores case, a file below a symbolic link.
    #[error("{} has two entries that exclude each other: {entry} {reason}", archive.display())]
    Conflict {
        /// The archive.
        archive: PathBuf,
        /// The later entry.
        entry: EntryLabel,
        /// How it meets the other.
        reason: &'static str,
    },
    /// A way of compressing or encrypting that is not supported.
    #[error("{} uses {what}, which is not supported", archive.display())]
    Unsupported {
        /// The archive.
        archive: PathBuf,
        /// The unsupported thing.
        what: String,
    },
    /// The archive unpacks to more than [`crate::Limits`] allow.
    #[error("{} is refused at {entry}: it unpacks to {limit} (possible zip bomb)", archive.display())]
    TooLarge {
        /// The archive.
        archive: PathBuf,
        /// The entry that went past the limit.
        entry: EntryLabel,
        /// The limit.
        limit: Limit,
    },
    /// The destination is there already and is no empty folder.
    #[error("cannot extract {} to {}: the destination exists and is not an empty folder", archive.display(), path.display())]
    DestinationExists {
        /// The archive.
        archive: PathBuf,
        /// The destination.
        path: PathBuf,
    },
    /// The file system refused a file, folder or link of the package: no space, no permission, a name too long.
    #[error("cannot write {} from {}: {source}", path.display(), archive.display())]
    Write {
        /// The archive.
        archive: PathBuf,
        /// What could not be written.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// The limit that an archive went past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`crate::Limits::entries`].
    Entries(u64),
    /// [`crate::Limits::bytes`].
    Bytes(u64),
    /// [`crate::Limits::ratio`].
    Ratio(u64),
}

impl fmt::Display for Limit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entries(limit) => write!(out, "more than {limit} entries"),
            Self::Bytes(limit) => write!(out, "more than {limit} bytes"),
            Self::Ratio(limit) => write!(out, "more than {limit} times its own size"),
        }
    }
}

/// The name of an entry, printable whatever bytes it has: control characters and bytes that are not UTF-8 are escaped.
#[derive(Clone, PartialEq, Eq)]
pub struct EntryLabel(String);

impl EntryLabel {
    pub(crate) fn new(raw: &[u8]) -> Self {
        const LONGEST: usize = 300;
        let mut text = String::new();
        for chunk in raw.utf8_chunks() {
            for letter in chunk.valid().chars() {
                if letter.is_control() {
                    text.extend(letter.escape_default());
                } else {
                    text.push(letter);
                }
            }
            for byte in chunk.invalid() {
                text.extend(std::ascii::escape_default(*byte).map(char::from));
            }
            if text.len() > LONGEST {
                text.push('…');
                break;
            }
        }
        Self(text)
    }
}

impl fmt::Display for EntryLabel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "\"{}\"", self.0)
    }
}

impl fmt::Debug for EntryLabel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}
