//! A finished recording.

use crate::{Costs, Events};

/// What a recording found, over all threads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub(crate) events: Events,
    pub(crate) functions: Vec<Function>,
    pub(crate) calls: Vec<Call>,
    pub(crate) process: Option<u64>,
}

/// One context at one recursion level, or what a thread did outside every span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub(crate) name: String,
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) is_thread: bool,
    /// Names from the outermost caller that is kept to the centre itself.
    pub(crate) stack: Vec<String>,
    pub(crate) own: Costs,
    pub(crate) inclusive: Costs,
}

/// Calls from one function to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) calls: u64,
    pub(crate) inclusive: Costs,
}

impl Profile {
    /// The functions, threads first and then by file and name.
    #[must_use]
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The calls, by caller and callee in the order of [`functions`](Self::functions).
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The function of this name, as the profile writes it.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// All that was spent: the sum of what each function spent itself.
    #[must_use]
    pub fn total(&self) -> Costs {
        let own = self.functions.iter().map(|function| function.own);
        own.fold(Costs::default(), |sum, costs| sum + costs)
    }

    /// What the threads spent in all: the sum of their inclusive costs.
    #[must_use]
    pub fn total_of_threads(&self) -> Costs {
        let threads = self.functions.iter().filter(|function| function.is_thread);
        threads.fold(Costs::default(), |sum, thread| sum + thread.inclusive)
    }

    /// User and system time of the process at the end, from its beginning, in nanoseconds; nothing
    /// where the system does not tell.
    #[must_use]
    pub fn process_ns(&self) -> Option<u64> {
        self.process
    }
}

impl Function {
    /// The centre's name, `'` and a caller's name for each that is kept, and `'2` for the second
    /// level of recursion; for a thread its number and name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether this is a thread: what it did outside every span, and all that it called.
    #[must_use]
    pub fn is_thread(&self) -> bool {
        self.is_thread
    }

    /// What it cost without what it called.
    #[must_use]
    pub fn own(&self) -> Costs {
        self.own
    }

    /// What it cost with all that it called, calls within calls counted once.
    #[must_use]
    pub fn inclusive(&self) -> Costs {
        self.inclusive
    }
}

impl Call {
    /// The caller's place among the functions.
    #[must_use]
    pub fn from(&self) -> usize {
        self.from
    }

    /// The callee's place among the functions.
    #[must_use]
    pub fn to(&self) -> usize {
        self.to
    }

    /// How many calls there were.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// What they cost with all that the callee called.
    #[must_use]
    pub fn inclusive(&self) -> Costs {
        self.inclusive
    }
}
