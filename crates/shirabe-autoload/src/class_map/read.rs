//! Reading and scanning many files on the machine's cores.

use super::walk::Found;
use super::{KnownClasses, ScanError};
use crate::php_classes::{Buffers, find_classes_with};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use shirabe_callgraph::{centre, enter};
use std::fs::File;
use std::io::Read;

/// So many files at least a thread takes at a time.
const BATCH: usize = 16;

/// Nearly all files of PHP code are smaller (bytes).
const USUAL_SIZE: usize = 64 << 10;

/// The classes that each file declares.
pub(super) fn classes_of(
    files: &[&Found],
    known: &KnownClasses,
) -> Result<Vec<Vec<Vec<u8>>>, ScanError> {
    files
        .par_iter()
        .with_min_len(BATCH)
        .map_init(
            || (Vec::with_capacity(USUAL_SIZE), Buffers::default()),
            |(content, buffers), file| match known.get(file.real()) {
                Some(classes) => Ok(classes.clone()),
                None => {
                    let _span = enter(centre!("scan-file"));
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
        // Limited, a file is read as a stream: its size and position are not asked for first.
        .and_then(|open| open.take(u64::MAX).read_to_end(content))
        .map(|_| ())
        .map_err(|source| ScanError::Read {
            path: file.path.clone(),
            source,
        })
}
