//! What a run has come to so far.

use super::Suggestions;
use shirabe_package::LockFile;
use shirabe_resolver::{Operation, RepositorySet};

/// Grows as the run goes on.
pub(super) struct Outcome {
    /// What new packages suggest.
    pub(super) suggestions: Suggestions,
    /// The lock file that holds now.
    pub(super) lock: Option<LockFile>,
    /// What the solve changed in it.
    pub(super) operations: Vec<Operation>,
    /// What the solve was made from, for the audit.
    pub(super) repositories: Option<RepositorySet<'static>>,
}

impl Outcome {
    pub(super) fn new(suggestions: Suggestions) -> Self {
        Self {
            suggestions,
            lock: None,
            operations: Vec::new(),
            repositories: None,
        }
    }
}
