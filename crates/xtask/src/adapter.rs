//! `cargo xtask adapter`: answers questions about single functions over JSON lines, so that an
//! outside checker can compare them with what PHP's libraries answer.
//!
//! A question is `{"file": …, "function": …, "in": …}`; the answer, one line each and in order,
//! is `{"out": …}`, `{"error": true}` or `{"unsupported": true}`.

mod autoload;
mod mixed;
mod package;
mod semver;

use serde_json::{Value, json};
use std::io::{BufRead, BufWriter, Write};
use std::process::ExitCode;

/// What a crate's module says to a question: its value, or that the input is refused.
pub(crate) enum Answer {
    /// The function's result.
    Out(Value),
    /// The function refuses this input, as PHP's throws.
    Error,
}

/// Reads questions from standard input until it ends.
pub(crate) fn run() -> ExitCode {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else {
            return ExitCode::FAILURE;
        };
        if line.trim().is_empty() {
            continue;
        }
        let answer = match answer(&line) {
            Some(Answer::Out(value)) => json!({ "out": value }),
            Some(Answer::Error) => json!({ "error": true }),
            None => json!({ "unsupported": true }),
        };
        if writeln!(out, "{answer}").is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn answer(line: &str) -> Option<Answer> {
    let question: Value = serde_json::from_str(line).ok()?;
    let file = question.get("file")?.as_str()?;
    let input = question.get("in")?;
    mixed::answer(file, input)
        .or_else(|| semver::answer(file, input))
        .or_else(|| package::answer(file, input))
        .or_else(|| autoload::answer(file, input))
}
