//! The package model: links, stabilities, aliases, documents, configuration.
//!
//! - [`Package`], [`AliasPackage`] and [`AnyPackage`] are what repositories offer and a solve
//!   chooses; [`loader`] makes them of data and [`dumper`] makes data of them.

pub mod alias;
mod any;
pub mod config;
pub mod dumper;
pub mod environment;
mod error;
pub mod file;
pub mod installed;
mod link;
pub mod loader;
pub mod lock;
pub mod name;
mod name_pattern;
mod origin;
mod package;
mod php_order;
pub mod platform_filter;
pub mod release_date;
pub mod root;
pub mod schema;
pub mod sort;
mod target_dir;
pub mod validate;

pub use alias::{AliasPackage, DEFAULT_BRANCH_ALIAS};
pub use any::AnyPackage;
pub use config::Config;
pub use environment::Environment;
pub use error::{LoadError, PackageError};
pub use installed::InstalledJson;
pub use link::{Link, LinkKind, SELF_VERSION};
pub use loader::Loader;
pub use lock::{LockContents, LockFile};
pub use name::PackageName;
pub use name_pattern::NamePattern;
pub use origin::{Dist, InstallationSource, Mirror, Source};
pub use package::{Abandoned, Package, ReferenceDisplay, commit_url};
pub use platform_filter::PlatformRequirementFilter;
pub use root::RootPackage;
