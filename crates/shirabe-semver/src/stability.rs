//! How finished a version is.

use crate::scan;
use std::fmt;
use std::str::FromStr;

/// The stability of a version; a greater one is less stable. The numbers are those that a lock
/// file carries in `stability-flags`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Stability {
    /// A release, or a patch level of one.
    #[default]
    Stable = 0,
    /// A release candidate.
    RC = 5,
    /// A beta.
    Beta = 10,
    /// An alpha.
    Alpha = 15,
    /// A branch or a `-dev` version.
    Dev = 20,
}

/// A word that names no stability.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Invalid stability string \"{0}\", expected one of stable, RC, beta, alpha or dev")]
pub struct UnknownStability(pub String);

impl Stability {
    /// Every stability, the most stable first.
    pub const ALL: [Self; 5] = [Self::Stable, Self::RC, Self::Beta, Self::Alpha, Self::Dev];

    /// The stability that a version (normalised or as written, `#reference` included) has.
    #[must_use]
    pub fn of(version: &str) -> Self {
        let cut = without_reference(version);
        let version = cut.as_deref().unwrap_or(version);
        let bytes = version.as_bytes();
        if bytes.iter().all(|b| b.is_ascii_digit() || *b == b'.') {
            return Self::Stable;
        }
        if version.starts_with("dev-") || version.ends_with("-dev") {
            return Self::Dev;
        }
        let found = (0..=bytes.len()).find_map(|at| {
            // No modifier begins with a digit, and most of a version is digits.
            if bytes.get(at).is_some_and(u8::is_ascii_digit) {
                return None;
            }
            let modifier = scan::modifier(bytes, at);
            let end = match bytes.get(modifier.end) {
                Some(b'+') => scan::run(bytes, modifier.end, |b| b != b'\n'),
                _ => modifier.end,
            };
            scan::is_end(bytes, end).then_some(modifier)
        });
        match found {
            Some(modifier) if modifier.dev => Self::Dev,
            Some(modifier) => match modifier.word {
                Some(scan::Word::Beta) => Self::Beta,
                Some(scan::Word::Alpha) => Self::Alpha,
                Some(scan::Word::ReleaseCandidate) => Self::RC,
                _ => Self::Stable,
            },
            None => Self::Stable,
        }
    }

    /// The number by which Composer's files name it: 0, 5, 10, 15 or 20.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The stability with this number, if there is one.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.number() == number)
    }

    /// Its name as Composer writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::RC => "RC",
            Self::Beta => "beta",
            Self::Alpha => "alpha",
            Self::Dev => "dev",
        }
    }
}

/// `version` without its `#reference`, or nothing when it has none.
fn without_reference(version: &str) -> Option<String> {
    let hash = version.match_indices('#').map(|(at, _)| at).find(|at| {
        let bytes = version.as_bytes();
        let end = scan::run(bytes, at + 1, |b| b != b'\n');
        end > at + 1 && scan::is_end(bytes, end)
    })?;
    let mut kept = version[..hash].to_owned();
    if version.ends_with('\n') {
        kept.push('\n');
    }
    Some(kept)
}

impl fmt::Display for Stability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Stability {
    type Err = UnknownStability;

    /// Reads a name in any case.
    fn from_str(name: &str) -> Result<Self, UnknownStability> {
        Self::ALL
            .into_iter()
            .find(|s| s.as_str().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownStability(name.to_ascii_lowercase()))
    }
}
