//! Taking packages out of the pool by policy: security advisories, malware lists, abandonment.

use crate::pool::PackageId;
use crate::pool::Pool;
use crate::repository_set::RepositorySet;
use crate::request::Request;
use crate::source::SourceError;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use shirabe_package::PackageName;
use shirabe_semver::Version;

/// One entry of a filter list
/// (<https://getcomposer.org/doc/06-config.md#policy>).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterListEntry {
    /// The list that has the entry: `malware`, or one of the project's own.
    pub list: String,
    /// Who reported the package.
    pub source: Option<String>,
    /// Where to read about it.
    pub url: Option<String>,
    /// Why it is on the list.
    pub reason: Option<String>,
}

/// Why a policy took a package out of the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Security advisories, by id.
    Advisories(Vec<String>),
    /// It is abandoned.
    Abandoned,
    /// It is on filter lists.
    FilterLists(Vec<FilterListEntry>),
}

impl Removal {
    const fn kind(&self) -> RemovalKind {
        match self {
            Self::Advisories(_) => RemovalKind::Advisories,
            Self::Abandoned => RemovalKind::Abandoned,
            Self::FilterLists(_) => RemovalKind::FilterLists,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RemovalKind {
    Advisories,
    Abandoned,
    FilterLists,
}

/// Decides which packages are taken out of a pool before it is optimised.
pub trait PoolFilter {
    /// The packages to take out, and why.
    ///
    /// # Errors
    ///
    /// If the data behind the policy cannot be had.
    fn removals(
        &mut self,
        pool: &Pool,
        request: &Request,
        repositories: &mut RepositorySet<'_>,
    ) -> Result<Vec<(PackageId, Removal)>, SourceError>;
}

type Removals = IndexMap<(Version, RemovalKind), Removal, FxBuildHasher>;

/// What policies took out, by each name that the packages went by (but for what they provide).
#[derive(Clone, Debug, Default)]
pub(crate) struct RemovedVersions {
    by_name: FxHashMap<PackageName, Removals>,
}

impl RemovedVersions {
    pub(crate) fn insert(&mut self, name: PackageName, version: Version, removal: Removal) {
        self.by_name
            .entry(name)
            .or_default()
            .insert((version, removal.kind()), removal);
    }

    pub(crate) fn of(&self, name: &PackageName) -> impl Iterator<Item = (&Version, &Removal)> {
        self.by_name
            .get(name)
            .into_iter()
            .flatten()
            .map(|((version, _), removal)| (version, removal))
    }
}
