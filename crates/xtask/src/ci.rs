//! `cargo xtask ci`: what continuous integration runs, one step after the other.

use crate::cargo;
use std::process::ExitCode;
use std::time::Instant;

/// The steps: their names, and what cargo is told. The third is the README's test command.
const STEPS: &[(&str, &str)] = &[
    ("format", "fmt --all --check"),
    ("lints", "clippy --workspace --all-targets -- -D warnings"),
    ("tests", "test --workspace"),
    (
        "lints of every feature",
        "clippy --workspace --all-targets --all-features -- -D warnings",
    ),
    (
        "tests of the allocators' crate with every feature",
        "test --package shirabe-alloc --all-features",
    ),
    (
        "tests under other allocators",
        "xtask matrix --quick arena-scan arena-bitmap",
    ),
    ("checkers", "xtask stress"),
    (
        "an experiment",
        "run --quiet --package shirabe-benches --bin experiment -- allocators --quick",
    ),
    (
        "another",
        "run --quiet --package shirabe-benches --bin experiment -- share --quick",
    ),
    ("rules", "xtask tidy"),
];

/// Runs every step up to the first that fails.
pub(crate) fn run() -> ExitCode {
    for (name, arguments) in STEPS {
        println!("── {name}: cargo {arguments}");
        let started = Instant::now();
        match cargo::command().args(arguments.split(' ')).status() {
            Ok(status) if status.success() => {
                println!(
                    "── {name}: done in {:.0} s",
                    started.elapsed().as_secs_f64()
                );
            }
            Ok(status) => {
                eprintln!("── {name}: {status}");
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("── {name}: cargo cannot be run: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
