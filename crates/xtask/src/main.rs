//! The project's chores: demo, tidy, adapter, ci.
fn main() {}
