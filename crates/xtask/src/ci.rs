//! `cargo xtask ci`: what continuous integration runs, one step after the other.

use crate::cargo;
use std::process::ExitCode;
use std::time::Instant;

/// The steps; the third is the README's test command.
const STEPS: [(&str, &[&str]); 5] = [
    ("format", &["fmt", "--all", "--check"]),
    (
        "lints",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    ),
    ("tests", &["test", "--workspace"]),
    (
        "command-line tests under the system's allocator",
        &[
            "test",
            "--package",
            "shirabe",
            "--no-default-features",
            "--features",
            "alloc-system",
        ],
    ),
    (
        "rules",
        &["run", "--quiet", "--package", "xtask", "--", "tidy"],
    ),
];

/// Runs every step up to the first that fails.
pub(crate) fn run() -> ExitCode {
    for (name, arguments) in STEPS {
        println!("── {name}: cargo {}", arguments.join(" "));
        let started = Instant::now();
        match cargo::command().args(arguments).status() {
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
