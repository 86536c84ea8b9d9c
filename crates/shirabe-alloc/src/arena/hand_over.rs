//! What threads hand over to each other: freed blocks to the arena that they came from, and whole
//! arenas when a thread ends.
//!
//! Both are made of one atomic word each and never wait, so that a `fork` in the middle of either
//! leaves nothing locked. They are generic over that word, so that the tests can put a model
//! checker's in its place.

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// An atomic pointer, and how blocks are linked through what callers got of them.
pub(super) trait Link {
    /// The atomic pointer.
    type Atomic;

    fn load(atomic: &Self::Atomic, order: Ordering) -> *mut u8;
    fn swap(atomic: &Self::Atomic, new: *mut u8, order: Ordering) -> *mut u8;
    fn exchange(
        atomic: &Self::Atomic,
        current: *mut u8,
        new: *mut u8,
        success: Ordering,
        failure: Ordering,
    ) -> Result<*mut u8, *mut u8>;

    /// Writes the link of a block.
    ///
    /// # Safety
    /// The block belongs to the caller.
    unsafe fn write(block: *mut u8, next: *mut u8);

    /// Reads the link of a block.
    ///
    /// # Safety
    /// The block belongs to the caller, and [`write`](Self::write) has been called.
    unsafe fn read(block: *mut u8) -> *mut u8;
}

/// Links in memory, as they are outside of tests.
#[derive(Debug)]
pub(super) struct InMemory;

impl Link for InMemory {
    type Atomic = AtomicPtr<u8>;

    #[inline]
    fn load(atomic: &AtomicPtr<u8>, order: Ordering) -> *mut u8 {
        atomic.load(order)
    }

    fn swap(atomic: &AtomicPtr<u8>, new: *mut u8, order: Ordering) -> *mut u8 {
        atomic.swap(new, order)
    }

    fn exchange(
        atomic: &AtomicPtr<u8>,
        current: *mut u8,
        new: *mut u8,
        success: Ordering,
        failure: Ordering,
    ) -> Result<*mut u8, *mut u8> {
        atomic.compare_exchange_weak(current, new, success, failure)
    }

    unsafe fn write(block: *mut u8, next: *mut u8) {
        // SAFETY: the block is the caller's, and long and aligned enough for a pointer.
        unsafe { block.cast::<*mut u8>().write(next) };
    }

    unsafe fn read(block: *mut u8) -> *mut u8 {
        // SAFETY: the same, and a pointer was written there.
        unsafe { block.cast::<*mut u8>().read() }
    }
}

/// Blocks that other threads have freed, waiting for their arena's thread.
#[derive(Debug)]
pub(super) struct Returned<L: Link = InMemory> {
    newest: L::Atomic,
}

impl Returned {
    pub(super) const fn new() -> Self {
        Self {
            newest: AtomicPtr::new(ptr::null_mut()),
        }
    }
}

impl<L: Link> Returned<L> {
    /// Adds a block; any thread may.
    ///
    /// # Safety
    /// The block is on loan from the arena that this belongs to, and its borrower uses it no more.
    pub(super) unsafe fn push(&self, block: *mut u8) {
        let mut newest = L::load(&self.newest, Ordering::Relaxed);
        loop {
            // SAFETY: until the exchange succeeds the block is still the caller's.
            unsafe { L::write(block, newest) };
            // Release: whoever takes the block sees the link, and all that the borrower did.
            match L::exchange(
                &self.newest,
                newest,
                block,
                Ordering::Release,
                Ordering::Relaxed,
            ) {
                Ok(_) => return,
                Err(now) => newest = now,
            }
        }
    }

    /// Takes all blocks out. By the arena's thread, though nothing breaks if another does.
    #[inline]
    pub(super) fn take_all(&self) -> Taken<L> {
        if L::load(&self.newest, Ordering::Relaxed).is_null() {
            return Taken {
                next: ptr::null_mut(),
                link: std::marker::PhantomData,
            };
        }
        // Taking them all at once, there is no block that could come back between a look and an
        // exchange.
        Taken {
            next: L::swap(&self.newest, ptr::null_mut(), Ordering::Acquire),
            link: std::marker::PhantomData,
        }
    }
}

/// Blocks taken out, newest first.
#[derive(Debug)]
pub(super) struct Taken<L: Link> {
    next: *mut u8,
    link: std::marker::PhantomData<L>,
}

impl<L: Link> Iterator for Taken<L> {
    type Item = *mut u8;

    #[inline]
    fn next(&mut self) -> Option<*mut u8> {
        let block = self.next;
        if block.is_null() {
            return None;
        }
        // SAFETY: the block was pushed, so it has a link, and belongs to whoever took it out.
        self.next = unsafe { L::read(block) };
        Some(block)
    }
}

/// An atomic truth value.
pub(super) trait Flag {
    fn store(&self, value: bool, order: Ordering);
    fn exchange(
        &self,
        current: bool,
        new: bool,
        success: Ordering,
        failure: Ordering,
    ) -> Result<bool, bool>;
}

impl Flag for AtomicBool {
    fn store(&self, value: bool, order: Ordering) {
        Self::store(self, value, order);
    }

    fn exchange(
        &self,
        current: bool,
        new: bool,
        success: Ordering,
        failure: Ordering,
    ) -> Result<bool, bool> {
        self.compare_exchange(current, new, success, failure)
    }
}

/// Whether an arena belongs to a thread that runs.
#[derive(Debug)]
pub(super) struct Ownership<A: Flag = AtomicBool> {
    owned: A,
}

