//! The PHP interpreter.

use crate::executable;
use shirabe_callgraph::{centre, enter};
use shirabe_package::Environment;
use std::path::{Path, PathBuf};

/// A PHP interpreter for the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhpBinary {
    path: PathBuf,
}

impl PhpBinary {
    /// The interpreter that `PHP_BINARY` names, a path or a name to look up; without that
    /// variable, the `php` in `PATH`.
    #[must_use]
    pub fn find(environment: &Environment) -> Option<Self> {
        let _span = enter(centre!("find-php"));
        let path = match environment
            .text("PHP_BINARY")
            .filter(|name| !name.is_empty())
        {
            Some(name) => executable::find(&name, environment)?,
            None => executable::find("php", environment)?,
        };
        Some(Self { path })
    }

    /// The interpreter at a path that is known to be one.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
