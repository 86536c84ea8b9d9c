//! The project that a command works on: its composer.json, lock file, configuration, root package.

use crate::failure::{Failure, chain, exit, system_advice};
use crate::session::Session;
use shirabe_callgraph::{centre, enter};
use shirabe_mixed::{PhpMap, PhpMixed, content_hash, json};
use shirabe_package::root::GuessedVersion;
use shirabe_package::schema::{self, Strictness};
use shirabe_package::{Config, Environment, LockFile, PackageError, RootPackage};
use shirabe_repository::VersionGuesser;
use std::path::{Path, PathBuf};

/// A project on disk. Everything is read once, when it is opened.
pub(crate) struct Project {
    /// The project's folder: absolute.
    pub(crate) folder: PathBuf,
    /// `composer.json`, or what `COMPOSER` names.
    pub(crate) file: PathBuf,
    /// `composer.lock`, beside it.
    pub(crate) lock_path: PathBuf,
    /// The data of composer.json.
    pub(crate) data: PhpMap,
    /// What the lock file remembers composer.json by.
    pub(crate) content_hash: String,
    /// The merged configuration.
    pub(crate) config: Config,
    /// The root package.
    pub(crate) root: RootPackage,
}

impl Project {
    /// `./composer.json`, as messages name it.
    pub(crate) fn shown(&self) -> String {
        shown(&self.folder, &self.file)
    }

    /// Opens the project in the session's folder.
    pub(crate) fn open(session: &Session) -> Result<Self, Failure> {
        let _span = enter(centre!("open-project"));
        let folder = session.folder.clone();
        let file = composer_file(&folder, &session.environment);
        let shown = shown(&folder, &file);
        let bytes = std::fs::read(&file).map_err(|error| missing(&folder, &shown, &error))?;
        let invalid = |error| {
            Failure::new(format_args!(
                "\"{shown}\" does not contain valid JSON\n{error}"
            ))
        };
        let document = json::decode(&bytes).map_err(invalid)?;
        schema::check(
            &shown,
            &json::decode_keeping_objects(&bytes).map_err(invalid)?,
            Strictness::Lax,
        )?;
        let data = match document {
            PhpMixed::Map(data) => data,
            PhpMixed::List(list) if list.is_empty() => PhpMap::default(),
            other => {
                return Err(Failure::new(format_args!(
                    "\"{shown}\" should hold an object, {} found",
                    other.type_name()
                )));
            }
        };
        let mut config = Config::load(&session.environment, &folder)?;
        config.merge(&data, &shown)?;
        let guessed = if RootPackage::has_own_version(&data) {
            None
        } else {
            GuessedVersion::from_environment(&session.environment).or_else(|| {
                let guessed = VersionGuesser::new(&session.environment).guess(&data, &folder)?;
                Some(guessed.into())
            })
        };
        let root = RootPackage::load(data.clone(), guessed.as_ref())?;
        if let Some(warning) = root.missing_version_warning() {
            session.console.warn(&warning);
        }
        Ok(Self {
            content_hash: content_hash(&bytes).map_err(Failure::new)?,
            lock_path: lock_path(&file),
            folder,
            file,
            data,
            config,
            root,
        })
    }

    /// Reads the lock file; nothing where there is none that locks anything.
    pub(crate) fn read_lock(&self) -> Result<Option<LockFile>, PackageError> {
        let path = shown(&self.folder, &self.lock_path);
        let bytes = match std::fs::read(&self.lock_path) {
            Ok(bytes) => bytes,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => {
                return Err(PackageError::Io {
                    path: self.lock_path.clone(),
                    cause,
                });
            }
        };
        LockFile::parse(&path, &bytes).map(|lock| Some(lock).filter(LockFile::is_locked))
    }
}

impl From<PackageError> for Failure {
    fn from(error: PackageError) -> Self {
        let failure = Self::new(chain(&error));
        match system_advice(&error) {
            Some(advice) => failure.advise(advice),
            None if matches!(error, PackageError::Io { .. }) => {
                failure.advise("check that the file is there and may be read and written")
            }
            None => failure,
        }
    }
}

