//! Folders by a pattern with `*`, `?`, `[…]` and `{a,b}`, as `glob(3)` finds them.

use super::{ScanError, path_bytes};
use regex::bytes::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders that match, sorted.
pub(super) fn folders(pattern: &Path) -> Result<Vec<PathBuf>, ScanError> {
    let no_match = || ScanError::NoMatch {
        pattern: pattern.display().to_string(),
    };
    let text = pattern.to_str().ok_or_else(no_match)?;
    let mut folders: Vec<PathBuf> = alternatives(text)
        .iter()
        .flat_map(|pattern| matching(Path::new(pattern)))
        .collect();
    folders.sort_by(|a, b| path_bytes(a).cmp(path_bytes(b)));
    if folders.is_empty() {
        return Err(no_match());
    }
    Ok(folders)
}

/// `a{b,c}d` as `abd` and `acd`; braces may stand in braces, a lone one is itself.
fn alternatives(pattern: &str) -> Vec<String> {
    let mut starts = pattern.match_indices('{').map(|(at, _)| at);
    let Some((start, end, commas)) = starts.find_map(|start| group(pattern, start)) else {
        return vec![pattern.to_owned()];
    };
    let mut results = Vec::new();
    let mut from = start + 1;
    for to in commas.into_iter().chain([end]) {
        let whole = [&pattern[..start], &pattern[from..to], &pattern[end + 1..]].concat();
        results.extend(alternatives(&whole));
        from = to + 1;
    }
    results
}

/// The group that opens at `start`: its end and the commas that part it.
fn group(pattern: &str, start: usize) -> Option<(usize, usize, Vec<usize>)> {
    let mut depth = 0;
    let mut commas = Vec::new();
    for (at, byte) in pattern.bytes().enumerate().skip(start) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some((start, at, commas)),
            b'}' => depth -= 1,
            b',' if depth == 1 => commas.push(at),
            _ => {}
        }
    }
    None
}

fn matching(pattern: &Path) -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::new()];
    for part in pattern.components() {
        let name = part.as_os_str();
        let wildcard = name
            .to_str()
            .filter(|name| name.contains(['*', '?', '[', '\\']))
            .and_then(name_pattern);
        folders = match wildcard {
            None => folders
                .into_iter()
                .map(|folder| folder.join(name))
                .filter(|folder| folder.is_dir())
                .collect(),
            Some((pattern, dots)) => folders
                .iter()
                .flat_map(|folder| children(folder, &pattern, dots))
                .collect(),
        };
    }
    folders
}

fn children(folder: &Path, pattern: &Regex, dots: bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.as_encoded_bytes();
            pattern.is_match(name) && (dots || !name.starts_with(b"."))
        })
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect()
}

/// A regular expression for one name, and whether it may match a leading dot.
fn name_pattern(name: &str) -> Option<(Regex, bool)> {
    let mut expression = String::from("(?s-u)^");
    let mut rest = name;
    while let Some(char) = rest.chars().next() {
        rest = &rest[char.len_utf8()..];
        match char {
            '*' => expression.push_str(".*"),
            '?' => expression.push('.'),
            '\\' => {
                let escaped = rest.chars().next()?;
                rest = &rest[escaped.len_utf8()..];
                expression.push_str(&regex::escape(&escaped.to_string()));
            }
            '[' => match rest.char_indices().skip(1).find(|(_, char)| *char == ']') {
                Some((end, _)) => {
                    expression.push_str(&char_set(&rest[..end]));
                    rest = &rest[end + 1..];
                }
                None => expression.push_str("\\["),
            },
            _ => expression.push_str(&regex::escape(&char.to_string())),
        }
    }
    expression.push('$');
    Some((Regex::new(&expression).ok()?, name.starts_with('.')))
}

fn char_set(set: &str) -> String {
    let (negated, members) = match set.strip_prefix(['!', '^']) {
        Some(members) => ("^", members),
        None => ("", set),
    };
    let members = members.replace('\\', "\\\\").replace('[', "\\[");
    let members = members.replace("&&", "&\\&").replace("~~", "~\\~");
    format!("[{negated}{members}]")
}
