//! What the threads do: blocks made, resized, passed on and freed.

use shirabe_alloc::arena::{ArenaAllocator, Process};
use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;

/// A block on its way to another thread, full of one byte.
pub(crate) struct Parcel {
    block: *mut u8,
    layout: Layout,
    byte: u8,
}

// SAFETY: a parcel belongs to one thread at a time.
unsafe impl Send for Parcel {}

impl Parcel {
    pub(crate) fn new<D: Process>(size: usize, byte: u8) -> Self {
        let layout = Layout::from_size_align(size, 8).expect("a layout");
        // SAFETY: the layout has a size, and the block is used within it.
        unsafe {
            let block = ArenaAllocator::<D>::NEW.alloc(layout);
            assert!(!block.is_null());
            block.write_bytes(byte, size);
            Self {
                block,
                layout,
                byte,
            }
        }
    }

    pub(crate) fn grow<D: Process>(&mut self, size: usize) {
        self.check();
        // SAFETY: the block is ours with that layout.
        unsafe {
            self.block = ArenaAllocator::<D>::NEW.realloc(self.block, self.layout, size);
            assert!(!self.block.is_null());
            if let Some(more) = size.checked_sub(self.layout.size()) {
                self.block
                    .add(self.layout.size())
                    .write_bytes(self.byte, more);
            }
        }
        self.layout = Layout::from_size_align(size, 8).expect("a layout");
    }

    pub(crate) fn check(&self) {
        // SAFETY: the block is ours and that long.
        let content = unsafe { std::slice::from_raw_parts(self.block, self.layout.size()) };
        assert!(content.iter().all(|byte| *byte == self.byte));
    }

    pub(crate) fn free<D: Process>(self) {
        self.check();
        // SAFETY: the block is ours, and given back once.
        unsafe { ArenaAllocator::<D>::NEW.dealloc(self.block, self.layout) };
    }
}

/// Numbers that look random, the same each time.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn next(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    pub(crate) fn size(&mut self) -> usize {
        let below = match self.next(20) {
            0 => 300_000,
            1..5 => 5_000,
            _ => 300,
        };
        1 + self.next(below) as usize
    }
}

/// Where a thread gets its parcels. Its lock is the C library's, which helgrind knows.
pub(crate) struct Mailbox {
    lock: UnsafeCell<libc::pthread_mutex_t>,
    parcels: UnsafeCell<Vec<Parcel>>,
}

// SAFETY: the parcels are touched under the lock only.
unsafe impl Sync for Mailbox {}

impl Mailbox {
    pub(crate) fn new() -> Self {
        Self {
            lock: UnsafeCell::new(libc::PTHREAD_MUTEX_INITIALIZER),
            parcels: UnsafeCell::default(),
        }
    }

    pub(crate) fn with<R>(&self, action: impl FnOnce(&mut Vec<Parcel>) -> R) -> R {
        // SAFETY: the lock is initialised and never moves once threads use it; it is ours while the
        // parcels are borrowed.
        unsafe {
            assert_eq!(libc::pthread_mutex_lock(self.lock.get()), 0);
            let result = action(&mut *self.parcels.get());
            assert_eq!(libc::pthread_mutex_unlock(self.lock.get()), 0);
            result
        }
    }
}

/// Allocates, passes on, receives, resizes and frees.
pub(crate) fn work<D: Process>(seed: u64, steps: usize, to: &Mailbox, from: &Mailbox) {
    let mut numbers = Numbers(seed);
    let mut held: Vec<Parcel> = Vec::new();
    for step in 0..steps {
        match numbers.next(5) {
            0 | 1 => held.push(Parcel::new::<D>(numbers.size(), step as u8)),
            2 if !held.is_empty() => {
                let parcel = held.swap_remove(numbers.next(held.len() as u64) as usize);
                to.with(|parcels| parcels.push(parcel));
            }
            3 if !held.is_empty() => {
                let at = numbers.next(held.len() as u64) as usize;
                held[at].grow::<D>(numbers.size());
            }
            _ => {
                if let Some(parcel) = held.pop() {
                    parcel.free::<D>();
                }
            }
        }
        from.with(|parcels| held.extend(parcels.pop()));
    }
    for parcel in held {
        parcel.free::<D>();
    }
}

/// Reads a block that was freed: for the address sanitizer to find.
#[allow(dead_code, reason = "`it` shares this file and does no wrong")]
pub(crate) fn use_after_free<D: Process>() {
    let layout = Layout::new::<[u64; 40]>();
    // SAFETY: wrong on purpose, though the memory is mapped.
    unsafe {
        let block = ArenaAllocator::<D>::NEW.alloc(layout);
        block.write_bytes(1, layout.size());
        ArenaAllocator::<D>::NEW.dealloc(block, layout);
        std::hint::black_box(block.add(160).read());
    }
}

/// Two threads write one block at once: for helgrind to find.
#[allow(dead_code, reason = "`it` shares this file and does no wrong")]
pub(crate) fn race<D: Process>() {
    let shared = Parcel::new::<D>(100, 1);
    let address = shared.block.expose_provenance();
    let threads = [2_u8, 3].map(|byte| {
        std::thread::spawn(move || {
            // SAFETY: wrong on purpose, though the block outlives the threads.
            unsafe {
                let block = std::ptr::with_exposed_provenance_mut::<u8>(address);
                block.write_volatile(byte);
            }
        })
    });
    for thread in threads {
        thread.join().expect("the thread ends");
    }
}
