//! How often each thread allocates and frees: counted in [`Global`](crate::Global) while switched on.
//!
//! Off, a call of the allocator costs one relaxed load and a branch more; without the feature
//! `counters` nothing.

use crate::watch::Watcher;
use std::cell::Cell;

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
    Watcher::Counters.switch(on);
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

pub(crate) fn count(allocations: u64, bytes: usize, frees: u64) {
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
