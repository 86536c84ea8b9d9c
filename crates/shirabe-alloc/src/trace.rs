//! Traces: what a program asked of its allocator, one record a step, in one order over all
//! threads.
//!
//! A build with the feature `trace` can record one ([`start`], [`stop`]); any build can read one
//! ([`Script::read`]), and [`arena::replay`](crate::arena::replay) runs it again on an arena.
//!
//! The file begins with eight bytes that name the format. Then come records of sixteen bytes: a
//! word that packs what happened, by which thread, with what size and alignment; and the address of
//! the block. It ends with the file, or with a record of zeroes.

mod census;
mod record;
#[cfg(all(feature = "trace", unix))]
mod recorder;
mod script;

pub use census::{Census, Lifetimes, SizeClass};
pub use record::{Action, Record};
#[cfg(all(feature = "trace", unix))]
pub(crate) use recorder::{allocated, freed, resized, resizing};
#[cfg(all(feature = "trace", unix))]
pub use recorder::{phase, start, stop};
pub use script::{Script, Step, TraceError};

/// The first bytes of a trace.
const MAGIC: [u8; 8] = *b"shialtr1";
