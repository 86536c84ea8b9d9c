//! The timeline of phases, which experiments ask for by a variable.

use crate::main_job::recorded::LOCK;
use crate::support::Place;
use shirabe_archive::sha1_file;
use std::collections::HashMap;
use std::fs;

const VARIABLE: &str = "SHIRABE_PHASE_TIMELINE";

#[test]
fn each_thread_has_its_changes_in_order_and_ends_outside_of_all() {
    let place = Place::new();
    let mut command = place.command(env!("CARGO_BIN_EXE_shirabe"), place.folder());
    command
        .args(["create-project", "laravel/laravel", "app", "--no-scripts"])
        .env(VARIABLE, place.at("timeline"));
    let output = command.output().expect("the program");
    assert!(output.status.success(), "{output:#?}");
    let lock = place.at("app").join("composer.lock");
    assert_eq!(sha1_file(&lock).expect("a lock"), LOCK);

    let text = fs::read_to_string(place.at("timeline")).expect("a timeline");
    let mut threads: HashMap<&str, (u64, &str)> = HashMap::new();
    for line in text.lines() {
        let mut words = line.splitn(3, ' ');
        let (thread, time) = (words.next().expect("a thread"), words.next());
        let time: u64 = time.and_then(|time| time.parse().ok()).expect("a time");
        let centre = words.next().expect("a centre");
        if let Some((before, _)) = threads.insert(thread, (time, centre)) {
            assert!(before <= time, "{line}");
        }
    }
    assert!(!threads.is_empty());
    for (thread, (_, last)) in threads {
        assert_eq!(last, "", "of {thread}");
    }
    for centre in ["decode", "expand", "solve", "inflate", "write-file", "scan"] {
        let ending = format!(" {centre}\n");
        assert!(text.contains(&ending), "no {centre}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named_before_anything_is_done() {
    let place = Place::cold();
    let mut command = place.command(env!("CARGO_BIN_EXE_shirabe"), place.folder());
    command.arg("list").env(VARIABLE, "nowhere/timeline");
    let output = command.output().expect("the program");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("nowhere/timeline cannot be recorded"),
        "{said}"
    );
    assert!(said.contains(VARIABLE), "{said}");
}
