//! The installer through its public API.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod bins;
mod damage;
mod failures;
mod fetching;
mod install;
mod paths;
mod project;
mod support;
mod updates;
