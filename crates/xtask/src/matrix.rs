//! `cargo xtask matrix [--quick] [ALLOCATOR…]`: the tests under every allocator.
//!
//! All share cargo's own target folder: cargo tells the builds apart, and what knows no allocator is
//! built once. The debug profile is meant: there the arenas check themselves.

use crate::cargo;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::process::{ExitCode, Stdio};
use std::time::Instant;

/// Every allocator, and the features of the crate `shirabe` that choose it.
const ALLOCATORS: &[(&str, &[&str])] = &[
    ("system", &["alloc-system"]),
    ("mimalloc", &["alloc-mimalloc"]),
    ("mimalloc-v2", &["alloc-mimalloc-v2"]),
    ("jemalloc", &["alloc-jemalloc"]),
    ("arena-scan", &["alloc-arena-scan"]),
    ("arena-bitmap", &["alloc-arena-bitmap"]),
    (
        "arena-bitmap-no-magazine",
        &["alloc-arena-bitmap", "arena-no-magazine"],
    ),
    (
        "arena-bitmap-huge-pages",
        &["alloc-arena-bitmap", "arena-huge-pages"],
    ),
];

/// What `--quick` tests: the allocators, and the program that runs under them.
const QUICK: [&str; 2] = ["shirabe-alloc", "shirabe"];

/// With `--quick`, too, a feature that no other step builds, so that its tests run somewhere.
const QUICK_FEATURE: &str = "phase-timeline";

/// What the tests under one allocator came to.
#[derive(Debug)]
struct Row {
    allocator: &'static str,
    counts: Counts,
    /// Whether cargo itself said that all went well.
    succeeded: bool,
    seconds: f64,
}

/// Sums of the closing lines of test programs.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Counts {
    passed: usize,
    failed: usize,
}

/// Runs the tests under each allocator that the arguments name, or under all, and prints a table.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let (options, names): (Vec<_>, Vec<_>) = words.partition(|word| word.starts_with('-'));
    let unknown = names
        .iter()
        .find(|name| ALLOCATORS.iter().all(|(known, _)| known != name))
        .or_else(|| options.iter().find(|option| *option != "--quick"));
    if let Some(unknown) = unknown {
        eprintln!(
            "matrix: {unknown} is neither --quick nor one of: {}",
            names_of_all().join(", ")
        );
        return ExitCode::FAILURE;
    }
    let chosen = ALLOCATORS
        .iter()
        .filter(|(name, _)| names.is_empty() || names.iter().any(|one| one == name));
    let mut rows = Vec::new();
    for (allocator, features) in chosen {
        match test(allocator, &arguments(features, !options.is_empty())) {
            Ok(row) => rows.push(row),
            Err(error) => {
                eprintln!("matrix: cargo cannot be run: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    print!("{}", table(&rows));
    if rows.iter().all(Row::is_good) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn names_of_all() -> Vec<&'static str> {
    ALLOCATORS.iter().map(|(name, _)| *name).collect()
}

/// Cargo's arguments. The choice is added to the default features, which it beats, so that every
/// other part of the program is in.
fn arguments(features: &[&str], quick: bool) -> Vec<String> {
    let mut arguments = vec!["test".to_owned(), "--no-fail-fast".to_owned()];
    let mut features = features.to_vec();
    if quick {
        features.push(QUICK_FEATURE);
        for package in QUICK {
            arguments.extend(["--package".to_owned(), package.to_owned()]);
        }
    } else {
        arguments.push("--workspace".to_owned());
    }
    for feature in features {
        arguments.extend(["--features".to_owned(), format!("shirabe/{feature}")]);
    }
    arguments
}

fn test(allocator: &'static str, arguments: &[String]) -> std::io::Result<Row> {
    println!("── {allocator}: cargo {}", arguments.join(" "));
    let started = Instant::now();
    let mut child = cargo::command()
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut counts = Counts::default();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines() {
            let line = line?;
            if !line.ends_with("... ok") {
                println!("{line}");
            }
            counts.add(&line);
        }
    }
    Ok(Row {
        allocator,
        counts,
        succeeded: child.wait()?.success(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

impl Counts {
    /// Adds a test program's closing line (`test result: ok. 3 passed; 0 failed; …`); another line
    /// changes nothing.
    fn add(&mut self, line: &str) {
        let Some((_, sums)) = line
            .strip_prefix("test result: ")
            .and_then(|result| result.split_once(". "))
        else {
            return;
        };
        for sum in sums.split("; ") {
            match sum.split_once(' ') {
                Some((number, "passed")) => self.passed += number.parse().unwrap_or(0),
                Some((number, "failed")) => self.failed += number.parse().unwrap_or(0),
                _ => {}
            }
        }
    }
}

impl Row {
    /// A run without a test is none.
    fn is_good(&self) -> bool {
        self.succeeded && self.counts.failed == 0 && self.counts.passed > 0
    }
}

fn table(rows: &[Row]) -> String {
    let mut out =
        String::from("\n| allocator | passed | failed | seconds | |\n|---|---:|---:|---:|---|\n");
    for row in rows {
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            out,
            "| {} | {} | {} | {:.0} | {} |",
            row.allocator,
            row.counts.passed,
            row.counts.failed,
            row.seconds,
            if row.is_good() { "ok" } else { "FAILED" }
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use cargo_metadata::MetadataCommand;

    #[test]
    fn every_allocator_that_the_program_offers_is_in_the_table() {
        let metadata = MetadataCommand::new().no_deps().exec().unwrap();
        let shirabe = metadata.packages.iter().find(|it| it.name == "shirabe");
        let offered = shirabe.unwrap().features.keys();
        let mut offered: Vec<_> = offered
            .filter(|feature| feature.starts_with("alloc-"))
            .collect();
        let mut listed: Vec<_> = ALLOCATORS.iter().map(|(_, features)| features[0]).collect();
        offered.sort_unstable();
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(offered, listed);
        assert_eq!(ALLOCATORS[0].0, "system");
    }

    #[test]
    fn closing_lines_are_added_up() {
        let mut counts = Counts::default();
        for line in [
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test a::test_result ... ok",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
        ] {
            counts.add(line);
        }
        let (passed, failed) = (15, 2);
        assert_eq!(counts, Counts { passed, failed });
    }

    #[test]
    fn a_row_without_tests_or_with_a_failure_is_bad() {
        let row = |passed, failed, succeeded| Row {
            allocator: "system",
            counts: Counts { passed, failed },
            succeeded,
            seconds: 1.4,
        };
        assert!(row(1, 0, true).is_good());
        assert!(!row(0, 0, true).is_good());
        assert!(!row(1, 1, true).is_good());
        assert!(!row(1, 0, false).is_good());
        let table = table(&[row(7, 0, true), row(6, 1, false)]);
        assert!(table.contains("| system | 7 | 0 | 1 | ok |"), "{table}");
        assert!(table.contains("| system | 6 | 1 | 1 | FAILED |"), "{table}");
    }

    #[test]
    fn quick_names_two_crates() {
        let quick = arguments(&["alloc-jemalloc", "more"], true).join(" ");
        assert_eq!(
            quick,
            "test --no-fail-fast --package shirabe-alloc --package shirabe --features shirabe/alloc-jemalloc --features shirabe/more --features shirabe/phase-timeline"
        );
        assert!(arguments(&["alloc-system"], false).contains(&"--workspace".to_owned()));
    }
}
