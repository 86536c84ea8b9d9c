//! Which classes of a file PSR-0 and PSR-4 autoloading would find there.

use super::{Rule, Standard, path_bytes};
use crate::filesystem::normalize;

/// What of a file's classes a rule takes.
pub(super) enum Accepted<'a> {
    /// Every class.
    All,
    /// Some of them.
    Some(Vec<&'a Vec<u8>>),
    /// No class: the file is left to later rules.
    None,
}

pub(super) fn accept<'a>(rule: &Rule, classes: &'a [Vec<u8>], path: &[u8]) -> Accepted<'a> {
    let inside = path
        .get(path_bytes(&rule.path).len() + 1..)
        .unwrap_or_default();
    let inside = match inside.iter().rposition(|&byte| byte == b'.') {
        Some(dot) => &inside[..dot],
        None => inside,
    };
    let fits = |class: &&Vec<u8>| match &rule.standard {
        Standard::ClassMap => true,
        Standard::Psr4(namespace) => {
            let name = class.get(namespace.len()..).unwrap_or_default();
            as_path(name, b"") == inside
        }
        Standard::Psr0(prefix) => {
            if !class.starts_with(prefix.as_bytes()) {
                return false;
            }
            let split = class
                .iter()
                .rposition(|&byte| byte == b'\\')
                .map_or(0, |slash| slash + 1);
            let (namespace, name) = class.split_at(split);
            [as_path(namespace, b""), as_path(name, b"_")].concat() == inside
        }
    };
    if rule.standard == Standard::ClassMap {
        return Accepted::All;
    }
    let accepted: Vec<&Vec<u8>> = classes.iter().filter(fits).collect();
    if accepted.is_empty() {
        Accepted::None
    } else {
        Accepted::Some(accepted)
    }
}

/// The path for a class name: backslashes, and bytes in `also`, become slashes.
fn as_path(name: &[u8], also: &[u8]) -> Vec<u8> {
    name.iter()
        .map(|byte| {
            if *byte == b'\\' || also.contains(byte) {
                b'/'
            } else {
                *byte
            }
        })
        .collect()
}

/// What to say about a class in a file where nobody looks for it.
pub(super) fn complaint(rule: &Rule, class: &[u8], path: &[u8], base_dir: &[u8]) -> String {
    let (standard, prefix) = match &rule.standard {
        Standard::ClassMap => ("classmap", ""),
        Standard::Psr4(namespace) => ("psr-4", namespace.as_str()),
        Standard::Psr0(prefix) => ("psr-0", prefix.as_str()),
    };
    format!(
        "Class {} located in {} does not comply with {standard} autoloading standard (rule: {prefix} => {}). Skipping.",
        String::from_utf8_lossy(class),
        shown(path, base_dir),
        shown(path_bytes(&rule.path), base_dir),
    )
}

/// A path as seen from the project's folder.
fn shown(path: &[u8], base_dir: &[u8]) -> String {
    let path = normalize(path);
    match path.strip_prefix(base_dir) {
        Some(below) => format!(".{}", String::from_utf8_lossy(below)),
        None => String::from_utf8_lossy(&path).into_owned(),
    }
}
