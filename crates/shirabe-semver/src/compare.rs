//! Questions about versions as written.

use crate::{Constraint, ConstraintError, Op, Version, VersionError, php_order};
use std::cmp::Ordering;

/// A question about a version and a constraint that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SatisfiesError {
    /// The version is none.
    #[error(transparent)]
    Version(#[from] VersionError),
    /// The constraint is none.
    #[error(transparent)]
    Constraint(#[from] ConstraintError),
}

/// Whether a version satisfies a constraint.
///
/// # Errors
/// When one of them cannot be parsed.
pub fn satisfies(version: &str, constraint: &str) -> Result<bool, SatisfiesError> {
    let version = Version::parse(version)?;
    Ok(Constraint::parse(constraint)?.admits(&version))
}

/// The versions that satisfy a constraint, in their order.
///
/// # Errors
/// When the constraint or one of the versions cannot be parsed.
pub fn satisfied_by<'a>(
    versions: &[&'a str],
    constraint: &str,
) -> Result<Vec<&'a str>, SatisfiesError> {
    let mut satisfying = Vec::new();
    for &version in versions {
        if satisfies(version, constraint)? {
            satisfying.push(version);
        }
    }
    Ok(satisfying)
}

/// Whether `a op b` for versions that need not be normalised; a branch that meets a number is
/// compared as PHP compares their texts.
#[must_use]
pub fn compare(a: &Version, op: Op, b: &Version) -> bool {
    match op {
        Op::Ne if a.is_branch() || b.is_branch() => a != b,
        _ if a.is_branch() && b.is_branch() => op == Op::Eq && a == b,
        _ => op.allows(a.php_cmp(b)),
    }
}

/// The versions in ascending order.
///
/// # Errors
/// When one of them cannot be parsed.
pub fn sort<'a>(versions: &[&'a str]) -> Result<Vec<&'a str>, VersionError> {
    sorted(versions, |order| order)
}

/// The versions in descending order.
///
/// # Errors
/// When one of them cannot be parsed.
pub fn rsort<'a>(versions: &[&'a str]) -> Result<Vec<&'a str>, VersionError> {
    sorted(versions, Ordering::reverse)
}

fn sorted<'a>(
    versions: &[&'a str],
    direction: impl Fn(Ordering) -> Ordering,
) -> Result<Vec<&'a str>, VersionError> {
    let mut keyed = Vec::with_capacity(versions.len());
    for &text in versions {
        keyed.push((Version::parse(text)?.normalize_default_branch(), text));
    }
    php_order::sort_by(&mut keyed, |(a, _), (b, _)| {
        if a == b {
            Ordering::Equal
        } else if compare(a, Op::Lt, b) {
            direction(Ordering::Less)
        } else {
            direction(Ordering::Greater)
        }
    });
    Ok(keyed.into_iter().map(|(_, text)| text).collect())
}

/// Whether going from one version to the other is an upgrade (or no change), and not a downgrade.
/// Named branches cannot be compared: going to or from one counts as an upgrade.
#[must_use]
pub fn is_upgrade(from: &Version, to: &Version) -> bool {
    if from == to {
        return true;
    }
    let from = from.normalize_default_branch();
    let to = to.normalize_default_branch();
    from.is_branch() || to.is_branch() || !compare(&to, Op::Lt, &from)
}
