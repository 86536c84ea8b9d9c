//! The trace of a real `create-project`.

use super::job::{Job, Prepared};
use super::world;
use crate::build::{self, Profile, SHIRABE};
use crate::error::ExperimentError;
use crate::measure;
use crate::scratch::Scratch;
use crate::variant::{Arm, Twin, Variant, plain};
use shirabe_alloc::trace::Script;
use std::fs;
use std::path::Path;

/// The variable that has the program record a trace.
const TRACE: &str = "SHIRABE_ALLOC_TRACE";

/// What the program asks of its allocator is the same under each; the system's is recorded under.
const TRACED: Variant = Variant {
    name: "traced",
    features: &["trace-allocations"],
    ..plain("system")
};

/// Has the program record what it asks of its allocator.
///
/// # Errors
/// Where it cannot be built or fails, or the trace cannot be read.
pub(super) fn record(profile: Profile) -> Result<Script, ExperimentError> {
    let world = world()?;
    build::build(SHIRABE, &[TRACED], profile)?;
    let scratch = Scratch::new(1_000_000_000)?;
    let arm = Arm {
        variant: TRACED,
        twin: Twin::A,
    };
    let prepared = Prepared::new(Job::CreateProject, 1, &world, scratch.path(), arm)?;
    let trace = scratch.path().join("trace");
    // The first run fills what the program keeps, and is not traced.
    for (folder, traced) in [("warm", false), ("traced", true)] {
        let mut command = prepared.command(arm, &scratch.path().join(folder))?;
        if traced {
            command.env(TRACE, &trace);
        }
        measure::run(command, &format!("{folder} create-project"))?;
    }
    read(&trace)
}

fn read(trace: &Path) -> Result<Script, ExperimentError> {
    let bytes = fs::read(trace).map_err(ExperimentError::io(trace))?;
    Script::read(&bytes).map_err(|cause| ExperimentError::Trace { cause })
}
