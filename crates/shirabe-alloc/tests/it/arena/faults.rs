//! Wrong use ends a debug build with a message. Each case runs in a process of its own: this test
//! program, asked for the one test that does wrong.

use super::memory::{BitmapAlone, BitmapWithMagazine, Limited};
use shirabe_alloc::arena::{Arena, Design};
use std::alloc::Layout;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

/// The variable that tells the child what to do wrong.
const WRONG: &str = "SHIRABE_ALLOC_WRONG";
const LAYOUT: Layout = Layout::new::<[u64; 4]>();

/// Runs in the child only.
#[test]
fn child() {
    let Some(wrong) = std::env::var_os(WRONG) else {
        return;
    };
    match wrong.to_str() {
        Some("free twice") => free_twice::<BitmapAlone>(),
        Some("free twice, with magazine") => free_twice::<BitmapWithMagazine>(),
        Some("free after joining") => free_after_joining(),
        Some("write beyond the end") => write_beyond_the_end(),
        Some("hand back twice") => hand_back_twice(),
        Some("resize what was freed") => resize_freed(),
        other => panic!("{other:?} is no wrong use"),
    }
}

fn free_twice<D: Design<Source = Limited>>() {
    let arena = Arena::<D>::new(Limited::default(), 0);
    // SAFETY: wrong on purpose.
    unsafe {
        let _before = arena.allocate(LAYOUT);
        let block = arena.allocate(LAYOUT);
        let _behind = arena.allocate(LAYOUT);
        arena.free(block);
        arena.free(block);
    }
}

fn free_after_joining() {
    let arena = Arena::<BitmapAlone>::new(Limited::default(), 0);
    // SAFETY: wrong on purpose.
    unsafe {
        let first = arena.allocate(LAYOUT);
        let second = arena.allocate(LAYOUT);
        arena.free(first);
        arena.free(second);
        // Its tag is the inside of a free block now.
        arena.free(second);
    }
}

fn write_beyond_the_end() {
    let arena = Arena::<BitmapAlone>::new(Limited::default(), 0);
    // SAFETY: wrong on purpose, but within the superblock.
    unsafe {
        let block = arena.allocate(LAYOUT);
        let behind = arena.allocate(LAYOUT);
        block.write_bytes(0x41, LAYOUT.size() + 16);
        arena.free(behind);
    }
}

fn hand_back_twice() {
    let arena = Arena::<BitmapAlone>::new(Limited::default(), 0);
    // SAFETY: wrong on purpose.
    unsafe {
        let block = arena.allocate(LAYOUT);
        Arena::<BitmapAlone>::free_from(block);
        Arena::<BitmapAlone>::free_from(block);
        arena.flush();
    }
}

fn resize_freed() {
    let arena = Arena::<BitmapWithMagazine>::new(Limited::default(), 0);
    // SAFETY: wrong on purpose.
    unsafe {
        let block = arena.allocate(LAYOUT);
        arena.free(block);
        arena.resize(block, LAYOUT, 1_000);
    }
}

/// Does wrong in a child and returns what it said.
fn aborted(wrong: &str) -> String {
    let this = std::env::current_exe().expect("this program");
    let output = Command::new(this)
        .args(["--exact", "arena::faults::child", "--nocapture"])
        .env(WRONG, wrong)
        .output()
        .expect("the child starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if cfg!(debug_assertions) {
        assert_eq!(
            output.status.signal(),
            Some(libc::SIGABRT),
            "{wrong}: {said}"
        );
    }
    said
}

#[cfg(debug_assertions)]
#[test]
fn freeing_twice_aborts() {
    for wrong in [
        "free twice",
        "free twice, with magazine",
        "free after joining",
        "hand back twice",
    ] {
        let said = aborted(wrong);
        assert!(said.contains("shirabe-alloc: block 0x"), "{wrong}: {said}");
        assert!(said.contains("freed twice"), "{wrong}: {said}");
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_smashed_tag_aborts() {
    let said = aborted("write beyond the end");
    assert!(said.contains("its tag is smashed"), "{said}");
}

#[cfg(debug_assertions)]
#[test]
fn resizing_what_was_freed_aborts() {
    let said = aborted("resize what was freed");
    assert!(said.contains("resized, but it is not on loan"), "{said}");
}
