//! Maps from class names to the files that declare them.
//!
//! [`scan`] goes through folders by the rules of `composer.json` (`classmap`, `psr-4`, `psr-0`)
//! in the order in which they are given: the first file that declares a class wins, later ones
//! are told of as ambiguous. Within one folder the order is the folder's own, as for Composer.
//! Files are read on several threads; the answer does not depend on them.
//!
//! Paths are bytes, because file names need not be UTF-8, and use forward slashes.

mod glob;
mod psr;
mod read;
mod walk;

use indexmap::IndexMap;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use regex::bytes::Regex;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use shirabe_callgraph::{centre, enter};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What keeps a scan from being complete.
#[derive(Debug, Error)]
pub enum ScanError {
    /// A rule names something that is neither a file nor a folder.
    #[error(
        "Could not scan for classes inside \"{path}\" which does not appear to be a file nor a folder"
    )]
    NotFound {
        /// The path of the rule.
        path: String,
    },
    /// A pattern with wildcards matches no folder.
    #[error("The \"{pattern}\" directory does not exist.")]
    NoMatch {
        /// The pattern of the rule.
        pattern: String,
    },
    /// A folder cannot be listed.
    #[error("cannot list the folder {path:?} to scan it for classes: {source}")]
    List {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("File at \"{}\" is not readable, check its permissions: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// Which of the declared classes count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standard {
    /// All of them.
    ClassMap,
    /// Those that PSR-4 would look for in their file, below this namespace prefix.
    Psr4(String),
    /// Those that PSR-0 would look for in their file, with this prefix.
    Psr0(String),
}

/// One folder, file or pattern to scan.
#[derive(Debug, Clone)]
pub struct Rule {
    /// An absolute path; for [`Standard::ClassMap`] it may hold wildcards.
    pub path: PathBuf,
    /// The path as its author wrote it, for messages.
    pub label: String,
    /// Which classes count.
    pub standard: Standard,
    /// Files whose path, or path without symbolic links, matches are left out.
    pub excluded: Option<Regex>,
}

/// What is known beforehand about the content of files, by their real path.
#[derive(Debug, Default)]
pub struct KnownClasses {
    classes: FxHashMap<PathBuf, Vec<Vec<u8>>>,
}

impl KnownClasses {
    /// Nothing is known.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Scans the content of a file that someone has just read or written, so that [`scan`] need
    /// not read it again. `path` is absolute and free of symbolic links.
    pub fn add(&mut self, path: PathBuf, content: &[u8]) {
        let _span = enter(centre!("find-classes"));
        self.classes
            .insert(path, crate::php_classes::find_classes(content));
    }

    /// Takes over all that `other` knows.
    pub fn extend(&mut self, other: Self) {
        self.classes.extend(other.classes);
    }

    pub(crate) fn get(&self, path: &Path) -> Option<&Vec<Vec<u8>>> {
        self.classes.get(path)
    }
}

/// Endings of the files that Composer scans for autoloading.
pub const EXTENSIONS: [&str; 3] = ["php", "inc", "hh"];

type OrderedMap<V> = IndexMap<Vec<u8>, V, FxBuildHasher>;

/// The result of a scan.
#[derive(Debug, Default)]
pub struct ClassMap {
    classes: OrderedMap<Vec<u8>>,
    ambiguous: OrderedMap<Vec<Vec<u8>>>,
    violations: OrderedMap<Vec<Violation>>,
}

/// A class that its autoload rule would never find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// What to tell about it.
    pub message: String,
    /// The class.
    pub class: Vec<u8>,
}

impl ClassMap {
    /// How many classes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The file of a class.
    #[must_use]
    pub fn get(&self, class: &[u8]) -> Option<&[u8]> {
        self.classes.get(class).map(Vec::as_slice)
    }

