//! What an arena counts of itself.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A number that one thread changes and any may read.
#[derive(Debug, Default)]
pub(super) struct Count(AtomicU64);

impl Count {
    pub(super) const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    pub(super) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// By the one thread that changes it: no other may do so meanwhile.
    #[inline]
    pub(super) fn add(&self, number: u64) {
        self.0.store(self.get().wrapping_add(number), Relaxed);
    }

    /// The same.
    #[inline]
    pub(super) fn take(&self, number: u64) {
        self.0.store(self.get().wrapping_sub(number), Relaxed);
    }

    /// By any thread.
    pub(super) fn add_shared(&self, number: u64) {
        self.0.fetch_add(number, Relaxed);
    }

    /// By any thread.
    pub(super) fn take_shared(&self, number: u64) {
        self.0.fetch_sub(number, Relaxed);
    }
}

macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What one arena, or the sum of several, has counted.
        ///
        /// A block in a magazine, or one that waits to be handed back, counts as on loan.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct ArenaStatistics {
            $($(#[$doc])* pub $name: u64,)*
        }

        /// The numbers as an arena keeps them.
        #[derive(Debug)]
        pub(super) struct Counts {
            $(pub(super) $name: Count,)*
        }

        impl Counts {
            pub(super) const fn new() -> Self {
                Self { $($name: Count::new(),)* }
            }

            pub(super) fn read(&self) -> ArenaStatistics {
                ArenaStatistics { $($name: self.$name.get(),)* }
            }
        }

        impl std::ops::AddAssign for ArenaStatistics {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

counts! {
    /// Bytes of blocks on loan, tags included.
    bytes_on_loan,
    /// Blocks on loan.
    blocks_on_loan,
    /// Bytes mapped now.
    bytes_mapped,
    /// Superblocks mapped now, those that one block fills alone included.
    superblocks,
    /// Superblocks ever mapped.
    superblocks_mapped,
    /// Blocks ever taken from the lists or given a superblock alone.
    blocks_taken,
    /// How often a block was cut in two.
    splits,
    /// How often two free neighbours were joined.
    coalescings,
    /// How often the lists were searched.
    searches,
    /// Heads of lists that were looked at.
    heads_inspected,
    /// How often a block grew into the free block behind it.
    grown_in_place,
    /// Blocks that other threads freed and that came back.
    handed_back,
}
