//! What the tests share.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use sha1::{Digest, Sha1};
use shirabe_world::World;
use walkdir::WalkDir;

/// A world that no test writes to.
pub(crate) static WORLD: LazyLock<World> = LazyLock::new(|| World::shared().unwrap());

/// The files below `folder`, sorted.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .map(Result::unwrap);
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect()
}

pub(crate) fn total_size(files: &[PathBuf]) -> u64 {
    files
        .iter()
        .map(|file| fs::metadata(file).unwrap().len())
        .sum()
}

/// A hash over names and contents of the files below `folder`.
pub(crate) fn digest(folder: &Path) -> String {
    let mut hash = Sha1::new();
    for file in files(folder) {
        hash.update(file.strip_prefix(folder).unwrap().to_str().unwrap());
        hash.update(Sha1::digest(fs::read(&file).unwrap()));
    }
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Name, mode and content of every file of a zip archive.
pub(crate) fn unzip(path: &Path) -> Vec<(String, u32, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let mut entries = Vec::new();
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).unwrap();
        if entry.is_file() {
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            entries.push((
                entry.name().unwrap().into_owned(),
                entry.unix_mode().unwrap() & 0o777,
                content,
            ));
        }
    }
    entries
}
