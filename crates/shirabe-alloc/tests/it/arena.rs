//! The arena: its blocks on memory of the tests' own, and its threads on the system's.

mod faults;
mod layouts;
mod memory;
mod threads;
mod traces;
