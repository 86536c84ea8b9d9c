//! Our arena's two ways to find the next free list that is not empty, against each other.

use super::Options;
use super::matchup::{Experiment, run as matchup};
use crate::error::ExperimentError;
use crate::variant::{SEARCHES, SEARCHES_WITHOUT_MAGAZINE};

/// Walking the lists against the map of those that are not empty, with the magazine in front and
/// without it.
///
/// # Errors
/// Where a variant cannot be built or fails, or two have different results.
pub fn run(options: &Options) -> Result<(), ExperimentError> {
    let experiment = Experiment {
        name: "search",
        title: "What the map gains over the walk, 95 % intervals; grey: two copies of one build",
        matches: &[SEARCHES, SEARCHES_WITHOUT_MAGAZINE],
        only_profiled: false,
    };
    matchup(&experiment, options)
}
