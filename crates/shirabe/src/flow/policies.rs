//! Which versions policies keep out of a solve (<https://getcomposer.org/doc/06-config.md#policy>).

use super::Flow;
use crate::failure::Failure;
use shirabe_resolver::PoolFilter;

/// Which solve is filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// `update`
    Update,
    /// `install` from a lock file.
    Install,
}

/// The filters that the configuration asks for.
#[derive(Default)]
pub(super) struct Filters(Vec<Box<dyn PoolFilter>>);

impl Filters {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn as_dyn(&mut self) -> Vec<&mut dyn PoolFilter> {
        self.0.iter_mut().map(|filter| &mut **filter as &mut dyn PoolFilter).collect()
    }
}

pub(super) fn filters(_flow: &Flow<'_>, _scope: Scope) -> Result<Filters, Failure> {
    Ok(Filters::default())
}
