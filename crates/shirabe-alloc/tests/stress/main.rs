//! Many threads at work, without a test harness: `cargo xtask stress` runs this under helgrind and
//! the address sanitizer, which a harness would fill with reports of its own. With
//! `SHIRABE_ALLOC_WRONG` it does wrong first, for those to find.

#![allow(unsafe_code)]

#[cfg(unix)]
mod work;

/// Runs both arenas. Panics where a block does not keep what was written to it.
#[cfg(unix)]
fn main() {
    use shirabe_alloc::arena::{BitmapDesign, ScanDesign};
    // Under valgrind everything takes fifty times longer.
    let steps = std::env::var("SHIRABE_ALLOC_STEPS")
        .map_or(20_000, |steps| steps.parse().expect("a number of steps"));
    match std::env::var("SHIRABE_ALLOC_WRONG").as_deref() {
        Ok("use after free") => work::use_after_free::<BitmapDesign>(),
        Ok("race") => work::race::<BitmapDesign>(),
        _ => {}
    }
    ring::<ScanDesign>(4, steps);
    ring::<BitmapDesign>(4, steps);
    println!("stress: blocks that went from thread to thread stayed whole");
}

#[cfg(not(unix))]
fn main() {}

/// Threads in a ring, each sending to the next; then other threads in their place.
#[cfg(unix)]
fn ring<D: shirabe_alloc::arena::Process>(threads: usize, steps: usize) {
    use std::sync::Arc;
    use work::{Mailbox, work};

    let mailboxes: Arc<[Mailbox]> = (0..threads).map(|_| Mailbox::new()).collect();
    for generation in 0..2 {
        let workers: Vec<_> = (0..threads)
            .map(|number| {
                let mailboxes = Arc::clone(&mailboxes);
                let seed = (generation * threads + number) as u64 + 1;
                std::thread::spawn(move || {
                    let to = &mailboxes[(number + 1) % threads];
                    work::<D>(seed, steps, to, &mailboxes[number]);
                })
            })
            .collect();
        for worker in workers {
            worker.join().expect("the worker ends");
        }
    }
    // What arrived after the work was done.
    for mailbox in mailboxes.iter() {
        for parcel in mailbox.with(std::mem::take) {
            parcel.free::<D>();
        }
    }
}
