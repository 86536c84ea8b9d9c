//! Records that an experiment asks for by a variable that names a file. What ships has none of it.

#[cfg(all(feature = "phase-timeline", target_os = "linux"))]
mod timeline;
#[cfg(feature = "trace-allocations")]
mod trace;

use crate::failure::Failure;
use shirabe_package::environment::Environment;
use std::io;
use std::path::Path;

/// The records that run; each ends when it is dropped.
pub(crate) struct Watch {
    #[cfg(all(feature = "phase-timeline", target_os = "linux"))]
    _timeline: Option<timeline::Timeline>,
    #[cfg(feature = "trace-allocations")]
    _trace: Option<trace::Trace>,
}

impl Watch {
    /// Starts what the environment asks for.
    pub(crate) fn start(environment: &Environment) -> Result<Self, Failure> {
        Ok(Self {
            #[cfg(all(feature = "phase-timeline", target_os = "linux"))]
            _timeline: asked(environment, timeline::VARIABLE, timeline::start)?,
            #[cfg(feature = "trace-allocations")]
            _trace: asked(environment, trace::VARIABLE, trace::start)?,
        })
    }
}

fn asked<T>(
    environment: &Environment,
    variable: &str,
    start: fn(&Path) -> io::Result<T>,
) -> Result<Option<T>, Failure> {
    let Some(path) = environment.path(variable) else {
        return Ok(None);
    };
    let record = start(&path).map_err(|error| {
        Failure::new(format_args!(
            "{} cannot be recorded: {error}.",
            path.display()
        ))
        .advise(format_args!(
            "Set {variable} to a file in a folder that you may write to."
        ))
    })?;
    Ok(Some(record))
}
