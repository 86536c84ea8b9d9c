//! Experiments: programs that measure Shirabe itself, run by `cargo experiment NAME`.
//!
//! What each one measures and how is in this folder's `README.md`.

mod build;
mod error;
pub mod experiment;
mod measure;
#[cfg(unix)]
pub mod replay;
mod report;
mod scratch;
mod summary;
mod variant;

pub use error::ExperimentError;
