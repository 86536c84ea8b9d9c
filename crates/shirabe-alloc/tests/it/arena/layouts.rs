//! Layouts at the edges, and memory that runs out.

use super::memory::{BitmapAlone, BitmapWithMagazine, Limited, ScanAlone};
use shirabe_alloc::arena::{Arena, Design};
use std::alloc::Layout;

fn arena<D: Design<Source = Limited>>(memory: &Limited) -> Arena<D> {
    Arena::new(memory.clone(), 0)
}

fn layout(size: usize, align: usize) -> Layout {
    Layout::from_size_align(size, align).expect("a layout")
}

#[test]
fn nothing_at_all_has_an_address_of_its_own() {
    let memory = Limited::default();
    let arena = arena::<BitmapWithMagazine>(&memory);
    // SAFETY: this thread owns the arena; each block is freed once.
    unsafe {
        let first = arena.allocate(layout(0, 1));
        let second = arena.allocate(layout(0, 1));
        assert!(!first.is_null() && !second.is_null() && first != second);
        arena.free(first);
        arena.free(second);
    }
}

#[test]
fn beyond_all_memory_there_is_nothing() {
    let memory = Limited::default();
    let arena = arena::<ScanAlone>(&memory);
    let most = isize::MAX as usize;
    for layout in [
        layout(most, 1),
        layout(most - 4095, 4096),
        layout(most - (1 << 20), 1 << 20),
    ] {
        // SAFETY: this thread owns the arena.
        assert!(unsafe { arena.allocate(layout) }.is_null(), "{layout:?}");
    }
    assert_eq!(memory.mapped(), 0);
}

#[test]
fn where_memory_ends_blocks_on_loan_stay_as_they_are() {
    let memory = Limited::to(4 * (64 << 10));
    let arena = arena::<BitmapAlone>(&memory);
    let small = layout(1_000, 8);
    let mut lent = Vec::new();
    // SAFETY: this thread owns the arena; each block is freed once, with what it was lent as.
    unsafe {
        loop {
            let block = arena.allocate(small);
            if block.is_null() {
                break;
            }
            block.write_bytes(lent.len() as u8, small.size());
            lent.push(block);
        }
        assert!(lent.len() > 250, "{}", lent.len());
        assert!(arena.allocate(layout(100_000, 8)).is_null());
        let first = lent[0];
        assert!(arena.resize(first, small, 50_000).is_null());
        arena.verify();
        for (number, block) in lent.iter().enumerate() {
            let content = std::slice::from_raw_parts(*block, small.size());
            assert!(content.iter().all(|byte| *byte == number as u8));
        }
        // What comes back can be lent again.
        for block in lent {
            arena.free(block);
        }
        let again = arena.allocate(small);
        assert!(!again.is_null());
        arena.free(again);
    }
}

#[test]
fn a_superblock_filled_alone_goes_back_at_once() {
    let memory = Limited::default();
    let arena = arena::<BitmapWithMagazine>(&memory);
    // SAFETY: this thread owns the arena; the block is freed once.
    unsafe {
        let large = arena.allocate(layout(1 << 20, 8));
        assert!(memory.mapped() > 1 << 20);
        assert_eq!(arena.statistics().superblocks, 1);
        // The whole of it may be used.
        large.write_bytes(7, 1 << 20);
        arena.free(large);
    }
    assert_eq!(memory.mapped(), 0);
    assert_eq!(arena.statistics().superblocks, 0);
    assert_eq!(arena.statistics().superblocks_mapped, 1);
}

#[test]
fn one_empty_superblock_is_kept() {
    let memory = Limited::default();
    let arena = arena::<BitmapAlone>(&memory);
    let half = layout(40_000, 8);
    // SAFETY: this thread owns the arena; each block is freed once.
    unsafe {
        let blocks = [(); 3].map(|()| arena.allocate(half));
        assert_eq!(arena.statistics().superblocks, 3);
        arena.free(blocks[0]);
        assert_eq!(arena.statistics().superblocks, 3, "kept");
        arena.free(blocks[1]);
        assert_eq!(arena.statistics().superblocks, 2, "the one kept before");
        let again = arena.allocate(half);
        assert_eq!(arena.statistics().superblocks, 2, "the kept one serves");
        arena.free(again);
        arena.free(blocks[2]);
        assert_eq!(arena.statistics().superblocks, 1);
        arena.verify();
    }
}

#[test]
fn a_block_grows_into_the_free_one_behind_it() {
    let memory = Limited::default();
    let arena = arena::<BitmapAlone>(&memory);
    let small = layout(100, 8);
    // SAFETY: this thread owns the arena; each block is freed once, with its layout.
    unsafe {
        let first = arena.allocate(small);
        let second = arena.allocate(small);
        let third = arena.allocate(small);
        first.write_bytes(3, 100);
        assert_ne!(
            arena.resize(third, small, 200),
            first,
            "the last block grows into the rest"
        );
        arena.free(second);
        assert_eq!(arena.resize(first, small, 200), first);
        assert_eq!(arena.statistics().grown_in_place, 2);
        assert_eq!(std::slice::from_raw_parts(first, 100), [3; 100]);
        arena.verify();
        // Shorter again, what is left over is free.
        assert_eq!(arena.resize(first, layout(200, 8), 10), first);
        let again = arena.allocate(small);
        assert!(again > first && again < third, "in the gap");
        arena.verify();
    }
}

#[test]
fn alignment_is_kept_whatever_the_size() {
    let memory = Limited::default();
    let arena = arena::<BitmapWithMagazine>(&memory);
    for align_log in 0..=18 {
        for size in [0, 1, 24, 100, 1_040, 5_000, 70_000] {
            let layout = layout(size, 1 << align_log);
            // SAFETY: this thread owns the arena; the block is used within its layout.
            unsafe {
                let block = arena.allocate(layout);
                assert!(!block.is_null());
                assert_eq!(block.addr() % layout.align(), 0, "{layout:?}");
                block.write_bytes(1, size);
                let grown = arena.resize(block, layout, size + 500);
                assert_eq!(grown.addr() % layout.align(), 0, "{layout:?}");
                arena.verify();
                arena.free(grown);
            }
        }
    }
}
