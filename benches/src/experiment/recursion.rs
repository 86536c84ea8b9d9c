//! The profiler's two ways to look up the record of a recursion level, against each other.

use super::Options;
use super::matchup::{Experiment, run as matchup};
use crate::error::ExperimentError;
use crate::variant::LOOK_UPS;

/// Looking up always against only where the record at hand is of another level, while every level of
/// a decoded value is a span, and only calls and allocations are counted.
///
/// # Errors
/// Where the program cannot be built or fails, or two runs have different results.
pub fn run(options: &Options) -> Result<(), ExperimentError> {
    let experiment = Experiment {
        name: "recursion",
        title: "What skip_noop gains over always, 95 % intervals; grey: two copies of one build",
        matches: &[LOOK_UPS],
        only_profiled: true,
    };
    matchup(&experiment, options)
}
