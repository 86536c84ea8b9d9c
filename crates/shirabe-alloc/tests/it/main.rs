//! The allocators, as programs use them.

#![allow(unsafe_code)]

#[cfg(unix)]
mod arena;
mod chosen;

use shirabe_alloc::Global;

#[global_allocator]
static GLOBAL: Global = Global;
