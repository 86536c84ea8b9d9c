//! What is recorded, and how finely.

use crate::Costs;

/// How a recording tells records apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// How many of the centres around a centre make up its context: 0 keeps one context for each
    /// centre, `usize::MAX` one for each path.
    pub separate_callers: usize,
    /// Records of a context: the first this many recursion levels of its centre have one each, and
    /// deeper ones share the last. 0 counts as 1.
    pub separate_recs: u32,
    /// Entering the centre that is innermost already is no call: what it costs goes where it went
    /// before.
    pub skip_direct_rec: bool,
    /// How the record of a level is found.
    pub lookup: LookUp,
    /// What is counted besides calls.
    pub events: Events,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            separate_callers: 0,
            separate_recs: 2,
            skip_direct_rec: false,
            lookup: LookUp::SkipNoop,
            events: Events::ALL,
        }
    }
}

/// How the record of the wanted recursion level is found from a record of the same context. The
/// profile is the same either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LookUp {
    /// Through the array that the records of a context share, each time.
    Always,
    /// Only where the record at hand is not of the wanted level.
    SkipNoop,
}

/// Which events are counted and written; calls always are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Events {
    /// CPU time of the thread in nanoseconds. A reading is a system call of some 200 ns on Linux,
    /// and spans read twice: half of that falls into the span and half outside.
    pub time: bool,
    /// Blocks allocated.
    pub allocations: bool,
    /// Bytes allocated.
    pub bytes: bool,
    /// Blocks freed.
    pub frees: bool,
}

impl Events {
    /// Every event.
    pub const ALL: Self = Self {
        time: true,
        allocations: true,
        bytes: true,
        frees: true,
    };

    /// Calls and allocations, without the clock.
    pub const CALLS_AND_ALLOCATIONS: Self = Self {
        time: false,
        allocations: true,
        bytes: false,
        frees: false,
    };

    /// Whether the counters have to be asked.
    pub(crate) fn any_counter(self) -> bool {
        self.allocations || self.bytes || self.frees
    }

    /// Each event that is on: its name in a profile, its meaning, and how much of it.
    pub(crate) fn of(
        self,
        costs: &Costs,
    ) -> impl Iterator<Item = (&'static str, &'static str, u64)> {
        [
            (
                self.time,
                "ns",
                "CPU time of the threads, nanoseconds",
                costs.ns,
            ),
            (true, "calls", "Times entered", costs.calls),
            (
                self.allocations,
                "allocations",
                "Blocks allocated",
                costs.allocations,
            ),
            (self.bytes, "bytes", "Bytes allocated", costs.bytes),
            (self.frees, "frees", "Blocks freed", costs.frees),
        ]
        .into_iter()
        .filter(|(on, ..)| *on)
        .map(|(_, name, meaning, value)| (name, meaning, value))
    }
}
