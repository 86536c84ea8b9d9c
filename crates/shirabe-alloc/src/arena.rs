//! An arena allocator of our own, with two ways to search its free lists.
//!
//! Memory comes in *superblocks* ([`Source`]), which are cut into *blocks* with boundary tags. Free
//! blocks are kept in 112 lists by size ([`size_class`]). A request takes a block from its own list
//! or from the lowest non-empty list above it; how that list is found is the one thing in which
//! [`Scan`] and [`Bitmap`] differ ([`Search`]). Freed blocks join with free neighbours, and a
//! superblock that is empty goes back to the system, one later than it could.
//!
//! Each thread owns an [`Arena`]. A block that another thread frees is handed back to the arena
//! that it came from, and the arena of a thread that has ended is adopted by a later one
//! ([`ArenaAllocator`]). In front of the lists is a [`Magazine`](magazine) of small blocks, which a
//! [`Design`] may leave out.
//!
//! The block logic knows neither threads nor the operating system, so it runs on any
//! [`Source`], the one of the tests among them.

mod block;
mod counts;
mod fault;
mod free_lists;
mod hand_over;
mod heap;
mod huge;
mod magazine;
mod owner;
mod process;
mod search;
pub mod size_class;
mod source;
mod superblock;

pub use counts::ArenaStatistics;
pub use owner::{Arena, Location};
pub use process::{ArenaAllocator, Process};
pub use search::{Bitmap, Scan, Search};
pub use source::{MappedMemory, Source};

/// What an arena is made of.
pub trait Design: Sized + 'static {
    /// Where superblocks come from.
    type Source: Source;
    /// How the next non-empty list is found.
    type Search: Search;
    /// Whether a magazine of small blocks stands in front of the lists.
    const MAGAZINE: bool;
}

/// The design of the feature `alloc-arena-scan`.
#[derive(Debug, Clone, Copy)]
pub struct ScanDesign;

/// The design of the feature `alloc-arena-bitmap`.
#[derive(Debug, Clone, Copy)]
pub struct BitmapDesign;

impl Design for ScanDesign {
    type Source = MappedMemory;
    type Search = Scan;
    const MAGAZINE: bool = !cfg!(feature = "arena-no-magazine");
}

impl Design for BitmapDesign {
    type Source = MappedMemory;
    type Search = Bitmap;
    const MAGAZINE: bool = !cfg!(feature = "arena-no-magazine");
}
