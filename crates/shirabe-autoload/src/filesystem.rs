//! Paths as Composer understands them: text rules alone, no look at the disk.
//!
//! All functions take slashes of either kind and know Windows drives, UNC shares and
//! `scheme://` prefixes on every platform, because a `composer.json` written on one system is
//! read on another.

use crate::php_code::var_export;
use thiserror::Error;

/// Two paths that cannot be put in relation to each other.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{from:?} and {to:?} must both be absolute paths")]
pub struct NotAbsolute {
    /// The path one starts from.
    pub from: String,
    /// The path one goes to.
    pub to: String,
}

/// How [`find_shortest_path`] and [`find_shortest_path_code`] read their arguments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shortest {
    /// Both paths are folders, otherwise files.
    pub directories: bool,
    /// The code must be a constant expression (`__DIR__ . '/..'`), without calls of `dirname()`.
    pub static_code: bool,
    /// A relative path even where only the root folder is common to both.
    pub prefer_relative: bool,
}

impl Shortest {
    /// Between folders, everything else as by default.
    pub const DIRECTORIES: Self = Self {
        directories: true,
        static_code: false,
        prefer_relative: false,
    };
}

/// Whether `path` starts at a root: `/…`, `C:…` or `\\server…`.
pub fn is_absolute_path(path: &str) -> bool {
    is_absolute(path.as_bytes())
}

pub(crate) fn is_absolute(path: &[u8]) -> bool {
    path.first() == Some(&b'/') || path.get(1) == Some(&b':') || path.starts_with(b"\\\\")
}

/// Whether `path` names something on this machine rather than a URL: `file://…`, an absolute
/// path, a path with a drive, `../…`, or a relative path with at least one separator.
pub fn is_local_path(path: &str) -> bool {
    let bytes = path.as_bytes();
    let separator = |at: usize| matches!(bytes.get(at), Some(b'/' | b'\\'));
    let scheme = bytes.len() >= 7 && bytes[..7].eq_ignore_ascii_case(b"file://");
    let drive = |at: usize| {
        bytes.get(at).is_some_and(u8::is_ascii_alphabetic)
            && bytes.get(at + 1) == Some(&b':')
            && separator(at + 2)
    };
    let share = |rest: &[u8]| cfg!(windows) && rest.starts_with(b"//");
    if scheme && !share(&bytes[7..]) {
        return true;
    }
    if bytes.first() == Some(&b'/') && (!share(bytes) || drive(1)) {
        return true;
    }
    if drive(0) || (bytes.starts_with(b"..") && separator(2)) {
        return true;
    }
    let name = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
        .count();
    name > 0 && separator(name)
}

/// `path` without slashes of either kind at its end; a path of slashes alone stays as it is.
pub fn trim_trailing_slash(path: &str) -> &str {
    let trimmed = path.trim_end_matches(['/', '\\']);
    if trimmed.is_empty() { path } else { trimmed }
}

/// `path` with forward slashes, one between names, `.` and resolvable `..` taken out, and the
/// drive letter in upper case.
pub fn normalize_path(path: &str) -> String {
    into_text(normalize(path.as_bytes()))
}

pub(crate) fn normalize(path: &[u8]) -> Vec<u8> {
    let path: Vec<u8> = path
        .iter()
        .map(|&byte| if byte == b'\\' { b'/' } else { byte })
        .collect();
    let mut rest = path.as_slice();
    let mut root: &[u8] = b"";
    if rest.len() > 2 && rest.starts_with(b"//") {
        root = b"//";
        rest = &rest[2..];
    }
    let (prefix, after) = rest.split_at(prefix_len(rest));
    rest = after;
    if rest.first() == Some(&b'/') {
        root = b"/";
        rest = &rest[1..];
    }

    let mut names: Vec<&[u8]> = Vec::new();
    let mut can_climb = false;
    for name in rest.split(|&byte| byte == b'/') {
        if name == b".." && (!root.is_empty() || can_climb) {
            names.pop();
            can_climb = names.last().is_some_and(|last| *last != b"..");
        } else if !name.is_empty() && name != b"." {
            names.push(name);
            can_climb = name != b"..";
        }
    }

    let mut normal = prefix.to_vec();
    uppercase_drive(&mut normal);
    normal.extend_from_slice(root);
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            normal.push(b'/');
        }
        normal.extend_from_slice(name);
    }
    normal
}

/// The length of a leading `scheme:`, `scheme://`, `scheme://d:` or `d:`.
fn prefix_len(path: &[u8]) -> usize {
    let scheme = path
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    if path.get(scheme) != Some(&b':') {
        return 0;
    }
    let mut len = scheme + 1;
    if scheme == 1 {
        return if path[0].is_ascii_alphabetic() {
            len
        } else {
            0
        };
    }
    if scheme == 0 {
        return 0;
    }
    if path[len..].starts_with(b"//") {
        len += 2;
        if path.get(len).is_some_and(u8::is_ascii_alphabetic) && path.get(len + 1) == Some(&b':') {
            len += 2;
        }
    }
    len
}

fn uppercase_drive(prefix: &mut [u8]) {
    let Some(at) = prefix.len().checked_sub(2) else {
        return;
    };
    let whole = at == 0 || prefix[..at].ends_with(b"://");
    if whole && prefix[at].is_ascii_alphabetic() && prefix[at + 1] == b':' {
        prefix[at].make_ascii_uppercase();
    }
}

