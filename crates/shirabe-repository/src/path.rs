//! Folders of this machine: <https://getcomposer.org/doc/05-repositories.md#path>.

mod glob;
mod reference;

use std::fs;
use std::path::{Path, PathBuf};

use shirabe_http::shown_url;
use shirabe_mixed::{PhpMap, PhpMixed, json};
use shirabe_package::{AnyPackage, Environment, Loader, PackageName};
use shirabe_resolver::{
    KnownVersions, Loaded, MemorySource, PackageSource, Provider, SourceError, SourceKind,
    StabilityFilter, Wanted,
};
use shirabe_semver::Constraint;

use crate::{Context, RepositoryError, VersionGuesser};

/// The packages in folders that a path or pattern names. They are read when first asked.
pub struct PathRepository {
    context: Context,
    /// As written, for messages.
    given: String,
    /// With `~` and variables worked in.
    pattern: String,
    options: PhpMap,
    memory: Option<MemorySource>,
}

/// Which reference a package gets, by which a change is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReferenceMode {
    /// The commit where the folder is a git checkout, else a hash of manifest and options.
    Auto,
    /// A hash of manifest and options.
    Config,
    /// None.
    None,
    /// Any other word that was given: nothing is said about a reference.
    Unknown,
}

impl PathRepository {
    /// The repository of a definition, with the keys `url` and `options`.
    ///
    /// # Errors
    /// When a key is missing or has the wrong type.
    pub fn new(context: Context, definition: &PhpMap) -> Result<Self, RepositoryError> {
        let Some(given) = definition.get("url").and_then(PhpMixed::as_str) else {
            return Err(RepositoryError::Definition(
                "You must specify the `url` configuration for the path repository".to_owned(),
            ));
        };
        let pattern = expand(given, &context.environment);
        let mut options = match definition.get("options") {
            Some(PhpMixed::Map(map)) => map.clone(),
            Some(PhpMixed::List(list)) if list.is_empty() => PhpMap::default(),
            None | Some(PhpMixed::Null) => PhpMap::default(),
            Some(other) => {
                return Err(RepositoryError::Definition(format!(
                    "The `options` of the path repository ({}) should be an object, {} given",
                    shown_url(given),
                    other.type_name()
                )));
            }
        };
        if options.get("relative").is_none_or(PhpMixed::is_null) {
            let is_relative = !is_absolute(&pattern);
            options.insert("relative".to_owned(), PhpMixed::Bool(is_relative));
        }
        Ok(Self {
            context,
            given: given.to_owned(),
            pattern,
            options,
            memory: None,
        })
    }

    fn memory(&mut self) -> Result<&mut MemorySource, RepositoryError> {
        let memory = match self.memory.take() {
            Some(memory) => memory,
            None => MemorySource::new(self.name(), SourceKind::Repository, self.read()?),
        };
        Ok(self.memory.insert(memory))
    }

    fn read(&self) -> Result<Vec<AnyPackage>, RepositoryError> {
        let folders = glob::folders(&self.pattern, &self.context.working_dir);
        if folders.is_empty() {
            return if self.is_merely_empty() {
                Ok(Vec::new())
            } else {
                Err(self.missing())
            };
        }
        let mut loader = Loader::new().with_transport_options();
        let mut packages = Vec::new();
        for url in folders {
            let folder = self.context.working_dir.join(&url);
            let folder = fs::canonicalize(&folder).map_err(|cause| RepositoryError::Read {
                path: folder,
                cause,
            })?;
            let file = folder.join("composer.json");
            let text = match fs::read(&file) {
                Ok(text) => text,
                Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => continue,
                Err(cause) => return Err(RepositoryError::Read { path: file, cause }),
            };
            for data in self.versions(&url, &folder, &file, &text)? {
                let loaded = loader
                    .load(data)
                    .map_err(|cause| RepositoryError::Manifest {
                        file: file.clone(),
                        cause: cause.to_string(),
                    })?;
                packages.push(loaded);
            }
        }
        Ok(packages)
    }

    /// The data of the package in `folder`: one version, or two where a feature branch is also known
    /// by the branch that it came from.
    fn versions(
        &self,
        url: &str,
        folder: &Path,
        file: &Path,
        text: &[u8],
    ) -> Result<Vec<PhpMap>, RepositoryError> {
        let invalid = |cause: String| RepositoryError::Manifest {
            file: file.to_owned(),
            cause,
        };
        let decoded = json::decode(text).map_err(|cause| RepositoryError::Json {
            url: file.display().to_string(),
            cause: cause.into(),
        })?;
        let mut data = match decoded {
            PhpMixed::Map(map) => map,
            PhpMixed::List(list) if list.is_empty() => PhpMap::default(),
            other => {
                return Err(invalid(format!(
                    "an object was expected, {} found",
                    other.type_name()
                )));
            }
        };
        let guesser = VersionGuesser::new(&self.context.environment);
        let mode = self.mode();
        let mut dist = PhpMap::default();
        dist.insert("type".to_owned(), "path".into());
        dist.insert("url".to_owned(), url.into());
        let reference = match mode {
            ReferenceMode::None | ReferenceMode::Unknown => None,
            ReferenceMode::Config => Some(reference::of(text, &self.options)),
            ReferenceMode::Auto => Some(
                guesser
                    .checked_out_commit(folder)
                    .unwrap_or_else(|| reference::of(text, &self.options)),
            ),
        };
        if mode != ReferenceMode::Unknown {
            dist.insert("reference".to_owned(), reference.into());
        }
        data.insert("dist".to_owned(), PhpMixed::Map(dist));
        data.insert("transport-options".to_owned(), self.transport_options());

        if let Some(version) = self.version_by_options(&data) {
            data.insert("version".to_owned(), version);
        }
        let is_unversioned = |data: &PhpMap| data.get("version").is_none_or(PhpMixed::is_null);
        if is_unversioned(&data)
            && let Some(version) = guesser.root_version_from_environment()
            && guesser.is_same_checkout(folder, &self.context.working_dir)
        {
            data.insert("version".to_owned(), version.into());
        }
        if !is_unversioned(&data) {
            return Ok(vec![data]);
        }
        let guessed = guesser.guess(&data, folder);
        let with = |version: String| {
            let mut data = data.clone();
            data.insert("version".to_owned(), version.into());
            data
        };
        Ok(match guessed {
            Some(guessed) => guessed
                .feature_pretty_version
                .into_iter()
                .chain([guessed.pretty_version])
                .map(with)
                .collect(),
            None => vec![with("dev-main".to_owned())],
        })
    }

