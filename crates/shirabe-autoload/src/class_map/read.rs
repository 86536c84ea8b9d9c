//! Reading and scanning many files on the machine's cores.

use super::walk::Found;
use super::{KnownClasses, ScanError};
use crate::php_classes::{Buffers, find_classes_with};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::fs::File;
use std::io::Read;

/// So many files at least a thread takes at a time.
const BATCH: usize = 16;

/// The classes that each file declares.
pub(super) fn classes_of(
    files: &[&Found],
    known: &KnownClasses,
) -> Result<Vec<Vec<Vec<u8>>>, ScanError> {
    files
        .par_iter()
        .with_min_len(BATCH)
        .map_init(
            || (Vec::new(), Buffers::default()),
            |(content, buffers), file| match known.get(file.real()) {
                Some(classes) => Ok(classes.clone()),
                None => {
                    read(file, content)?;
                    Ok(find_classes_with(content, buffers))
                }
            },
        )
        .collect()
}

fn read(file: &Found, content: &mut Vec<u8>) -> Result<(), ScanError> {
    content.clear();
    File::open(&file.path)
        .and_then(|mut open| open.read_to_end(content))
        .map(|_| ())
        .map_err(|source| ScanError::Read {
            path: file.path.clone(),
            source,
        })
}
