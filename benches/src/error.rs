//! Why an experiment ended early.

use std::io;
use std::path::{Path, PathBuf};

/// Why an experiment ended early.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A file or folder cannot be used.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A program cannot be started.
    #[error("{program} cannot be run: {cause}")]
    Spawn {
        /// The program.
        program: String,
        /// What the system says.
        cause: io::Error,
    },
    /// A program ended with a failure.
    #[error("{what} failed with {status}; it said:\n{said}")]
    Failed {
        /// What was run.
        what: String,
        /// How it ended.
        status: std::process::ExitStatus,
        /// The end of what it printed.
        said: String,
    },
    /// A variant runs another allocator than the one it was built for.
    #[error("the variant {variant} says that it runs otherwise: {said}")]
    WrongAllocator {
        /// The variant.
        variant: String,
        /// Its answer.
        said: String,
    },
    /// Two variants gave different results, so their times cannot be compared.
    #[error("{first} and {second} differ in their {what}")]
    Differ {
        /// The first run.
        first: String,
        /// The one that differs.
        second: String,
        /// In what.
        what: &'static str,
    },
    /// Valgrind ended without a count.
    #[error("valgrind counted no instructions of {what}")]
    NoCount {
        /// What was run.
        what: String,
    },
    /// Nothing is left to measure.
    #[error("no {0} of that name; `cargo experiment` lists what there is")]
    Empty(&'static str),
    /// A program answered something that cannot be read.
    #[error("{what} answered what cannot be read: {cause}")]
    Answer {
        /// Who answered.
        what: String,
        /// Why it cannot be read.
        cause: serde_json::Error,
    },
    /// A trace cannot be read.
    #[error("the trace: {cause}")]
    Trace {
        /// What is wrong with it.
        cause: shirabe_alloc::trace::TraceError,
    },
    /// The two searches did not lead to the same.
    #[error("the search is more than a search: {cause}")]
    Replay {
        /// Where they part.
        cause: String,
    },
}

impl ExperimentError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::Io {
            path: path.to_owned(),
            cause,
        }
    }
}
