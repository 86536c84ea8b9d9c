//! A trace of this very process.

use shirabe_alloc::trace::{Script, Step, start, stop};
use std::alloc::Layout;
use std::hint::black_box;
use std::path::PathBuf;

/// A file of this process in the folder that cargo gives to tests.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder.join(format!("{}-{name}", std::process::id()))
}

/// Odd enough to be nobody else's.
const SIZE: usize = 12_347;
const GROWN: usize = 54_321;

/// One test, for a process records one trace at a time.
#[test]
fn what_is_lent_resized_and_freed_is_on_record() {
    let path = file("trace");
    start(&path).expect("a trace begins");
    assert!(start(&path).is_err(), "one at a time");
    let thread = std::thread::spawn(|| {
        let mut block: Vec<u8> = black_box(Vec::with_capacity(SIZE));
        block.reserve_exact(GROWN);
        black_box(block)
    });
    drop(thread.join().expect("the thread ends"));
    let records = stop().expect("the trace ends");
    assert_eq!(stop().expect("nothing to end"), 0);
    // Not on record any more.
    drop(black_box(Vec::<u8>::with_capacity(SIZE)));

    let bytes = std::fs::read(&path).expect("the trace");
    std::fs::remove_file(&path).expect("the trace");
    let script = Script::read(&bytes).expect("a trace");
    let layout = Layout::from_size_align(SIZE, 1).expect("a layout");
    let taken: Vec<(usize, u16)> = script
        .steps
        .iter()
        .filter_map(|step| match *step {
            Step::Allocate {
                thread,
                layout: found,
                ..
            } => Some((found, thread)),
            _ => None,
        })
        .enumerate()
        .filter(|(_, (found, _))| *found == layout)
        .map(|(block, (_, thread))| (block, thread))
        .collect();
    let [(block, taker)] = taken.as_slice() else {
        panic!("{taken:?}");
    };
    let block = *block as u32;
    let grown = Step::Resize {
        thread: *taker,
        block,
        size: GROWN,
    };
    let at = |wanted: &dyn Fn(&Step) -> bool| script.steps.iter().position(wanted);
    let grown_at = at(&|step| *step == grown).expect("it grew");
    let ended_at = at(&|step| *step == Step::End { thread: *taker }).expect("its thread ended");
    let freed_at = at(&|step| matches!(step, Step::Free { block: freed, .. } if *freed == block));
    assert!(grown_at < ended_at && Some(grown_at) < freed_at);
    assert!(records >= script.steps.len() as u64);
}

#[test]
fn a_place_that_cannot_be_written_is_an_error() {
    assert!(start(&file("no-folder").join("trace")).is_err());
}
