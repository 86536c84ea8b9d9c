//! The client against a small server on 127.0.0.1.

mod batches;
mod downloads;
mod fetching;
mod offline;
mod server;
