//! Which allocator really runs, by what it has counted itself.

/// Beyond every allocator's size classes, so that each counts it at once.
const BLOCK: usize = 64 << 20;

#[test]
fn the_allocator_of_the_features_is_the_one_that_runs() {
    let (expected, library) = if cfg!(feature = "alloc-system") {
        ("system", "glibc 2.")
    } else if cfg!(feature = "alloc-arena-bitmap") {
        ("arena-bitmap", "arena 0.")
    } else if cfg!(feature = "alloc-arena-scan") {
        ("arena-scan", "arena 0.")
    } else if cfg!(feature = "alloc-jemalloc") {
        ("jemalloc", "jemalloc 5.")
    } else if cfg!(feature = "alloc-mimalloc-v2") {
        ("mimalloc-v2", "mimalloc 2.")
    } else if cfg!(feature = "alloc-mimalloc") {
        ("mimalloc", "mimalloc 3.")
    } else {
        ("system", "glibc 2.")
    };
    assert_eq!(shirabe::ALLOCATOR, expected);
    let Some(before) = shirabe::allocator_statistics() else {
        let counts = expected != "system" || cfg!(target_env = "gnu");
        assert!(!counts, "{expected} has no statistics");
        return;
    };
    let block = std::hint::black_box(vec![1_u8; BLOCK]);
    let after = shirabe::allocator_statistics().expect("statistics, as before");
    drop(block);
    assert!(after.library.starts_with(library), "{}", after.library);
    // Half of it, for other tests may give back something meanwhile.
    assert!(
        after.handed_out.saturating_sub(before.handed_out) >= BLOCK as u64 / 2,
        "{expected} did not hand out the block: {before:?}, {after:?}"
    );
}
