//! What each thread has asked of its allocator.

use shirabe_alloc::counters::{Counters, of_this_thread, switch};

#[test]
fn each_thread_counts_its_own_while_counting_is_on() {
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
