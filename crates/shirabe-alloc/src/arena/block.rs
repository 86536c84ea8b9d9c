//! Blocks and their boundary tags.
//!
//! A block begins with a tag of eight bytes: its size, and whether it and the block before it are
//! in use. What the caller gets begins behind the tag, at a multiple of 16. A free block holds the
//! links of its list behind the tag, and its size once more in its last eight bytes, where the
//! block behind it finds it. In checked builds a tag also carries a checksum.

use super::fault::{self, CHECKED};
use super::size_class::{GRANULE, SMALLEST};

/// What the tag takes.
pub(super) const TAG: usize = size_of::<u64>();

/// The block is on loan, or lies in a magazine.
const USED: u64 = 1;
/// The block before it is not free.
const BEFORE_USED: u64 = 2;
/// The block lies in a magazine, or waits to be handed back. Kept in checked builds only.
const RESTING: u64 = 4;
const FLAGS: u64 = GRANULE as u64 - 1;

const NEXT: usize = TAG;
const PREVIOUS: usize = TAG + size_of::<*mut u8>();
const _: () = assert!(PREVIOUS + size_of::<*mut u8>() + size_of::<u64>() <= SMALLEST);

/// A block, by the address of its tag.
///
/// Whoever makes one promises that a tag lies there in a superblock that is mapped and used by
/// this thread alone. What the methods read and write lies within the block, or is the tag of the
/// block behind it, which every block has: each superblock ends with a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block(*mut u8);

impl Block {
    /// No block: the end of a list.
    pub(super) const NONE: Self = Self(std::ptr::null_mut());

    /// The block whose tag lies at an address.
    ///
    /// # Safety
    /// See the type.
    pub(super) unsafe fn at(tag: *mut u8) -> Self {
        Self(tag)
    }

    /// The block that was handed out at an address.
    ///
    /// # Safety
    /// See the type: it was handed out, and not given back since.
    #[inline]
    pub(super) unsafe fn of_payload(payload: *mut u8) -> Self {
        // SAFETY: a tag lies before all that is handed out.
        Self(unsafe { payload.sub(TAG) })
    }

    pub(super) fn is_none(self) -> bool {
        self.0.is_null()
    }

    /// What a caller gets.
    #[inline]
    pub(super) fn payload(self) -> *mut u8 {
        // SAFETY: a block is longer than its tag.
        unsafe { self.0.add(TAG) }
    }

    pub(super) fn address(self) -> *mut u8 {
        self.0
    }

    /// The block, or end tag, `size` bytes on.
    fn behind(self, size: usize) -> Self {
        // SAFETY: `size` is this block's size, or less.
        Self(unsafe { self.0.add(size) })
    }

    /// The block behind this one.
    pub(super) fn next(self) -> Self {
        self.behind(self.size())
    }

    /// The free block before this one.
    pub(super) fn previous(self) -> Self {
        debug_assert!(!self.is_before_used());
        // SAFETY: a free block lies there, which ends with its size.
        let size = unsafe { self.0.sub(size_of::<u64>()).cast::<u64>().read() };
        let size = unseal(size, self.0) & !FLAGS;
        // SAFETY: the same.
        Self(unsafe { self.0.sub(size as usize) })
    }

    #[inline]
    fn tag(self) -> u64 {
        // SAFETY: the type's promise.
        let tag = unsafe { self.0.cast::<u64>().read() };
        unseal(tag, self.0)
    }

    fn set_tag(self, tag: u64) {
        // SAFETY: the type's promise.
        unsafe { self.0.cast::<u64>().write(seal(tag, self.0)) };
    }

    /// The size in bytes, tag included; 0 for the tag at the end of a superblock, and for a block
    /// that fills a superblock alone.
    #[inline]
    pub(super) fn size(self) -> usize {
        (self.tag() & !FLAGS) as usize
    }

    pub(super) fn is_used(self) -> bool {
        self.tag() & USED != 0
    }

    pub(super) fn is_before_used(self) -> bool {
        self.tag() & BEFORE_USED != 0
    }

    fn set_before_used(self, used: bool) {
        let tag = self.tag();
        self.set_tag(if used {
            tag | BEFORE_USED
        } else {
            tag & !BEFORE_USED
        });
    }

