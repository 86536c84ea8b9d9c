//! `exclude-from-classmap`
//! (<https://getcomposer.org/doc/04-schema.md#exclude-files-from-classmaps>).
//!
//! A pattern names a folder or file below its package, with `*` for a part of a name and `**`
//! for anything. Folders are resolved, links and all, before patterns are compared with paths.

use super::AutoloadError;
use super::rules::real;
use crate::class_map::path_bytes;
use crate::filesystem::normalize;
use regex::bytes::{Regex, RegexBuilder};
use std::path::Path;

/// One pattern, as a regular expression for absolute paths.
pub(super) struct Pattern {
    /// What every path that matches starts with.
    start: Vec<u8>,
    expression: String,
}

impl Pattern {
    /// The pattern `path` of a package in `folder`; `None` if the folder that it starts from is
    /// not there.
    pub(super) fn new(path: &str, folder: &Path) -> Option<Self> {
        let path = path.replace('\\', "/");
        let names: Vec<&str> = path
            .trim_matches('/')
            .split('/')
            .filter(|name| !name.is_empty())
            .collect();
        // Only steps with something behind them lead to another folder.
        let movable = names.len().saturating_sub(1);
        let steps = names[..movable]
            .iter()
            .take_while(|name| matches!(**name, "." | ".."))
            .count();
        let mut folder = folder.to_owned();
        folder.extend(&names[..steps]);
        let mut start = real(&folder)?;
        start.push(b'/');
        let mut expression = regex::escape(&String::from_utf8_lossy(&start));
        let rest = names[steps..].join("/");
        let literal = rest.find('*').unwrap_or(rest.len());
        start.extend_from_slice(&rest.as_bytes()[..literal]);
        expression.push_str(&wildcards(&rest));
        expression.push_str("($|/)");
        Some(Self { start, expression })
    }

    /// Everything in a folder.
    pub(super) fn folder(path: &[u8]) -> Self {
        let start = [path, b"/"].concat();
        Self {
            expression: regex::escape(&String::from_utf8_lossy(&start)),
            start,
        }
    }

    fn concerns(&self, folder: &[u8]) -> bool {
        self.start.starts_with(folder) || folder.starts_with(&self.start)
    }
}

fn wildcards(path: &str) -> String {
    let mut expression = String::new();
    let mut rest = path;
    while let Some(star) = rest.find('*') {
        expression.push_str(&regex::escape(&rest[..star]));
        rest = &rest[star + 1..];
        match rest.strip_prefix('*') {
            Some(after) => {
                expression.push_str(".+?");
                rest = after;
            }
            None => expression.push_str("[^/]+?"),
        }
    }
    expression.push_str(&regex::escape(rest));
    expression
}

/// One expression for those `patterns` that can match something below `path`.
pub(super) fn expression<'p>(
    path: &Path,
    patterns: impl Iterator<Item = &'p Pattern>,
) -> Result<Option<Regex>, AutoloadError> {
    let folders = real(path).map(|real| [real, normalize(path_bytes(path))]);
    let concerned: Vec<String> = patterns
        .filter(|pattern| match &folders {
            Some(folders) => folders.iter().any(|folder| pattern.concerns(folder)),
            None => true,
        })
        .map(|pattern| pattern.expression.clone())
        .collect();
    if concerned.is_empty() {
        return Ok(None);
    }
    RegexBuilder::new(&concerned.join("|"))
        .unicode(false)
        .build()
        .map(Some)
        .map_err(|source| AutoloadError::Exclude {
            patterns: concerned,
            source,
        })
}
