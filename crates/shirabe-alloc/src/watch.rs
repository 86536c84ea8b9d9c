//! Watching what passes through [`Global`](crate::Global): counted by thread, or recorded as a trace.
//!
//! Off, a call of the allocator costs one relaxed load and a predictable branch. On, it goes to a
//! function beside the allocator's own, so that a place that allocates only asks which of the two
//! to call: nothing of its own has to outlive a call that it hardly ever makes.

use crate::{Chosen, GLOBAL};
use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicU8, Ordering};

#[cfg(feature = "counters")]
use crate::counters;
#[cfg(all(feature = "trace", unix))]
use crate::trace;

/// The watchers that are on, one bit each.
static ON: AtomicU8 = AtomicU8::new(0);

/// One who watches.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Watcher {
    /// [`crate::counters`].
    #[cfg(feature = "counters")]
    Counters = 1,
    /// [`crate::trace`].
    #[cfg(all(feature = "trace", unix))]
    Trace = 2,
}

impl Watcher {
    /// Switches this one on or off, for all threads. Whoever sees it on sees what was set up before.
    pub(crate) fn switch(self, on: bool) {
        if on {
            ON.fetch_or(self as u8, Ordering::Release);
        } else {
            ON.fetch_and(!(self as u8), Ordering::Relaxed);
        }
    }

    /// Whether this one is on.
    pub(crate) fn is_on(self) -> bool {
        ON.load(Ordering::Acquire) & self as u8 != 0
    }
}

/// Whether anyone watches.
#[inline]
pub(crate) fn anyone() -> bool {
    ON.load(Ordering::Relaxed) != 0
}

/// Tells the counters, where they are on.
fn count(allocations: u64, bytes: usize, frees: u64) {
    #[cfg(feature = "counters")]
    if Watcher::Counters.is_on() {
        counters::count(allocations, bytes, frees);
    }
    let _ = (allocations, bytes, frees);
}

/// As [`GlobalAlloc::alloc`], and under its contract.
#[cold]
#[inline(never)]
pub(crate) unsafe fn alloc(layout: Layout) -> *mut u8 {
    count(1, layout.size(), 0);
    // SAFETY: what the caller promised.
    let block = unsafe { <Chosen as GlobalAlloc>::alloc(&GLOBAL, layout) };
    #[cfg(all(feature = "trace", unix))]
    trace::allocated(block, layout);
    block
}

/// As [`GlobalAlloc::alloc_zeroed`], and under its contract.
#[cold]
#[inline(never)]
pub(crate) unsafe fn alloc_zeroed(layout: Layout) -> *mut u8 {
    count(1, layout.size(), 0);
    // SAFETY: what the caller promised.
    let block = unsafe { <Chosen as GlobalAlloc>::alloc_zeroed(&GLOBAL, layout) };
    #[cfg(all(feature = "trace", unix))]
    trace::allocated(block, layout);
    block
}

/// As [`GlobalAlloc::dealloc`], and under its contract.
#[cold]
#[inline(never)]
pub(crate) unsafe fn dealloc(block: *mut u8, layout: Layout) {
    count(0, 0, 1);
    #[cfg(all(feature = "trace", unix))]
    trace::freed(block);
    // SAFETY: what the caller promised.
    unsafe { <Chosen as GlobalAlloc>::dealloc(&GLOBAL, block, layout) }
}

/// As [`GlobalAlloc::realloc`], and under its contract.
#[cold]
#[inline(never)]
pub(crate) unsafe fn realloc(block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
    count(1, new_size, 1);
    #[cfg(all(feature = "trace", unix))]
    let traced = trace::resizing(block, new_size);
    // SAFETY: what the caller promised.
    let block = unsafe { <Chosen as GlobalAlloc>::realloc(&GLOBAL, block, layout, new_size) };
    #[cfg(all(feature = "trace", unix))]
    if traced {
        trace::resized(block);
    }
    block
}
