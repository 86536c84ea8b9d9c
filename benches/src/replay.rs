//! Running one trace on the arenas with either search, and comparing every step.

use serde::Serialize;
use shirabe_alloc::arena::{
    ArenaStatistics, Bitmap, Design, Location, MappedMemory, Replay, Scan, replay,
};
use shirabe_alloc::trace::{Script, Step};

macro_rules! designs {
    ($($name:ident: $search:ty, $magazine:literal;)*) => {$(
        struct $name;

        impl Design for $name {
            type Source = MappedMemory;
            type Search = $search;
            const MAGAZINE: bool = $magazine;
        }
    )*};
}

designs! {
    ScanWithMagazine: Scan, true;
    BitmapWithMagazine: Bitmap, true;
    ScanWithout: Scan, false;
    BitmapWithout: Bitmap, false;
}

/// A trace, and what it does on the arenas.
#[derive(Debug, Serialize)]
pub(crate) struct Compared {
    /// Steps that take a block.
    pub(crate) taken: usize,
    /// Steps that free one.
    pub(crate) freed: usize,
    /// Steps that resize one.
    pub(crate) resized: usize,
    /// Threads that take part.
    pub(crate) threads: usize,
    /// With the magazine in front of the lists, and without it.
    pub(crate) pairs: Vec<Pair>,
}

/// Both searches, all else equal.
#[derive(Debug, Serialize)]
pub(crate) struct Pair {
    /// Whether the magazine stood in front of the lists.
    pub(crate) magazine: bool,
    /// How many places were compared, and found equal.
    pub(crate) places: usize,
    /// The arenas that were needed.
    pub(crate) arenas: usize,
    /// What both counted.
    pub(crate) counted: Counted,
    /// Heads of lists that the walk looked at.
    pub(crate) heads_scan: u64,
    /// Heads of lists that were looked at with the map.
    pub(crate) heads_bitmap: u64,
}

/// What must be equal in both: see [`ArenaStatistics`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counted {
    pub(crate) bytes_on_loan: u64,
    pub(crate) blocks_on_loan: u64,
    pub(crate) bytes_mapped: u64,
    pub(crate) superblocks: u64,
    pub(crate) superblocks_mapped: u64,
    pub(crate) blocks_taken: u64,
    pub(crate) splits: u64,
    pub(crate) coalescings: u64,
    pub(crate) searches: u64,
    pub(crate) grown_in_place: u64,
    pub(crate) handed_back: u64,
}

impl From<ArenaStatistics> for Counted {
    fn from(all: ArenaStatistics) -> Self {
        Self {
            bytes_on_loan: all.bytes_on_loan,
            blocks_on_loan: all.blocks_on_loan,
            bytes_mapped: all.bytes_mapped,
            superblocks: all.superblocks,
            superblocks_mapped: all.superblocks_mapped,
            blocks_taken: all.blocks_taken,
            splits: all.splits,
            coalescings: all.coalescings,
            searches: all.searches,
            grown_in_place: all.grown_in_place,
            handed_back: all.handed_back,
        }
    }
}

/// Why two replays are no pair.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReplayError {
    /// Memory ran out.
    #[error("there is not enough memory to run the trace again")]
    Memory,
    /// A block came to lie elsewhere.
    #[error("place {step}: the walk gave {scan:?}, the map {bitmap:?}")]
    Place {
        /// Which of the steps that take or resize a block, from 0.
        step: usize,
        /// Where the walk put it.
        scan: Option<Location>,
        /// Where the map put it.
        bitmap: Option<Location>,
    },
    /// The same places, but other numbers.
    #[error("the walk counted {scan:?}, the map {bitmap:?}")]
    Count {
        /// What the walk counted.
        scan: Box<Counted>,
        /// What the map counted.
        bitmap: Box<Counted>,
    },
}

