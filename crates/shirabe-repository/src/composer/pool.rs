use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// More threads than this do not decode faster.
const MAX_THREADS: usize = 8;

/// Does `work` on all items, on as many threads as the machine has processors; the results are in the
/// items' order.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let threads = processors.min(MAX_THREADS).min(items.len());
    if threads <= 1 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let run = || {
        while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed))
            && let Some(item) = items.get(index)
        {
            let result = work(item);
            done.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
