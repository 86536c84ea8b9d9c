//! A profiler of cost centres.
//!
//! A *centre* is a stretch of the program that its author gave a name: [`centre!`]. [`enter`]
//! opens a *span* of it, which ends when the guard is dropped. While a recording runs, what each
//! thread spends goes to the record of the innermost open span: CPU time, allocations, bytes,
//! frees, and the number of times it was entered.
//!
//! ```
//! use shirabe_callgraph::{centre, enter};
//!
//! fn decode(nesting: u32) {
//!     let _span = enter(centre!("decode"));
//!     if nesting > 0 {
//!         decode(nesting - 1);
//!     }
//! }
//! # decode(3);
//! ```
//!
//! Records are kept by *context* and *recursion level*. A context is a centre with up to
//! [`Config::separate_callers`] of the centres around it; its levels are the first
//! [`Config::separate_recs`] depths at which the centre stands on the thread's own stack, the last
//! of them standing for all deeper ones. [`LookUp`] tells how the level's record is found.
//!
//! A finished recording is a [`Profile`], which is written as a callgrind profile or as a flame
//! graph. What is measured, and who counts allocations, this crate does not know: the counters are
//! a function that [`start`] is given.
//!
//! Without the feature `record`, [`enter`] is nothing at all and there is nothing to start. With
//! it, and no recording running, a span costs one relaxed load and two predictable branches.

mod centre;
mod span;

pub use centre::Centre;
pub use span::{Span, enter};

#[cfg(feature = "record")]
mod recording {
    pub use crate::config::{Config, Events, LookUp};
    pub use crate::costs::{Costs, Counters};
    pub use crate::follow::Follow;
    pub use crate::profile::{Call, Function, Profile};
    pub use crate::session::{
        AlreadyRecording, Following, Recording, StreamRecording, follow, record, start,
        start_stream,
    };
    pub use crate::stream::{Step, Stream};
}

#[cfg(feature = "record")]
pub use recording::*;

#[cfg(feature = "record")]
mod callgrind;
#[cfg(feature = "record")]
mod clock;
#[cfg(feature = "record")]
mod config;
#[cfg(feature = "record")]
mod costs;
#[cfg(feature = "record")]
mod flame;
#[cfg(feature = "record")]
mod follow;
#[cfg(feature = "record")]
mod lookup;
#[cfg(feature = "record")]
mod merge;
#[cfg(feature = "record")]
mod profile;
#[cfg(feature = "record")]
mod reader;
#[cfg(feature = "record")]
mod recorder;
#[cfg(feature = "record")]
mod session;
#[cfg(feature = "record")]
mod stream;
#[cfg(feature = "record")]
mod tasks;
#[cfg(feature = "record")]
mod thread;
