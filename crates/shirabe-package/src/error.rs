//! What can be wrong with packages and the documents that hold them.

use shirabe_mixed::JsonError;
use std::path::PathBuf;
use thiserror::Error;

/// The data of one package cannot be used. Every message names package and key.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LoadError {
    /// There is no `name`.
    #[error("Unknown package has no name defined ({data}).")]
    NoName {
        /// The data, as JSON.
        data: String,
    },
    /// There is no `version`, or it is no scalar.
    #[error("Package {package} has no version defined.")]
    NoVersion {
        /// The package.
        package: String,
    },
    /// The version is not one.
    #[error("Failed to normalize version for package \"{package}\": {cause}")]
    BadVersion {
        /// The package.
        package: String,
        /// What the version parser says.
        cause: String,
    },
    /// `source` or `dist` lacks a key.
    #[error("Package {package}'s {key} key should be specified as {expected},\n{given} given.")]
    BadOrigin {
        /// The package.
        package: String,
        /// `source` or `dist`.
        key: &'static str,
        /// The shape it should have.
        expected: &'static str,
        /// What is there, as JSON.
        given: String,
    },
    /// A link's constraint is no string.
    #[error(
        "Link constraint in {package} {verb} > {target} should be a string, got {found} ({value})"
    )]
    LinkNotText {
        /// The package with the link.
        package: String,
        /// `requires`, `conflicts` …
        verb: &'static str,
        /// The target of the link.
        target: String,
        /// The type of what is there.
        found: &'static str,
        /// The value, as JSON.
        value: String,
    },
    /// A link's constraint is none.
    #[error(
        "Link constraint in {package} {verb} > {target} should be a valid version constraint, got \"{constraint}\""
    )]
    BadConstraint {
        /// The package with the link.
        package: String,
        /// `requires`, `conflicts` …
        verb: &'static str,
        /// The target of the link.
        target: String,
        /// The text that was given.
        constraint: String,
    },
    /// A key holds a value of another type than it must.
    #[error("Package {package}: the key \"{key}\" should be {expected}, {found} given.")]
    WrongType {
        /// The package.
        package: String,
        /// The key, dotted where it is nested.
        key: String,
        /// What should be there.
        expected: &'static str,
        /// The type of what is there.
        found: &'static str,
    },
}

/// A document (`composer.json`, `composer.lock`, `installed.json`, `config.json`) cannot be used.
#[derive(Debug, Error)]
pub enum PackageError {
    /// A package in the document cannot be used.
    #[error("{file}: {cause}")]
    Load {
        /// The document.
        file: String,
        /// What is wrong with the package.
        #[source]
        cause: Box<LoadError>,
    },
    /// The file is not JSON.
    #[error("{}", .cause.explain(.file))]
    Json {
        /// The document.
        file: String,
        /// Where and why.
        #[source]
        cause: Box<JsonError>,
    },
    /// The file holds the marks of an unfinished merge.
    #[error(
        "{file} has merge conflict markers on line {line}: resolve the conflict, then run the command again (see https://getcomposer.org/doc/articles/resolving-merge-conflicts.md)"
    )]
    MergeConflict {
        /// The document.
        file: String,
        /// The first line with a marker, counted from 1.
        line: usize,
    },
    /// The document has another shape than it must.
    #[error("{file} is invalid: {reason}")]
    Shape {
        /// The document.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// The document has another shape than the schema of `composer.json` asks for.
    #[error("\"{file}\" does not match the expected JSON schema:\n - {}", .errors.join("\n - "))]
    Schema {
        /// The document.
        file: String,
        /// Every deviation, as `key : what`.
        errors: Vec<String>,
    },
    /// The root package says something that it may not.
    #[error("{0}")]
    Root(String),
    /// A setting has a value that it may not have.
    #[error("{0}")]
    Config(String),
    /// The file could not be read or written.
    #[error("{path}: {cause}", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        #[source]
        cause: std::io::Error,
    },
    /// A value could not be written as JSON.
    #[error("{file} cannot be written as JSON: {cause}")]
    Encode {
        /// The document.
        file: String,
        /// Why.
        #[source]
        cause: Box<JsonError>,
    },
}

impl PackageError {
    /// A package in a document that cannot be used.
    #[must_use]
    pub fn load(file: &str, cause: LoadError) -> Self {
        Self::Load {
            file: file.to_owned(),
            cause: Box::new(cause),
        }
    }

    /// A document that is no JSON.
    #[must_use]
    pub fn json(file: &str, cause: JsonError) -> Self {
        Self::Json {
            file: file.to_owned(),
            cause: Box::new(cause),
        }
    }

    /// A document that cannot be written as JSON.
    #[must_use]
    pub fn encode(file: &str, cause: JsonError) -> Self {
        Self::Encode {
            file: file.to_owned(),
            cause: Box::new(cause),
        }
    }
}
