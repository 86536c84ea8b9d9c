//! Reading and writing zip and tar archives safely.
//!
//! Package archives come from strangers. [`extract`] therefore promises two things: nothing is ever written outside
//! the destination folder, and what is left behind is what Composer leaves behind (files, permissions, symbolic links,
//! one single top folder taken away). An archive that cannot have both is refused as a whole, with an error that names
//! the archive and the entry.
//!
//! * [`extract`] reads `.zip`, `.tar` and `.tar.gz`.
//! * [`write_zip`] and [`write_tar_gz`] write byte-identical archives for identical input.
//! * [`sha1_file`] is the checksum that repositories publish as `dist.shasum`.

mod checksum;
mod deflate;
mod destination;
mod entry_name;
mod error;
mod extract;
mod limits;
mod mode;
mod read_tar;
mod read_zip;
mod symlinks;
mod write;

pub use checksum::{sha1_file, sha1_hex};
pub use entry_name::UnsafeName;
pub use error::{ArchiveError, EntryLabel, Limit};
pub use extract::{ArchiveKind, Extracted, extract};
pub use limits::Limits;
pub use write::{Content, Entry, WriteError, WriteOptions, write_tar_gz, write_zip};
