//! Versions, constraints and intervals by Composer's rules.
