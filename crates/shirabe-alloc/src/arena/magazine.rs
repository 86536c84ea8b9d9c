//! The magazine: small blocks that were freed, kept by size for the next request of that size.
//!
//! A block in the magazine is on loan to the magazine as far as the lists know: it is not joined
//! with its neighbours until it is given back to them.

use super::size_class::{GRANULE, SMALLEST};
use std::ptr;

/// One shelf for each size of the exact lists.
const SHELVES: usize = super::size_class::EXACT;
/// The largest block that has a shelf, in bytes.
pub(super) const LARGEST: usize = SMALLEST + (SHELVES - 1) * GRANULE;
/// How many bytes of blocks a shelf holds at most.
const SHELF_BYTES: usize = 32 << 10;

/// Blocks of one size, linked through what callers get of them.
#[derive(Debug, Clone, Copy)]
struct Shelf {
    top: *mut u8,
    /// How many blocks lie here.
    filled: u32,
    /// How many may.
    limit: u32,
}

/// The shelves of one arena.
#[derive(Debug)]
pub(super) struct Magazine {
    shelves: [Shelf; SHELVES],
}

impl Magazine {
    pub(super) const NEW: Self = {
        let empty = Shelf {
            top: ptr::null_mut(),
            filled: 0,
            limit: 0,
        };
        let mut shelves = [empty; SHELVES];
        let mut shelf = 0;
        while shelf < SHELVES {
            shelves[shelf].limit = (SHELF_BYTES / (SMALLEST + shelf * GRANULE)) as u32;
            shelf += 1;
        }
        Self { shelves }
    };

    const fn shelf_of(size: usize) -> usize {
        (size - SMALLEST) / GRANULE
    }

    /// What callers get of a block of a size (at most [`LARGEST`]), or null.
    #[inline]
    pub(super) fn take(&mut self, size: usize) -> *mut u8 {
        let shelf = &mut self.shelves[Self::shelf_of(size)];
        let top = shelf.top;
        if !top.is_null() {
            // SAFETY: `put` has written the link there, and nobody has used the block since.
            shelf.top = unsafe { top.cast::<*mut u8>().read() };
            shelf.filled -= 1;
        }
        top
    }

    /// Puts a block of a size (at most [`LARGEST`]) on its shelf. Returns whether the shelf is then
    /// full: the caller makes room.
    ///
    /// # Safety
    /// `payload` is what a caller got of a block of that size and uses no more.
    #[inline]
    pub(super) unsafe fn put(&mut self, size: usize, payload: *mut u8) -> bool {
        let shelf = &mut self.shelves[Self::shelf_of(size)];
        // SAFETY: a block has room for a link, and is aligned for it.
        unsafe { payload.cast::<*mut u8>().write(shelf.top) };
        shelf.top = payload;
        shelf.filled += 1;
        shelf.filled >= shelf.limit
    }

    /// How many blocks of a size are to be given back to make room: half of them.
    pub(super) fn surplus(&self, size: usize) -> u32 {
        self.shelves[Self::shelf_of(size)].filled / 2
    }
}
