//! The allocators that a build of Shirabe can choose, and what they say of themselves.
//!
//! Cargo features choose: `alloc-mimalloc`, `alloc-mimalloc-v2`, `alloc-jemalloc`,
//! `alloc-arena-scan`, `alloc-arena-bitmap`, `alloc-system`. Where several are on,
//! [`Allocator::CHOSEN`] is the first in this order: system, arena-bitmap, arena-scan, jemalloc,
//! mimalloc-v2, mimalloc; where none is, it is the system's. The program's library declares
//! [`Global`] as the global allocator, so that its tests run under the one that ships.
//!
//! The one crate of the workspace with `unsafe`: calls into allocators, and [`arena`], which is one.

#![allow(unsafe_code)]

#[cfg(all(
    any(feature = "alloc-arena-bitmap", feature = "alloc-arena-scan"),
    not(unix)
))]
compile_error!("the arenas need a Unix: choose another of the features alloc-*");

#[cfg(unix)]
pub mod arena;
#[cfg(feature = "counters")]
pub mod counters;
#[cfg(feature = "alloc-jemalloc")]
mod jemalloc;
#[cfg(feature = "alloc-mimalloc")]
mod mimalloc;
mod statistics;
mod system;
pub mod trace;
#[cfg(any(feature = "counters", all(feature = "trace", unix)))]
mod watch;

pub use statistics::{Statistics, statistics};

use std::alloc::{GlobalAlloc, Layout};
use std::fmt;

/// An allocator that a build can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Allocator {
    /// The one of the C library.
    System,
    /// Our own arena, its lists searched by a map.
    ArenaBitmap,
    /// Our own arena, its lists searched by a walk.
    ArenaScan,
    /// jemalloc (<https://jemalloc.net>).
    Jemalloc,
    /// mimalloc, version 2 (<https://microsoft.github.io/mimalloc/>).
    MimallocV2,
    /// mimalloc, version 3.
    Mimalloc,
}

cfg_select! {
    feature = "alloc-system" => {
        type Chosen = std::alloc::System;
        const GLOBAL: Chosen = std::alloc::System;
        const CHOSEN: Allocator = Allocator::System;
    }
    feature = "alloc-arena-bitmap" => {
        type Chosen = arena::ArenaAllocator<arena::BitmapDesign>;
        const GLOBAL: Chosen = arena::ArenaAllocator::NEW;
        const CHOSEN: Allocator = Allocator::ArenaBitmap;
    }
    feature = "alloc-arena-scan" => {
        type Chosen = arena::ArenaAllocator<arena::ScanDesign>;
        const GLOBAL: Chosen = arena::ArenaAllocator::NEW;
        const CHOSEN: Allocator = Allocator::ArenaScan;
    }
    feature = "alloc-jemalloc" => {
        type Chosen = tikv_jemallocator::Jemalloc;
        const GLOBAL: Chosen = tikv_jemallocator::Jemalloc;
        const CHOSEN: Allocator = Allocator::Jemalloc;
    }
    feature = "alloc-mimalloc-v2" => {
        type Chosen = ::mimalloc::MiMalloc;
        const GLOBAL: Chosen = ::mimalloc::MiMalloc;
        const CHOSEN: Allocator = Allocator::MimallocV2;
    }
    feature = "alloc-mimalloc" => {
        type Chosen = ::mimalloc::MiMalloc;
        const GLOBAL: Chosen = ::mimalloc::MiMalloc;
        const CHOSEN: Allocator = Allocator::Mimalloc;
    }
    _ => {
        type Chosen = std::alloc::System;
        const GLOBAL: Chosen = std::alloc::System;
        const CHOSEN: Allocator = Allocator::System;
    }
}

/// The name of the chosen allocator.
pub const NAME: &str = Allocator::CHOSEN.name();

impl Allocator {
    /// The allocator that the features of this build choose.
    pub const CHOSEN: Self = CHOSEN;

    /// Every allocator that is linked into this build, chosen or not. Of mimalloc there is one
    /// version at most.
    pub const LINKED: &'static [Self] = &[
        Self::System,
        #[cfg(feature = "alloc-arena-bitmap")]
        Self::ArenaBitmap,
        #[cfg(feature = "alloc-arena-scan")]
        Self::ArenaScan,
        #[cfg(feature = "alloc-jemalloc")]
        Self::Jemalloc,
        #[cfg(feature = "alloc-mimalloc-v2")]
        Self::MimallocV2,
        #[cfg(all(feature = "alloc-mimalloc", not(feature = "alloc-mimalloc-v2")))]
        Self::Mimalloc,
    ];

    /// The name, as in the feature `alloc-NAME`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::ArenaBitmap => "arena-bitmap",
            Self::ArenaScan => "arena-scan",
            Self::Jemalloc => "jemalloc",
            Self::MimallocV2 => "mimalloc-v2",
            Self::Mimalloc => "mimalloc",
        }
    }
}

impl fmt::Display for Allocator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The chosen allocator, to be declared with `#[global_allocator]`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Global;

// SAFETY: every call goes to the chosen allocator as it came, watched or not, and that one keeps the
// contract of `GlobalAlloc`.
unsafe impl GlobalAlloc for Global {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        #[cfg(any(feature = "counters", all(feature = "trace", unix)))]
        if watch::anyone() {
            // SAFETY: what the caller promised.
            return unsafe { watch::alloc(layout) };
        }
        // SAFETY: what the caller promised.
        unsafe { <Chosen as GlobalAlloc>::alloc(&GLOBAL, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        #[cfg(any(feature = "counters", all(feature = "trace", unix)))]
        if watch::anyone() {
            // SAFETY: what the caller promised.
            return unsafe { watch::alloc_zeroed(layout) };
        }
        // SAFETY: what the caller promised.
        unsafe { <Chosen as GlobalAlloc>::alloc_zeroed(&GLOBAL, layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        #[cfg(any(feature = "counters", all(feature = "trace", unix)))]
        if watch::anyone() {
            // SAFETY: what the caller promised.
            return unsafe { watch::dealloc(block, layout) };
        }
        // SAFETY: what the caller promised.
        unsafe { <Chosen as GlobalAlloc>::dealloc(&GLOBAL, block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        #[cfg(any(feature = "counters", all(feature = "trace", unix)))]
        if watch::anyone() {
            // SAFETY: what the caller promised.
            return unsafe { watch::realloc(block, layout, new_size) };
        }
        // SAFETY: what the caller promised.
        unsafe { <Chosen as GlobalAlloc>::realloc(&GLOBAL, block, layout, new_size) }
    }
}
