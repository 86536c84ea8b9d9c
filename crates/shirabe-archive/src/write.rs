//! Writing archives: the same input gives the same bytes.

use shirabe_callgraph::{centre, enter};
use std::borrow::Cow;
use std::io::{self, Seek, Write};

use flate2::{Compression, GzBuilder};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

/// One thing to put into an archive.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// Its path, relative, with `/` between the components and none at the end.
    pub path: Cow<'a, str>,
    /// Its permissions (Unix, nine bits).
    pub mode: u32,
    /// What it is.
    pub content: Content<'a>,
}

/// What an [`Entry`] is.
#[derive(Debug, Clone)]
pub enum Content<'a> {
    /// A file with these bytes.
    File(Cow<'a, [u8]>),
    /// A folder. Folders that only hold other entries need none.
    Folder,
    /// A symbolic link to this path.
    Symlink(Cow<'a, str>),
}

/// How to write.
#[derive(Debug, Clone)]
pub struct WriteOptions {
    /// Compression, 0 (none) to 9 (best).
    pub level: u32,
    /// Modification time of every entry, in seconds since 1970 (UTC). Zip knows none before 1980.
    pub modified: u64,
}

impl Default for WriteOptions {
    /// Level 6; 1 January 1980, the first day of zip.
    fn default() -> Self {
        Self {
            level: 6,
            modified: 315_532_800,
        }
    }
}

/// Why an archive could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the archive entry {path}: {source}")]
pub struct WriteError {
    /// The entry, or nothing for the end of the archive.
    pub path: String,
    /// What the writer says.
    pub source: io::Error,
}

impl WriteError {
    fn new(path: &str, source: impl Into<io::Error>) -> Self {
        Self {
            path: path.to_owned(),
            source: source.into(),
        }
    }
}

/// Writes a zip archive of `entries`, in their order.
///
/// # Errors
/// What the writer answers; a path twice.
pub fn write_zip<'a, W: Write + Seek>(
    writer: W,
    entries: impl IntoIterator<Item = Entry<'a>>,
    options: &WriteOptions,
) -> Result<W, WriteError> {
    let _span = enter(centre!("write-zip"));
    let mut zip = ZipWriter::new(writer);
    let base = SimpleFileOptions::default()
        .system(System::Unix)
        .last_modified_time(dos_time(options.modified))
        .compression_method(if options.level == 0 {
            CompressionMethod::Stored
        } else {
            CompressionMethod::Deflated
        })
        .compression_level((options.level != 0).then_some(i64::from(options.level.min(9))));
    for entry in entries {
        let path = entry.path.as_ref();
        let mode = base.unix_permissions(entry.mode);
        match &entry.content {
            Content::Folder => zip.add_directory(
                path,
                mode.compression_method(CompressionMethod::Stored)
                    .compression_level(None),
            ),
            Content::Symlink(target) => zip.add_symlink(path, target.as_ref(), mode),
            Content::File(bytes) => zip
                .start_file(path, mode)
                .and_then(|()| Ok(zip.write_all(bytes)?)),
        }
        .map_err(|error| WriteError::new(path, error))?;
    }
    zip.finish().map_err(|error| WriteError::new("", error))
}

/// Writes a gzipped tar archive (ustar, GNU long names) of `entries`, in their order.
///
/// # Errors
/// What the writer answers.
pub fn write_tar_gz<'a, W: Write>(
    writer: W,
    entries: impl IntoIterator<Item = Entry<'a>>,
    options: &WriteOptions,
) -> Result<W, WriteError> {
    let _span = enter(centre!("write-tar"));
    let gzip = GzBuilder::new()
        .mtime(0)
        .operating_system(255)
        .write(writer, Compression::new(options.level.min(9)));
    let mut tar = tar::Builder::new(gzip);
    for entry in entries {
        let path = entry.path.as_ref();
        let mut header = tar::Header::new_gnu();
        header.set_mode(entry.mode);
        header.set_mtime(options.modified);
        header.set_size(0);
        match &entry.content {
            Content::Folder => {
                header.set_entry_type(tar::EntryType::Directory);
                tar.append_data(&mut header, format!("{path}/"), io::empty())
            }
            Content::Symlink(target) => {
                header.set_entry_type(tar::EntryType::Symlink);
                tar.append_link(&mut header, path, target.as_ref())
            }
            Content::File(bytes) => {
                header.set_entry_type(tar::EntryType::Regular);
                header.set_size(bytes.len() as u64);
                tar.append_data(&mut header, path, bytes.as_ref())
            }
        }
        .map_err(|error| WriteError::new(path, error))?;
    }
    tar.into_inner()
        .and_then(flate2::write::GzEncoder::finish)
        .map_err(|error| WriteError::new("", error))
}

/// Zip's date and time, which has no seconds that are odd and no years before 1980 and after 2107.
fn dos_time(seconds: u64) -> DateTime {
    let days = i64::try_from(seconds / 86_400).unwrap_or(i64::MAX / 2);
    let (year, month, day) = civil(days);
    let rest = seconds % 86_400;
    let [hour, minute, second] =
        [rest / 3600, rest / 60 % 60, rest % 60].map(|part| u8::try_from(part).unwrap_or(0));
    u16::try_from(year)
        .ok()
        .and_then(|year| DateTime::from_date_and_time(year, month, day, hour, minute, second).ok())
        .unwrap_or_default()
}

/// The date of the proleptic Gregorian calendar that is `days` after 1 January 1970.
fn civil(days: i64) -> (i64, u8, u8) {
    // Eras of 400 years that start on 1 March, so that the leap day is the last of a year.
    let shifted = days.saturating_add(719_468);
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (
        year,
        u8::try_from(month).unwrap_or(1),
        u8::try_from(day).unwrap_or(1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(19_722), (2023, 12, 31));
        assert_eq!(dos_time(0), DateTime::default());
        assert_eq!(dos_time(1_704_189_846).to_string(), "2024-01-02 10:04:06");
    }
}
