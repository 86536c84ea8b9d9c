use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use sha1::{Digest, Sha1};

use crate::{Download, Downloaded, HttpError, shown_url};

/// A file that is written beside its destination and takes its place when complete.
///
/// It is not synced: what is downloaded can be downloaded again, and every reader checks it.
pub(crate) struct Saver<'a> {
    download: &'a Download,
    beside: PathBuf,
    file: Option<File>,
    hash: Sha1,
    size: u64,
}

impl<'a> Saver<'a> {
    pub(crate) fn create(download: &'a Download) -> Result<Self, HttpError> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let destination = &download.destination;
        let mut name = destination.file_name().unwrap_or_default().to_owned();
        name.push(format!(
            ".{}-{}.part",
            std::process::id(),
            COUNTER.fetch_add(1, Ordering::Relaxed)
        ));
        let beside = destination.with_file_name(name);
        let opened = beside
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| File::create(&beside));
        let file = opened.map_err(|source| write_error(download, source))?;
        Ok(Self {
            download,
            beside,
            file: Some(file),
            hash: Sha1::new(),
            size: 0,
        })
    }

    /// Appends `chunk` and gives the size so far.
    pub(crate) fn write(&mut self, chunk: &[u8]) -> Result<u64, HttpError> {
        if let Some(file) = &mut self.file {
            file.write_all(chunk)
                .map_err(|source| write_error(self.download, source))?;
        }
        self.hash.update(chunk);
        self.size += chunk.len() as u64;
        Ok(self.size)
    }

    pub(crate) fn finish(mut self) -> Result<Downloaded, HttpError> {
        let digest = std::mem::take(&mut self.hash).finalize();
        let sha1: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        if let Some(expected) = &self.download.sha1
            && !expected.eq_ignore_ascii_case(&sha1)
        {
            return Err(HttpError::Checksum {
                url: shown_url(&self.download.request.url),
                expected: expected.clone(),
                actual: sha1,
            });
        }
        drop(self.file.take());
        fs::rename(&self.beside, &self.download.destination)
            .map_err(|source| write_error(self.download, source))?;
        Ok(Downloaded {
            size: self.size,
            sha1,
        })
    }
}

impl Drop for Saver<'_> {
    fn drop(&mut self) {
        drop(self.file.take());
        let _ = fs::remove_file(&self.beside);
    }
}

fn write_error(download: &Download, source: io::Error) -> HttpError {
    HttpError::Write {
        url: shown_url(&download.request.url),
        path: download.destination.clone(),
        source,
    }
}
