//! Solves from outside: small projects told as JSON, and properties over random ones.

mod aliases;
mod choice;
mod explanations;
mod partial_updates;
mod policies;
mod priorities;
mod project;
mod random_clauses;
mod random_universes;
mod transactions;
