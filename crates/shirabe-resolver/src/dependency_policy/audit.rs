//! Looks for security advisories about packages that are chosen already
//! (<https://getcomposer.org/doc/03-cli.md#audit>).

use super::{AdvisoryPolicy, DependencyPolicies, IgnoreSwitch, versions_by_name};
use crate::advisory::Advisory;
use crate::repository_set::RepositorySet;
use crate::source::SourceError;
use shirabe_package::AnyPackage;

/// What an audit found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The advisories that affect one of the packages.
    pub advisories: Vec<Advisory>,
    /// Those that the project does not want to hear of.
    pub ignored: Vec<Advisory>,
    /// Repositories that could not be asked, and why.
    pub unreachable: Vec<String>,
}

impl DependencyPolicies {
    /// Asks the repositories for advisories about `packages`. Enough to count them is known of each;
    /// the rest only of some.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read and is not to be passed over.
    pub fn audit<'p>(
        &self,
        packages: impl IntoIterator<Item = &'p AnyPackage>,
        repositories: &mut RepositorySet<'_>,
    ) -> Result<Audit, SourceError> {
        let wanted = versions_by_name(packages);
        let passes = self.ignore_unreachable.audit;
        let counts = |switch: &IgnoreSwitch| switch.on_audit;
        let mut found = repositories.advisories(&wanted, true, passes)?;
        if self.advisories.needs_whole(counts)
            && found.advisories.iter().any(|advisory| advisory.is_partial)
        {
            found = repositories.advisories(&wanted, false, passes)?;
        }
        let (ignored, advisories) = found
            .advisories
            .into_iter()
            .partition(|advisory| self.advisories.ignores(advisory, counts));
        Ok(Audit {
            advisories,
            ignored,
            unreachable: found.unreachable,
        })
    }
}

impl AdvisoryPolicy {
    /// Whether an exception needs more of an advisory than its own id to be applied.
    pub(super) fn needs_whole(&self, counts: impl Fn(&IgnoreSwitch) -> bool) -> bool {
        let ids = self
            .ignore_ids
            .iter()
            .filter(|(_, switch)| counts(switch))
            .map(|(id, _)| id.as_str());
        let names = self
            .list
            .ignore
            .iter()
            .filter(|rule| counts(&rule.switch))
            .map(|rule| rule.name.as_str());
        ids.chain(names).any(|word| !word.starts_with("PKSA-"))
    }

    /// Whether an exception that counts fits an advisory.
    pub(super) fn ignores(
        &self,
        advisory: &Advisory,
        counts: impl Fn(&IgnoreSwitch) -> bool,
    ) -> bool {
        let is_listed = |word: &str| {
            let mut rules = self.list.ignore.iter();
            self.ignore_ids.get(word).is_some_and(&counts)
                || rules.any(|rule| counts(&rule.switch) && rule.name == word)
        };
        let has_ignored_severity = advisory
            .severity
            .as_ref()
            .and_then(|severity| self.ignore_severities.get(severity))
            .is_some_and(&counts);
        is_listed(&advisory.package)
            || is_listed(&advisory.id)
            || !advisory.is_partial
                && (has_ignored_severity
                    || advisory.cve.as_deref().is_some_and(is_listed)
                    || advisory.remote_ids.iter().any(|id| is_listed(id)))
    }
}
