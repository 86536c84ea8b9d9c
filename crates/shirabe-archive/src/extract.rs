//! Unpacking an archive.

use shirabe_callgraph::{centre, enter};
use std::fs;
use std::path::Path;

use crate::destination::{self, Destination};
use crate::error::ArchiveError;
use crate::limits::Limits;
use crate::{read_tar, read_zip};

/// The kinds of archive that packages come in: the `type` of a `dist`
/// (<https://getcomposer.org/doc/05-repositories.md#package>).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArchiveKind {
    /// A zip file.
    Zip,
    /// A tar file, plain or compressed with gzip: told apart by its first bytes.
    Tar,
}

/// What was unpacked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extracted {
    /// Files and symbolic links; folders do not count.
    pub files: u64,
    /// Bytes of all files.
    pub bytes: u64,
}

/// Unpacks the archive at `archive` into the folder `destination`, which must not exist or be empty.
///
/// An archive whose only entry at the top is a folder (a `.DS_Store` beside it does not count) gives the content of
/// that folder. Permissions are those that `unzip` (zip) and PHP's `PharData` (tar) leave. Modification times are those
/// of the extraction.
///
/// # Errors
/// See [`ArchiveError`]. Nothing is left at `destination` then, unless removing it fails as well.
pub fn extract(
    archive: &Path,
    kind: ArchiveKind,
    destination: &Path,
    limits: &Limits,
) -> Result<Extracted, ArchiveError> {
    let _span = enter(centre!("extract"));
    let size = fs::metadata(archive)
        .map_err(|source| ArchiveError::Read {
            archive: archive.to_path_buf(),
            source,
        })?
        .len();
    let mut into = Destination::create(archive, size, destination, limits)?;
    let result = match kind {
        ArchiveKind::Zip => read_zip::unpack(archive, size, &mut into),
        ArchiveKind::Tar => read_tar::unpack(archive, &mut into),
    }
    .and_then(|()| into.finish());
    if result.is_err() {
        // The error at hand matters more than one of tidying up.
        let _ = destination::remove_folder(destination);
        let _ = destination::remove_folder(&destination::aside(destination));
    }
    result
}