impl Ownership {
    pub(super) const fn owned() -> Self {
        Self {
            owned: AtomicBool::new(true),
        }
    }
}

impl<A: Flag> Ownership<A> {
    /// The arena's thread ends, or needs it no more.
    pub(super) fn abandon(&self) {
        // Release: the next owner sees the arena as this one leaves it.
        self.owned.store(false, Ordering::Release);
    }

    /// Makes the caller the owner of an abandoned arena. Returns whether it has become it.
    pub(super) fn adopt(&self) -> bool {
        self.owned
            .exchange(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    //! Every order in which the threads can run, by loom.

    use super::*;
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::thread;

    /// A block whose link and content loom watches.
    struct Watched {
        link: UnsafeCell<*mut u8>,
        content: UnsafeCell<u32>,
    }

    struct Loom;

    impl Link for Loom {
        type Atomic = loom::sync::atomic::AtomicPtr<u8>;

        fn load(atomic: &Self::Atomic, order: Ordering) -> *mut u8 {
            atomic.load(order)
        }

        fn swap(atomic: &Self::Atomic, new: *mut u8, order: Ordering) -> *mut u8 {
            atomic.swap(new, order)
        }

        fn exchange(
            atomic: &Self::Atomic,
            current: *mut u8,
            new: *mut u8,
            success: Ordering,
            failure: Ordering,
        ) -> Result<*mut u8, *mut u8> {
            atomic.compare_exchange_weak(current, new, success, failure)
        }

        unsafe fn write(block: *mut u8, next: *mut u8) {
            // SAFETY: the tests' blocks are all `Watched`, and this one is the caller's.
            unsafe {
                (*block.cast::<Watched>())
                    .link
                    .with_mut(|link| *link = next)
            };
        }

        unsafe fn read(block: *mut u8) -> *mut u8 {
            // SAFETY: the same.
            unsafe { (*block.cast::<Watched>()).link.with(|link| *link) }
        }
    }

    impl Flag for loom::sync::atomic::AtomicBool {
        fn store(&self, value: bool, order: Ordering) {
            Self::store(self, value, order);
        }

        fn exchange(
            &self,
            current: bool,
            new: bool,
            success: Ordering,
            failure: Ordering,
        ) -> Result<bool, bool> {
            self.compare_exchange(current, new, success, failure)
        }
    }

    fn block() -> *mut u8 {
        Box::into_raw(Box::new(Watched {
            link: UnsafeCell::new(ptr::null_mut()),
            content: UnsafeCell::new(0),
        }))
        .cast()
    }

    /// Uses a block as its borrower does.
    fn scribble(block: *mut u8) {
        // SAFETY: the test's block, which is the caller's.
        unsafe { (*block.cast::<Watched>()).content.with_mut(|it| *it += 1) };
    }

    fn release(block: *mut u8) -> u32 {
        // SAFETY: made by `block`, and freed once: a second time loom would see.
        let block = unsafe { Box::from_raw(block.cast::<Watched>()) };
        // SAFETY: it is ours alone.
        block.content.with(|it| unsafe { *it })
    }

    struct Sent(*mut u8);
    // SAFETY: the block goes to one thread, which is what the tests are about.
    unsafe impl Send for Sent {}

    #[test]
    fn every_block_comes_back_once_with_what_its_borrower_did() {
        loom::model(|| {
            let returned = Arc::new(Returned::<Loom> {
                newest: loom::sync::atomic::AtomicPtr::new(ptr::null_mut()),
            });
            let borrowers: Vec<_> = [2, 1]
                .map(|count| {
                    let returned = Arc::clone(&returned);
                    let blocks: Vec<Sent> = (0..count).map(|_| Sent(block())).collect();
                    thread::spawn(move || {
                        for Sent(block) in blocks {
                            scribble(block);
                            // SAFETY: the block is this thread's.
                            unsafe { returned.push(block) };
                        }
                    })
                })
                .into();
            let mut back = 0;
            let mut collect = || {
                for block in returned.take_all() {
                    scribble(block);
                    assert_eq!(release(block), 2);
                    back += 1;
                }
            };
            collect();
            for borrower in borrowers {
                borrower.join().expect("the borrower ends");
            }
            collect();
            assert_eq!(back, 3);
        });
    }

    #[test]
    fn an_abandoned_arena_has_one_new_owner_who_sees_it_as_it_was_left() {
        loom::model(|| {
            let arena = Arc::new((
                Ownership {
                    owned: loom::sync::atomic::AtomicBool::new(true),
                },
                UnsafeCell::new(0_u32),
            ));
            let heirs: Vec<_> = (0..2)
                .map(|_| {
                    let arena = Arc::clone(&arena);
                    thread::spawn(move || {
                        let adopted = arena.0.adopt();
                        if adopted {
                            // SAFETY: this thread owns the arena now; loom watches.
                            arena.1.with_mut(|content| unsafe {
                                assert_eq!(*content, 1);
                                *content += 1;
                            });
                        }
                        adopted
                    })
                })
                .collect();
            // SAFETY: this thread owns the arena; loom watches.
            arena.1.with_mut(|content| unsafe { *content += 1 });
            arena.0.abandon();
            let adopted: Vec<bool> = heirs
                .into_iter()
                .map(|heir| heir.join().expect("the heir ends"))
                .collect();
            assert!(adopted != [true, true]);
        });
    }
}
