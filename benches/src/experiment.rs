//! The experiments, and what they share.

pub mod allocators;
mod job;
mod matchup;
mod options;
pub mod recursion;
#[cfg(unix)]
pub mod replay;
pub mod search;
#[cfg(unix)]
pub mod share;
#[cfg(unix)]
mod traced;

pub use job::Job;
pub use options::Options;

use crate::error::ExperimentError;
use crate::measure;
use shirabe_world::World;
use std::path::PathBuf;
use std::process::Command;

/// Name and purpose of each experiment.
pub const LIST: &[(&str, &str)] = &[
    (
        "allocators",
        "the whole program, or a part of its work, under each allocator",
    ),
    (
        "search",
        "walking the arena's free lists against a map of them, over 14 benchmarks",
    ),
    (
        "recursion",
        "the profiler's look-ups, always against skip_noop, over the same benchmarks",
    ),
    #[cfg(unix)]
    (
        "share",
        "how much of the main job is allocating, and what is allocated, by phase",
    ),
    #[cfg(unix)]
    (
        "replay",
        "the trace of a real run on both arenas, compared place by place",
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
