//! Reading and writing zip and tar archives safely.
