//! Ranges of numeric versions.

use crate::constraint::bound;
use crate::{Constraint, Op, Version, php_order};

/// One end of a range: a comparison that all versions in the range satisfy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Border {
    /// `>` or `>=` at the start, `<` or `<=` at the end.
    pub op: Op,
    /// The version at the border.
    pub version: Version,
}

impl Border {
    pub(super) fn new(op: Op, version: Version) -> Self {
        Self { op, version }
    }

    /// The border as a constraint.
    #[must_use]
    pub fn to_constraint(&self) -> Constraint {
        Constraint::single(self.op, self.version.clone())
    }

    /// The order of borders at one version: what shuts out the version ends or begins first.
    fn rank(&self) -> i8 {
        match self.op {
            Op::Ge => 0,
            Op::Lt => 1,
            Op::Gt => 2,
            _ => 3,
        }
    }
}

impl std::fmt::Display for Border {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.op, self.version)
    }
}

/// A range of versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    /// Where it starts.
    pub start: Border,
    /// Where it ends.
    pub end: Border,
}

impl Interval {
    /// The range of all numeric versions.
    pub(super) fn any() -> Self {
        Self {
            start: Border::new(Op::Ge, bound::LOWEST.clone()),
            end: Border::new(Op::Lt, bound::BEYOND.clone()),
        }
    }

    /// Whether it has no lower limit.
    #[must_use]
    pub fn is_from_zero(&self) -> bool {
        self.start.op == Op::Ge && self.start.version == *bound::LOWEST
    }

    /// Whether it has no upper limit.
    #[must_use]
    pub fn is_until_infinity(&self) -> bool {
        self.end.op == Op::Lt && self.end.version == *bound::BEYOND
    }
}

/// The ranges that at least `threshold` of the groups cover.
pub(super) fn overlay(groups: &[&[Interval]], threshold: usize) -> Vec<Interval> {
    if let [group] = groups {
        return group.to_vec();
    }
    let mut borders: Vec<(&Border, bool)> = groups
        .iter()
        .flat_map(|group| group.iter())
        .flat_map(|interval| [(&interval.start, true), (&interval.end, false)])
        .collect();
    php_order::sort_by(&mut borders, |(a, _), (b, _)| {
        a.version
            .php_cmp(&b.version)
            .then_with(|| a.rank().cmp(&b.rank()))
    });
    let mut covered = Vec::new();
    let mut active = 0_usize;
    let mut start: Option<&Border> = None;
    for (border, is_start) in borders {
        active = if is_start {
            active + 1
        } else {
            active.saturating_sub(1)
        };
        match start {
            None if active >= threshold => start = Some(border),
            Some(opened) if active < threshold => {
                if !is_void(opened, border) {
                    covered.push(Interval {
                        start: opened.clone(),
                        end: border.clone(),
                    });
                }
                start = None;
            }
            _ => {}
        }
    }
    covered
}

/// Whether nothing lies between: `>1 <=1` or `>=1 <1`.
fn is_void(start: &Border, end: &Border) -> bool {
    matches!((start.op, end.op), (Op::Gt, Op::Le) | (Op::Ge, Op::Lt))
        && start.version.php_cmp(&end.version).is_eq()
}
