//! The `shirabe` program.
fn main() {}
