//! The arenas of a process: one for each thread that runs, behind [`GlobalAlloc`].

use super::counts::ArenaStatistics;
use super::owner::Arena;
use super::source::{MappedMemory, Source};
use super::{BitmapDesign, Design, ScanDesign};
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// A design whose arenas serve a whole process.
pub trait Process: Design<Source = MappedMemory> {
    /// The arenas of this design.
    fn arenas() -> &'static Arenas<Self>;

    /// This thread's arena; null before its first allocation and after its end has begun.
    fn current() -> *const Arena<Self>;

    /// Sets what [`current`](Self::current) returns.
    fn set_current(arena: *const Arena<Self>);

    /// Has the thread's arena abandoned when the thread ends. False where the end has begun.
    fn abandon_at_end() -> bool;
}

/// Every arena of a process, newest first. Arenas are never unmade: those of threads that have
/// ended wait here for another.
#[derive(Debug)]
pub struct Arenas<D: Design> {
    newest: AtomicPtr<Arena<D>>,
    made: AtomicU32,
}

impl<D: Process> Arenas<D> {
    const fn new() -> Self {
        Self {
            newest: AtomicPtr::new(ptr::null_mut()),
            made: AtomicU32::new(0),
        }
    }

    fn iter(&self) -> impl Iterator<Item = &'static Arena<D>> + use<D> {
        let mut arena = self.newest.load(Ordering::Acquire);
        std::iter::from_fn(move || {
            // SAFETY: arenas are never unmade, and were whole when they were published.
            let this = unsafe { arena.as_ref::<'static>() }?;
            arena = this.older.load(Ordering::Relaxed);
            Some(this)
        })
    }

    /// An arena for the caller to own: an abandoned one, or a new one; `None` where there is no
    /// memory.
    fn acquire(&self) -> Option<&'static Arena<D>> {
        if let Some(adopted) = self.iter().find(|arena| arena.ownership.adopt()) {
            return Some(adopted);
        }
        let place = MappedMemory.map(
            size_of::<Arena<D>>().next_multiple_of(PAGE),
            PAGE.max(align_of::<Arena<D>>()),
        );
        if place.is_null() {
            return None;
        }
        let place = place.cast::<Arena<D>>();
        let index = self.made.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the memory is new, long enough and aligned, and never given back.
        let arena = unsafe {
            place.write(Arena::new(MappedMemory, index));
            &*place
        };
        let mut newest = self.newest.load(Ordering::Relaxed);
        loop {
            arena.older.store(newest, Ordering::Relaxed);
            // Release: whoever finds it finds it whole.
            match self.newest.compare_exchange_weak(
                newest,
                place,
                Ordering::Release,
                Ordering::Relaxed,
            ) {
                Ok(_) => return Some(arena),
                Err(now) => newest = now,
            }
        }
    }

    /// The sum of what all arenas have counted.
    pub(crate) fn statistics(&self) -> ArenaStatistics {
        let mut sum = ArenaStatistics::default();
        for arena in self.iter() {
            sum += arena.statistics();
        }
        sum
    }
}

/// An arena's own place is a multiple of this: at least a page everywhere.
const PAGE: usize = 64 << 10;

/// Abandons the thread's arena when the thread ends.
#[derive(Debug)]
struct AtEnd<D: Process>(PhantomData<D>);

impl<D: Process> Drop for AtEnd<D> {
    fn drop(&mut self) {
        // SAFETY: null, or this thread's arena, and arenas are never unmade.
        if let Some(arena) = unsafe { D::current().as_ref() } {
            D::set_current(ptr::null());
            arena.ownership.abandon();
        }
    }
}

macro_rules! process {
    ($design:ty) => {
        const _: () = {
            static ARENAS: Arenas<$design> = Arenas::new();
            thread_local! {
                static CURRENT: Cell<*const Arena<$design>> = const { Cell::new(ptr::null()) };
                static AT_END: AtEnd<$design> = const { AtEnd(PhantomData) };
            }

            impl Process for $design {
                fn arenas() -> &'static Arenas<Self> {
                    &ARENAS
                }

                #[inline]
                fn current() -> *const Arena<Self> {
                    CURRENT.get()
                }

                fn set_current(arena: *const Arena<Self>) {
                    CURRENT.set(arena);
                }

                fn abandon_at_end() -> bool {
                    AT_END.try_with(|_| ()).is_ok()
                }
            }
        };
    };
}

process!(ScanDesign);
process!(BitmapDesign);

/// The arenas as a global allocator.
///
/// It never waits for another thread, so it is usable in the child of a `fork`, where what other
/// threads held on loan is lost but nothing else.
#[derive(Debug)]
pub struct ArenaAllocator<D>(PhantomData<D>);

impl<D: Process> ArenaAllocator<D> {
    /// The allocator.
    pub const NEW: Self = Self(PhantomData);

    /// What all arenas of this design have counted in this process.
    #[must_use]
    pub fn statistics() -> ArenaStatistics {
        D::arenas().statistics()
    }

    /// Does something with the thread's arena; null where there is none to be had.
    #[inline]
    fn with(action: impl FnOnce(&Arena<D>) -> *mut u8) -> *mut u8 {
        // SAFETY: null, or this thread's arena, and arenas are never unmade.
        match unsafe { D::current().as_ref() } {
            Some(arena) => action(arena),
            None => Self::with_new(action),
        }
    }

    #[cold]
    fn with_new(action: impl FnOnce(&Arena<D>) -> *mut u8) -> *mut u8 {
        let Some(arena) = D::arenas().acquire() else {
            return ptr::null_mut();
        };
        // Before anything that might itself allocate.
        D::set_current(arena);
        if D::abandon_at_end() {
            return action(arena);
        }
        // The thread is ending: what still allocates does so in an arena borrowed for this once.
        let result = action(arena);
        D::set_current(ptr::null());
        arena.ownership.abandon();
        result
    }
}

// SAFETY: blocks lie in memory of their own, as long and as aligned as asked, until they are freed;
// nothing here unwinds; no method is called by the allocator itself.
unsafe impl<D: Process> GlobalAlloc for ArenaAllocator<D> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the arena is this thread's.
        Self::with(|arena| unsafe { arena.allocate(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the arena is this thread's.
        let block = Self::with(|arena| unsafe { arena.allocate(layout) });
        if !block.is_null() && !Arena::<D>::is_fresh(layout) {
            // SAFETY: the block is that long.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, _layout: Layout) {
        // SAFETY: null, or this thread's arena, and arenas are never unmade.
        match unsafe { D::current().as_ref() } {
            // SAFETY: the block is on loan from one of the arenas, by the caller's promise.
            Some(arena) => unsafe { arena.free(block) },
            // SAFETY: the same.
            None => unsafe { Arena::<D>::free_from(block) },
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the block is on loan with that layout, by the caller's promise.
        Self::with(|arena| unsafe { arena.resize(block, layout, new_size) })
    }
}
