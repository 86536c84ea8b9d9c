//! Unpacking archives.

use super::{Inputs, Work, WorkError, digest};
use shirabe_archive::{ArchiveKind, Content, Entry, Limits, WriteOptions, extract, write_zip};
use std::borrow::Cow;
use std::fs::{self, File};
use std::path::PathBuf;
use tempfile::TempDir;
use walkdir::WalkDir;

struct Archive {
    zip: PathBuf,
    /// Holds what is unpacked; gone with the benchmark.
    scratch: TempDir,
    unpacked: usize,
}

const BIG_FILES: usize = 3;
const BIG_BYTES: usize = 4 << 20;
const FOLDERS: usize = 30;
const TREES: usize = 20;

/// The archive of the world with the most files.
pub(super) fn many(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let zip = inputs.largest_zip()?;
    let scratch = tempfile::tempdir()?;
    Ok(Box::new(Archive {
        zip,
        scratch,
        unpacked: 0,
    }))
}

/// A few large files.
pub(super) fn big(_: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let files = (0..BIG_FILES).map(|index| (format!("top/{index}.txt"), text(index, BIG_BYTES)));
    written(&files.collect::<Vec<_>>())
}

/// Small files, each below many folders.
pub(super) fn nested(_: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let mut files = Vec::new();
    for tree in 0..TREES {
        let mut folder = format!("top/{tree}");
        for depth in 0..FOLDERS {
            folder.push_str(&format!("/{depth}"));
            files.push((format!("{folder}/file.php"), text(depth, 200)));
        }
    }
    written(&files)
}

/// Text that compresses as sources do: words in an order that does not repeat soon.
fn text(seed: usize, length: usize) -> Vec<u8> {
    let mut chance = fastrand::Rng::with_seed(seed as u64);
    let mut text = Vec::with_capacity(length + 16);
    while text.len() < length {
        let word = chance.u32(..4096);
        text.extend_from_slice(format!("word{word:x} ").as_bytes());
    }
    text
}

fn written(files: &[(String, Vec<u8>)]) -> Result<Box<dyn Work>, WorkError> {
    let scratch = tempfile::tempdir()?;
    let zip = scratch.path().join("archive.zip");
    let entries: Vec<Entry<'_>> = files
        .iter()
        .map(|(path, content)| Entry {
            path: Cow::Borrowed(path.as_str()),
            mode: 0o644,
            content: Content::File(Cow::Borrowed(content.as_slice())),
        })
        .collect();
    write_zip(File::create(&zip)?, entries, &WriteOptions::default())?;
    Ok(Box::new(Archive {
        zip,
        scratch,
        unpacked: 0,
    }))
}

impl Archive {
    fn unpack(&mut self) -> Result<PathBuf, WorkError> {
        // Each into a folder of its own: to delete one is not what is measured.
        self.unpacked += 1;
        let folder = self.scratch.path().join(format!("{:04}", self.unpacked));
        extract(&self.zip, ArchiveKind::Zip, &folder, &Limits::default())?;
        Ok(folder)
    }
}

impl Work for Archive {
    fn run(&mut self) -> Result<(), WorkError> {
        self.unpack().map(drop)
    }

    fn digest(&mut self) -> Result<u64, WorkError> {
        let folder = self.unpack()?;
        let mut files = Vec::new();
        for entry in WalkDir::new(&folder).sort_by_file_name() {
            let entry = entry?;
            let path = entry.path().strip_prefix(&folder)?.to_owned();
            if entry.file_type().is_file() {
                files.push((path, digest(fs::read(entry.path())?)));
            }
        }
        Ok(digest(files))
    }
}
