//! One thread's arena.

use super::Design;
use super::block::{Block, Misuse};
use super::counts::{ArenaStatistics, Count, Counts};
use super::hand_over::{Ownership, Returned};
use super::heap::{Heap, Surroundings};
use super::huge;
use super::magazine::{self, Magazine};
use super::search::Search;
use super::size_class::{self, GRANULE};
use super::superblock::Superblock;
use std::alloc::Layout;
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::AtomicPtr;

/// An arena: the memory of one thread.
///
/// One thread owns it at a time and alone calls the methods that say so. Any thread may free a
/// block of any arena ([`free_from`](Self::free_from)).
#[derive(Debug)]
#[repr(C)]
pub struct Arena<D: Design> {
    owned: UnsafeCell<Owned<D::Search>>,
    counts: Counts,
    source: D::Source,
    index: u32,
    /// Blocks that fill a superblock alone: any thread gives them back.
    alone: Alone,
    returned: Returned,
    pub(super) ownership: Ownership,
    /// The arena that was made before this one.
    pub(super) older: AtomicPtr<Self>,
}

/// What only the owner touches.
#[derive(Debug)]
struct Owned<F> {
    magazine: Magazine,
    heap: Heap<F>,
}

#[derive(Debug)]
struct Alone {
    blocks: Count,
    bytes: Count,
    mapped: Count,
}

/// Where a block lies, in numbers that do not depend on where memory was mapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Location {
    /// The number of its arena.
    pub arena: u32,
    /// How many superblocks its arena had taken before the one that it lies in.
    pub superblock: u32,
    /// The bytes from the start of that superblock.
    pub offset: usize,
}

// SAFETY: what is not atomic lies in `owned`, which by contract only the owner touches; ownership
// passes from thread to thread with release and acquire.
unsafe impl<D: Design> Sync for Arena<D> {}
// SAFETY: nothing in it belongs to a thread but by that contract.
unsafe impl<D: Design> Send for Arena<D> {}

impl<D: Design> Arena<D> {
    /// An arena without memory, owned by the caller. Blocks are freed by the address of their arena:
    /// it must not move once it has given one out, nor be dropped before the last is freed.
    #[must_use]
    pub const fn new(source: D::Source, index: u32) -> Self {
        Self {
            owned: UnsafeCell::new(Owned {
                magazine: Magazine::NEW,
                heap: Heap::NEW,
            }),
            counts: Counts::new(),
            source,
            index,
            alone: Alone {
                blocks: Count::new(),
                bytes: Count::new(),
                mapped: Count::new(),
            },
            returned: Returned::new(),
            ownership: Ownership::owned(),
            older: AtomicPtr::new(ptr::null_mut()),
        }
    }

