//! Package repositories and the metadata cache (<https://getcomposer.org/doc/05-repositories.md>).
//!
//! Every repository here is a [`shirabe_resolver::PackageSource`]:
//! - [`ComposerRepository`]: a `packages.json` on a server or in a folder (protocol of Composer 2);
//! - [`PackageRepository`]: packages written out in `composer.json`;
//! - [`PathRepository`]: folders of this machine;
//! - [`platform`]: what the machine has;
//! - [`memory`]: the lock file, the installed packages and the root package;
//! - [`FilteredRepository`]: any of them with `only`, `exclude` and `canonical`.
//!
//! [`factory::create`] makes them of the definitions in `composer.json`. [`cache`] is Composer's cache
//! folder, file for file, so that both can use one at the same time. [`MetadataDecoder`] is how a
//! metadata document becomes the data of packages.

pub mod cache;
mod composer;
mod context;
mod decoder;
mod error;
pub mod factory;
mod filtered;
pub mod memory;
mod notices;
mod package;
mod path;
mod platform;
mod version_guess;

pub use cache::{Cache, FilesCache};
pub use composer::{ComposerRepository, DEFAULT_URL};
pub use context::Context;
pub use decoder::{DECODER, Decoded, DynamicDecoder, MetadataDecoder, REMARK_KEYS, Wish};
pub use error::RepositoryError;
pub use filtered::FilteredRepository;
pub use notices::{Notice, Notices};
pub use package::PackageRepository;
pub use path::PathRepository;
pub use platform::{platform, platform_package};
pub use version_guess::{GuessedVersion, VersionGuesser};
