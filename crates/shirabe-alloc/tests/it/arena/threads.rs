//! Many threads: blocks go from one to another, threads end, and a process forks.

use shirabe_alloc::arena::{ArenaAllocator, BitmapDesign, Process, ScanDesign};
use std::alloc::{GlobalAlloc, Layout};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A block on its way to another thread, full of one byte.
struct Parcel {
    block: *mut u8,
    layout: Layout,
    byte: u8,
}

// SAFETY: a parcel belongs to one thread at a time.
unsafe impl Send for Parcel {}

impl Parcel {
    fn new<D: Process>(size: usize, byte: u8) -> Self {
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

    fn grow<D: Process>(&mut self, size: usize) {
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

    fn check(&self) {
        // SAFETY: the block is ours and that long.
        let content = unsafe { std::slice::from_raw_parts(self.block, self.layout.size()) };
        assert!(content.iter().all(|byte| *byte == self.byte));
    }

    fn free<D: Process>(self) {
        self.check();
        // SAFETY: the block is ours, and given back once.
        unsafe { ArenaAllocator::<D>::NEW.dealloc(self.block, self.layout) };
    }
}

/// Numbers that look random, the same each time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn size(&mut self) -> usize {
        let below = match self.next(20) {
            0 => 300_000,
            1..5 => 5_000,
            _ => 300,
        };
        1 + self.next(below) as usize
    }
}

/// Allocates, passes on, receives, resizes and frees.
fn work<D: Process>(seed: u64, steps: usize, to: &Sender<Parcel>, from: &Receiver<Parcel>) {
    let mut numbers = Numbers(seed);
    let mut held: Vec<Parcel> = Vec::new();
    for step in 0..steps {
        match numbers.next(5) {
            0 | 1 => held.push(Parcel::new::<D>(numbers.size(), step as u8)),
            2 if !held.is_empty() => {
                let parcel = held.swap_remove(numbers.next(held.len() as u64) as usize);
                // Where the neighbour has ended, the parcel comes back in the error.
                if let Err(unsent) = to.send(parcel) {
                    unsent.0.free::<D>();
                }
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
        held.extend(from.try_iter().take(3));
    }
    for parcel in held {
        parcel.free::<D>();
    }
}

/// Threads in a ring, each sending to the next.
fn ring<D: Process>(threads: usize, steps: usize) {
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
    let workers: Vec<_> = receivers
        .into_iter()
        .enumerate()
        .map(|(number, from)| {
            let to = senders[(number + 1) % threads].clone();
            thread::spawn(move || {
                work::<D>(number as u64 + 1, steps, &to, &from);
                drop(to);
                // What arrives after the work is done.
                for parcel in from {
                    parcel.free::<D>();
                }
            })
        })
        .collect();
    drop(senders);
    for worker in workers {
        worker.join().expect("the worker ends");
    }
}

fn steps() -> usize {
    // Under valgrind everything takes fifty times longer.
    std::env::var("SHIRABE_ALLOC_STEPS").map_or(20_000, |steps| steps.parse().expect("a number"))
}

#[test]
fn blocks_that_go_from_thread_to_thread_stay_whole() {
    ring::<ScanDesign>(4, steps());
    ring::<BitmapDesign>(4, steps());
}

#[test]
fn arenas_of_threads_that_ended_are_used_again() {
    // A design that no other test of this program uses at the same time would be needed to count
    // arenas exactly; that many threads cannot have had one each.
    let before = ArenaAllocator::<BitmapDesign>::statistics();
    let kept: Vec<Parcel> = (0..200)
        .map(|number| {
            thread::spawn(move || {
                let short = Parcel::new::<BitmapDesign>(1_000, 1);
                let kept = Parcel::new::<BitmapDesign>(100, number as u8);
                short.free::<BitmapDesign>();
                kept
            })
            .join()
            .expect("the thread ends")
        })
        .collect();
    let after = ArenaAllocator::<BitmapDesign>::statistics();
    let mapped = after.superblocks_mapped - before.superblocks_mapped;
    assert!(mapped < 150, "{mapped} superblocks for 200 threads");
    for parcel in kept {
        parcel.free::<BitmapDesign>();
    }
}

/// Allocates while the thread's own data are taken down.
struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        let mut parcel = Parcel::new::<BitmapDesign>(50, 9);
        parcel.grow::<BitmapDesign>(5_000);
        parcel.free::<BitmapDesign>();
    }
}

#[test]
fn a_thread_that_is_ending_still_allocates() {
    thread_local! {
        static FIRST: AtEnd = const { AtEnd };
    }
    for _ in 0..20 {
        thread::spawn(|| {
            // Set up before the arena is, so taken down after it.
            FIRST.with(|_| ());
            Parcel::new::<BitmapDesign>(10, 1).free::<BitmapDesign>();
        })
        .join()
        .expect("the thread ends");
    }
}

#[test]
fn the_child_of_a_fork_allocates_and_frees() {
    let (to, from) = channel::<()>();
    let busy: Vec<_> = (0..2)
        .map(|number| {
            thread::spawn(move || {
                let (to, from) = channel();
                for round in 0..20 {
                    work::<BitmapDesign>(number * 100 + round, 500, &to, &from);
                }
                for parcel in from.try_iter() {
                    parcel.free::<BitmapDesign>();
                }
            })
        })
        .collect();
    let foreign = thread::spawn(|| Parcel::new::<BitmapDesign>(100, 5))
        .join()
        .expect("the thread ends");
    let own = Parcel::new::<BitmapDesign>(200, 6);
    for _ in 0..10 {
        // SAFETY: the child uses the arenas and leaves by `_exit`, as the child of a program with
        // threads may: no lock of the parent's is waited for.
        let child = unsafe { libc::fork() };
        if child == 0 {
            own.check();
            foreign.check();
            for size in (1..20_000).step_by(97) {
                let mut parcel = Parcel::new::<BitmapDesign>(size, size as u8);
                parcel.grow::<BitmapDesign>(size * 2);
                parcel.free::<BitmapDesign>();
            }
            foreign.free::<BitmapDesign>();
            own.free::<BitmapDesign>();
            // SAFETY: ends the child.
            unsafe { libc::_exit(0) };
        }
        let mut status = 0;
        // SAFETY: waits for the child just made.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert!(libc::WIFEXITED(status), "{status}");
        assert_eq!(libc::WEXITSTATUS(status), 0);
    }
    drop((to, from));
    for thread in busy {
        thread.join().expect("the thread ends");
    }
    foreign.free::<BitmapDesign>();
    own.free::<BitmapDesign>();
}
