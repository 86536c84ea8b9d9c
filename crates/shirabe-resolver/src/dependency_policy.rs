//! Dependency policies: which versions the project does not want, whatever else speaks for them
//! (<https://getcomposer.org/doc/06-config.md#policy>).

mod advisory_filter;
mod audit;
mod config;
mod filter_list_filter;
mod ignore;

pub use advisory_filter::AdvisoryFilter;
pub use audit::Audit;
pub use config::{BlockOverrides, PolicyError};
pub use filter_list_filter::FilterListFilter;
pub use ignore::{IgnoreRule, IgnoreSwitch};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use shirabe_package::AnyPackage;
use shirabe_semver::Constraint;

use crate::source::Wanted;

/// When a policy is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockScope {
    /// When versions are chosen.
    Update,
    /// When a lock file is installed.
    Install,
}

/// What `audit` does about a policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AuditMode {
    /// Nothing.
    Ignore,
    /// Tells of it.
    Report,
    /// Tells of it and fails.
    #[default]
    Fail,
}

/// What all policies have in common.
#[derive(Clone, Debug, Default)]
pub struct ListPolicy {
    /// Whether versions are kept out.
    pub block: bool,
    /// What `audit` does.
    pub audit: AuditMode,
    /// Exceptions.
    pub ignore: Vec<IgnoreRule>,
}

/// The policy about security advisories.
#[derive(Clone, Debug, Default)]
pub struct AdvisoryPolicy {
    /// What it has in common with others.
    pub list: ListPolicy,
    /// Advisories, CVEs and ids of other databases that do not count.
    pub ignore_ids: IndexMap<String, IgnoreSwitch, FxBuildHasher>,
    /// Severities that do not count.
    pub ignore_severities: IndexMap<String, IgnoreSwitch, FxBuildHasher>,
}

/// The policy about malware.
#[derive(Clone, Debug, Default)]
pub struct MalwarePolicy {
    /// What it has in common with others.
    pub list: ListPolicy,
    /// Whether it is applied at one of the two occasions only.
    pub only: Option<BlockScope>,
    /// Reporters that do not count.
    pub ignore_sources: Vec<String>,
}

/// When a repository that cannot be asked about a policy is passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IgnoreUnreachable {
    /// By `audit`.
    pub audit: bool,
    /// When a lock file is installed.
    pub install: bool,
    /// When versions are chosen.
    pub update: bool,
}

impl IgnoreUnreachable {
    const fn at(self, scope: BlockScope) -> bool {
        match scope {
            BlockScope::Update => self.update,
            BlockScope::Install => self.install,
        }
    }
}

/// All policies of a project.
#[derive(Clone, Debug)]
pub struct DependencyPolicies {
    /// Whether there are any.
    pub enabled: bool,
    /// Security advisories.
    pub advisories: AdvisoryPolicy,
    /// Malware.
    pub malware: MalwarePolicy,
    /// Abandoned packages.
    pub abandoned: ListPolicy,
    /// Lists of the project's own.
    pub custom: IndexMap<String, ListPolicy, FxBuildHasher>,
    /// When unreachable repositories are passed over.
    pub ignore_unreachable: IgnoreUnreachable,
}

impl DependencyPolicies {
    /// The same, but no version is kept out.
    #[must_use]
    pub fn without_blocking(mut self) -> Self {
        self.advisories.list.block = false;
        self.malware.list.block = false;
        self.abandoned.block = false;
        for list in self.custom.values_mut() {
            list.block = false;
        }
        self
    }

    /// The filter for advisories and abandoned packages, if a solve needs one. `update mirrors`
    /// does not, as it changes no versions.
    #[must_use]
    pub fn advisory_filter(&self) -> Option<AdvisoryFilter> {
        (self.enabled && self.advisories.list.block).then(|| AdvisoryFilter::new(self.clone()))
    }

    /// The filter for malware and the project's own lists, if a solve needs one.
    #[must_use]
    pub fn filter_list_filter(&self, scope: BlockScope) -> Option<FilterListFilter> {
        let is_needed = self.enabled
            && (!self.blocking_lists(BlockScope::Install).is_empty()
                || scope == BlockScope::Update
                    && !self.blocking_lists(BlockScope::Update).is_empty());
        is_needed.then(|| FilterListFilter::new(self.clone(), scope))
    }

    /// The lists that keep versions out at an occasion. Only malware is looked for when a lock file
    /// is installed.
    fn blocking_lists(&self, scope: BlockScope) -> Vec<(&str, &ListPolicy)> {
        let mut lists = Vec::new();
        if self.malware.list.block && self.malware.only.is_none_or(|only| only == scope) {
            lists.push((MALWARE, &self.malware.list));
        }
        if scope == BlockScope::Update {
            let custom = self.custom.iter().filter(|(_, list)| list.block);
            lists.extend(custom.map(|(name, list)| (name.as_str(), list)));
        }
        lists
    }
}

/// The name of the malware list.
const MALWARE: &str = "malware";

/// All versions of some packages, as one query for each name; aliases by `as` are no versions of
/// their own.
pub(crate) fn versions_by_name<'p>(
    packages: impl IntoIterator<Item = &'p AnyPackage>,
) -> Vec<Wanted> {
    let mut versions: IndexMap<_, IndexMap<_, (), FxBuildHasher>, FxBuildHasher> =
        IndexMap::default();
    for package in packages {
        if package
            .as_alias()
            .is_some_and(|alias| alias.root_package_alias)
        {
            continue;
        }
        versions
            .entry(package.name())
            .or_default()
            .insert(package.version(), ());
    }
    versions
        .into_iter()
        .map(|(name, versions)| Wanted {
            name: name.clone(),
            constraint: Some(Constraint::multi(
                versions
                    .into_keys()
                    .map(|version| Constraint::single(shirabe_semver::Op::Eq, version.clone()))
                    .collect(),
                false,
            )),
        })
        .collect()
}
