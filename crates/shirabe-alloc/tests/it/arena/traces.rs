//! Random traces: what is lent stays whole, and all of it comes back.

use super::memory::{BitmapAlone, BitmapWithMagazine, Limited, ScanAlone, ScanWithMagazine};
use proptest::prelude::*;
use shirabe_alloc::arena::{Arena, ArenaStatistics, Design, Location};
use std::alloc::Layout;

/// Arenas of one trace, as if each had a thread.
const ARENAS: usize = 3;

/// One step of a trace. Blocks are chosen by a number that is taken modulo how many there are.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Allocate {
        arena: usize,
        layout: Layout,
    },
    Free {
        arena: usize,
        block: usize,
    },
    Resize {
        arena: usize,
        block: usize,
        size: usize,
    },
    Flush {
        arena: usize,
    },
}

fn size() -> impl Strategy<Value = usize> {
    prop_oneof![
        8 => 0_usize..200,
        4 => 200_usize..2_000,
        2 => 2_000_usize..30_000,
        1 => 30_000_usize..200_000,
    ]
}

fn align() -> impl Strategy<Value = usize> {
    prop_oneof![
        12 => Just(8_usize),
        2 => (0_u32..14).prop_map(|log| 1 << log),
        1 => Just(64 << 10),
        1 => Just(256 << 10),
    ]
}

pub(crate) fn step() -> impl Strategy<Value = Step> {
    let arena = 0..ARENAS;
    prop_oneof![
        10 => (arena.clone(), size(), align()).prop_map(|(arena, size, align)| Step::Allocate {
            arena,
            layout: Layout::from_size_align(size, align).expect("a layout"),
        }),
        9 => (arena.clone(), any::<usize>()).prop_map(|(arena, block)| Step::Free { arena, block }),
        4 => (arena.clone(), any::<usize>(), size())
            .prop_map(|(arena, block, size)| Step::Resize { arena, block, size }),
        1 => arena.prop_map(|arena| Step::Flush { arena }),
    ]
}

/// A block on loan and the byte that it is full of.
struct Lent {
    payload: *mut u8,
    layout: Layout,
    byte: u8,
}

impl Lent {
    fn fill(&self) {
        // SAFETY: the block is ours and that long.
        unsafe { self.payload.write_bytes(self.byte, self.layout.size()) };
    }

    fn check(&self, length: usize) {
        // SAFETY: the block is ours, at least that long, and was filled.
        let content = unsafe { std::slice::from_raw_parts(self.payload, length) };
        assert!(content.iter().all(|byte| *byte == self.byte));
    }
}

/// What a trace led to.
#[derive(Debug, PartialEq)]
pub(crate) struct Outcome {
    /// Where each block came to lie, step by step.
    pub(crate) places: Vec<Location>,
    /// The sum over the arenas, before everything is freed.
    pub(crate) statistics: ArenaStatistics,
}

/// Runs a trace, checking as it goes.
pub(crate) fn run<D: Design<Source = Limited>>(steps: &[Step]) -> Outcome {
    let memory = Limited::default();
    let arenas: Vec<Arena<D>> = (0..ARENAS)
        .map(|index| Arena::new(memory.clone(), index as u32))
        .collect();
    let mut lent: Vec<Lent> = Vec::new();
    let mut places = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let byte = number as u8;
        match *step {
            Step::Allocate { arena, layout } => {
                // SAFETY: this thread owns every arena.
                let payload = unsafe { arenas[arena].allocate(layout) };
                assert!(!payload.is_null());
                assert_eq!(payload.addr() % layout.align(), 0, "{layout:?}");
                let block = Lent {
                    payload,
                    layout,
                    byte,
                };
                block.fill();
                // SAFETY: it is on loan.
                places.push(unsafe { Arena::<D>::locate(payload) });
                lent.push(block);
            }
            Step::Free { arena, block } => {
                if lent.is_empty() {
                    continue;
                }
                let block = lent.swap_remove(block % lent.len());
                block.check(block.layout.size());
                // SAFETY: it is on loan, and given back once.
                unsafe { arenas[arena].free(block.payload) };
            }
            Step::Resize { arena, block, size } => {
                if lent.is_empty() {
                    continue;
                }
                let count = lent.len();
                let block = &mut lent[block % count];
                let old = block.layout;
                // SAFETY: it is on loan with that layout.
                let payload = unsafe { arenas[arena].resize(block.payload, old, size) };
                assert!(!payload.is_null());
                assert_eq!(payload.addr() % old.align(), 0);
                block.payload = payload;
                block.layout = Layout::from_size_align(size, old.align()).expect("a layout");
                block.check(size.min(old.size()));
                block.fill();
                // SAFETY: it is on loan.
                places.push(unsafe { Arena::<D>::locate(payload) });
            }
            // SAFETY: this thread owns every arena.
            Step::Flush { arena } => unsafe { arenas[arena].flush() },
        }
        // SAFETY: the same.
        unsafe { arenas[number % ARENAS].verify() };
    }
    let mut statistics = ArenaStatistics::default();
    for arena in &arenas {
        statistics += arena.statistics();
    }
    assert_eq!(statistics.bytes_mapped, memory.mapped() as u64);
    let wanted: usize = lent.iter().map(|block| block.layout.size()).sum();
    assert!(statistics.bytes_on_loan >= wanted as u64);
    for (number, block) in lent.into_iter().enumerate() {
        block.check(block.layout.size());
        // SAFETY: it is on loan, and given back once.
        unsafe { arenas[number % ARENAS].free(block.payload) };
    }
    for arena in &arenas {
        // SAFETY: this thread owns every arena.
        unsafe {
            arena.flush();
            arena.verify();
        }
        let left = arena.statistics();
        assert_eq!((left.bytes_on_loan, left.blocks_on_loan), (0, 0));
        assert!(left.superblocks <= 1, "only the kept one: {left:?}");
    }
    drop(arenas);
    assert_eq!(memory.mapped(), 0);
    Outcome { places, statistics }
}

/// What must be equal: all but the looking.
pub(crate) fn without_looking(outcome: &Outcome) -> (&[Location], ArenaStatistics) {
    let statistics = ArenaStatistics {
        heads_inspected: 0,
        ..outcome.statistics
    };
    (&outcome.places, statistics)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 4 } else { 200 }))]

    #[test]
    fn both_searches_put_every_block_in_the_same_place(
        steps in prop::collection::vec(step(), 1..400)
    ) {
        let scan = run::<ScanAlone>(&steps);
        let bitmap = run::<BitmapAlone>(&steps);
        prop_assert_eq!(without_looking(&scan), without_looking(&bitmap));
        prop_assert!(scan.statistics.heads_inspected >= bitmap.statistics.heads_inspected);

        let scan = run::<ScanWithMagazine>(&steps);
        let bitmap = run::<BitmapWithMagazine>(&steps);
        prop_assert_eq!(without_looking(&scan), without_looking(&bitmap));
    }
}
