//! The client against a small server on 127.0.0.1.

#![allow(clippy::unwrap_used)]

mod batches;
mod downloads;
mod fetching;
mod offline;
mod plain;
mod server;
