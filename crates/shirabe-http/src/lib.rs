//! One HTTP client: conditional requests, bounded parallelism, offline.
//!
//! The outside is blocking: [`Client::get`], [`Client::fetch_all`], [`Client::fetch_each`],
//! [`Client::download`] and [`Client::download_each`]. Inside, one small asynchronous runtime on a
//! thread of its own carries all transfers. It starts with the first request that really goes out,
//! so a run without network starts nothing.
//!
//! Every hop of every transfer passes one place, `exchange::settle`, which asks `policy` whether a
//! URL may be called and what an answer means (done, follow, fail). What else acts between the hops
//! of a transfer (credentials, proxies, retries) belongs there too.
//!
//! Follows the transport rules of Composer's configuration page
//! (<https://getcomposer.org/doc/06-config.md>, `secure-http`) and RFC 9110.

mod client;
mod display;
mod engine;
mod error;
mod exchange;
mod local;
mod options;
mod policy;
mod request;
mod saver;

pub use client::Client;
pub use display::shown_url;
pub use error::HttpError;
pub use options::{ClientOptions, Network};
pub use request::{Download, DownloadEvent, Downloaded, Progress, Request, Response};
