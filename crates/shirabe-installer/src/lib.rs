//! Fetching, verifying, extracting: a transaction becomes `vendor/`.
//!
//! [`Installer::execute`] takes the operations that the resolver found. It has every archive at hand before it changes
//! anything, unpacks packages beside their places and renames them in when they are complete, makes the proxies in
//! `vendor/bin`, and writes `vendor/composer/installed.json` and `installed.php` once, at the end. A run that fails or
//! is interrupted records what it completed, so that the next run does the rest.
//!
//! What a user sees goes through [`Reporter`], scripts hear of packages through [`Events`].

mod batches;
mod bin_proxies;
mod dist_urls;
mod error;
mod fetch;
mod files;
mod installer;
mod layout;
mod mirror;
mod path_package;
mod plan;
mod preference;
mod record;
mod report;
mod root_project;
mod staging;
mod unpack;

pub use bin_proxies::BinCompat;
pub use dist_urls::CodeHosts;
pub use error::InstallError;
pub use installer::{InstallOptions, Installer};
pub use layout::Layout;
pub use report::{Events, Level, Line, NoEvents, PackageEvent, Phase, Reporter, Tone};
pub use shirabe_repository::cache::FilesCache;