    /// Classes and their files, in the order found.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.classes
            .iter()
            .map(|(class, path)| (class.as_slice(), path.as_slice()))
    }

    /// Classes and their files, sorted by class.
    #[must_use]
    pub fn sorted(&self) -> Vec<(&[u8], &[u8])> {
        let mut classes: Vec<_> = self.iter().collect();
        classes.sort_unstable_by_key(|(class, _)| *class);
        classes
    }

    /// Puts a class into the map, or its file into the list of ambiguous ones.
    pub fn add(&mut self, class: Vec<u8>, path: &[u8]) {
        match self.classes.get(&class) {
            None => self.insert(class, path),
            Some(first) if first != path => {
                self.ambiguous.entry(class).or_default().push(path.to_vec());
            }
            Some(_) => {}
        }
    }

    /// Puts a class into the map, whatever was there.
    pub fn insert(&mut self, class: Vec<u8>, path: &[u8]) {
        self.violations.shift_remove(path);
        self.classes.insert(class, path.to_vec());
    }

    /// Classes found in more than one file, with all files but the one that is used. Unless
    /// `strict`, files in folders for tests, fixtures, examples and stubs do not count.
    #[must_use]
    pub fn ambiguous(&self, strict: bool) -> Vec<(&[u8], Vec<&[u8]>)> {
        self.ambiguous
            .iter()
            .map(|(class, paths)| {
                let paths: Vec<&[u8]> = paths
                    .iter()
                    .map(Vec::as_slice)
                    .filter(|path| strict || !is_for_tests(path))
                    .collect();
                (class.as_slice(), paths)
            })
            .filter(|(_, paths)| !paths.is_empty())
            .collect()
    }

    /// Classes that break the standard of their rule, by file.
    pub fn violations(&self) -> impl Iterator<Item = (&[u8], &[Violation])> {
        self.violations
            .iter()
            .map(|(path, violations)| (path.as_slice(), violations.as_slice()))
    }

    /// Forgets the violations below a folder.
    pub fn clear_violations_below(&mut self, folder: &[u8]) {
        self.violations.retain(|path, _| {
            !path
                .strip_prefix(folder)
                .is_some_and(|below| below.is_empty() || below[0] == b'/')
        });
    }
}

/// Whether a folder on the way to a file is called `test`, `fixture`, `example` or `stub`, or
/// their plural.
fn is_for_tests(path: &[u8]) -> bool {
    let mut folders = path.split(|&byte| byte == b'/');
    folders.next();
    folders.next_back();
    folders.any(|folder| {
        let folder = folder.to_ascii_lowercase();
        let singular = folder.strip_suffix(b"s").unwrap_or(&folder);
        matches!(singular, b"test" | b"fixture" | b"example" | b"stub")
    })
}

/// What a scan needs beside its rules.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The folder of the project, absolute: messages show paths from there.
    pub base_dir: &'a Path,
    /// The endings of files to scan.
    pub extensions: &'a [&'a str],
    /// Files that need not be read.
    pub known: &'a KnownClasses,
}

/// Scans by `rules`, one after the other. A file that one rule has used up is not looked at
/// again by a later one.
///
/// # Errors
/// When a rule names nothing, or something below it cannot be read.
pub fn scan(rules: &[Rule], scope: &Scope<'_>) -> Result<ClassMap, ScanError> {
    let _span = enter(centre!("scan"));
    let listings = rules
        .par_iter()
        .map(|rule| walk::files(rule, scope.extensions))
        .collect::<Result<Vec<_>, _>>()?;

    let mut numbers: FxHashMap<&Path, usize> = FxHashMap::default();
    let mut unique: Vec<&walk::Found> = Vec::new();
    for file in listings.iter().flatten() {
        numbers.entry(file.real()).or_insert_with(|| {
            unique.push(file);
            unique.len() - 1
        });
    }
    let contents = read::classes_of(&unique, scope.known)?;

    let mut map = ClassMap::default();
    let mut used: FxHashSet<usize> = FxHashSet::default();
    let base = crate::filesystem::normalize(path_bytes(scope.base_dir));
    for (rule, files) in rules.iter().zip(&listings) {
        for file in files {
            let number = numbers[file.real()];
            if used.contains(&number) {
                continue;
            }
            let path = slashed(&file.path);
            let classes = &contents[number];
            match psr::accept(rule, classes, &path) {
                psr::Accepted::All => {
                    used.insert(number);
                    for class in classes {
                        map.add(class.clone(), &path);
                    }
                }
                psr::Accepted::Some(classes) => {
                    used.insert(number);
                    for class in classes {
                        map.add(class.clone(), &path);
                    }
                }
                psr::Accepted::None => {
                    for class in classes {
                        let message = psr::complaint(rule, class, &path, &base);
                        let class = class.clone();
                        map.violations
                            .entry(path.clone())
                            .or_default()
                            .push(Violation { message, class });
                    }
                }
            }
        }
    }
    Ok(map)
}

/// The bytes of a path.
pub(crate) fn path_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

/// A path with single forward slashes.
fn slashed(path: &Path) -> Vec<u8> {
    let mut slashed: Vec<u8> = Vec::with_capacity(path.as_os_str().len());
    for &byte in path_bytes(path) {
        let byte = if cfg!(windows) && byte == b'\\' {
            b'/'
        } else {
            byte
        };
        let doubled = byte == b'/' && slashed.last() == Some(&b'/');
        if !doubled {
            slashed.push(byte);
        }
    }
    slashed
}
