//! The crate as its users see it.

mod content_hash;
mod decode;
mod encode;
mod errors;
mod metadata;
mod round_trip;
