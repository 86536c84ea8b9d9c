//! What the `bench` program says of a run, for the experiment that started it.

use crate::error::ExperimentError;
use serde::{Deserialize, Serialize};

/// The answer of the `bench` program: one line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The benchmark.
    pub benchmark: String,
    /// The allocator it ran under.
    pub allocator: String,
    /// The allocator's library and version; empty where it tells none.
    pub library: String,
    /// How often the work was done while it was measured.
    pub rounds: usize,
    /// What the work comes to, made outside of what is measured: the same for equal results.
    pub checksum: String,
    /// How many spans the profiler recorded while it was measured; 0 without a profile.
    pub calls: u64,
    /// Seconds that the rounds took.
    pub wall: f64,
    /// Seconds of processor time in the program, of all rounds.
    pub user: f64,
}

impl Answer {
    /// Reads the answer of a benchmark.
    ///
    /// # Errors
    /// Where it is none.
    pub fn read(stdout: &str, what: &str) -> Result<Self, ExperimentError> {
        serde_json::from_str(stdout).map_err(|cause| ExperimentError::Answer {
            what: what.to_owned(),
            cause,
        })
    }
}
