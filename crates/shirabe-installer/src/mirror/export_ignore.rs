//! `export-ignore` in a `.gitattributes` (<https://git-scm.com/docs/gitattributes#_creating_an_archive>), as far as
//! Composer reads it.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use regex::Regex;

use crate::error::InstallError;

/// The rules of one package, in their order. The last that matches decides.
#[derive(Debug, Default)]
pub(crate) struct ExportIgnore(Vec<Rule>);

#[derive(Debug)]
struct Rule {
    pattern: Regex,
    ignores: bool,
    /// Patterns start where no name with a dot starts, unless they have the dot themselves.
    plain_start: bool,
}

impl ExportIgnore {
    pub(crate) fn read(folder: &Path) -> Result<Self, InstallError> {
        let path = folder.join(".gitattributes");
        match fs::read(&path) {
            Ok(bytes) => Ok(Self::parse(&String::from_utf8_lossy(&bytes))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(InstallError::file("read", &path)(error)),
        }
    }

    fn parse(text: &str) -> Self {
        let rules = text.lines().filter_map(|line| {
            let line = line.trim();
            if line.starts_with('#') {
                return None;
            }
            let mut words = line.split_whitespace();
            let (pattern, attribute) = (words.next()?, words.next()?);
            if words.next().is_some() {
                return None;
            }
            match attribute {
                "export-ignore" => Rule::new(pattern, true),
                "-export-ignore" => Rule::new(pattern, false),
                _ => None,
            }
        });
        Self(rules.collect())
    }

    /// Whether the file or folder at `path` (relative, with `/`) stays behind.
    pub(crate) fn ignores(&self, path: &str) -> bool {
        let path = format!("/{path}");
        self.0
            .iter()
            .rev()
            .find(|rule| rule.matches(&path))
            .is_some_and(|rule| rule.ignores)
    }
}

impl Rule {
    fn new(pattern: &str, ignores: bool) -> Option<Self> {
        let (pattern, ignores) = match pattern.strip_prefix('!') {
            Some(rest) => (rest.trim_start_matches('!'), !ignores),
            None => (pattern, ignores),
        };
        let anchor = match pattern.find('/') {
            Some(0) => "^/",
            None => "/",
            Some(slash) if slash + 1 == pattern.len() => "/",
            Some(_) => "",
        };
        let glob = pattern.trim_matches('/');
        let regex = format!("{anchor}({})(?:$|/)", translate(glob)?);
        Some(Self {
            pattern: Regex::new(&regex).ok()?,
            ignores,
            plain_start: !glob.starts_with('.'),
        })
    }

    fn matches(&self, path: &str) -> bool {
        let mut from = 0;
        while let Some(found) = self.pattern.captures_at(path, from) {
            let Some(name) = found.get(1) else {
                return false;
            };
            if !(self.plain_start && name.as_str().starts_with('.')) {
                return true;
            }
            let Some(whole) = found.get(0) else {
                return false;
            };
            from = whole.start() + 1;
            if from > path.len() || !path.is_char_boundary(from) {
                return false;
            }
        }
        false
    }
}

/// A shell pattern as a regular expression: `*` and `?` stay within a name, `/**/` spans folders, `{a,b}` is either.
fn translate(glob: &str) -> Option<String> {
    let mut regex = String::new();
    let mut braces = 0_u32;
    let mut rest = glob;
    while let Some(letter) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("/**/") {
            regex.push_str("/(?:[^/.][^/]*/)*");
            rest = after;
            continue;
        }
        if rest == "/**" {
            regex.push_str("/(?:[^/.][^/]*/?)*");
            break;
        }
        rest = &rest[letter.len_utf8()..];
        match letter {
            '*' => regex.push_str("[^/]*"),
            '?' => regex.push_str("[^/]"),
            '{' => {
                braces += 1;
                regex.push_str("(?:");
            }
            '}' if braces > 0 => {
                braces -= 1;
                regex.push(')');
            }
            ',' if braces > 0 => regex.push('|'),
            '[' => {
                let (class, after) = rest.split_once(']')?;
                regex.push('[');
                regex.push_str(class);
                regex.push(']');
                rest = after;
            }
            '\\' => {
                let next = rest.chars().next()?;
                regex.push_str(&regex::escape(next.encode_utf8(&mut [0; 4])));
                rest = &rest[next.len_utf8()..];
            }
            other => regex.push_str(&regex::escape(other.encode_utf8(&mut [0; 4]))),
        }
    }
    Some(regex)
}

#[cfg(test)]
mod tests {
    use super::ExportIgnore;

    fn ignored(rules: &str, path: &str) -> bool {
        ExportIgnore::parse(rules).ignores(path)
    }

    #[test]
    fn anchored_and_free() {
        assert!(ignored("/tests export-ignore", "tests"));
        assert!(ignored("/tests export-ignore", "tests/a.php"));
        assert!(!ignored("/tests export-ignore", "src/tests/a.php"));
        assert!(!ignored("/tests export-ignore", "tests2"));
        assert!(ignored("tests/ export-ignore", "src/tests/a.php"));
        assert!(ignored("*.md export-ignore", "docs/README.md"));
        assert!(ignored(".github export-ignore", ".github/workflows/x.yml"));
        assert!(ignored("docs/*.txt export-ignore", "docs/a.txt"));
        assert!(!ignored("docs/*.txt export-ignore", "docs/a/b.txt"));
    }

    #[test]
    fn stars_take_no_hidden_names() {
        assert!(!ignored("/* export-ignore", ".env"));
        assert!(ignored("/* export-ignore", "src/a.php"));
        assert!(ignored("/.* export-ignore", ".env"));
    }

    #[test]
    fn the_last_rule_counts() {
        let rules = "# comment\n/tests export-ignore\n/tests/keep -export-ignore\n";
        assert!(ignored(rules, "tests/a"));
        assert!(!ignored(rules, "tests/keep/a"));
        assert!(!ignored("/tests text\n/x export-ignore diff", "tests"));
        assert!(
            !ignored("/x export-ignore diff", "x"),
            "Composer reads lines with one attribute only"
        );
    }
}
