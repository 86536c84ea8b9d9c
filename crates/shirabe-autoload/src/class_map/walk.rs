//! The files that a rule names.
//!
//! Folders of version control systems and everything whose name starts with a dot are passed
//! over; symbolic links are followed, but not back into a folder that the way here leads through.

use super::{Rule, ScanError, Standard, glob, path_bytes, slashed};
use regex::bytes::Regex;
use shirabe_callgraph::{centre, enter};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// A file to scan.
#[derive(Debug)]
pub(super) struct Found {
    /// The path as the rule leads to it.
    pub(super) path: PathBuf,
    /// The path without symbolic links, where that is another.
    real: Option<PathBuf>,
}

impl Found {
    pub(super) fn real(&self) -> &Path {
        self.real.as_deref().unwrap_or(&self.path)
    }
}

/// All files of a rule that have the right ending and are not excluded.
pub(super) fn files(rule: &Rule, extensions: &[&str]) -> Result<Vec<Found>, ScanError> {
    let mut walk = Walk {
        extensions,
        excluded: rule.excluded.as_ref(),
        found: Vec::new(),
        way: Vec::new(),
    };
    if rule.path.is_file() {
        if walk.takes(rule.path.file_name().unwrap_or_default()) {
            let real = real_path(&rule.path)?;
            walk.take(&rule.path, real);
        }
    } else if rule.path.is_dir() {
        walk.root(&rule.path)?;
    } else if rule.standard == Standard::ClassMap && path_bytes(&rule.path).contains(&b'*') {
        for folder in glob::folders(&rule.path)? {
            walk.root(&folder)?;
        }
    } else {
        return Err(ScanError::NotFound {
            path: rule.label.clone(),
        });
    }
    Ok(walk.found)
}

struct Walk<'r> {
    extensions: &'r [&'r str],
    excluded: Option<&'r Regex>,
    found: Vec<Found>,
    /// The real paths of the folders that lead here.
    way: Vec<PathBuf>,
}

impl Walk<'_> {
    fn root(&mut self, folder: &Path) -> Result<(), ScanError> {
        let real = real_path(folder)?;
        // Taken apart and put together again, the path has no slash at its end.
        let folder: PathBuf = folder.components().collect();
        self.folder(&folder, real)
    }

    fn folder(&mut self, folder: &Path, real: PathBuf) -> Result<(), ScanError> {
        let _span = enter(centre!("walk"));
        if self.way.contains(&real) {
            return Ok(());
        }
        let list_error = |source| ScanError::List {
            path: folder.to_owned(),
            source,
        };
        self.way.push(real);
        for entry in fs::read_dir(folder).map_err(list_error)? {
            let entry = entry.map_err(list_error)?;
            let name = entry.file_name();
            if is_hidden(&name) {
                continue;
            }
            let kind = entry.file_type().map_err(list_error)?;
            let path = folder.join(&name);
            if kind.is_dir() {
                if !is_version_control(&name) {
                    let real = self.below(&name);
                    self.folder(&path, real)?;
                }
            } else if kind.is_file() {
                if self.takes(&name) {
                    let real = self.below(&name);
                    self.take(&path, real);
                }
            } else if kind.is_symlink() {
                self.link(&path, &name)?;
            }
        }
        self.way.pop();
        Ok(())
    }

    fn link(&mut self, path: &Path, name: &OsStr) -> Result<(), ScanError> {
        let Ok(target) = fs::metadata(path) else {
            // A link to nowhere is neither file nor folder.
            return Ok(());
        };
        if target.is_dir() {
            if !is_version_control(name) {
                self.folder(path, real_path(path)?)?;
            }
        } else if target.is_file() && self.takes(name) {
            self.take(path, real_path(path)?);
        }
        Ok(())
    }

    fn below(&self, name: &OsStr) -> PathBuf {
        self.way
            .last()
            .map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
    }

    fn takes(&self, name: &OsStr) -> bool {
        let name = name.as_encoded_bytes();
        let Some(dot) = name.iter().rposition(|&byte| byte == b'.') else {
            return false;
        };
        self.extensions
            .iter()
            .any(|extension| extension.as_bytes() == &name[dot + 1..])
    }

    fn take(&mut self, path: &Path, real: PathBuf) {
        if let Some(excluded) = self.excluded
            && (excluded.is_match(&slashed(&real)) || excluded.is_match(&slashed(path)))
        {
            return;
        }
        let same = real == path;
        self.found.push(Found {
            path: path.to_owned(),
            real: (!same).then_some(real),
        });
    }
}

fn real_path(path: &Path) -> Result<PathBuf, ScanError> {
    fs::canonicalize(path).map_err(|source| ScanError::Read {
        path: path.to_owned(),
        source,
    })
}

fn is_hidden(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.len() > 1 && name[0] == b'.'
}

/// Folders of version control systems that do not start with a dot.
fn is_version_control(name: &OsStr) -> bool {
    ["CVS", "_darcs", "_svn"]
        .iter()
        .any(|folder| name == *folder)
}
