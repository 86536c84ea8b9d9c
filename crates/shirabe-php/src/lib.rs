//! PHP itself: finding it, probing the platform, running scripts.
//!
//! - [`PhpBinary`] is the interpreter, found by `PHP_BINARY` and `PATH`.
//! - [`platform`] asks it once which platform packages (`php`, `ext-*`, `lib-*`) it brings, keeps
//!   the answer in a file, and lays `config.platform` over it.
//! - [`scripts`] runs the `scripts` of a `composer.json`: shell commands, `@php`, `@composer`,
//!   `@putenv`, other scripts, and PHP callbacks in a worker process that sees Composer's classes.

mod binary;
mod error;
pub mod executable;
pub mod platform;
pub mod scripts;

pub use binary::PhpBinary;
pub use error::{PhpError, ScriptError};
pub use platform::{IniSettings, Platform, PlatformPackage};
pub use scripts::{
    Event, Messages, Operation, ScriptProject, ScriptRunner, ScriptSettings, Verbosity,
};
