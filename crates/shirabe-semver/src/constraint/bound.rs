//! The lowest and the highest version that a constraint reaches.

use super::{Constraint, ConstraintKind, Op};
use crate::Version;
use std::cmp::Ordering;
use std::fmt;
use std::sync::LazyLock;

/// One end of what a constraint reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The version at the end; an unlimited upper end has the greatest number PHP knows.
    pub version: Version,
    /// Whether the version itself belongs to it.
    pub inclusive: bool,
}

/// `0.0.0.0-dev`, below which there is no version.
pub(crate) static LOWEST: LazyLock<Version> =
    LazyLock::new(|| Version::from_normalized("0.0.0.0-dev"));

/// Above every version that is written in earnest.
pub(crate) static BEYOND: LazyLock<Version> =
    LazyLock::new(|| Version::from(format!("{}.0.0.0", i64::MAX)));

impl Bound {
    fn new(version: &Version, inclusive: bool) -> Self {
        Self {
            version: version.clone(),
            inclusive,
        }
    }

    /// The bound of a constraint without a lower limit.
    #[must_use]
    pub fn zero() -> Self {
        Self::new(&LOWEST, true)
    }

    /// The bound of a constraint without an upper limit.
    #[must_use]
    pub fn positive_infinity() -> Self {
        Self::new(&BEYOND, false)
    }

    /// Whether it is [`Bound::zero`].
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.inclusive && self.version == *LOWEST
    }

    /// Whether it is [`Bound::positive_infinity`].
    #[must_use]
    pub fn is_positive_infinity(&self) -> bool {
        !self.inclusive && self.version == *BEYOND
    }

    /// Whether it lies above the other; at the same version an exclusive one lies above.
    #[must_use]
    pub fn is_above(&self, other: &Self) -> bool {
        self != other
            && (self
                .version
                .php_cmp(&other.version)
                .then(above_if(other.inclusive)))
            .is_gt()
    }

    /// Whether it lies below the other; at the same version an inclusive one lies below.
    #[must_use]
    pub fn is_below(&self, other: &Self) -> bool {
        self != other
            && (self
                .version
                .php_cmp(&other.version)
                .then(above_if(other.inclusive)))
            .is_lt()
    }
}

/// How a bound stands to another one at the same version.
fn above_if(other_is_inclusive: bool) -> Ordering {
    if other_is_inclusive {
        Ordering::Greater
    } else {
        Ordering::Less
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.inclusive {
            "inclusive"
        } else {
            "exclusive"
        };
        write!(f, "{} [{kind}]", self.version)
    }
}

/// The lower and the upper bound.
pub(super) fn of(constraint: &Constraint) -> (Bound, Bound) {
    let (zero, infinity) = (Bound::zero, Bound::positive_infinity);
    match constraint.kind() {
        ConstraintKind::All => (zero(), infinity()),
        ConstraintKind::None => (Bound::new(&LOWEST, false), Bound::new(&LOWEST, false)),
        ConstraintKind::Single(_, version) if version.is_branch() => (zero(), infinity()),
        ConstraintKind::Single(op, version) => match op {
            Op::Eq => (Bound::new(version, true), Bound::new(version, true)),
            Op::Lt => (zero(), Bound::new(version, false)),
            Op::Le => (zero(), Bound::new(version, true)),
            Op::Gt => (Bound::new(version, false), infinity()),
            Op::Ge => (Bound::new(version, true), infinity()),
            Op::Ne => (zero(), infinity()),
        },
        ConstraintKind::Multi { conjunctive, parts } => {
            let narrower_low: fn(&Bound, &Bound) -> bool = Bound::is_above;
            let wider_low: fn(&Bound, &Bound) -> bool = Bound::is_below;
            let (take_low, take_high) = if *conjunctive {
                (narrower_low, wider_low)
            } else {
                (wider_low, narrower_low)
            };
            parts
                .iter()
                .map(of)
                .reduce(|(low, high), (next_low, next_high)| {
                    (
                        if take_low(&next_low, &low) {
                            next_low
                        } else {
                            low
                        },
                        if take_high(&next_high, &high) {
                            next_high
                        } else {
                            high
                        },
                    )
                })
                .unwrap_or_else(|| (zero(), infinity()))
        }
    }
}
