//! Recording a trace of this process.
//!
//! Records go to a mapped file at a place that an atomic counter hands out, so recording needs no
//! memory of the allocator that it watches. The record of a block's lending is placed after it
//! was lent and that of its freeing before it is freed: in file order no address is lent twice at
//! once.

use super::MAGIC;
use super::record::{Action, Record};
use crate::watch::Watcher;
use std::alloc::Layout;
use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::{Error, Result, Write};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicU16, AtomicU64, Ordering};

/// The most that a trace can hold, in bytes; the file has holes where nothing is written.
const CAPACITY: usize = 16 << 30;

static BASE: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());
/// Where the next record goes, in bytes from [`BASE`].
static NEXT: AtomicU64 = AtomicU64::new(0);
static THREADS: AtomicU16 = AtomicU16::new(0);
static TRACED: Mutex<Option<File>> = Mutex::new(None);

thread_local! {
    /// This thread's number and one, or 0.
    static THREAD: Cell<u16> = const { Cell::new(0) };
    static AT_END: AtEnd = const { AtEnd };
}

struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        if Watcher::Trace.is_on() {
            write(Action::ThreadEnd, 0);
        }
    }
}

/// Begins to record what this process asks of its allocator, into a file that is made anew.
///
/// # Errors
/// Where the file cannot be made, stretched or mapped, or a trace is being recorded.
pub fn start(path: &Path) -> Result<()> {
    let mut traced = TRACED.lock().map_err(|_| Error::other("a trace broke"))?;
    if traced.is_some() {
        return Err(Error::other("a trace is being recorded"));
    }
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(path)?;
    file.write_all(&MAGIC)?;
    file.set_len(CAPACITY as u64)?;
    // SAFETY: a new mapping of a file that this process made and keeps.
    let base = unsafe {
        libc::mmap(
            ptr::null_mut(),
            CAPACITY,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED,
            file.as_raw_fd(),
            0,
        )
    };
    if base == libc::MAP_FAILED {
        return Err(Error::last_os_error());
    }
    BASE.store(base.cast(), Ordering::Relaxed);
    NEXT.store(MAGIC.len() as u64, Ordering::Relaxed);
    *traced = Some(file);
    drop(traced);
    Watcher::Trace.switch(true);
    Ok(())
}

/// Ends the recording and cuts the file to its length. Returns how many records it holds; 0 where
/// nothing was being recorded.
///
/// The mapping stays: a thread may still be writing its last record there.
///
/// # Errors
/// Where the file cannot be cut.
pub fn stop() -> Result<u64> {
    Watcher::Trace.switch(false);
    let mut traced = TRACED.lock().map_err(|_| Error::other("a trace broke"))?;
    let Some(file) = traced.take() else {
        return Ok(0);
    };
    let length = NEXT.load(Ordering::Relaxed).min(CAPACITY as u64);
    // Rounded up to a page: what a late thread writes must still have a file behind it.
    file.set_len(length.next_multiple_of(1 << 16).min(CAPACITY as u64))?;
    Ok((length - MAGIC.len() as u64) / Record::LENGTH as u64)
}

/// Writes one record; nothing where the trace is full.
fn write(action: Action, address: u64) {
    let thread = THREAD.get();
    let thread = if thread > 0 {
        thread - 1
    } else {
        let new = THREADS.fetch_add(1, Ordering::Relaxed);
        THREAD.set(new + 1);
        // Where the thread is ending, its end goes unrecorded.
        let _ = AT_END.try_with(|_| ());
        new
    };
    let at = NEXT.fetch_add(Record::LENGTH as u64, Ordering::Relaxed) as usize;
    if at > CAPACITY - Record::LENGTH {
        return;
    }
    let record = Record {
        action,
        thread,
        address,
    };
    // SAFETY: the place lies in the mapping, and the counter has handed it out once.
    unsafe {
        let place = BASE.load(Ordering::Relaxed).add(at);
        place.cast::<[u64; 2]>().write_unaligned(record.pack());
    }
}

/// The thread works on something else from now on. Of the name, eight bytes are recorded.
pub fn phase(name: &str) {
    if Watcher::Trace.is_on() {
        write(Action::Phase, Record::phase(name));
    }
}

/// A block was lent.
#[inline]
pub(crate) fn allocated(block: *mut u8, layout: Layout) {
    if Watcher::Trace.is_on() && !block.is_null() {
        let action = Action::Allocate {
            size: layout.size() as u64,
            align_log: layout.align().ilog2() as u8,
        };
        write(action, block.addr() as u64);
    }
}

/// A block is about to be freed.
#[inline]
pub(crate) fn freed(block: *mut u8) {
    if Watcher::Trace.is_on() {
        write(Action::Free, block.addr() as u64);
    }
}

/// A block is about to be resized. Returns whether [`resized`] is to be told of the outcome.
#[inline]
pub(crate) fn resizing(block: *mut u8, new_size: usize) -> bool {
    let recording = Watcher::Trace.is_on();
    if recording {
        let size = new_size as u64;
        write(Action::Resize { size }, block.addr() as u64);
    }
    recording
}

/// A block has been resized, or could not be.
pub(crate) fn resized(block: *mut u8) {
    write(Action::Resized, block.addr() as u64);
}
