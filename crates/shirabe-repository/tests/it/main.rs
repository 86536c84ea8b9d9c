//! Repositories and the cache, as the resolver and the installer use them.

#![allow(clippy::unwrap_used)]

mod cached;
mod caching;
mod composer;
mod definitions;
mod folders;
mod inline;
mod online;
#[path = "../../../shirabe-http/tests/it/server.rs"]
mod server;
mod support;
mod world;
