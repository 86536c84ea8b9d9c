//! A requirement on a version.

pub(crate) mod bound;
mod op;
mod parse;

pub use bound::Bound;
pub use op::{Op, UnknownOperator};
pub use parse::ConstraintError;

use crate::Version;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

/// A requirement on a version, such as `^1.2 || dev-main`.
///
/// Cheap to clone. Two constraints are equal when they are built alike; what a person wrote
/// ([`Constraint::pretty`]) does not count.
#[derive(Clone)]
pub struct Constraint(Arc<Data>);

struct Data {
    kind: ConstraintKind,
    pretty: Option<Box<str>>,
}

/// How a constraint is built.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstraintKind {
    /// Matches everything (`*`).
    All,
    /// Matches nothing.
    None,
    /// One comparison.
    Single(Op, Version),
    /// Several constraints, of which all or any must match.
    Multi {
        /// Whether all must match, and not just any.
        conjunctive: bool,
        /// The constraints.
        parts: Box<[Constraint]>,
    },
}

impl Constraint {
    /// Parses what stands behind a package name in `require`.
    ///
    /// See <https://getcomposer.org/doc/articles/versions.md#writing-version-constraints>.
    ///
    /// # Errors
    /// When a part of it is no constraint.
    pub fn parse(text: &str) -> Result<Self, ConstraintError> {
        parse::parse(text)
    }

    /// One comparison, `version` on its right side.
    #[must_use]
    pub fn single(op: Op, version: Version) -> Self {
        Self::new(ConstraintKind::Single(op, version))
    }

    /// The constraint that matches everything.
    #[must_use]
    pub fn all() -> Self {
        static ALL: LazyLock<Constraint> = LazyLock::new(|| Constraint::new(ConstraintKind::All));
        ALL.clone()
    }

    /// The constraint that matches nothing.
    #[must_use]
    pub fn none() -> Self {
        static NONE: LazyLock<Constraint> = LazyLock::new(|| Constraint::new(ConstraintKind::None));
        NONE.clone()
    }

    /// Several constraints in one, as Composer's `MultiConstraint::create`: none at all match
    /// everything, one is itself, and neighbouring alternatives `>=a <b || >=b <c` become
    /// `>=a <c`.
    #[must_use]
    pub fn multi(parts: Vec<Self>, conjunctive: bool) -> Self {
        let parts = if conjunctive {
            parts
        } else {
            join_neighbours(parts)
        };
        Self::group(parts, conjunctive)
    }

    /// Several constraints in one, kept as they are: none at all match everything, one is itself.
    #[must_use]
    pub fn group(mut parts: Vec<Self>, conjunctive: bool) -> Self {
        match parts.len() {
            0 => Self::all(),
            1 => parts.remove(0),
            _ => Self::new(ConstraintKind::Multi {
                conjunctive,
                parts: parts.into_boxed_slice(),
            }),
        }
    }

    fn new(kind: ConstraintKind) -> Self {
        Self(Arc::new(Data { kind, pretty: None }))
    }

    /// The same constraint, known under what a person wrote.
    #[must_use]
    pub fn with_pretty(&self, pretty: &str) -> Self {
        Self(Arc::new(Data {
            kind: self.0.kind.clone(),
            pretty: Some(pretty.into()),
        }))
    }

    /// How it is built.
    #[must_use]
    pub fn kind(&self) -> &ConstraintKind {
        &self.0.kind
    }

    /// Whether it is the constraint that matches everything.
    #[must_use]
    pub fn is_all(&self) -> bool {
        matches!(self.0.kind, ConstraintKind::All)
    }

