//! The archives: one version's files under one top folder, as code hosts make them.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::WorldError;
use crate::source_file::SourceFile;

/// One version's files and the little that an archive says about them.
pub(crate) struct Dist {
    /// `vendor-name-<first seven digits of the reference>`.
    pub(crate) top_folder: String,
    /// The commit; zip archives carry it as their comment.
    pub(crate) reference: String,
    /// The time that every entry bears.
    pub(crate) time: Timestamp,
    /// Paths below the top folder.
    pub(crate) files: Vec<(String, SourceFile)>,
}

const FILE: u32 = 0o644;
const PROGRAM: u32 = 0o755;

impl Dist {
    /// Writes the zip flavour.
    pub(crate) fn write_zip(&self, path: &Path) -> Result<(), WorldError> {
        let failed = |error: zip::result::ZipError| WorldError::Archive {
            path: path.to_owned(),
            cause: error.to_string(),
        };
        let time = self.time.to_zoned(TimeZone::UTC);
        let time = DateTime::from_date_and_time(
            u16::try_from(time.year()).unwrap_or(1980),
            time.month().unsigned_abs(),
            time.day().unsigned_abs(),
            time.hour().unsigned_abs(),
            time.minute().unsigned_abs(),
            time.second().unsigned_abs(),
        )
        .unwrap_or_default();
        let options = SimpleFileOptions::default().last_modified_time(time);

        let file = File::create(path).map_err(WorldError::io(path))?;
        let mut zip = ZipWriter::new(BufWriter::new(file));
        zip.set_comment(self.reference.as_str()).map_err(failed)?;
        for folder in self.folders() {
            zip.add_directory(folder, options.unix_permissions(PROGRAM))
                .map_err(failed)?;
        }
        for (name, file) in &self.files {
            let options = options
                .compression_method(CompressionMethod::Deflated)
                .unix_permissions(permissions(file));
            zip.start_file(format!("{}/{name}", self.top_folder), options)
                .map_err(failed)?;
            zip.write_all(&file.content).map_err(WorldError::io(path))?;
        }
        let mut inner = zip.finish().map_err(failed)?;
        inner.flush().map_err(WorldError::io(path))
    }

    /// Writes the tar.gz flavour.
    pub(crate) fn write_tar_gz(&self, path: &Path) -> Result<(), WorldError> {
        self.try_write_tar_gz(path).map_err(WorldError::io(path))
    }

    fn try_write_tar_gz(&self, path: &Path) -> io::Result<()> {
        let file = BufWriter::new(File::create(path)?);
        let mut tar = tar::Builder::new(GzEncoder::new(file, Compression::default()));
        let mut append = |name: &str, kind: tar::EntryType, mode: u32, content: &[u8]| {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(kind);
            header.set_mode(mode);
            header.set_mtime(self.time.as_second().unsigned_abs());
            header.set_size(content.len() as u64);
            tar.append_data(&mut header, name, content)
        };
        for folder in self.folders() {
            append(&folder, tar::EntryType::Directory, PROGRAM, &[])?;
        }
        for (name, file) in &self.files {
            let name = format!("{}/{name}", self.top_folder);
            append(
                &name,
                tar::EntryType::Regular,
                permissions(file),
                &file.content,
            )?;
        }
        tar.into_inner()?.finish()?.flush()
    }

    /// The top folder and all below it, parents first, each ended by a slash.
    fn folders(&self) -> BTreeSet<String> {
        let mut folders = BTreeSet::from([format!("{}/", self.top_folder)]);
        for (path, _) in &self.files {
            let ends = path.match_indices('/').map(|(at, _)| at);
            folders.extend(ends.map(|at| format!("{}/{}/", self.top_folder, &path[..at])));
        }
        folders
    }
}

fn permissions(file: &SourceFile) -> u32 {
    if file.executable { PROGRAM } else { FILE }
}
