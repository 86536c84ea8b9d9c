//! The offline world: what it holds, that it is always the same, that Composer runs on it, and that it is
//! served.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on may panic where it stands"
)]

mod oracle;
mod served;
mod shape;
mod tools;
