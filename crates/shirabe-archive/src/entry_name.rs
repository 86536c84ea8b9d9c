//! The name of an entry, proved to stay inside the destination.

use std::fmt;

/// A relative path of plain components joined by `/`: no `.`, no `..`, no empty component, no root. Empty means the
/// destination itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct EntryName {
    /// The path.
    pub(crate) path: Vec<u8>,
    /// Whether the archive wrote the name with a slash at the end.
    pub(crate) names_folder: bool,
}

/// Why a name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsafeName {
    /// Nothing but separators.
    Empty,
    /// It starts at the root of the file system.
    Absolute,
    /// It has a component `..`.
    Parent,
    /// It has a NUL byte.
    Nul,
    /// It has a backslash, a separator on Windows.
    Backslash,
    /// It starts with a drive letter (on Windows) or is not UTF-8 where names must be.
    NotAName,
}

impl fmt::Display for UnsafeName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Empty => "the name is empty",
            Self::Absolute => "the path is absolute",
            Self::Parent => "the path has a \"..\"",
            Self::Nul => "the name has a NUL byte",
            Self::Backslash => "the name has a backslash",
            Self::NotAName => "the name cannot be one on this system",
        })
    }
}

impl EntryName {
    pub(crate) fn parse(raw: &[u8]) -> Result<Self, UnsafeName> {
        if raw.is_empty() {
            return Err(UnsafeName::Empty);
        }
        if raw.contains(&0) {
            return Err(UnsafeName::Nul);
        }
        if raw.contains(&b'\\') {
            return Err(UnsafeName::Backslash);
        }
        if raw[0] == b'/' {
            return Err(UnsafeName::Absolute);
        }
        if cfg!(windows) && (raw.contains(&b':') || std::str::from_utf8(raw).is_err()) {
            return Err(UnsafeName::NotAName);
        }
        let mut path = Vec::with_capacity(raw.len());
        for component in raw.split(|byte| *byte == b'/') {
            match component {
                b"" | b"." => {}
                b".." => return Err(UnsafeName::Parent),
                _ => {
                    if !path.is_empty() {
                        path.push(b'/');
                    }
                    path.extend_from_slice(component);
                }
            }
        }
        Ok(Self {
            path,
            names_folder: raw.ends_with(b"/"),
        })
    }
}

/// The folder that holds `path`, or nothing where that is the destination.
pub(crate) fn parent(path: &[u8]) -> &[u8] {
    path.iter()
        .rposition(|byte| *byte == b'/')
        .map_or(&[], |slash| &path[..slash])
}

/// The first component of `path`.
pub(crate) fn first(path: &[u8]) -> &[u8] {
    path.split(|byte| *byte == b'/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(raw: &str) -> Result<String, UnsafeName> {
        EntryName::parse(raw.as_bytes())
            .map(|name| String::from_utf8(name.path).expect("UTF-8 in, UTF-8 out"))
    }

    #[test]
    fn plain_names_are_cleaned() {
        assert_eq!(path("a/b.php"), Ok("a/b.php".into()));
        assert_eq!(path("./a//b/./c"), Ok("a/b/c".into()));
        assert_eq!(path("./"), Ok(String::new()));
        assert_eq!(path("a..b/...c/.d"), Ok("a..b/...c/.d".into()));
    }

    #[test]
    fn hostile_names_are_refused() {
        assert_eq!(path(""), Err(UnsafeName::Empty));
        assert_eq!(path("/etc/passwd"), Err(UnsafeName::Absolute));
        assert_eq!(path("a/../../b"), Err(UnsafeName::Parent));
        assert_eq!(path(".."), Err(UnsafeName::Parent));
        assert_eq!(path("a\0b"), Err(UnsafeName::Nul));
        assert_eq!(path("a\\..\\b"), Err(UnsafeName::Backslash));
    }

    #[test]
    fn parents_and_first_components() {
        assert_eq!(parent(b"a/b/c"), b"a/b");
        assert_eq!(parent(b"a"), b"");
        assert_eq!(first(b"a/b"), b"a");
        assert_eq!(first(b"a"), b"a");
    }
}
