//! Archives through the public API.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod hostile;
mod hostile_names;
mod round_trip;
mod support;
mod tar_rules;
mod zip_rules;
