//! Threads that end and a process that forks. What many threads do to each other is tested by
//! `tests/stress`.

#[path = "../../stress/work.rs"]
mod work;

use shirabe_alloc::arena::{ArenaAllocator, BitmapDesign};
use std::thread;
use work::{Mailbox, Parcel, work};

#[test]
fn arenas_of_threads_that_ended_are_used_again() {
    // Other tests run meanwhile, so superblocks cannot be counted exactly; but had each thread its
    // own arena there were 200 at least.
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
    let busy: Vec<_> = (0..2)
        .map(|number| {
            thread::spawn(move || {
                let own = Mailbox::new();
                for round in 0..20 {
                    work::<BitmapDesign>(number * 100 + round, 500, &own, &own);
                }
                for parcel in own.with(std::mem::take) {
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
    for thread in busy {
        thread.join().expect("the thread ends");
    }
    foreign.free::<BitmapDesign>();
    own.free::<BitmapDesign>();
}
