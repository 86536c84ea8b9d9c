//! The shortest constraint for what a constraint matches.

use super::{Border, Interval, get};
use crate::{Constraint, ConstraintKind, Op, Version};

/// Rebuilds a constraint from the ranges it covers; one that is not made of several is itself.
#[must_use]
pub fn compact(constraint: &Constraint) -> Constraint {
    if !matches!(constraint.kind(), ConstraintKind::Multi { .. }) {
        return constraint.clone();
    }
    let intervals = get(constraint);
    let all_numeric = matches!(
        &*intervals.numeric,
        [only] if only.is_from_zero() && only.is_until_infinity()
    );
    let mut parts = if all_numeric {
        vec![intervals.numeric[0].start.to_constraint()]
    } else {
        ranges(&intervals.numeric)
    };
    let branches = &intervals.branches;
    let op = if branches.exclude { Op::Ne } else { Op::Eq };
    let mut named: Vec<Constraint> = branches
        .names()
        .map(|name| Constraint::single(op, name.clone()))
        .collect();
    if branches.exclude {
        if named.is_empty() {
            return if all_numeric {
                Constraint::all()
            } else {
                alternatives(parts)
            };
        }
        // What is excluded must hold besides the ranges; all numeric versions go without saying.
        if all_numeric {
            parts.clear();
        } else if parts.len() > 1 {
            parts = vec![alternatives(parts)];
        }
        parts.append(&mut named);
        return Constraint::group(parts, true);
    }
    parts.append(&mut named);
    alternatives(parts)
}

fn alternatives(parts: Vec<Constraint>) -> Constraint {
    if parts.is_empty() {
        Constraint::none()
    } else {
        Constraint::group(parts, false)
    }
}

/// A constraint for each range; ranges with a gap of one version become one with a `!=`.
fn ranges(intervals: &[Interval]) -> Vec<Constraint> {
    let mut parts = Vec::new();
    let mut rest = intervals;
    while let Some((first, behind)) = rest.split_first() {
        let mut gaps: Vec<Version> = Vec::new();
        let mut last = first;
        rest = behind;
        while let Some((next, behind)) = rest.split_first()
            && last.end.op == Op::Lt
            && next.start.op == Op::Gt
            && last.end.version == next.start.version
        {
            gaps.push(next.start.version.clone());
            last = next;
            rest = behind;
        }
        parts.push(if gaps.is_empty() {
            range(first)
        } else {
            let start = (!first.is_from_zero()).then(|| first.start.to_constraint());
            let end = (!last.is_until_infinity()).then(|| last.end.to_constraint());
            let gaps = gaps.into_iter().map(|v| Constraint::single(Op::Ne, v));
            Constraint::group(start.into_iter().chain(gaps).chain(end).collect(), true)
        });
    }
    parts
}

fn range(interval: &Interval) -> Constraint {
    let Interval { start, end } = interval;
    if is_one_version(start, end) {
        Constraint::single(Op::Eq, start.version.clone())
    } else if interval.is_from_zero() {
        end.to_constraint()
    } else if interval.is_until_infinity() {
        start.to_constraint()
    } else {
        Constraint::group(vec![start.to_constraint(), end.to_constraint()], true)
    }
}

fn is_one_version(start: &Border, end: &Border) -> bool {
    start.op == Op::Ge && end.op == Op::Le && start.version == end.version
}
