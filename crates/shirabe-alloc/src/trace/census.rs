//! Counting a trace: what was allocated in which phase, how large it was, and how long it lived.

use super::script::{Script, Step};
use std::collections::BTreeMap;

/// Blocks by size. Each bound is the largest size of its class, in bytes; the last class is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SizeClass(u8);

impl SizeClass {
    const BOUNDS: [usize; 7] = [16, 32, 64, 128, 1_024, 32 << 10, 1 << 20];

    /// The class of a size in bytes.
    #[must_use]
    pub fn of(size: usize) -> Self {
        Self(Self::BOUNDS.partition_point(|bound| *bound < size) as u8)
    }

    /// Every class, smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::BOUNDS.len() as u8).map(Self)
    }

    /// The largest size in bytes; `None` for the open class.
    #[must_use]
    pub fn bound(self) -> Option<usize> {
        Self::BOUNDS.get(usize::from(self.0)).copied()
    }
}

/// How long blocks lived, measured in bytes that the whole program allocated meanwhile.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lifetimes {
    /// Blocks.
    pub blocks: u64,
    /// Their bytes, as asked for.
    pub bytes: u64,
    /// Freed before 4 KiB more were allocated.
    pub fleeting: u64,
    /// Freed before 1 MiB more were.
    pub short: u64,
    /// Freed later.
    pub long: u64,
    /// Not freed when the trace ended.
    pub kept: u64,
}

impl Lifetimes {
    const FLEETING: u64 = 4 << 10;
    const SHORT: u64 = 1 << 20;

    fn freed(&mut self, age: u64) {
        self.kept -= 1;
        if age < Self::FLEETING {
            self.fleeting += 1;
        } else if age < Self::SHORT {
            self.short += 1;
        } else {
            self.long += 1;
        }
    }
}

/// What a trace holds, by phase and size.
///
/// A block that is resized counts once, with the size that it was taken with, and lives on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Census {
    /// By the name of the phase that took the block, then by its size.
    pub phases: BTreeMap<String, BTreeMap<SizeClass, Lifetimes>>,
}

impl Census {
    /// Counts a script.
    #[must_use]
    pub fn of(script: &Script) -> Self {
        let mut counted: BTreeMap<(u16, SizeClass), Lifetimes> = BTreeMap::new();
        // By block: where it counts, and how much had been allocated when it was taken.
        let mut taken: Vec<((u16, SizeClass), u64)> = Vec::with_capacity(script.blocks);
        let mut allocated = 0_u64;
        for step in &script.steps {
            match *step {
                Step::Allocate { layout, phase, .. } => {
                    let key = (phase, SizeClass::of(layout.size()));
                    allocated += layout.size() as u64;
                    taken.push((key, allocated));
                    let lifetimes = counted.entry(key).or_default();
                    lifetimes.blocks += 1;
                    lifetimes.bytes += layout.size() as u64;
                    lifetimes.kept += 1;
                }
                Step::Free { block, .. } => {
                    if let Some((key, since)) = taken.get(block as usize)
                        && let Some(lifetimes) = counted.get_mut(key)
                    {
                        lifetimes.freed(allocated - since);
                    }
                }
                Step::Resize { size, .. } => allocated += size as u64,
                Step::End { .. } => {}
            }
        }
        let mut census = Self::default();
        for ((phase, size), lifetimes) in counted {
            let name = script.phases.get(usize::from(phase)).cloned();
            let phase = census.phases.entry(name.unwrap_or_default()).or_default();
            phase.insert(size, lifetimes);
        }
        census
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::alloc::Layout;

    #[test]
    fn sizes_fall_into_classes_by_their_upper_bound() {
        let bound = |size| SizeClass::of(size).bound();
        assert_eq!(bound(0), Some(16));
        assert_eq!(bound(16), Some(16));
        assert_eq!(bound(17), Some(32));
        assert_eq!(bound(1 << 20), Some(1 << 20));
        assert_eq!(bound((1 << 20) + 1), None);
        assert_eq!(SizeClass::all().count(), 8);
    }

    #[test]
    fn blocks_count_in_the_phase_that_took_them_by_what_was_allocated_while_they_lived() {
        let take = |phase, size| Step::Allocate {
            thread: 0,
            layout: Layout::from_size_align(size, 1).expect("a layout"),
            phase,
        };
        let free = |block| Step::Free { thread: 0, block };
        let script = Script {
            steps: vec![
                take(1, 10),
                free(0),
                take(1, 12),
                take(2, 5_000),
                free(1),
                take(1, 14),
                take(2, 2 << 20),
                free(2),
                free(3),
            ],
            blocks: 5,
            phases: vec![String::new(), "decode".to_owned(), "solve".to_owned()],
            unknown: 0,
        };
        let census = Census::of(&script);
        let decode = census.phases["decode"][&SizeClass::of(10)];
        assert_eq!(
            decode,
            Lifetimes {
                blocks: 3,
                bytes: 36,
                fleeting: 1,
                short: 1,
                long: 1,
                kept: 0,
            }
        );
        let solve = &census.phases["solve"];
        assert_eq!(solve[&SizeClass::of(5_000)].long, 1);
        assert_eq!(solve[&SizeClass::of(2 << 20)].kept, 1);
        assert_eq!(census.phases.len(), 2);
    }
}
