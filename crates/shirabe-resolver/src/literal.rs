//! Literals: a package of the pool, wanted or not.

/// The id of a package, positive where it is to be installed, negative where it must not be.
pub type Literal = i32;
