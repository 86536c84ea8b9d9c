//! The class scanner, the autoload files and the PHP run-time files.
//!
//! - [`php_classes`] says which classes a PHP source declares, [`class_map`] scans folders.
//! - [`AutoloadGenerator`] writes `vendor/autoload.php` and `vendor/composer/*.php`.
//! - [`filesystem`] has the rules for paths that all generated files follow.

pub mod class_map;
pub mod filesystem;
mod generator;
pub mod php_classes;
mod php_code;
mod runtime;

pub use generator::{
    AutoloadError, AutoloadGenerator, AutoloadOptions, Dumped, InstalledPackage, Notice,
};