    /// Whether it is the constraint that matches nothing.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self.0.kind, ConstraintKind::None)
    }

    /// Whether both are one and the same value in memory.
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// What a person wrote, or the constraint's own text when nobody wrote it.
    #[must_use]
    pub fn pretty(&self) -> String {
        match self.0.pretty.as_deref() {
            // PHP takes the texts "" and "0" for no text at all.
            None | Some("" | "0") => self.to_string(),
            Some(pretty) => pretty.to_owned(),
        }
    }

    /// Whether a package of this version satisfies it: the same as matching `== version`.
    #[must_use]
    pub fn admits(&self, version: &Version) -> bool {
        match &self.0.kind {
            ConstraintKind::All => true,
            ConstraintKind::None => false,
            ConstraintKind::Single(op, limit) => op.holds(version, limit),
            ConstraintKind::Multi {
                conjunctive: true,
                parts,
            } => parts.iter().all(|part| part.admits(version)),
            ConstraintKind::Multi { parts, .. } => parts.iter().any(|part| part.admits(version)),
        }
    }

    /// Whether some version could satisfy both. Of named branches only equal ones meet.
    #[must_use]
    pub fn matches(&self, other: &Self) -> bool {
        use ConstraintKind::{All, Multi, None, Single};
        match (&self.0.kind, &other.0.kind) {
            (All, _) => true,
            (None, _) => false,
            (Single(op, version), Single(other_op, other_version)) => {
                op::meet((*op, version), (*other_op, other_version))
            }
            (Single(..), _) => other.matches(self),
            (Multi { conjunctive, parts }, _) if !conjunctive => {
                parts.iter().any(|part| other.matches(part))
            }
            // Of `>1 <2` and `<1 || >2`, one alternative must meet all of the first.
            (
                Multi { .. },
                Multi {
                    conjunctive: false, ..
                },
            ) => other.matches(self),
            (Multi { parts, .. }, _) => parts.iter().all(|part| other.matches(part)),
        }
    }

    /// The lowest version that can satisfy it.
    #[must_use]
    pub fn lower_bound(&self) -> Bound {
        bound::of(self).0
    }

    /// The highest version that can satisfy it.
    #[must_use]
    pub fn upper_bound(&self) -> Bound {
        bound::of(self).1
    }
}

/// Joins alternatives of which one ends where the next begins.
fn join_neighbours(parts: Vec<Constraint>) -> Vec<Constraint> {
    let mut joined: Vec<Constraint> = Vec::with_capacity(parts.len());
    for right in parts {
        let both = joined.last().and_then(|left| {
            let [start, end] = range(left)?;
            let [next_start, next_end] = range(&right)?;
            match (end.kind(), next_start.kind()) {
                (ConstraintKind::Single(Op::Lt, a), ConstraintKind::Single(_, b)) if a == b => {
                    Some(Constraint::group(
                        vec![start.clone(), next_end.clone()],
                        true,
                    ))
                }
                _ => None,
            }
        });
        match both {
            Some(both) => {
                joined.pop();
                joined.push(both);
            }
            None => joined.push(right),
        }
    }
    joined
}

/// The two ends of `>=a <b` or `>=a <=b`.
fn range(constraint: &Constraint) -> Option<[&Constraint; 2]> {
    let ConstraintKind::Multi {
        conjunctive: true,
        parts,
    } = constraint.kind()
    else {
        return None;
    };
    let [start, end] = &**parts else {
        return None;
    };
    let is_range = matches!(start.kind(), ConstraintKind::Single(Op::Ge, _))
        && matches!(end.kind(), ConstraintKind::Single(Op::Lt | Op::Le, _));
    is_range.then_some([start, end])
}

impl PartialEq for Constraint {
    fn eq(&self, other: &Self) -> bool {
        self.ptr_eq(other) || self.0.kind == other.0.kind
    }
}

impl Eq for Constraint {}

impl Hash for Constraint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.kind.hash(state);
    }
}

impl fmt::Display for Constraint {
    /// Composer's cast of a constraint to a string: `[>= 1.0.0.0-dev < 2.0.0.0-dev]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ConstraintKind::All => f.write_str("*"),
            ConstraintKind::None => f.write_str("[]"),
            ConstraintKind::Single(op, version) => write!(f, "{op} {version}"),
            ConstraintKind::Multi { conjunctive, parts } => {
                let separator = if *conjunctive { " " } else { " || " };
                f.write_str("[")?;
                for (n, part) in parts.iter().enumerate() {
                    if n > 0 {
                        f.write_str(separator)?;
                    }
                    write!(f, "{part}")?;
                }
                f.write_str("]")
            }
        }
    }
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Constraint({self})")
    }
}
