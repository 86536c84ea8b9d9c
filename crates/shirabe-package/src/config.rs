//! The configuration: <https://getcomposer.org/doc/06-config.md>.
//!
//! Later layers win: defaults, the home folder's `config.json`, the project's `composer.json`,
//! the command line; environment variables over all of them.

mod allow_plugins;
mod defaults;
mod folders;
mod merge;
mod repositories;
mod values;

use crate::environment::Environment;
use crate::error::PackageError;
use shirabe_mixed::json;
use shirabe_mixed::{PhpMap, PhpMixed};
use std::path::{Path, PathBuf};

pub use allow_plugins::{AllowPlugins, PluginDecision};
pub use repositories::{RepositoryDefinition, RepositoryKey};
pub use values::{BinCompat, DiscardChanges, PlatformCheck, PreferredInstall};

use repositories::Repositories;

/// The merged configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// What relative paths are relative to.
    base_dir: PathBuf,
    environment: Environment,
    values: PhpMap,
    repositories: Repositories,
}

impl Config {
    /// The defaults, with the folders that the environment tells, for a project in `base_dir`.
    ///
    /// # Errors
    /// When the environment tells no home folder.
    pub fn new(environment: &Environment, base_dir: &Path) -> Result<Self, PackageError> {
        let home = folders::home(environment)?;
        let mut config = Self {
            base_dir: base_dir.to_owned(),
            environment: environment.clone(),
            values: defaults::values(),
            repositories: Repositories::default(),
        };
        let mut put = |key: &str, value: String| {
            config.values.insert(key.to_owned(), value.into());
        };
        put("cache-dir", folders::cache(environment, &home)?);
        put("data-dir", folders::data(environment, &home)?);
        put("home", home);
        Ok(config)
    }

    /// The defaults and, over them, the `config.json` of the home folder.
    ///
    /// # Errors
    /// When there is no home folder, or its `config.json` cannot be read or used.
    pub fn load(environment: &Environment, base_dir: &Path) -> Result<Self, PackageError> {
        let mut config = Self::new(environment, base_dir)?;
        let path = config.home().join("config.json");
        match std::fs::read(&path) {
            Ok(bytes) => {
                let file = path.display().to_string();
                let data =
                    json::decode(&bytes).map_err(|cause| PackageError::json(&file, cause))?;
                match &data {
                    PhpMixed::Map(map) => config.merge(map, &file)?,
                    PhpMixed::List(list) if list.is_empty() => {}
                    other => {
                        return Err(PackageError::Shape {
                            file,
                            reason: format!(
                                "it should hold an object, {} found",
                                other.type_name()
                            ),
                        });
                    }
                }
            }
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => {}
            Err(cause) => return Err(PackageError::Io { path, cause }),
        }
        Ok(config)
    }

    /// Lays the keys `config` and `repositories` of a document over what is there. `file` is for
    /// messages.
    ///
    /// # Errors
    /// When a key that is merged, not replaced, has the wrong type.
    pub fn merge(&mut self, document: &PhpMap, file: &str) -> Result<(), PackageError> {
        if let Some(PhpMixed::Map(values)) = document.get("config") {
            merge::values(&mut self.values, values, file)?;
        }
        if let Some(repositories) = document.get("repositories") {
            self.repositories.merge(repositories);
        }
        Ok(())
    }

    /// The repositories, the first one first asked.
    #[must_use]
    pub fn repositories(&self) -> &[RepositoryDefinition] {
        self.repositories.as_slice()
    }

    /// The values without environment variables and `{$references}` worked in.
    #[must_use]
    pub fn raw(&self) -> &PhpMap {
        &self.values
    }

    /// The environment that the configuration was made with.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Whether packages may bring plugins in, by the rules of `allow-plugins`.
    ///
    /// # Errors
    /// When `allow-plugins` has the wrong type.
    pub fn allow_plugins(&self) -> Result<AllowPlugins, PackageError> {
        AllowPlugins::of(self.values.get("allow-plugins"))
    }
}
