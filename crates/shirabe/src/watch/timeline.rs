//! When each thread went from one cost centre to another, so that a profiler that samples the program
//! from outside, and knows thread and time of each sample, can be told the centre.
//!
//! A line for each change: the thread's number in the system, nanoseconds of the monotonic clock, and
//! the centre's name, which is empty outside of all.

use rustix::thread::gettid;
use rustix::time::{ClockId, clock_gettime};
use shirabe_callgraph::{Following, follow};
use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The variable that names the file of the timeline.
pub(super) const VARIABLE: &str = "SHIRABE_PHASE_TIMELINE";

/// Changes that there is room for before memory must be asked for, which would be measured with the
/// program; the main job has some 60,000.
const ROOM: usize = 1 << 18;

/// A timeline being recorded.
pub(super) struct Timeline {
    file: File,
    following: Option<Following>,
}

struct Change {
    thread: i32,
    nanoseconds: i128,
    centre: &'static str,
}

static CHANGES: Mutex<Vec<Change>> = Mutex::new(Vec::new());

thread_local! {
    static THREAD: OnceCell<i32> = const { OnceCell::new() };
}

/// Begins a timeline.
pub(super) fn start(path: &Path) -> io::Result<Timeline> {
    let file = File::create(path)?;
    changes().reserve(ROOM);
    let following = follow(note).map_err(io::Error::other)?;
    Ok(Timeline {
        file,
        following: Some(following),
    })
}

fn note(centre: &'static str) {
    let now = clock_gettime(ClockId::Monotonic);
    let thread = THREAD.with(|thread| *thread.get_or_init(|| gettid().as_raw_nonzero().get()));
    changes().push(Change {
        thread,
        nanoseconds: i128::from(now.tv_sec) * 1_000_000_000 + i128::from(now.tv_nsec),
        centre,
    });
}

fn changes() -> std::sync::MutexGuard<'static, Vec<Change>> {
    CHANGES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Timeline {
    fn drop(&mut self) {
        self.following = None;
        let changes = std::mem::take(&mut *changes());
        let mut out = BufWriter::new(&self.file);
        let written = changes.iter().try_for_each(|change| {
            let Change {
                thread,
                nanoseconds,
                centre,
            } = change;
            writeln!(out, "{thread} {nanoseconds} {centre}")
        });
        if let Err(error) = written.and_then(|()| out.flush()) {
            eprintln!("The timeline of phases cannot be written: {error}.");
        }
    }
}
