//! The allocators, as programs use them.

#![allow(unsafe_code)]

#[cfg(unix)]
mod arena;
mod chosen;
#[cfg(feature = "counters")]
mod counters;
#[cfg(all(feature = "trace", unix))]
mod trace;

use shirabe_alloc::Global;

#[global_allocator]
static GLOBAL: Global = Global;
