//! Tests of `shirabe-semver`; the expected values were taken from Composer and PHP.

mod constraints;
mod intervals;
mod order;
mod pairs;
mod properties;
mod versions;
