//! Patterns of package names, `acme/*`.

/// A package name with `*` for any text, matched without regard to case.
///
/// Used by `allow-plugins`, `preferred-install`, `available-package-patterns`, the update command
/// and the platform requirement filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    pieces: Vec<String>,
}

impl NamePattern {
    /// Reads a pattern. Every text is one.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        Self {
            pieces: pattern
                .to_ascii_lowercase()
                .split('*')
                .map(str::to_owned)
                .collect(),
        }
    }

    /// Whether the whole name fits. One line end after it is tolerated.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        self.matches_exactly(name)
            || name
                .strip_suffix('\n')
                .is_some_and(|name| self.matches_exactly(name))
    }

    /// Whether the whole name fits, to its last byte.
    #[must_use]
    pub fn matches_exactly(&self, name: &str) -> bool {
        let lowered = name.to_ascii_lowercase();
        let [first, middle @ .., last] = self.pieces.as_slice() else {
            return self.pieces.first().is_some_and(|only| *only == lowered);
        };
        let Some(mut rest) = lowered.strip_prefix(first.as_str()) else {
            return false;
        };
        for piece in middle {
            let Some(found) = rest.find(piece.as_str()) else {
                return false;
            };
            if rest[..found].contains('\n') {
                return false;
            }
            rest = &rest[found + piece.len()..];
        }
        rest.strip_suffix(last.as_str())
            .is_some_and(|gap| !gap.contains('\n'))
    }

    /// Whether any of the patterns fits.
    #[must_use]
    pub fn any_matches(patterns: &[Self], name: &str) -> bool {
        patterns.iter().any(|pattern| pattern.matches_exactly(name))
    }
}

#[cfg(test)]
mod tests {
    use super::NamePattern;

    #[test]
    fn stars_stand_for_any_text() {
        let fits = |pattern: &str, name: &str| NamePattern::new(pattern).matches(name);
        assert!(fits("*", ""));
        assert!(fits("acme/*", "ACME/thing"));
        assert!(fits("a*c*e", "abcde"));
        assert!(fits("a*a", "aa"));
        assert!(!fits("a*a", "a"));
        assert!(!fits("acme/*", "acme"));
        assert!(!fits("acme.x", "acme-x"));
        assert!(fits("acme/a", "acme/a\n"));
        assert!(!NamePattern::new("acme/a").matches_exactly("acme/a\n"));
    }
}
