//! Which version of one package to take when nothing else is at stake: `create-project`.

use crate::console::{Console, Tone, Verbosity};
use rustc_hash::FxHashSet;
use shirabe_package::{AnyPackage, DEFAULT_BRANCH_ALIAS, Link, PlatformRequirementFilter};
use shirabe_semver::{Stability, php_version_compare};
use std::cmp::Ordering;

/// Chooses the version that is stable enough, then newest, and fits the platform.
pub(crate) struct VersionChoice<'a> {
    /// Versions below this stability are taken only where there is none above.
    pub(crate) preferred: Stability,
    /// What the machine has.
    pub(crate) platform: &'a [AnyPackage],
    /// Which platform requirements do not count.
    pub(crate) filter: &'a PlatformRequirementFilter,
}

impl VersionChoice<'_> {
    /// The best of the candidates; `console` hears why better ones were passed over.
    pub(crate) fn best(
        &self,
        mut candidates: Vec<AnyPackage>,
        console: Option<&Console>,
    ) -> Option<AnyPackage> {
        candidates.sort_by(|one, two| self.compare(one, two));
        let mut seen = FxHashSet::default();
        let chosen = candidates.into_iter().find(|candidate| {
            let unmet = self.unmet(candidate);
            if let (Some(console), false) = (console, unmet.is_empty()) {
                tell(console, candidate, &unmet, &mut seen);
            }
            unmet.is_empty()
        })?;
        if chosen.is_alias() && chosen.pretty_version() == DEFAULT_BRANCH_ALIAS {
            return Some(AnyPackage::Real(chosen.base().clone()));
        }
        Some(chosen)
    }

    fn compare(&self, one: &AnyPackage, two: &AnyPackage) -> Ordering {
        let below = |package: &AnyPackage| {
            let stability = package.stability();
            (stability > self.preferred).then_some(stability)
        };
        below(one)
            .cmp(&below(two))
            .then_with(|| php_version_compare(two.version().as_str(), one.version().as_str()))
    }

    /// The platform requirements that the machine does not meet, with how.
    fn unmet<'p>(&self, package: &'p AnyPackage) -> Vec<(&'p Link, &'static str)> {
        if *self.filter == PlatformRequirementFilter::IgnoreAll || self.platform.is_empty() {
            return Vec::new();
        }
        package
            .requires()
            .iter()
            .filter(|link| link.target.is_platform() && !self.filter.is_ignored(&link.target))
            .filter_map(|link| {
                let mut known = self
                    .platform
                    .iter()
                    .filter(|package| *package.name() == link.target)
                    .peekable();
                if known.peek().is_none() {
                    return Some((link, "is missing from your platform"));
                }
                let constraint =
                    self.filter
                        .filter_constraint(&link.target, &link.constraint, true);
                (!known.any(|package| constraint.admits(package.version())))
                    .then_some((link, "is not satisfied by your platform"))
            })
            .collect()
    }
}

fn tell(
    console: &Console,
    package: &AnyPackage,
    unmet: &[(&Link, &'static str)],
    seen: &mut FxHashSet<String>,
) {
    let latest = if seen.is_empty() {
        "'s latest version"
    } else {
        ""
    };
    for (link, reason) in unmet {
        let is_first = seen.insert(link.target.to_string());
        let least = if is_first {
            Verbosity::Normal
        } else {
            Verbosity::Verbose
        };
        let line = format!(
            "Cannot use {}{latest} {} as it requires {} {} which {reason}.",
            package.pretty_name(),
            package.pretty_version(),
            link.target,
            link.pretty_constraint
        );
        console.say_at(least, Tone::Warning, &line);
    }
}
