//! The global allocator of the program, its tests and its benchmarks, chosen by the features
//! `alloc-*`.

use shirabe_alloc::{Global, Statistics};

#[global_allocator]
static GLOBAL: Global = Global;

/// The name of the allocator that this build chose.
pub const ALLOCATOR: &str = shirabe_alloc::NAME;

/// What the allocator has counted so far; `None` where the platform has nothing to tell.
#[must_use]
pub fn allocator_statistics() -> Option<Statistics> {
    shirabe_alloc::statistics()
}
