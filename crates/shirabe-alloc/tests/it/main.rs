//! Which allocator runs, by what the allocators themselves have counted.

use shirabe_alloc::{Allocator, Global, NAME};
use std::alloc::{GlobalAlloc, Layout};

#[global_allocator]
static GLOBAL: Global = Global;

/// Beyond every size class, so that each allocator counts it.
const BLOCK: usize = 64 << 20;

fn handed_out() -> Vec<(Allocator, Option<u64>)> {
    let linked = Allocator::LINKED.iter();
    linked
        .map(|allocator| (*allocator, allocator.statistics().map(|it| it.handed_out)))
        .collect()
}

#[test]
fn the_chosen_allocator_is_the_one_that_runs() {
    let before = handed_out();
    let block = std::hint::black_box(vec![1_u8; BLOCK]);
    let after = handed_out();
    drop(block);
    for ((allocator, before), (_, after)) in before.into_iter().zip(after) {
        let (Some(before), Some(after)) = (before, after) else {
            assert!(
                allocator == Allocator::System && cfg!(not(target_env = "gnu")),
                "{allocator} has no statistics"
            );
            continue;
        };
        // Half of it, for other tests may give back something meanwhile.
        let taken = after.saturating_sub(before) >= BLOCK as u64 / 2;
        assert_eq!(
            taken,
            allocator == Allocator::CHOSEN,
            "{allocator}: {before} to {after}"
        );
    }
}

#[test]
fn an_explicit_choice_beats_the_default() {
    let expected = if cfg!(feature = "alloc-system") {
        "system"
    } else if cfg!(feature = "alloc-jemalloc") {
        "jemalloc"
    } else if cfg!(feature = "alloc-mimalloc-v2") {
        "mimalloc-v2"
    } else if cfg!(feature = "alloc-mimalloc") {
        "mimalloc"
    } else {
        "system"
    };
    assert_eq!(NAME, expected);
    let library = shirabe_alloc::statistics().map(|statistics| statistics.library);
    let library = library.unwrap_or_default();
    let prefix = match Allocator::CHOSEN {
        Allocator::System if cfg!(target_env = "gnu") => "glibc 2.",
        Allocator::System => "",
        Allocator::Jemalloc => "jemalloc 5.",
        Allocator::MimallocV2 => "mimalloc 2.",
        Allocator::Mimalloc => "mimalloc 3.",
    };
    assert!(library.starts_with(prefix), "{library}");
}

#[test]
fn blocks_are_aligned_zeroed_and_keep_what_they_hold() {
    for align in [1, 8, 64, 4096] {
        let layout = Layout::from_size_align(1000, align).expect("a layout");
        // SAFETY: the layout has a size, the block is used within it, and freed with the layout
        // that it has at the end.
        #[allow(unsafe_code)]
        unsafe {
            let block = GLOBAL.alloc_zeroed(layout);
            assert_eq!(block as usize % align, 0);
            assert!(
                std::slice::from_raw_parts(block, 1000)
                    .iter()
                    .all(|byte| *byte == 0)
            );
            block.add(999).write(7);
            let block = GLOBAL.realloc(block, layout, 5000);
            assert_eq!(block as usize % align, 0);
            assert_eq!(block.add(999).read(), 7);
            GLOBAL.dealloc(block, Layout::from_size_align_unchecked(5000, align));
        }
    }
}

#[cfg(feature = "counters")]
#[test]
fn each_thread_counts_its_own_while_counting_is_on() {
    use shirabe_alloc::counters::{Counters, of_this_thread, switch};
    let spent = || {
        let before = of_this_thread();
        let mut block = std::hint::black_box(Vec::<u8>::with_capacity(100));
        block.reserve_exact(1_000);
        drop(std::hint::black_box(block));
        let after = of_this_thread();
        Counters {
            allocations: after.allocations - before.allocations,
            bytes: after.bytes - before.bytes,
            frees: after.frees - before.frees,
        }
    };
    assert_eq!(spent(), Counters::default());
    switch(true);
    let grown = Counters {
        allocations: 2,
        bytes: 1_100,
        frees: 2,
    };
    assert_eq!(spent(), grown);
    let of_another = std::thread::spawn(move || (of_this_thread(), spent()));
    let (first, then) = of_another.join().expect("no panic");
    assert!(first.allocations < 100, "{first:?}");
    assert_eq!(then, grown);
    switch(false);
    assert_eq!(spent(), Counters::default());
}
