//! Versions, constraints and intervals by Composer's rules.
//!
//! - [`Version`] is a normalised version with a comparison key computed once.
//! - [`Constraint`] is a parsed requirement (`^1.2 || dev-main`); [`Constraint::admits`] is the
//!   question a solver asks most and does neither allocation nor string work for it.
//! - [`intervals`] sees a constraint as sorted ranges: intersection, subsets, compaction.
//! - [`php_version_compare`] orders version strings exactly as PHP's `version_compare` does.
//!
//! The rules are those of <https://getcomposer.org/doc/articles/versions.md>.

mod bump;
mod compare;
mod constraint;
pub mod intervals;
mod name_version_pairs;
mod php_compare;
mod php_order;
mod scan;
mod stability;
mod version;

pub use bump::bump;
pub use compare::{compare, is_upgrade, rsort, satisfied_by, satisfies, sort};
pub use constraint::{Bound, Constraint, ConstraintError, ConstraintKind, Op, UnknownOperator};
pub use name_version_pairs::{NameVersion, parse_name_version_pairs};
pub use php_compare::php_version_compare;
pub use stability::{Stability, UnknownStability};
pub use version::{Version, VersionError, normalize, parse_numeric_alias_prefix};
