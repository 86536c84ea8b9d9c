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

pub use allocator::{ALLOCATOR, allocator_statistics};
pub use session::run;
