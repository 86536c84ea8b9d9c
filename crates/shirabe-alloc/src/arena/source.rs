//! Where superblocks come from.

use std::ptr;

/// Memory for superblocks.
///
/// # Safety
/// [`map`](Self::map) returns memory as promised, of which nothing else is used until
/// [`unmap`](Self::unmap) is given it.
pub unsafe trait Source: Send + Sync + 'static {
    /// The size of a usual superblock and the alignment of every one, in bytes: a power of two,
    /// and at most 16 MiB.
    const SUPERBLOCK: usize;

    /// `size` bytes of zeroes that begin at a multiple of `align` (a power of two of at least a
    /// page), or null.
    fn map(&self, size: usize, align: usize) -> *mut u8;

    /// Takes back what [`map`](Self::map) returned.
    ///
    /// # Safety
    /// `base` and `size` are those of one call of [`map`](Self::map), and nothing uses the memory
    /// any more.
    unsafe fn unmap(&self, base: *mut u8, size: usize);
}

/// Memory that the operating system maps: `mmap(2)`, anonymous and private.
#[derive(Debug, Clone, Copy, Default)]
pub struct MappedMemory;

impl MappedMemory {
    /// Maps `size` bytes anywhere; null where there is no memory.
    fn anywhere(size: usize) -> *mut u8 {
        // SAFETY: a new anonymous mapping touches no other memory.
        let base = unsafe {
            libc::mmap(
                ptr::null_mut(),
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            ptr::null_mut()
        } else {
            base.cast()
        }
    }

    /// Gives back part of a mapping, page-aligned; nothing where it is empty.
    ///
    /// # Safety
    /// The part belongs to a mapping, and nothing uses it any more.
    unsafe fn give_back(base: *mut u8, size: usize) {
        if size > 0 {
            // SAFETY: what the caller promised. Where the kernel refuses, the memory stays mapped,
            // which costs memory and harms nothing.
            unsafe { libc::munmap(base.cast(), size) };
        }
    }
}

// SAFETY: `mmap` hands out each page once until `munmap`.
unsafe impl Source for MappedMemory {
    const SUPERBLOCK: usize = 4 << 20;

    fn map(&self, size: usize, align: usize) -> *mut u8 {
        // The kernel knows no alignment beyond pages: map more, and give back both ends.
        let Some(gross) = size.checked_add(align) else {
            return ptr::null_mut();
        };
        let base = Self::anywhere(gross);
        if base.is_null() {
            return base;
        }
        let before = base.align_offset(align);
        // SAFETY: `before` is less than `align`, so all three parts lie in the mapping just made.
        unsafe {
            let aligned = base.add(before);
            Self::give_back(base, before);
            let end = aligned.add(size);
            Self::give_back(end, gross - before - size);
            aligned
        }
    }

    unsafe fn unmap(&self, base: *mut u8, size: usize) {
        // SAFETY: what the caller promised.
        unsafe { Self::give_back(base, size) };
    }
}
