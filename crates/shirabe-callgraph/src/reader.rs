//! Reading the clock and the counters of the current thread.

use crate::config::Events;
use crate::{Costs, Counters, clock};

/// Where readings come from.
#[derive(Clone, Copy)]
pub(crate) struct Reader {
    counters: Option<fn() -> Counters>,
    time: bool,
    /// What the recorder itself has allocated and freed on this thread.
    own: Counters,
}

impl Reader {
    pub(crate) fn new(counters: Option<fn() -> Counters>, events: Events) -> Self {
        Self {
            counters: counters.filter(|_| events.any_counter()),
            time: events.time,
            own: Counters::default(),
        }
    }

    /// What the thread has spent so far. `None` for the time keeps the clock unread.
    #[inline]
    pub(crate) fn read(&self, with_time: bool) -> Reading {
        let counters = self.counters();
        Reading {
            ns: (self.time && with_time).then(clock::of_this_thread),
            counters: Counters {
                allocations: counters.allocations.saturating_sub(self.own.allocations),
                bytes: counters.bytes.saturating_sub(self.own.bytes),
                frees: counters.frees.saturating_sub(self.own.frees),
            },
        }
    }

    /// What the counters show, the recorder's own share included.
    #[inline]
    fn counters(&self) -> Counters {
        self.counters.map(|read| read()).unwrap_or_default()
    }

    /// Does what must not count.
    #[cold]
    pub(crate) fn excluded<T>(&mut self, act: impl FnOnce() -> T) -> T {
        let then = self.read(false).counters;
        let result = act();
        self.exclude_since(then);
        result
    }

    /// Takes what was counted since `then` for the recorder's own.
    pub(crate) fn exclude_since(&mut self, then: Counters) {
        let now = self.counters();
        self.own = Counters {
            allocations: now.allocations.saturating_sub(then.allocations),
            bytes: now.bytes.saturating_sub(then.bytes),
            frees: now.frees.saturating_sub(then.frees),
        };
    }
}

/// One look at a thread's clock and counters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Nothing where the clock was not read.
    pub(crate) ns: Option<u64>,
    pub(crate) counters: Counters,
}

impl Reading {
    /// As a cost since nothing.
    pub(crate) fn costs(&self) -> Costs {
        Costs {
            ns: self.ns.unwrap_or(0),
            calls: 0,
            allocations: self.counters.allocations,
            bytes: self.counters.bytes,
            frees: self.counters.frees,
        }
    }
}