fn missing(folder: &Path, shown: &str, error: &std::io::Error) -> Failure {
    if error.kind() == std::io::ErrorKind::NotFound {
        Failure::new(format_args!(
            "Composer could not find a {} file in {}",
            shown.trim_start_matches("./"),
            folder.display()
        ))
        .advise("to start a project, create one as described at https://getcomposer.org/doc/01-basic-usage.md")
        .advise("to work in another folder, name it with --working-dir")
    } else {
        Failure::new(format_args!(
            "The file \"{shown}\" is not readable: {error}"
        ))
        .advise("check its owner and permissions")
        .code(exit::GENERIC)
    }
}

/// Where the project's composer.json is, by the variable `COMPOSER` where it is set.
pub(crate) fn composer_file(folder: &Path, environment: &Environment) -> PathBuf {
    match environment
        .text("COMPOSER")
        .map(|name| name.trim().to_owned())
    {
        Some(name) if !name.is_empty() => folder.join(name),
        _ => folder.join("composer.json"),
    }
}

/// The lock file beside a composer.json.
fn lock_path(file: &Path) -> PathBuf {
    match file.extension() {
        Some(extension) if extension == "json" => file.with_extension("lock"),
        _ => {
            let mut name = file.as_os_str().to_owned();
            name.push(".lock");
            name.into()
        }
    }
}

/// A file of the project as messages name it.
fn shown(folder: &Path, file: &Path) -> String {
    match file.strip_prefix(folder) {
        Ok(relative) => format!("./{}", relative.display()),
        Err(_) => file.display().to_string(),
    }
}

/// The data of composer.json where it can be had, for things that must work without a project.
fn peek(folder: &Path, environment: &Environment) -> Option<PhpMap> {
    let bytes = std::fs::read(composer_file(folder, environment)).ok()?;
    json::decode(&bytes).ok()?.into_map()
}

/// The names of the project's scripts that are not events.
pub(crate) fn script_names(folder: &Path, environment: &Environment) -> Vec<String> {
    script_descriptions(folder, environment)
        .into_iter()
        .map(|(name, _)| name)
        .collect()
}

/// The project's scripts that are not events, each with what it is for.
pub(crate) fn script_descriptions(
    folder: &Path,
    environment: &Environment,
) -> Vec<(String, String)> {
    scripts(folder, environment)
        .into_iter()
        .filter_map(|(name, description)| Some((name, description?)))
        .collect()
}

/// The project's scripts, each with what it is for unless an event says that.
pub(crate) fn scripts(folder: &Path, environment: &Environment) -> Vec<(String, Option<String>)> {
    let Some(data) = peek(folder, environment) else {
        return Vec::new();
    };
    let described = |name: &str| {
        data.get("scripts-descriptions")
            .and_then(|all| all.get(name))
            .and_then(PhpMixed::as_str)
            .map_or_else(
                || format!("Runs the {name} script as defined in composer.json"),
                str::to_owned,
            )
    };
    data.get("scripts")
        .and_then(PhpMixed::as_map)
        .into_iter()
        .flat_map(PhpMap::keys)
        .map(|name| {
            let is_event = shirabe_php::scripts::is_event(name);
            (name.clone(), (!is_event).then(|| described(name)))
        })
        .collect()
}

/// What composer.json requires, for completion.
pub(crate) fn required_names(folder: &Path, environment: &Environment) -> Vec<String> {
    let data = peek(folder, environment).unwrap_or_default();
    ["require", "require-dev"]
        .iter()
        .filter_map(|key| data.get(*key)?.as_map())
        .flat_map(|links| links.keys().cloned())
        .collect()
}

/// The configuration outside any project: `use-parent-dir`, or nothing where it says "prompt".
pub(crate) fn use_parent_dir(environment: &Environment) -> Result<Option<bool>, Failure> {
    let config = Config::load(environment, Path::new("."))?;
    Ok(config
        .raw()
        .get("use-parent-dir")
        .and_then(PhpMixed::as_bool))
}
