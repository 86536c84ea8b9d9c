//! The global allocator of the program, its tests and its benchmarks, chosen by the features
//! `alloc-*`.

#[cfg(feature = "trace-allocations")]
use crate::failure::Failure;
use shirabe_alloc::{Global, Statistics};
#[cfg(feature = "trace-allocations")]
use shirabe_package::environment::Environment;

#[global_allocator]
static GLOBAL: Global = Global;

/// The name of the allocator that this build chose.
pub const ALLOCATOR: &str = shirabe_alloc::NAME;

/// What the allocator has counted so far; `None` where the platform has nothing to tell.
#[must_use]
pub fn allocator_statistics() -> Option<Statistics> {
    shirabe_alloc::statistics()
}

/// The variable that names the file of the trace.
#[cfg(feature = "trace-allocations")]
const TRACE: &str = "SHIRABE_ALLOC_TRACE";

/// Records a trace of what the program asks of its allocator where the environment names a file
/// for it, with the names of the cost centres that blocks were taken in; until the result is dropped.
#[cfg(feature = "trace-allocations")]
pub(crate) fn trace(environment: &Environment) -> Result<Option<Trace>, Failure> {
    let Some(path) = environment.path(TRACE) else {
        return Ok(None);
    };
    shirabe_alloc::trace::start(&path).map_err(|error| {
        Failure::new(format_args!(
            "The allocation trace {} cannot be written: {error}.",
            path.display()
        ))
        .advise(format_args!(
            "Set {TRACE} to a file in a folder that you may write to."
        ))
    })?;
    // A profile, which there may be in place of this, tells more.
    let phases = shirabe_callgraph::follow(shirabe_alloc::trace::phase).ok();
    Ok(Some(Trace { _phases: phases }))
}

/// A trace being recorded.
#[cfg(feature = "trace-allocations")]
pub(crate) struct Trace {
    _phases: Option<shirabe_callgraph::Following>,
}

#[cfg(feature = "trace-allocations")]
impl Drop for Trace {
    fn drop(&mut self) {
        if let Err(error) = shirabe_alloc::trace::stop() {
            eprintln!("The allocation trace cannot be ended: {error}.");
        }
    }
}