    fn mode(&self) -> ReferenceMode {
        match self.options.get("reference") {
            None | Some(PhpMixed::Null) => ReferenceMode::Auto,
            Some(PhpMixed::String(mode)) if mode == "auto" => ReferenceMode::Auto,
            Some(PhpMixed::String(mode)) if mode == "config" => ReferenceMode::Config,
            Some(PhpMixed::String(mode)) if mode == "none" => ReferenceMode::None,
            Some(_) => ReferenceMode::Unknown,
        }
    }

    fn transport_options(&self) -> PhpMixed {
        let kept = self
            .options
            .iter()
            .filter(|(key, _)| matches!(key.as_str(), "symlink" | "relative"))
            .map(|(key, value)| (key.clone(), value.clone()));
        PhpMixed::Map(kept.collect())
    }

    fn version_by_options(&self, data: &PhpMap) -> Option<PhpMixed> {
        let name = data.get("name")?.as_str()?;
        let version = self.options.get("versions")?.get(name)?;
        (!version.is_null()).then(|| version.clone())
    }

    /// Whether the folder before any pattern is there, so that the pattern just fits nothing.
    fn is_merely_empty(&self) -> bool {
        let is_wild = |text: &str| text.contains(['*', '{', '}']);
        if !is_wild(&self.pattern) {
            return false;
        }
        let mut parent = self.pattern.as_str();
        while is_wild(parent) {
            parent = match parent.trim_end_matches('/').rsplit_once('/') {
                Some(("", _)) => "/",
                Some((parent, _)) => parent,
                None => ".",
            };
        }
        self.context.working_dir.join(parent).is_dir()
    }

    fn missing(&self) -> RepositoryError {
        RepositoryError::Definition(format!(
            "The `url` supplied for the path ({}) repository does not exist",
            shown_url(&self.pattern)
        ))
    }

    fn fail(&self, error: RepositoryError) -> SourceError {
        SourceError {
            repository: self.name(),
            cause: Box::new(error),
        }
    }
}

/// `~/x` and `$VAR/x` (`%VAR%/x`) with the home folder or the variable in place.
fn expand(path: &str, environment: &Environment) -> String {
    if path.starts_with("~/") || path.starts_with("~\\") {
        let home = environment.home().unwrap_or_else(|| PathBuf::from("~"));
        return format!("{}{}", home.display(), &path[1..]);
    }
    let (rest, close) = match (path.strip_prefix('$'), path.strip_prefix('%')) {
        (Some(rest), _) => (rest, ""),
        (_, Some(rest)) => (rest, "%"),
        _ => return path.to_owned(),
    };
    let length = rest
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        .count();
    let (name, after) = rest.split_at(length);
    match after.strip_prefix(close) {
        Some(after) if !name.is_empty() => {
            format!("{}{after}", environment.text(name).unwrap_or_default())
        }
        _ => path.to_owned(),
    }
}

fn is_absolute(path: &str) -> bool {
    let bytes = path.as_bytes();
    path.starts_with('/')
        || path.starts_with("\\\\")
        || (bytes.len() > 2 && bytes[1] == b':' && matches!(bytes[2], b'/' | b'\\'))
        || path.contains("://")
}

impl PackageSource for PathRepository {
    fn name(&self) -> String {
        format!("path repo ({})", shown_url(&self.given))
    }

    fn load_packages(
        &mut self,
        wanted: &[Wanted],
        filter: &StabilityFilter,
        known: &KnownVersions,
    ) -> Result<Loaded, SourceError> {
        match self.memory() {
            Ok(memory) => memory.load_packages(wanted, filter, known),
            Err(error) => Err(self.fail(error)),
        }
    }

    fn find_packages(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<AnyPackage>, SourceError> {
        match self.memory() {
            Ok(memory) => memory.find_packages(name, constraint),
            Err(error) => Err(self.fail(error)),
        }
    }

    fn packages(&mut self) -> Result<Vec<AnyPackage>, SourceError> {
        match self.memory() {
            Ok(memory) => memory.packages(),
            Err(error) => Err(self.fail(error)),
        }
    }

    fn providers(&mut self, name: &PackageName) -> Result<Vec<Provider>, SourceError> {
        match self.memory() {
            Ok(memory) => memory.providers(name),
            Err(error) => Err(self.fail(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::expand;
    use shirabe_package::Environment;

    #[test]
    fn homes_and_variables_are_worked_in() {
        let environment: Environment = [("HOME", "/home/me"), ("PKGS", "/srv/p")]
            .into_iter()
            .collect();
        for (given, meant) in [
            ("~/x", "/home/me/x"),
            ("~x", "~x"),
            ("$PKGS/a", "/srv/p/a"),
            ("%PKGS%/a", "/srv/p/a"),
            ("%PKGS/a", "%PKGS/a"),
            ("$NONE/a", "/a"),
            ("a/$PKGS", "a/$PKGS"),
        ] {
            assert_eq!(expand(given, &environment), meant);
        }
    }
}
