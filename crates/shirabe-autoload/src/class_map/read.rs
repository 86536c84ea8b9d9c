//! Reading and scanning many files on the machine's cores.

use super::walk::Found;
use super::{KnownClasses, ScanError};
use crate::php_classes::{Buffers, find_classes_with};
use std::fs::File;
use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Threads beyond this number wait for the disk and each other.
const MOST_THREADS: usize = 8;

/// So many files a thread takes at a time.
const BATCH: usize = 16;

fn thread_count(jobs: usize) -> usize {
    thread::available_parallelism()
        .map_or(1, std::num::NonZero::get)
        .min(MOST_THREADS)
        .min(jobs)
}

/// `work(0)`, `work(1)`, … `work(count - 1)` on several threads; the results are in order.
pub(super) fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return done;
            }
            done.push((at, work(at)));
        }
    };
    let threads = thread_count(count);
    if threads <= 1 {
        return (0..count).map(work).collect();
    }
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut results = run();
        for other in others {
            match other.join() {
                Ok(done) => results.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The classes that each file declares.
pub(super) fn classes_of(
    files: &[&Found],
    known: &KnownClasses,
) -> Result<Vec<Vec<Vec<u8>>>, ScanError> {
    let batches: Vec<&[&Found]> = files.chunks(BATCH).collect();
    let results = in_parallel(batches.len(), |at| {
        let mut content = Vec::new();
        let mut buffers = Buffers::default();
        batches[at]
            .iter()
            .map(|file| match known.get(file.real()) {
                Some(classes) => Ok(classes.clone()),
                None => {
                    read(file, &mut content)?;
                    Ok(find_classes_with(&content, &mut buffers))
                }
            })
            .collect::<Result<Vec<_>, ScanError>>()
    });
    let mut classes = Vec::with_capacity(files.len());
    for batch in results {
        classes.append(&mut batch?);
    }
    Ok(classes)
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
