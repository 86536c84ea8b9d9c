//! The program as its users run it.

mod allocator;
mod audit;
mod bad_input;
mod bump;
mod commands;
mod http;
mod interrupted;
mod main_job;
mod oracle;
mod profile;
mod stub;
mod support;
#[cfg(all(feature = "phase-timeline", target_os = "linux"))]
mod timeline;
