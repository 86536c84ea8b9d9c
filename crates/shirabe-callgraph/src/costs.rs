//! What is counted.

use std::ops::{Add, AddAssign, Sub};

/// What the counters of a thread show: only ever more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Blocks allocated.
    pub allocations: u64,
    /// Bytes allocated.
    pub bytes: u64,
    /// Blocks freed.
    pub frees: u64,
}

/// A cost in every event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Costs {
    /// CPU time in nanoseconds.
    pub ns: u64,
    /// Times entered.
    pub calls: u64,
    /// Blocks allocated.
    pub allocations: u64,
    /// Bytes allocated.
    pub bytes: u64,
    /// Blocks freed.
    pub frees: u64,
}

impl AddAssign for Costs {
    #[inline]
    fn add_assign(&mut self, more: Self) {
        self.ns += more.ns;
        self.calls += more.calls;
        self.allocations += more.allocations;
        self.bytes += more.bytes;
        self.frees += more.frees;
    }
}

impl Add for Costs {
    type Output = Self;

    #[inline]
    fn add(mut self, more: Self) -> Self {
        self += more;
        self
    }
}

/// Never below zero: a clock may be read a little late.
impl Sub for Costs {
    type Output = Self;

    #[inline]
    fn sub(self, less: Self) -> Self {
        Self {
            ns: self.ns.saturating_sub(less.ns),
            calls: self.calls.saturating_sub(less.calls),
            allocations: self.allocations.saturating_sub(less.allocations),
            bytes: self.bytes.saturating_sub(less.bytes),
            frees: self.frees.saturating_sub(less.frees),
        }
    }
}