/// The shortest path that leads from `from` to `to`: relative where they share more than the
/// root, otherwise `to` itself, normalised.
pub fn find_shortest_path(from: &str, to: &str, options: Shortest) -> Result<String, NotAbsolute> {
    if !is_absolute_path(from) || !is_absolute_path(to) {
        return Err(not_absolute(from, to));
    }
    Ok(into_text(shortest(
        &normalize(from.as_bytes()),
        &normalize(to.as_bytes()),
        options,
    )))
}

/// As [`find_shortest_path`], for two normalised absolute paths.
pub(crate) fn shortest(from: &[u8], to: &[u8], options: Shortest) -> Vec<u8> {
    let from = if options.directories {
        let mut inside = trim_end_slashes(from).to_vec();
        inside.extend_from_slice(b"/dummy_file");
        inside
    } else {
        from.to_vec()
    };
    if dirname(&from) == dirname(to) {
        return [b"./", basename(to)].concat();
    }
    let Some(common) = common_path(&from, to) else {
        return to.to_vec();
    };
    let depth = slashes(from.get(common.len()..).unwrap_or_default());
    if !options.prefer_relative && common == b"/" && depth > 1 {
        return to.to_vec();
    }
    let mut path = b"../".repeat(depth);
    path.extend_from_slice(to.get(common.len()..).unwrap_or_default());
    if path.is_empty() {
        return b"./".to_vec();
    }
    path
}

/// A PHP expression that gives the path of `to` when it runs in a file at (or, for folders,
/// in) `from`.
pub fn find_shortest_path_code(
    from: &str,
    to: &str,
    options: Shortest,
) -> Result<String, NotAbsolute> {
    if !is_absolute_path(from) || !is_absolute_path(to) {
        return Err(not_absolute(from, to));
    }
    Ok(into_text(shortest_code(
        &normalize(from.as_bytes()),
        &normalize(to.as_bytes()),
        options,
    )))
}

/// As [`find_shortest_path_code`], for two normalised absolute paths.
pub(crate) fn shortest_code(from: &[u8], to: &[u8], options: Shortest) -> Vec<u8> {
    if from == to {
        let here: &[u8] = if options.directories {
            b"__DIR__"
        } else {
            b"__FILE__"
        };
        return here.to_vec();
    }
    let Some(common) = common_path(from, to) else {
        return var_export(to);
    };
    if let Some(below) = to.strip_prefix(from)
        && below.first() == Some(&b'/')
    {
        return [b"__DIR__ . ".as_slice(), &var_export(below)].concat();
    }
    let depth =
        slashes(from.get(common.len()..).unwrap_or_default()) + usize::from(options.directories);
    if !options.prefer_relative && common == b"/" && depth > 1 {
        return var_export(to);
    }
    let mut code = if options.static_code {
        [b"__DIR__ . '".as_slice(), &b"/..".repeat(depth), b"'"].concat()
    } else {
        [
            b"dirname(".repeat(depth),
            b"__DIR__".to_vec(),
            b")".repeat(depth),
        ]
        .concat()
    };
    let below = to.get(common.len()..).unwrap_or_default();
    if !below.is_empty() {
        code.push(b'.');
        code.extend_from_slice(&var_export(&[b"/", below].concat()));
    }
    code
}

/// The longest folder with a slash at its end that holds both, `None` if not even a root does.
fn common_path(from: &[u8], to: &[u8]) -> Option<Vec<u8>> {
    let mut common = to;
    while !holds(common, from) && common != b"/" && !is_drive(common) {
        common = dirname(common);
        if common == b"." {
            return None;
        }
    }
    if !from.starts_with(common) {
        return None;
    }
    let mut folder = trim_end_slashes(common).to_vec();
    folder.push(b'/');
    Some(folder)
}

fn holds(folder: &[u8], path: &[u8]) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|below| below.is_empty() || below[0] == b'/')
}

fn is_drive(path: &[u8]) -> bool {
    matches!(path, [letter, b':'] | [letter, b':', b'/'] if letter.is_ascii_alphabetic())
}

fn slashes(path: &[u8]) -> usize {
    path.iter().filter(|&&byte| byte == b'/').count()
}

fn trim_end_slashes(path: &[u8]) -> &[u8] {
    let end = path
        .iter()
        .rposition(|&byte| byte != b'/')
        .map_or(0, |at| at + 1);
    &path[..end]
}

/// PHP's `dirname` on a path with forward slashes.
fn dirname(path: &[u8]) -> &[u8] {
    if path.is_empty() {
        return path;
    }
    let named = trim_end_slashes(path);
    if named.is_empty() {
        return b"/";
    }
    let Some(slash) = named.iter().rposition(|&byte| byte == b'/') else {
        return b".";
    };
    let folder = trim_end_slashes(&named[..slash]);
    if folder.is_empty() { b"/" } else { folder }
}

fn basename(path: &[u8]) -> &[u8] {
    let named = trim_end_slashes(path);
    let start = named
        .iter()
        .rposition(|&byte| byte == b'/')
        .map_or(0, |at| at + 1);
    &named[start..]
}

fn not_absolute(from: &str, to: &str) -> NotAbsolute {
    NotAbsolute {
        from: from.to_owned(),
        to: to.to_owned(),
    }
}

fn into_text(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}
