//! Experiments: programs that measure Shirabe itself, run by `cargo experiment NAME`.
//!
//! What each one measures and how is in this folder's `README.md`.

mod allocator_names;
mod answer;
mod benchmark;
mod build;
mod callgrind;
#[cfg(unix)]
mod census;
mod compare;
mod error;
pub mod experiment;
mod machine;
mod measure;
#[cfg(unix)]
mod perf;
mod plot;
mod profile;
#[cfg(unix)]
mod replay;
mod report;
mod rounds;
mod scratch;
mod stats;
#[cfg(unix)]
mod timeline;
mod variant;
#[cfg(feature = "work")]
pub mod work;

pub use answer::Answer;
pub use benchmark::{BENCHMARKS, Benchmark, WORLD_BENCHMARKS};
pub use error::ExperimentError;
pub use variant::PROFILE;
