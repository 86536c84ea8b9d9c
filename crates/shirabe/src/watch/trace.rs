//! What the run asks of its allocator, with the names of the cost centres that blocks were taken in.

use std::io;
use std::path::Path;

/// The variable that names the file of the trace.
pub(super) const VARIABLE: &str = "SHIRABE_ALLOC_TRACE";

/// A trace being recorded.
pub(super) struct Trace {
    _phases: Option<shirabe_callgraph::Following>,
}

/// Begins a trace.
pub(super) fn start(path: &Path) -> io::Result<Trace> {
    shirabe_alloc::trace::start(path)?;
    // A profile, which there may be in place of this, tells more.
    let phases = shirabe_callgraph::follow(shirabe_alloc::trace::phase).ok();
    Ok(Trace { _phases: phases })
}

impl Drop for Trace {
    fn drop(&mut self) {
        if let Err(error) = shirabe_alloc::trace::stop() {
            eprintln!("The allocation trace cannot be ended: {error}.");
        }
    }
}
