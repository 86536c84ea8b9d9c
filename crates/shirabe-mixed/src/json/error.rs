//! What is wrong with a JSON text, as a person reads it.

use std::fmt;

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The place right after a text.
    pub(super) fn after(text: &str) -> Self {
        let line_start = text.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: text.matches('\n').count() + 1,
            column: text[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Characters of a line that are shown at most, in all and before the error.
const EXCERPT: usize = 76;
const EXCERPT_BEFORE: usize = 56;

/// Why a text is not JSON to PHP, or a value cannot become JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// The text breaks the grammar.
    #[error("Parse error on {place}:\n{excerpt}\n{pointer}\n{reason}")]
    Syntax {
        /// Where.
        place: Place,
        /// The line of the text, cut to what fits a terminal.
        excerpt: String,
        /// Dashes and a caret below the excerpt's place.
        pointer: String,
        /// What was expected, and what may have gone wrong.
        reason: String,
    },
    /// The text begins with a byte-order mark.
    #[error("BOM detected, make sure your input does not include a Unicode Byte-Order-Mark")]
    ByteOrderMark,
    /// The text is not UTF-8.
    #[error("Invalid UTF-8 on {0}")]
    NotUtf8(Place),
    /// A `\uXXXX` escape is one half of a surrogate pair.
    #[error("Single unpaired UTF-16 surrogate in the string on {0}")]
    LoneSurrogate(Place),
    /// Arrays lie too deep within another.
    #[error("Maximum stack depth exceeded on {0}: more than 512 levels")]
    TooDeep(Place),
    /// Where objects are kept, a name cannot begin with a NUL.
    #[error("The decoded property name is invalid: it begins with a NUL")]
    PropertyName,
    /// Not an object or array where a whole document must be one.
    #[error("Expected a JSON object, found {0}")]
    NotAnObject(&'static str),
    /// A value to be encoded is nested too deep.
    #[error("JSON encoding failed: Maximum stack depth exceeded")]
    EncodeTooDeep,
    /// A float to be encoded is infinite or not a number.
    #[error("JSON encoding failed: Inf and NaN cannot be JSON encoded")]
    NotFinite,
}

impl JsonError {
    /// The error with the name of the file or URL that the text came from.
    #[must_use]
    pub fn explain(&self, source: &str) -> String {
        match self {
            Self::NotUtf8(place) => {
                format!("\"{source}\" is not UTF-8, could not parse as JSON ({place})")
            }
            Self::EncodeTooDeep | Self::NotFinite => format!("\"{source}\": {self}"),
            _ => format!("\"{source}\" does not contain valid JSON\n{self}"),
        }
    }

    /// A fault of grammar at a byte offset of the text.
    pub(super) fn syntax(text: &str, at: usize, reason: String) -> Self {
        let place = Place::after(&text[..at]);
        let line = text.lines().nth(place.line - 1).unwrap_or_default();
        let before = place.column - 1;
        let cut = before.saturating_sub(EXCERPT_BEFORE);
        let lead = if cut > 0 { "..." } else { "" };
        let shown: String = line.chars().skip(cut).take(EXCERPT).collect();
        Self::Syntax {
            place,
            excerpt: format!("{lead}{shown}"),
            pointer: format!("{}^", "-".repeat(lead.len() + before - cut)),
            reason,
        }
    }

    /// Where in the text the error is, if it is somewhere.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::Syntax { place, .. }
            | Self::NotUtf8(place)
            | Self::LoneSurrogate(place)
            | Self::TooDeep(place) => Some(*place),
            Self::ByteOrderMark => Some(Place { line: 1, column: 1 }),
            _ => None,
        }
    }
}
