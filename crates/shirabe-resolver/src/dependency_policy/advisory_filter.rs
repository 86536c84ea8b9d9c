//! Keeps versions with security advisories, and abandoned packages, out of a pool.

use super::{DependencyPolicies, IgnoreSwitch, versions_by_name};
use crate::advisory::Advisory;
use crate::pool::{Origin, PackageId, Pool};
use crate::pool_filter::{PoolFilter, Removal};
use crate::repository_set::RepositorySet;
use crate::request::Request;
use crate::source::{SourceError, Wanted};
use rustc_hash::FxHashMap;
use shirabe_package::{Abandoned, AnyPackage, PackageName};

/// Applies the policies about advisories and abandoned packages.
#[derive(Clone, Debug)]
pub struct AdvisoryFilter {
    policies: DependencyPolicies,
    /// Repositories that could not be asked, and why.
    pub unreachable: Vec<String>,
}

impl AdvisoryFilter {
    pub(super) const fn new(policies: DependencyPolicies) -> Self {
        Self {
            policies,
            unreachable: Vec::new(),
        }
    }

    fn load(
        &mut self,
        wanted: &[Wanted],
        repositories: &mut RepositorySet<'_>,
    ) -> Result<FxHashMap<PackageName, Vec<Advisory>>, SourceError> {
        let passes = self.policies.ignore_unreachable.update;
        let mut found = repositories.advisories(wanted, true, passes)?;
        let counts = |switch: &IgnoreSwitch| switch.on_block;
        let policy = &self.policies.advisories;
        if policy.needs_whole(counts) && found.advisories.iter().any(|advisory| advisory.is_partial)
        {
            found = repositories.advisories(wanted, false, passes)?;
        }
        self.unreachable = found.unreachable;
        let mut by_name: FxHashMap<PackageName, Vec<Advisory>> = FxHashMap::default();
        for advisory in found.advisories {
            if !policy.ignores(&advisory, counts) {
                by_name
                    .entry(advisory.package.clone())
                    .or_default()
                    .push(advisory);
            }
        }
        Ok(by_name)
    }

    fn is_abandoned(&self, package: &AnyPackage) -> bool {
        let policy = &self.policies.abandoned;
        policy.block
            && package.base().abandoned != Abandoned::No
            && !policy
                .ignore
                .iter()
                .any(|rule| rule.switch.on_block && rule.pattern.matches(package.name()))
    }
}

/// The ids of the advisories that affect a package; development versions are not judged.
fn ids_of(package: &AnyPackage, advisories: &FxHashMap<PackageName, Vec<Advisory>>) -> Vec<String> {
    if package.is_dev() || advisories.is_empty() {
        return Vec::new();
    }
    package
        .names(false)
        .iter()
        .filter_map(|name| advisories.get(name))
        .flatten()
        .filter(|advisory| advisory.affected.admits(package.version()))
        .map(|advisory| advisory.id.clone())
        .collect()
}

impl PoolFilter for AdvisoryFilter {
    fn removals(
        &mut self,
        pool: &Pool,
        request: &Request,
        repositories: &mut RepositorySet<'_>,
    ) -> Result<Vec<(PackageId, Removal)>, SourceError> {
        let judged = pool
            .ids()
            .filter(|&id| pool.origin(id) != Origin::Root)
            .map(|id| pool.package(id))
            .filter(|package| !package.is_platform() && !request.is_locked(package));
        let wanted = versions_by_name(judged);
        let advisories = self.load(&wanted, repositories)?;
        let mut removals = Vec::new();
        for id in pool.ids() {
            let package = pool.package(id);
            if self.is_abandoned(package) {
                removals.push((id, Removal::Abandoned));
                continue;
            }
            let ids = ids_of(package, &advisories);
            if !ids.is_empty() {
                removals.push((id, Removal::Advisories(ids)));
            }
        }
        Ok(removals)
    }
}
