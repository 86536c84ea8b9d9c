//! `PhpMixed`, the dynamic value, and JSON as PHP reads and writes it.
//!
//! Every document that Composer knows (`composer.json`, `composer.lock`, repository metadata …) is
//! a PHP array in Composer's own hands, and much of what users see follows from how PHP decodes,
//! orders and prints such arrays. This crate is that behaviour and nothing more: it knows no
//! packages.
//!
//! - [`PhpMixed`] is the value, [`PhpMap`] an ordered array with string keys.
//! - [`json`] decodes and encodes, byte for byte as `json_decode` and `json_encode` do.
//! - [`content_hash()`] is the hash by which a lock file knows its `composer.json`.
//! - [`metadata`] expands and minifies the version lists of a composer repository.

mod content_hash;
pub mod json;
pub mod metadata;
mod value;

pub use content_hash::content_hash;
pub use json::JsonError;
pub use value::{MapHasher, PhpMap, PhpMixed};
