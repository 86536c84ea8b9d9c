//! Archives of a test's own making, and a picture of what became of them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use shirabe_archive::{ArchiveError, ArchiveKind, Extracted, Limits, extract};
use tempfile::TempDir;

pub(crate) struct Place {
    pub(crate) dir: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Extracts to `out`.
    pub(crate) fn extract(
        &self,
        archive: &Path,
        kind: ArchiveKind,
    ) -> Result<Extracted, ArchiveError> {
        extract(archive, kind, &self.path("out"), &Limits::default())
    }

    pub(crate) fn zip(&self, entries: &[Raw<'_>]) -> Result<Extracted, ArchiveError> {
        let archive = self.write("a.zip", &raw_zip(entries));
        self.extract(&archive, ArchiveKind::Zip)
    }

    pub(crate) fn tree(&self) -> BTreeMap<String, String> {
        tree(&self.path("out"))
    }

    /// What lies beside the archive and `out`.
    pub(crate) fn strangers(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.dir.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| !matches!(name.as_str(), "out" | "a.zip" | "a.tar" | "a.tar.gz"))
            .collect();
        names.sort();
        names
    }
}

/// Path below `root` → `mode content`, `mode/` for a folder or `-> target`.
pub(crate) fn tree(root: &Path) -> BTreeMap<String, String> {
    fn walk(root: &Path, folder: &Path, into: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            let mode = metadata.permissions().mode() & 0o7777;
            if metadata.is_symlink() {
                into.insert(
                    name,
                    format!("-> {}", fs::read_link(&path).unwrap().display()),
                );
            } else if metadata.is_dir() {
                into.insert(name, format!("{mode:o}/"));
                walk(root, &path, into);
            } else {
                into.insert(
                    name,
                    format!(
                        "{mode:o} {}",
                        String::from_utf8_lossy(&fs::read(&path).unwrap())
                    ),
                );
            }
        }
    }
    let mut into = BTreeMap::new();
    if root.exists() {
        walk(root, root, &mut into);
    }
    into
}

/// A zip entry exactly as it shall stand in the archive, stored.
pub(crate) struct Raw<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) data: &'a [u8],
    /// 0 DOS, 3 Unix.
    pub(crate) system: u8,
    pub(crate) attributes: u32,
}

impl<'a> Raw<'a> {
    pub(crate) fn unix(name: &'a str, data: &'a str, mode: u32) -> Self {
        Self {
            name: name.as_bytes(),
            data: data.as_bytes(),
            system: 3,
            attributes: mode << 16,
        }
    }

    pub(crate) fn file(name: &'a str, data: &'a str) -> Self {
        Self::unix(name, data, 0o100_644)
    }

    pub(crate) fn link(name: &'a str, target: &'a str) -> Self {
        Self::unix(name, target, 0o120_777)
    }

    pub(crate) fn dos(name: &'a str, data: &'a str, attributes: u32) -> Self {
        Self {
            name: name.as_bytes(),
            data: data.as_bytes(),
            system: 0,
            attributes,
        }
    }
}

/// A zip file written byte by byte, so that it may have what no library would write.
pub(crate) fn raw_zip(entries: &[Raw<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    for entry in entries {
        let offset = u32::try_from(bytes.len()).unwrap();
        let crc = crc32(entry.data);
        let size = u32::try_from(entry.data.len()).unwrap();
        let mut common = Vec::new();
        common.extend(20_u16.to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        // No time, 1 January 1980.
        common.extend(0x0021_0000_u32.to_le_bytes());
        common.extend(crc.to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend(u16::try_from(entry.name.len()).unwrap().to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        bytes.extend(0x0403_4b50_u32.to_le_bytes());
        bytes.extend(&common);
        bytes.extend(entry.name);
        bytes.extend(entry.data);

        directory.extend(0x0201_4b50_u32.to_le_bytes());
        directory.extend([20, entry.system]);
        directory.extend(&common);
        directory.extend([0; 6]);
        directory.extend(entry.attributes.to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name);
    }
    let start = u32::try_from(bytes.len()).unwrap();
    let count = u16::try_from(entries.len()).unwrap();
    bytes.extend(&directory);
    bytes.extend(0x0605_4b50_u32.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

/// CRC-32 by its definition.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ 0xedb8_8320
            } else {
                crc >> 1
            };
        }
    }
    !crc
}

/// A tar file with headers as given; `name` and `link` are taken as they are.
pub(crate) fn raw_tar(entries: &[(&str, u8, u32, &str, &str)]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    for (name, kind, mode, link, data) in entries {
        let mut block = [0_u8; 512];
        block[..name.len()].copy_from_slice(name.as_bytes());
        block[100..108].copy_from_slice(format!("{mode:07o}\0").as_bytes());
        block[108..116].copy_from_slice(b"0000000\0");
        block[116..124].copy_from_slice(b"0000000\0");
        block[124..136].copy_from_slice(format!("{:011o}\0", data.len()).as_bytes());
        block[136..148].copy_from_slice(b"00000000000\0");
        block[148..156].copy_from_slice(b"        ");
        block[156] = *kind;
        block[157..157 + link.len()].copy_from_slice(link.as_bytes());
        block[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        bytes.write_all(&block).unwrap();
        bytes.write_all(data.as_bytes()).unwrap();
        bytes
            .write_all(&vec![0; data.len().next_multiple_of(512) - data.len()])
            .unwrap();
    }
    bytes.write_all(&[0; 1024]).unwrap();
    bytes.into_inner()
}
