//! Decoding alone: every metadata document of the world into `PhpMixed`, under each allocator.

use super::{interleaved, world};
use crate::build::Binaries;
use crate::error::ExperimentError;
use crate::report::Report;
use serde::{Deserialize, Serialize};
use std::process::Command;

/// What the `decode` program answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decoded {
    /// The allocator it runs under, and the library as it names itself.
    pub allocator: String,
    /// The allocator's library and version; empty where it tells none.
    pub library: String,
    /// How many documents a round decodes.
    pub documents: usize,
    /// Their size in bytes.
    pub bytes: usize,
    /// How many values all rounds made.
    pub values: usize,
}

/// Builds the variants, runs each `runs` times with `rounds` rounds of decoding and reports.
///
/// # Errors
/// Where a variant cannot be built or fails, runs under another allocator, or decodes other values
/// than the rest.
pub fn run(runs: usize, rounds: usize) -> Result<(), ExperimentError> {
    let documents = world()?.repository().join("p2");
    let binaries = Binaries::build("shirabe-benches", "decode")?;
    let mut first: Option<(String, usize)> = None;
    let samples = interleaved(
        runs,
        |variant, _| {
            let mut command = Command::new(binaries.of(variant));
            command.arg(rounds.to_string()).arg(&documents);
            Ok(command)
        },
        |variant, round, run| {
            let name = format!("run {round} of {}", variant.name);
            let decoded: Decoded =
                serde_json::from_str(&run.stdout).map_err(|cause| ExperimentError::Answer {
                    what: name.clone(),
                    cause,
                })?;
            if decoded.allocator != variant.allocator {
                return Err(ExperimentError::WrongAllocator {
                    variant: variant.name.to_owned(),
                    said: decoded.allocator,
                });
            }
            if round == 0 {
                eprintln!(
                    "{}: {}, {} documents, {} bytes",
                    variant.name, decoded.library, decoded.documents, decoded.bytes
                );
            }
            match &first {
                None => first = Some((name, decoded.values)),
                Some((_, values)) if *values == decoded.values => {}
                Some((first, _)) => {
                    return Err(ExperimentError::Differ {
                        first: first.clone(),
                        second: name,
                        what: "number of decoded values",
                    });
                }
            }
            Ok(())
        },
    )?;
    let command =
        format!("target/experiment/{{variant}}/decode {rounds} target/world/repository/p2");
    Report::new("decode", command, "nowhere".to_owned(), samples).publish()
}
