//! The comparison of one version with another, and whether two such comparisons meet.

use crate::Version;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A comparison operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// `==`, also written `=`.
    Eq,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `!=`, also written `<>`.
    Ne,
}

/// A text that is no comparison operator.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Invalid operator \"{0}\" given, expected one of: =, ==, <, <=, >, >=, <>, !=")]
pub struct UnknownOperator(pub String);

/// Where a comparison's versions lie as seen from its limit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

impl Op {
    /// Whether `version op limit`. A named branch is only ever equal or unequal to another.
    pub(super) fn holds(self, version: &Version, limit: &Version) -> bool {
        if version.is_branch() || limit.is_branch() {
            match self {
                // A numeric version never has a branch's text.
                Self::Eq => version == limit,
                Self::Ne => version != limit,
                _ => false,
            }
        } else {
            self.allows(version.php_cmp(limit))
        }
    }

    /// Whether versions in this order satisfy it.
    pub(crate) fn allows(self, order: Ordering) -> bool {
        match self {
            Self::Eq => order.is_eq(),
            Self::Lt => order.is_lt(),
            Self::Le => order.is_le(),
            Self::Gt => order.is_gt(),
            Self::Ge => order.is_ge(),
            Self::Ne => order.is_ne(),
        }
    }

    fn side(self) -> Option<Side> {
        match self {
            Self::Lt | Self::Le => Some(Side::Below),
            Self::Gt | Self::Ge => Some(Side::Above),
            Self::Eq | Self::Ne => None,
        }
    }

    /// Its spelling as Composer writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Eq => "==",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::Ne => "!=",
        }
    }
}

/// Whether some version satisfies both comparisons. `b` is the one that a package provides.
pub(super) fn meet((a, a_limit): (Op, &Version), (b, b_limit): (Op, &Version)) -> bool {
    match (a, b) {
        (Op::Ne, Op::Ne) => true,
        (Op::Ne, Op::Eq) | (Op::Eq, Op::Ne) => Op::Ne.holds(b_limit, a_limit),
        // There is no range of branches that could reach beyond the excluded version.
        (Op::Ne, _) => !b_limit.is_branch(),
        (_, Op::Ne) => !a_limit.is_branch(),
        (Op::Eq, _) => b.holds(a_limit, b_limit),
        (_, Op::Eq) => a.holds(b_limit, a_limit),
        _ if a.side() == b.side() => !a_limit.is_branch() && !b_limit.is_branch(),
        _ => {
            let touch_only = matches!(a, Op::Le | Op::Ge)
                && matches!(b, Op::Lt | Op::Gt)
                && b_limit.php_cmp(a_limit).is_eq();
            a.holds(b_limit, a_limit) && !touch_only
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Op {
    type Err = UnknownOperator;

    fn from_str(text: &str) -> Result<Self, UnknownOperator> {
        Ok(match text {
            "=" | "==" => Self::Eq,
            "<" => Self::Lt,
            "<=" => Self::Le,
            ">" => Self::Gt,
            ">=" => Self::Ge,
            "<>" | "!=" => Self::Ne,
            _ => return Err(UnknownOperator(text.to_owned())),
        })
    }
}
