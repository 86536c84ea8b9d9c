//! `cargo experiment`.
fn main() {}
