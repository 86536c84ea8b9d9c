//! The profiler, by what its profiles say.

mod annotate;
mod drawn;
mod live;
mod model;
mod proof;
mod support;