    /// The number that it was made with.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.index
    }

    fn address(&self) -> *const () {
        ptr::from_ref(self).cast()
    }

    fn around(&self) -> Surroundings<'_, D::Source> {
        Surroundings {
            source: &self.source,
            counts: &self.counts,
            owner: self.address(),
        }
    }

    /// A block for a layout, or null where there is no memory.
    ///
    /// # Safety
    /// The caller owns the arena.
    #[inline]
    pub unsafe fn allocate(&self, layout: Layout) -> *mut u8 {
        if D::MAGAZINE
            && layout.align() <= GRANULE
            && let Some(size) = size_class::block_size(layout.size())
            && size <= magazine::LARGEST
        {
            // SAFETY: the caller owns the arena, and nothing else borrows of it here.
            let owned = unsafe { &mut *self.owned.get() };
            let payload = owned.magazine.take(size);
            if !payload.is_null() {
                // SAFETY: the block came out of this arena's magazine.
                unsafe { Block::of_payload(payload) }.set_resting(false);
                return payload;
            }
        }
        // SAFETY: what the caller promised.
        unsafe { self.allocate_from_lists(layout) }
    }

    /// # Safety
    /// The caller owns the arena.
    #[inline(never)]
    unsafe fn allocate_from_lists(&self, layout: Layout) -> *mut u8 {
        // SAFETY: what the caller promised.
        unsafe { self.take_back() };
        let Some(size) = size_class::block_size(layout.size()) else {
            return ptr::null_mut();
        };
        // SAFETY: the caller owns the arena, and nothing else borrows of it here.
        let heap = unsafe { &mut (*self.owned.get()).heap };
        let align = layout.align();
        // What aligning may cost beside the block: see `Heap::allocate_aligned`.
        let extra = if align > GRANULE { align + GRANULE } else { 0 };
        let fits = size
            .checked_add(extra)
            .is_some_and(|gross| gross <= Superblock::span::<D::Source>());
        if !fits {
            let ordinal = heap.take_ordinal();
            return self.allocate_alone(ordinal, layout);
        }
        let block = if align > GRANULE {
            heap.allocate_aligned(self.around(), size, align)
        } else {
            heap.allocate(self.around(), size)
        };
        block.map_or(ptr::null_mut(), Block::payload)
    }

    fn allocate_alone(&self, ordinal: u32, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        let payload = huge::map(&self.source, self.address(), ordinal, size, align);
        if !payload.is_null() {
            // SAFETY: it was just made.
            let header = unsafe { &*Superblock::of::<D::Source>(payload) };
            self.alone.blocks.add_shared(1);
            self.alone.bytes.add_shared(header.alone as u64);
            self.alone.mapped.add_shared(header.mapped as u64);
            self.counts.blocks_taken.add(1);
            self.counts.superblocks_mapped.add(1);
        }
        payload
    }

    /// Whether a block for this layout comes fresh from the source, which gives zeroes.
    pub(super) fn is_fresh(layout: Layout) -> bool {
        layout.size() > Superblock::span::<D::Source>()
    }

    /// Gives a block back to the arena that it came from.
    ///
    /// # Safety
    /// `payload` is on loan from an arena of this design and not used any more; the caller owns
    /// this arena.
    #[inline]
    pub unsafe fn free(&self, payload: *mut u8) {
        let superblock = Superblock::of::<D::Source>(payload);
        // SAFETY: the superblock of a block on loan is mapped, and its owner never changes.
        if unsafe { (*superblock).owner } != self.address() {
            // SAFETY: what the caller promised.
            return unsafe { Self::free_from(payload) };
        }
        if D::MAGAZINE {
            // SAFETY: a block on loan from this arena, which the caller owns.
            let block = unsafe { Block::of_payload(payload) };
            block.check_on_loan(Misuse::Free);
            let size = block.size();
            // Blocks that fill a superblock alone have the size 0.
            if size.wrapping_sub(1) < magazine::LARGEST {
                block.set_resting(true);
                // SAFETY: the caller owns the arena, and nothing else borrows of it here.
                let owned = unsafe { &mut *self.owned.get() };
                // SAFETY: what the caller promised.
                if unsafe { owned.magazine.put(size, payload) } {
                    self.make_room(owned, size);
                }
                return;
            }
        }
        // SAFETY: what the caller promised, and it is this arena's.
        unsafe { self.free_to_lists(payload) };
    }

    /// # Safety
    /// As for [`free`](Self::free); the block is this arena's.
    #[inline(never)]
    unsafe fn free_to_lists(&self, payload: *mut u8) {
        let superblock = Superblock::of::<D::Source>(payload);
        // SAFETY: the superblock of a block on loan is mapped.
        if unsafe { (*superblock).alone } > 0 {
            // SAFETY: what the caller promised.
            return unsafe { self.free_alone(superblock) };
        }
        // SAFETY: the caller owns the arena, and nothing else borrows of it here.
        let heap = unsafe { &mut (*self.owned.get()).heap };
        // SAFETY: what the caller promised.
        unsafe { heap.free(self.around(), Block::of_payload(payload)) };
    }

    /// # Safety
    /// The superblock is this arena's, and its one block is used no more.
    unsafe fn free_alone(&self, superblock: *mut Superblock) {
        // SAFETY: it is mapped until the end of this function.
        let (alone, mapped) = unsafe { ((*superblock).alone, (*superblock).mapped) };
        self.alone.blocks.take_shared(1);
        self.alone.bytes.take_shared(alone as u64);
        self.alone.mapped.take_shared(mapped as u64);
        // SAFETY: what the caller promised.
        unsafe { huge::unmap(&self.source, superblock) };
    }

    /// Gives a block back from a thread that need not own an arena.
    ///
    /// # Safety
    /// `payload` is on loan from an arena of this design and not used any more.
    pub unsafe fn free_from(payload: *mut u8) {
        let superblock = Superblock::of::<D::Source>(payload);
        // SAFETY: the superblock of a block on loan is mapped, and names its arena, which lives as
        // long as it has blocks on loan.
        unsafe {
            let arena = &*(*superblock).owner.cast::<Self>();
            if (*superblock).alone > 0 {
                arena.free_alone(superblock);
            } else {
                // The tag is not looked at: its flags are the owner's to change.
                arena.returned.push(payload);
            }
        }
    }

    /// Takes back what other threads have freed.
    ///
    /// # Safety
    /// The caller owns the arena.
    unsafe fn take_back(&self) {
        for payload in self.returned.take_all() {
            self.counts.handed_back.add(1);
            // SAFETY: whoever handed it back had it on loan from this arena.
            unsafe { self.free(payload) };
        }
    }

    /// Gives half of a shelf back to the lists.
    #[cold]
    fn make_room(&self, owned: &mut Owned<D::Search>, size: usize) {
        for _ in 0..owned.magazine.surplus(size) {
            let payload = owned.magazine.take(size);
            // SAFETY: the block came out of this arena's magazine, to which it was on loan.
            unsafe {
                let block = Block::of_payload(payload);
                block.set_resting(false);
                owned.heap.free(self.around(), block);
            }
        }
    }

    /// Gives every block in the magazine, and every one handed back, to the lists.
    ///
    /// # Safety
    /// The caller owns the arena.
    pub unsafe fn flush(&self) {
        // SAFETY: what the caller promised.
        unsafe { self.take_back() };
        // SAFETY: the same, and nothing else borrows of it here.
        let owned = unsafe { &mut *self.owned.get() };
        for size in (size_class::SMALLEST..=magazine::LARGEST).step_by(GRANULE) {
            while owned.magazine.surplus(size) > 0 {
                self.make_room(owned, size);
            }
            // Half of one is none.
            let last = owned.magazine.take(size);
            if !last.is_null() {
                // SAFETY: it came out of this arena's magazine.
                unsafe {
                    let block = Block::of_payload(last);
                    block.set_resting(false);
                    owned.heap.free(self.around(), block);
                }
            }
        }
    }

    /// Makes a block longer or shorter, where it lies or elsewhere; null where there is no memory,
    /// and then the block is as before.
    ///
    /// # Safety
    /// `payload` is on loan from an arena of this design with that layout; the caller owns this
    /// arena.
    pub unsafe fn resize(&self, payload: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: what the caller promised.
        if unsafe { self.resize_in_place(payload, layout, new_size) } {
            return payload;
        }
        let Ok(new_layout) = Layout::from_size_align(new_size, layout.align()) else {
            return ptr::null_mut();
        };
        // SAFETY: what the caller promised.
        unsafe {
            let new = self.allocate(new_layout);
            if !new.is_null() {
                ptr::copy_nonoverlapping(payload, new, layout.size().min(new_size));
                self.free(payload);
            }
            new
        }
    }

    /// # Safety
    /// As for [`resize`](Self::resize).
    unsafe fn resize_in_place(&self, payload: *mut u8, layout: Layout, new_size: usize) -> bool {
        let Some(size) = size_class::block_size(new_size) else {
            return false;
        };
        // SAFETY: the superblock of a block on loan is mapped; these fields never change.
        let (owner, alone) = unsafe {
            let superblock = Superblock::of::<D::Source>(payload);
            ((*superblock).owner, (*superblock).alone)
        };
        if alone > 0 {
            // Kept unless most of it would lie idle.
            return new_size <= alone && new_size >= alone / 2;
        }
        if owner != self.address() {
            // Its tag is another thread's: by the layout alone, it is long enough or it is not.
            return size_class::block_size(layout.size()).is_some_and(|old| old == size);
        }
        // SAFETY: the caller owns the arena, and nothing else borrows of it here.
        let heap = unsafe { &mut (*self.owned.get()).heap };
        // SAFETY: the block is on loan from this arena.
        unsafe { heap.resize(self.around(), Block::of_payload(payload), size) }
    }

    /// Where a block lies.
    ///
    /// # Safety
    /// `payload` is on loan from an arena of this design.
    #[must_use]
    pub unsafe fn locate(payload: *mut u8) -> Location {
        let superblock = Superblock::of::<D::Source>(payload);
        // SAFETY: the superblock of a block on loan is mapped, and names its arena.
        unsafe {
            Location {
                arena: (*(*superblock).owner.cast::<Self>()).index,
                superblock: (*superblock).ordinal,
                offset: payload.addr() - superblock.addr(),
            }
        }
    }

    /// What the arena has counted. Any thread may ask; while the owner works the numbers may not
    /// fit together.
    #[must_use]
    pub fn statistics(&self) -> ArenaStatistics {
        let mut statistics = self.counts.read();
        statistics.bytes_on_loan += self.alone.bytes.get();
        statistics.blocks_on_loan += self.alone.blocks.get();
        statistics.bytes_mapped += self.alone.mapped.get();
        statistics.superblocks += self.alone.blocks.get();
        statistics
    }

    /// Walks over all that the arena holds and aborts where something is wrong.
    ///
    /// # Safety
    /// The caller owns the arena.
    pub unsafe fn verify(&self) {
        // SAFETY: what the caller promised.
        let owned = unsafe { &*self.owned.get() };
        owned.heap.verify::<D::Source>(&self.counts);
    }

    /// The name of the search, as in the feature `alloc-arena-NAME`.
    #[must_use]
    pub const fn search() -> &'static str {
        <D::Search as Search>::NAME
    }
}

impl<D: Design> Drop for Arena<D> {
    /// Gives all superblocks back. Those that hold a block alone are not the arena's to give.
    fn drop(&mut self) {
        self.owned.get_mut().heap.unmap_all(&self.source);
    }
}
