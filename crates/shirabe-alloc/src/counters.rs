//! How often each thread allocates and frees: counted in [`Global`](crate::Global) while switched on.
//!
//! Off, a call of the allocator costs one relaxed load and a branch more; without the feature
//! `counters` nothing.

use crate::{Chosen, GLOBAL};
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the current thread has asked of the allocator while counting was on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Blocks asked for. A block that changes its size counts as one freed and one asked for.
    pub allocations: u64,
    /// Bytes asked for, as the program asked and not as the allocator rounds.
    pub bytes: u64,
    /// Blocks given back.
    pub frees: u64,
}

static COUNTING: AtomicBool = AtomicBool::new(false);

thread_local! {
    // Initialised at compile time and without a destructor: the allocator itself may come here at
    // any time in a thread's life.
    static COUNTS: Counts = const { Counts {
        allocations: Cell::new(0),
        bytes: Cell::new(0),
        frees: Cell::new(0),
    } };
}

struct Counts {
    allocations: Cell<u64>,
    bytes: Cell<u64>,
    frees: Cell<u64>,
}

/// Switches counting on or off, for all threads. What was counted before stays.
pub fn switch(on: bool) {
    COUNTING.store(on, Ordering::Relaxed);
}

/// What the current thread has asked for so far.
#[must_use]
#[inline]
pub fn of_this_thread() -> Counters {
    COUNTS.with(|counts| Counters {
        allocations: counts.allocations.get(),
        bytes: counts.bytes.get(),
        frees: counts.frees.get(),
    })
}

#[inline]
pub(crate) fn are_on() -> bool {
    COUNTING.load(Ordering::Relaxed)
}

fn count(allocations: u64, bytes: usize, frees: u64) {
    COUNTS.with(|counts| {
        counts
            .allocations
            .set(counts.allocations.get() + allocations);
        counts
            .bytes
            .set(counts.bytes.get().wrapping_add(bytes as u64));
        counts.frees.set(counts.frees.get() + frees);
    });
}

// The chosen allocator's functions, with counting. They are whole functions of their own, so that
// a place that allocates needs no more than the question which of the two to call: nothing of its
// own has to outlive a call that it hardly ever makes.

/// As [`GlobalAlloc::alloc`], and under its contract.
#[cold]
#[inline(never)]
pub(crate) unsafe fn alloc(layout: Layout) -> *mut u8 {
    count(1, layout.size(), 0);
    // SAFETY: what the caller promised.
    unsafe { <Chosen as GlobalAlloc>::alloc(&GLOBAL, layout) }
}

/// As [`GlobalAlloc::alloc_zeroed`], and under its contract.
#[cold]
#[inline(never)]
pub(crate) unsafe fn alloc_zeroed(layout: Layout) -> *mut u8 {
    count(1, layout.size(), 0);
    // SAFETY: what the caller promised.
    unsafe { <Chosen as GlobalAlloc>::alloc_zeroed(&GLOBAL, layout) }
}

/// As [`GlobalAlloc::dealloc`], and under its contract.
#[cold]
#[inline(never)]
pub(crate) unsafe fn dealloc(block: *mut u8, layout: Layout) {
    count(0, 0, 1);
    // SAFETY: what the caller promised.
    unsafe { <Chosen as GlobalAlloc>::dealloc(&GLOBAL, block, layout) }
}

/// As [`GlobalAlloc::realloc`], and under its contract.
#[cold]
#[inline(never)]
pub(crate) unsafe fn realloc(block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
    count(1, new_size, 1);
    // SAFETY: what the caller promised.
    unsafe { <Chosen as GlobalAlloc>::realloc(&GLOBAL, block, layout, new_size) }
}
