//! Keeps packages that are on filter lists out of a pool: malware, and the project's own lists.

use super::{BlockScope, DependencyPolicies, ListPolicy, MALWARE, versions_by_name};
use crate::advisory::ListedPackage;
use crate::pool::{Origin, PackageId, Pool};
use crate::pool_filter::{FilterListEntry, PoolFilter, Removal};
use crate::repository_set::RepositorySet;
use crate::request::Request;
use crate::source::SourceError;
use rustc_hash::{FxHashMap, FxHashSet};
use shirabe_package::{AnyPackage, PackageName};

/// Applies the policies about malware and the project's own lists.
#[derive(Clone, Debug)]
pub struct FilterListFilter {
    policies: DependencyPolicies,
    scope: BlockScope,
    /// Repositories that could not be asked, and why.
    pub unreachable: Vec<String>,
}

type Listed = FxHashMap<PackageName, Vec<ListedPackage>>;

impl FilterListFilter {
    pub(super) const fn new(policies: DependencyPolicies, scope: BlockScope) -> Self {
        Self {
            policies,
            scope,
            unreachable: Vec::new(),
        }
    }

    fn load(
        &mut self,
        pool: &Pool,
        repositories: &mut RepositorySet<'_>,
    ) -> Result<Listed, SourceError> {
        let mut names: Vec<String> = Vec::new();
        let mut passes = self.policies.ignore_unreachable.at(self.scope);
        let mut lists = self.policies.blocking_lists(self.scope);
        if self.scope == BlockScope::Update {
            lists.extend(self.policies.blocking_lists(BlockScope::Install));
            passes &= self.policies.ignore_unreachable.install;
        }
        for (name, _) in lists {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        let judged = pool
            .ids()
            .filter(|&id| is_judged(pool, id))
            .map(|id| pool.package(id));
        let wanted = versions_by_name(judged);
        let found = repositories.filter_lists(&wanted, &names, passes)?;
        self.unreachable = found.unreachable;
        let mut listed = Listed::default();
        let mut sorted = found.listed;
        sorted.sort_by(|one, two| one.entry.list.cmp(&two.entry.list));
        for entry in sorted {
            listed.entry(entry.package.clone()).or_default().push(entry);
        }
        Ok(listed)
    }

    /// What the lists that count at an occasion say of a package.
    fn entries(
        &self,
        package: &AnyPackage,
        listed: &Listed,
        lists: &[(&str, &ListPolicy)],
    ) -> Vec<FilterListEntry> {
        let mut found = Vec::new();
        for name in package.names(false) {
            for listed in listed.get(&name).into_iter().flatten() {
                let list = lists.iter().find(|(list, _)| *list == listed.entry.list);
                let Some((list, policy)) = list else {
                    continue;
                };
                let is_ignored = *list == MALWARE && self.is_ignored_source(&listed.entry)
                    || policy
                        .ignore
                        .iter()
                        .any(|rule| rule.excepts(&name, package.version()));
                if !is_ignored && listed.constraint.admits(package.version()) {
                    found.push(listed.entry.clone());
                }
            }
        }
        found
    }

    fn is_ignored_source(&self, entry: &FilterListEntry) -> bool {
        let source = entry.source.as_ref();
        source.is_some_and(|source| self.policies.malware.ignore_sources.contains(source))
    }
}

fn is_judged(pool: &Pool, id: PackageId) -> bool {
    pool.origin(id) != Origin::Root && !pool.package(id).is_platform()
}

impl PoolFilter for FilterListFilter {
    fn removals(
        &mut self,
        pool: &Pool,
        request: &Request,
        repositories: &mut RepositorySet<'_>,
    ) -> Result<Vec<(PackageId, Removal)>, SourceError> {
        let listed = self.load(pool, repositories)?;
        if listed.is_empty() {
            return Ok(Vec::new());
        }
        let here = self.policies.blocking_lists(self.scope);
        let on_install = self.policies.blocking_lists(BlockScope::Install);
        // What an update leaves as it is locked is judged as when it is installed.
        let locked: FxHashSet<_> = request
            .locked_repository()
            .unwrap_or_default()
            .iter()
            .map(|package| (package.name(), package.version()))
            .collect();
        let mut removals = Vec::new();
        for id in pool.ids().filter(|&id| is_judged(pool, id)) {
            let package = pool.package(id);
            let is_locked =
                request.is_locked(package) || locked.contains(&(package.name(), package.version()));
            let lists = if self.scope == BlockScope::Update && is_locked {
                &on_install
            } else {
                &here
            };
            let entries = self.entries(package, &listed, lists);
            if !entries.is_empty() {
                removals.push((id, Removal::FilterLists(entries)));
            }
        }
        Ok(removals)
    }
}