/// Runs a script on all four designs.
///
/// # Errors
/// Where the two searches do not lead to the same.
pub(crate) fn compare(script: &Script) -> Result<Compared, ReplayError> {
    let count = |kind: fn(&Step) -> bool| script.steps.iter().filter(|step| kind(step)).count();
    let threads: std::collections::BTreeSet<u16> = script
        .steps
        .iter()
        .map(|step| match *step {
            Step::Allocate { thread, .. }
            | Step::Free { thread, .. }
            | Step::Resize { thread, .. }
            | Step::End { thread } => thread,
        })
        .collect();
    Ok(Compared {
        taken: count(|step| matches!(step, Step::Allocate { .. })),
        freed: count(|step| matches!(step, Step::Free { .. })),
        resized: count(|step| matches!(step, Step::Resize { .. })),
        threads: threads.len(),
        pairs: vec![
            pair::<ScanWithMagazine, BitmapWithMagazine>(script)?,
            pair::<ScanWithout, BitmapWithout>(script)?,
        ],
    })
}

fn pair<S, B>(script: &Script) -> Result<Pair, ReplayError>
where
    S: Design<Source = MappedMemory>,
    B: Design<Source = MappedMemory>,
{
    let scan = replay::<S>(script).ok_or(ReplayError::Memory)?;
    let bitmap = replay::<B>(script).ok_or(ReplayError::Memory)?;
    equal(&scan, &bitmap)?;
    Ok(Pair {
        magazine: B::MAGAZINE,
        places: bitmap.places.len(),
        arenas: bitmap.arenas,
        counted: bitmap.statistics.into(),
        heads_scan: scan.statistics.heads_inspected,
        heads_bitmap: bitmap.statistics.heads_inspected,
    })
}

fn equal(scan: &Replay, bitmap: &Replay) -> Result<(), ReplayError> {
    let steps = scan.places.len().max(bitmap.places.len());
    let differing = (0..steps).find(|at| scan.places.get(*at) != bitmap.places.get(*at));
    if let Some(step) = differing {
        return Err(ReplayError::Place {
            step,
            scan: scan.places.get(step).copied(),
            bitmap: bitmap.places.get(step).copied(),
        });
    }
    let (scan, bitmap) = (
        Counted::from(scan.statistics),
        Counted::from(bitmap.statistics),
    );
    if scan == bitmap {
        Ok(())
    } else {
        Err(ReplayError::Count {
            scan: Box::new(scan),
            bitmap: Box::new(bitmap),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::alloc::Layout;

    fn script() -> Script {
        let layout = |size| Layout::from_size_align(size, 8).expect("a layout");
        let mut steps = Vec::new();
        for block in 0..1_000 {
            steps.push(Step::Allocate {
                thread: (block % 3) as u16,
                layout: layout(block as usize * 37 % 5_000),
                phase: 0,
            });
            if block % 2 == 1 {
                steps.push(Step::Free {
                    thread: 0,
                    block: block / 2,
                });
            }
            if block % 5 == 0 {
                steps.push(Step::Resize {
                    thread: 1,
                    block,
                    size: block as usize * 10,
                });
            }
        }
        Script {
            steps,
            blocks: 1_000,
            ..Script::default()
        }
    }

    #[test]
    fn both_searches_lead_to_the_same_with_fewer_heads_by_the_map() {
        let compared = compare(&script()).expect("equal");
        assert_eq!((compared.taken, compared.freed), (1_000, 500));
        for pair in compared.pairs {
            assert_eq!(pair.places, 1_200);
            assert_eq!(pair.arenas, 3);
            assert!(pair.heads_scan > pair.heads_bitmap, "{pair:?}");
        }
    }

    #[test]
    fn a_difference_is_named() {
        let one = replay::<ScanWithout>(&script()).expect("memory");
        let mut other = one.clone();
        other.places[7].offset += 16;
        let error = equal(&one, &other).expect_err("they differ");
        assert!(
            matches!(error, ReplayError::Place { step: 7, .. }),
            "{error}"
        );
        let mut other = one.clone();
        other.statistics.splits += 1;
        let error = equal(&one, &other).expect_err("they differ");
        assert!(matches!(error, ReplayError::Count { .. }), "{error}");
        let mut other = one.clone();
        other.statistics.heads_inspected += 1;
        assert_eq!(equal(&one, &other), Ok(()));
    }
}
