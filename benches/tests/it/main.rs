//! The programs of this package, run as `cargo experiment` runs them.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn decode(rounds: &str, folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_decode"));
    command.arg(rounds).arg(folder).output().expect("decode")
}

#[test]
fn the_experiments_are_listed() {
    let output = Command::new(env!("CARGO_BIN_EXE_experiment")).output();
    let output = output.expect("experiment");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for name in ["allocators", "decode"] {
        assert!(text.contains(&format!("\n  {name} ")), "{text}");
    }
}

#[test]
fn an_unknown_experiment_is_refused() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_experiment"));
    let output = command.arg("weather").output().expect("experiment");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("weather"));
}

#[test]
fn decode_says_what_it_decoded() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("a")).unwrap();
    fs::write(folder.path().join("a/b.json"), r#"{"a":[1,2]}"#).unwrap();
    fs::write(folder.path().join("c.json"), "[]").unwrap();
    fs::write(folder.path().join("not-json.txt"), "{").unwrap();
    let output = decode("3", folder.path());
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["documents"], 2);
    assert_eq!(answer["bytes"], 13);
    // The object, its list and two numbers; the empty list; three times.
    assert_eq!(answer["values"], 15);
    assert_eq!(answer["allocator"], shirabe::ALLOCATOR);
}

#[test]
fn decode_names_the_file_that_is_broken() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.json"), "{").unwrap();
    let output = decode("1", folder.path());
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("broken.json\" does not contain valid JSON"),
        "{said}"
    );
    assert!(!decode("many", folder.path()).status.success());
}
