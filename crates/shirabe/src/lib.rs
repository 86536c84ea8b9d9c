//! The program: commands, options, console, errors as a user reads them.
//!
//! The global allocator is chosen here, so that tests and benches run under the one that ships.

mod allocator;
mod cli;
mod commands;
mod console;
mod failure;
mod flow;
mod profile;
mod project;
mod session;
mod version;
#[cfg(any(
    feature = "trace-allocations",
    all(feature = "phase-timeline", target_os = "linux")
))]
mod watch;

pub use allocator::{ALLOCATOR, allocator_statistics};
pub use session::run;
