//! The experiments, and running the variants of one against each other.

pub mod allocators;
pub mod decode;

use crate::error::ExperimentError;
use crate::measure::{self, Run, Sample};
use crate::variant::{VARIANTS, Variant};
use shirabe_world::World;
use std::path::PathBuf;
use std::process::Command;

/// Name and purpose of each experiment.
pub const LIST: [(&str, &str); 2] = [
    (
        "allocators",
        "create-project laravel/laravel, offline, under each allocator",
    ),
    (
        "decode",
        "decode every metadata document of the world under each allocator",
    ),
];

/// The offline world, as another process has built it: what building takes must not count into
/// the memory that children are measured by (Linux hands a parent's peak on to what it starts).
fn world() -> Result<World, ExperimentError> {
    let this =
        std::env::current_exe().map_err(ExperimentError::io(&PathBuf::from("experiment")))?;
    let mut build = Command::new(this);
    build.arg(BUILD_WORLD);
    measure::run(build, "building the offline world")?;
    World::shared().map_err(|error| ExperimentError::Io {
        path: PathBuf::from("target/world"),
        cause: std::io::Error::other(error),
    })
}

/// The hidden command of the `experiment` program that builds the world.
pub const BUILD_WORLD: &str = "build-world";

/// Measures every variant `runs` times: round after round, each round beginning with another
/// variant, so that a machine that slows down slows all alike. A first round fills caches and does
/// not count.
///
/// `prepare` gives the command of a variant in a round (0 is the one that does not count); `check`
/// sees each run's result.
fn interleaved(
    runs: usize,
    mut prepare: impl FnMut(Variant, usize) -> Result<Command, ExperimentError>,
    mut check: impl FnMut(Variant, usize, &Run) -> Result<(), ExperimentError>,
) -> Result<Vec<(Variant, Vec<Sample>)>, ExperimentError> {
    let mut samples: Vec<(Variant, Vec<Sample>)> =
        VARIANTS.map(|variant| (variant, Vec::new())).into();
    for round in 0..=runs {
        for turn in 0..VARIANTS.len() {
            let at = (turn + round) % VARIANTS.len();
            let (variant, samples) = &mut samples[at];
            let command = prepare(*variant, round)?;
            let run = measure::run(command, &format!("run {round} of {}", variant.name))?;
            check(*variant, round, &run)?;
            if round > 0 {
                samples.push(run.sample);
            }
        }
        eprintln!("round {round} of {runs}");
    }
    Ok(samples)
}
