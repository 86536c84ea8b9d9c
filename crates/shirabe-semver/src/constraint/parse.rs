//! The grammar of constraints.
//!
//! See <https://getcomposer.org/doc/articles/versions.md#writing-version-constraints>. A text is
//! alternatives (`||`) of conjunctions (comma or space) of terms; [`split`] cuts it, [`term`]
//! reads one term.

mod range;
mod split;
mod term;

use super::Constraint;
use crate::VersionError;

/// A text that is no constraint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConstraintError {
    /// A term of it has no known form.
    #[error("Could not parse version constraint {constraint}: {cause}")]
    Term {
        /// The term.
        constraint: String,
        /// Why it is no version either.
        cause: VersionError,
    },
    /// It uses the `~>` of other package managers.
    #[error(
        "Could not parse version constraint {0}: Invalid operator \"~>\", you probably meant to \
         use the \"~\" operator"
    )]
    TildeArrow(String),
    /// One end of a range is no version.
    #[error(transparent)]
    Version(#[from] VersionError),
}

pub(super) fn parse(text: &str) -> Result<Constraint, ConstraintError> {
    let mut alternatives = Vec::new();
    for alternative in split::alternatives(text) {
        let mut parts = Vec::new();
        for part in split::conjunction(alternative) {
            term::parse(part, &mut parts)?;
        }
        alternatives.push(Constraint::group(parts, true));
    }
    Ok(Constraint::multi(alternatives, false).with_pretty(text))
}
