//! Blocks that fill a superblock alone: too long, or aligned too widely, to lie beside others.

use super::block::{Block, TAG};
use super::source::Source;
use super::superblock::{FIRST_TAG, Superblock};
use std::ptr;

/// Mappings are multiples of this: at least a page everywhere.
const PAGE: usize = 64 << 10;

/// Maps a superblock for one block of `size` bytes at a multiple of `align`, and returns what the
/// caller gets; null where there is no memory.
pub(super) fn map<S: Source>(
    source: &S,
    owner: *const (),
    ordinal: u32,
    size: usize,
    align: usize,
) -> *mut u8 {
    let wide = align >= S::SUPERBLOCK;
    // Where the payload lies in the mapping. Aligned to more than a superblock, it begins where the
    // superblock behind the header's would.
    let offset = if wide {
        align
    } else {
        (FIRST_TAG + TAG).next_multiple_of(align)
    };
    // Of nothing there is at least one byte: a length of 0 means that the superblock has other blocks.
    let total = offset
        .checked_add(size.max(1))
        .and_then(|total| total.checked_next_multiple_of(PAGE))
        .filter(|total| isize::try_from(*total).is_ok());
    let Some(mapped) = total else {
        return ptr::null_mut();
    };
    let base = source.map(mapped, align.max(S::SUPERBLOCK));
    if base.is_null() {
        return base;
    }
    let header = Superblock {
        owner,
        base,
        mapped,
        alone: mapped - offset,
        ordinal,
        next: ptr::null_mut(),
        previous: ptr::null_mut(),
    };
    // SAFETY: the mapping is new and longer than `offset`; before that lies room for the tag, and
    // for the header at the last border of superblocks before the payload.
    unsafe {
        let payload = base.add(offset);
        Block::of_payload(payload).set_alone();
        Superblock::of::<S>(payload).write(header);
        payload
    }
}

/// Gives the superblock of such a block back. Any thread may.
///
/// # Safety
/// The superblock holds a block alone, and nobody uses it any more.
pub(super) unsafe fn unmap<S: Source>(source: &S, superblock: *mut Superblock) {
    // SAFETY: what the caller promised.
    unsafe { source.unmap((*superblock).base, (*superblock).mapped) };
}