    /// Makes this a block on loan, and tells the one behind it.
    pub(super) fn set_used(self, size: usize, before_used: bool) {
        let before = if before_used { BEFORE_USED } else { 0 };
        self.set_tag(size as u64 | USED | before);
        self.behind(size).set_before_used(true);
    }

    /// Makes this a free block, and tells the one behind it. What lies before it is in use, for
    /// free neighbours are joined.
    pub(super) fn set_free(self, size: usize) {
        self.set_tag(size as u64 | BEFORE_USED);
        let behind = self.behind(size);
        // SAFETY: the last bytes of this block.
        unsafe {
            let end = behind.0.sub(size_of::<u64>()).cast::<u64>();
            end.write(seal(size as u64, behind.0));
        }
        behind.set_before_used(false);
    }

    /// Writes the tag at the end of a superblock, behind a free block.
    pub(super) fn set_end(self) {
        self.set_tag(USED);
    }

    /// Writes the tag of a block that fills a superblock alone.
    pub(super) fn set_alone(self) {
        self.set_tag(USED | BEFORE_USED);
    }

    /// Unmakes a tag that has become the inside of another block, so that a second `free` of it is
    /// found out.
    #[inline]
    pub(super) fn forget(self) {
        if CHECKED {
            // SAFETY: the type's promise.
            unsafe { self.0.cast::<u64>().write(0) };
        }
    }

    /// Aborts unless this is a block on loan; `what` is being done with it.
    #[inline]
    pub(super) fn check_on_loan(self, what: Misuse) {
        if CHECKED {
            let tag = self.tag();
            if tag & RESTING != 0 || tag & USED == 0 {
                fault::abort(what.message(), self.payload());
            }
        }
    }

    /// Marks a block that lies in a magazine, or waits to be handed back.
    #[inline]
    pub(super) fn set_resting(self, resting: bool) {
        if CHECKED {
            let tag = self.tag();
            self.set_tag(if resting {
                tag | RESTING
            } else {
                tag & !RESTING
            });
        }
    }

    /// The next block of the same free list.
    pub(super) fn next_in_list(self) -> Self {
        // SAFETY: a free block has its links there.
        Self(unsafe { self.0.add(NEXT).cast::<*mut u8>().read() })
    }

    /// The previous block of the same free list.
    pub(super) fn previous_in_list(self) -> Self {
        // SAFETY: a free block has its links there.
        Self(unsafe { self.0.add(PREVIOUS).cast::<*mut u8>().read() })
    }

    pub(super) fn set_next_in_list(self, next: Self) {
        // SAFETY: a free block has its links there.
        unsafe { self.0.add(NEXT).cast::<*mut u8>().write(next.0) };
    }

    pub(super) fn set_previous_in_list(self, previous: Self) {
        // SAFETY: a free block has its links there.
        unsafe { self.0.add(PREVIOUS).cast::<*mut u8>().write(previous.0) };
    }
}

/// What was done with a block that is not on loan.
#[derive(Debug, Clone, Copy)]
pub(super) enum Misuse {
    /// It was freed.
    Free,
    /// It was to be resized.
    Resize,
}

impl Misuse {
    const fn message(self) -> &'static str {
        match self {
            Self::Free => "freed, but it is not on loan: freed twice?",
            Self::Resize => "resized, but it is not on loan: freed before?",
        }
    }
}

/// Adds the checksum, in checked builds.
#[inline]
fn seal(tag: u64, at: *mut u8) -> u64 {
    if CHECKED {
        tag | checksum(tag, at) << 32
    } else {
        tag
    }
}

/// Takes the checksum off. Aborts where it is wrong, in checked builds.
#[inline]
fn unseal(sealed: u64, at: *mut u8) -> u64 {
    if !CHECKED {
        return sealed;
    }
    let tag = sealed & u64::from(u32::MAX);
    if sealed >> 32 != checksum(tag, at) {
        // SAFETY: only the address is looked at.
        let payload = at.wrapping_add(TAG);
        fault::abort(
            "its tag is smashed: written beyond a block before it, or freed twice",
            payload,
        );
    }
    tag
}

/// 32 bits that depend on the tag and on where it lies; never those of a word of zeroes.
fn checksum(tag: u64, at: *mut u8) -> u64 {
    let mixed = (tag ^ (at.addr() as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) | 1
}
