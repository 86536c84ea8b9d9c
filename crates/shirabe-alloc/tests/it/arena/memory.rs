//! Memory for arenas that counts, runs out when told to, and needs no operating system.

use shirabe_alloc::arena::{Bitmap, Design, Scan, Source};
use std::alloc::Layout;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Memory from the program's own allocator, up to a limit. Superblocks are small, so that a short
/// trace fills and empties many.
#[derive(Debug, Clone)]
pub(crate) struct Limited {
    pub(crate) mapped: Arc<AtomicUsize>,
    limit: usize,
}

impl Limited {
    pub(crate) fn to(limit: usize) -> Self {
        Self {
            mapped: Arc::default(),
            limit,
        }
    }

    pub(crate) fn mapped(&self) -> usize {
        self.mapped.load(Ordering::Relaxed)
    }
}

impl Default for Limited {
    fn default() -> Self {
        Self::to(usize::MAX)
    }
}

/// What the tests map is at most this aligned and so freed with it.
const ALIGN: usize = 1 << 20;

// SAFETY: each mapping is a block of its own from the program's allocator.
unsafe impl Source for Limited {
    const SUPERBLOCK: usize = 64 << 10;

    fn map(&self, size: usize, align: usize) -> *mut u8 {
        assert!(align <= ALIGN);
        let Ok(layout) = Layout::from_size_align(size, ALIGN) else {
            return ptr::null_mut();
        };
        if self.mapped() + size > self.limit {
            return ptr::null_mut();
        }
        self.mapped.fetch_add(size, Ordering::Relaxed);
        // SAFETY: superblocks have a size.
        unsafe { std::alloc::alloc_zeroed(layout) }
    }

    unsafe fn unmap(&self, base: *mut u8, size: usize) {
        self.mapped.fetch_sub(size, Ordering::Relaxed);
        // SAFETY: allocated above with this layout.
        unsafe { std::alloc::dealloc(base, Layout::from_size_align_unchecked(size, ALIGN)) };
    }
}

macro_rules! designs {
    ($($(#[$doc:meta])* $name:ident: $search:ty, $magazine:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name;

        impl Design for $name {
            type Source = Limited;
            type Search = $search;
            const MAGAZINE: bool = $magazine;
        }
    )*};
}

designs! {
    ScanWithMagazine: Scan, true;
    BitmapWithMagazine: Bitmap, true;
    ScanAlone: Scan, false;
    BitmapAlone: Bitmap, false;
}
