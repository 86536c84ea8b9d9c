//! A constraint as sorted ranges of numeric versions and a set of branches.

mod branches;
mod compact;
mod numeric;

pub use branches::Branches;
pub use compact::compact;
pub use numeric::{Border, Interval};

use crate::constraint::bound;
use crate::{Constraint, ConstraintKind, Op, Version};

/// What a constraint matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intervals {
    /// The ranges of numeric versions, the lowest first, none touching another.
    pub numeric: Vec<Interval>,
    /// The named branches.
    pub branches: Branches,
}

impl Intervals {
    fn nothing() -> Self {
        Self {
            numeric: Vec::new(),
            branches: Branches::none(),
        }
    }

    fn is_empty(&self) -> bool {
        self.numeric.is_empty() && self.branches.is_none()
    }
}

/// The ranges and branches that a constraint matches.
#[must_use]
pub fn get(constraint: &Constraint) -> Intervals {
    match constraint.kind() {
        ConstraintKind::All => Intervals {
            numeric: vec![Interval::any()],
            branches: Branches::any(),
        },
        ConstraintKind::None => Intervals::nothing(),
        ConstraintKind::Single(op, version) => single(*op, version),
        ConstraintKind::Multi { conjunctive, parts } => {
            let parts: Vec<Intervals> = parts.iter().map(get).collect();
            combine(&parts, *conjunctive)
        }
    }
}

/// Whether everything that `candidate` matches is matched by `constraint`, too.
#[must_use]
pub fn is_subset_of(candidate: &Constraint, constraint: &Constraint) -> bool {
    if constraint.is_all() {
        return true;
    }
    if candidate.is_none() || constraint.is_none() {
        return false;
    }
    let candidate = get(candidate);
    let both = combine(&[candidate.clone(), get(constraint)], true);
    both.numeric == candidate.numeric && both.branches.is_same_list(&candidate.branches)
}

/// Whether some version could satisfy both.
#[must_use]
pub fn have_intersections(a: &Constraint, b: &Constraint) -> bool {
    if a.is_all() || b.is_all() {
        return true;
    }
    if a.is_none() || b.is_none() {
        return false;
    }
    !combine(&[get(a), get(b)], true).is_empty()
}

fn combine(parts: &[Intervals], conjunctive: bool) -> Intervals {
    let branches = parts.iter().map(|part| &part.branches);
    let groups: Vec<&[Interval]> = parts.iter().map(|part| &*part.numeric).collect();
    if conjunctive {
        Intervals {
            numeric: numeric::overlay(&groups, groups.len()),
            branches: Branches::intersection(branches),
        }
    } else {
        Intervals {
            numeric: numeric::overlay(&groups, 1),
            branches: Branches::union(branches),
        }
    }
}

fn single(op: Op, version: &Version) -> Intervals {
    if version.is_branch() {
        return match op {
            Op::Eq => Intervals {
                numeric: Vec::new(),
                branches: Branches::only(version),
            },
            Op::Ne => Intervals {
                numeric: vec![Interval::any()],
                branches: Branches::all_but(version),
            },
            // Branches have no order.
            _ => Intervals::nothing(),
        };
    }
    let border = |op| Border::new(op, version.clone());
    let zero = || Border::new(Op::Ge, bound::LOWEST.clone());
    let infinity = || Border::new(Op::Lt, bound::BEYOND.clone());
    let range = |start, end| Interval { start, end };
    let numeric = match op {
        Op::Gt | Op::Ge => vec![range(border(op), infinity())],
        Op::Lt | Op::Le => vec![range(zero(), border(op))],
        Op::Eq => vec![range(border(Op::Ge), border(Op::Le))],
        Op::Ne => vec![
            range(zero(), border(Op::Lt)),
            range(border(Op::Gt), infinity()),
        ],
    };
    Intervals {
        numeric,
        branches: if op == Op::Ne {
            Branches::any()
        } else {
            Branches::none()
        },
    }
}
