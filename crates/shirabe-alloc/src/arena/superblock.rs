//! Superblocks: what the source gives, cut into blocks.

use super::block::{Block, TAG};
use super::size_class::GRANULE;
use super::source::Source;
use std::ptr;

/// What lies at the start of a superblock.
#[derive(Debug)]
#[repr(C, align(16))]
pub(super) struct Superblock {
    /// The arena that it belongs to, as an address only this crate understands.
    pub(super) owner: *const (),
    /// The mapping that it lies in.
    pub(super) base: *mut u8,
    /// The bytes of that mapping.
    pub(super) mapped: usize,
    /// For a block that fills it alone: how many bytes a caller may use; else 0.
    pub(super) alone: usize,
    /// How many superblocks its arena had taken before it.
    pub(super) ordinal: u32,
    /// The arena's other superblocks, newest first.
    pub(super) next: *mut Superblock,
    pub(super) previous: *mut Superblock,
}

/// Where the first tag lies: what follows it is aligned.
pub(super) const FIRST_TAG: usize = (size_of::<Superblock>() + TAG).next_multiple_of(GRANULE) - TAG;

impl Superblock {
    /// The superblock that what was handed out at `payload` lies in.
    #[inline]
    pub(super) fn of<S: Source>(payload: *mut u8) -> *mut Self {
        // The tag before it, for an alignment beyond a superblock's puts the payload on the border.
        payload
            .map_addr(|address| (address - TAG) & !(S::SUPERBLOCK - 1))
            .cast()
    }

    /// The bytes between the header and the tag at the end.
    pub(super) const fn span<S: Source>() -> usize {
        S::SUPERBLOCK - FIRST_TAG - TAG
    }

    /// Maps a superblock that is one free block, in no list yet; null where there is no memory.
    pub(super) fn map<S: Source>(source: &S, owner: *const (), ordinal: u32) -> *mut Self {
        let base = source.map(S::SUPERBLOCK, S::SUPERBLOCK);
        if base.is_null() {
            return ptr::null_mut();
        }
        let this = base.cast::<Self>();
        let header = Self {
            owner,
            base,
            mapped: S::SUPERBLOCK,
            alone: 0,
            ordinal,
            next: ptr::null_mut(),
            previous: ptr::null_mut(),
        };
        // SAFETY: the memory is new, aligned and longer than the header and both tags.
        unsafe {
            this.write(header);
            Block::at(base.add(S::SUPERBLOCK - TAG)).set_end();
            Block::at(base.add(FIRST_TAG)).set_free(Self::span::<S>());
        }
        this
    }

    /// The first block of a superblock.
    ///
    /// # Safety
    /// The superblock is mapped, and its owner calls.
    pub(super) unsafe fn first(this: *mut Self) -> Block {
        // SAFETY: there the first tag lies.
        unsafe { Block::at(this.cast::<u8>().add(FIRST_TAG)) }
    }
}
