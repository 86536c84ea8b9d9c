//! Which of several packages is preferred.

use crate::literal::Literal;
use crate::php_sort::usort;
use crate::pool::Pool;
use crate::rule::{Reason, RuleId, RuleSet};
use crate::solver::Branching;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use shirabe_package::{AnyPackage, PackageName};
use shirabe_semver::{Stability, Version, php_version_compare};
use std::cmp::Ordering;

/// What is preferred where several packages would do
/// (<https://getcomposer.org/doc/03-cli.md#update-u-upgrade>).
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// A more stable version before a newer one.
    pub prefer_stable: bool,
    /// The lowest version before the highest.
    pub prefer_lowest: bool,
    /// With the other two: development versions before alpha, beta and RC.
    pub prefer_dev_over_prerelease: bool,
    /// These versions before any others, so that as little as possible changes.
    pub preferred_versions: Option<FxHashMap<PackageName, Version>>,
}

impl Policy {
    /// The best of several packages of a pool, best first. Of each name only the best version is
    /// among them. `required` is the name for whose sake one is looked for.
    #[must_use]
    pub fn prefer(
        &self,
        pool: &Pool,
        candidates: &[Literal],
        required: Option<&PackageName>,
    ) -> Vec<Literal> {
        let mut candidates = candidates.to_vec();
        candidates.sort_unstable();
        let mut by_name: IndexMap<&PackageName, Vec<Literal>, FxBuildHasher> = IndexMap::default();
        for literal in candidates {
            by_name
                .entry(pool.package_of(literal).name())
                .or_default()
                .push(literal);
        }
        let mut selected = Vec::new();
        for (name, mut literals) in by_name {
            // Aliases first; of their kind, packages stay in the order of the pool.
            literals.sort_by_key(|&literal| !pool.package_of(literal).is_alias());
            let best = self.best_versions(pool, name, &literals);
            selected.extend(only_root_aliases(pool, best));
        }
        let vendor = required
            .and_then(|name| name.split_once('/'))
            .map(|(vendor, _)| vendor);
        usort(&mut selected, |&one, &two| {
            compare_packages(pool, one, two, vendor)
        });
        selected
    }

    fn best_versions(&self, pool: &Pool, name: &PackageName, literals: &[Literal]) -> Vec<Literal> {
        let preferred = self
            .preferred_versions
            .as_ref()
            .and_then(|versions| versions.get(name));
        if let Some(version) = preferred {
            let chosen: Vec<Literal> = literals
                .iter()
                .copied()
                .filter(|&literal| pool.package_of(literal).version() == version)
                .collect();
            if !chosen.is_empty() {
                return chosen;
            }
        }
        let Some((&first, rest)) = literals.split_first() else {
            return Vec::new();
        };
        let mut best = vec![first];
        let mut best_package = pool.package_of(first);
        for &literal in rest {
            let package = pool.package_of(literal);
            match self.compare(package, best_package) {
                Preference::Better => {
                    best_package = package;
                    best.clear();
                    best.push(literal);
                }
                Preference::Equal => best.push(literal),
                Preference::Worse => {}
            }
        }
        best
    }

    /// How a version compares to the best so far.
    fn compare(&self, package: &AnyPackage, best: &AnyPackage) -> Preference {
        if self.prefer_stable {
            let (mut one, mut two) = (package.stability(), best.stability());
            if one != two {
                if self.prefer_lowest
                    && self.prefer_dev_over_prerelease
                    && one != Stability::Stable
                    && two != Stability::Stable
                {
                    let promoted = |stability| match stability {
                        Stability::Dev => Stability::Stable,
                        other => other,
                    };
                    (one, two) = (promoted(one), promoted(two));
                }
                // Being less stable is worse; the second question, whether both are equal, gets
                // the same answer as the first.
                return if one < two {
                    Preference::Better
                } else {
                    Preference::Worse
                };
            }
        }
        let wanted = if self.prefer_lowest {
            Ordering::Less
        } else {
            Ordering::Greater
        };
        match compare_versions(package.version(), best.version()) {
            None => Preference::Worse,
            Some(Ordering::Equal) => Preference::Equal,
            Some(ordering) if ordering == wanted => Preference::Better,
            Some(_) => Preference::Worse,
        }
    }
}

enum Preference {
    Better,
    Equal,
    Worse,
}

/// Orders two versions. Two different branches have no order; a branch and a number have that of
/// their texts.
fn compare_versions(one: &Version, two: &Version) -> Option<Ordering> {
    match (one.is_branch(), two.is_branch()) {
        (true, true) => (one == two).then_some(Ordering::Equal),
        (false, false) => Some(one.php_cmp(two)),
        _ => Some(php_version_compare(one.as_str(), two.as_str())),
    }
}

/// Where an alias by `as` is among the packages, only such are left.
fn only_root_aliases(pool: &Pool, literals: Vec<Literal>) -> Vec<Literal> {
    let is_root_alias = |&literal: &Literal| {
        pool.package_of(literal)
            .as_alias()
            .is_some_and(|alias| alias.root_package_alias)
    };
    if literals.iter().any(is_root_alias) {
        literals.into_iter().filter(is_root_alias).collect()
    } else {
        literals
    }
}

/// Which of two packages goes first: an alias before its like, the replaced before the replacer,
/// the vendor that was asked for before others, and at last the order of the pool. Replacing each
/// other in a circle is possible, so this is no total order.
fn compare_packages(pool: &Pool, one: Literal, two: Literal, vendor: Option<&str>) -> Ordering {
    let (a, b) = (pool.package_of(one), pool.package_of(two));
    if a.name() == b.name() && a.is_alias() != b.is_alias() {
        return b.is_alias().cmp(&a.is_alias());
    }
    if replaces(a, b) {
        return Ordering::Greater;
    }
    if replaces(b, a) {
        return Ordering::Less;
    }
    if let Some(vendor) = vendor {
        let (a_is, b_is) = (a.name().starts_with(vendor), b.name().starts_with(vendor));
        if a_is != b_is {
            return b_is.cmp(&a_is);
        }
    }
    one.cmp(&two)
}

fn replaces(source: &AnyPackage, target: &AnyPackage) -> bool {
    source
        .replaces()
        .iter()
        .any(|link| link.target == *target.name())
}

/// A policy at work on one pool.
pub(crate) struct PolicyBranching<'a> {
    pub(crate) policy: &'a Policy,
    pub(crate) pool: &'a Pool,
}

impl Branching for PolicyBranching<'_> {
    fn prefer(&mut self, candidates: &[Literal], rules: &RuleSet, rule: RuleId) -> Vec<Literal> {
        let required = match rules.reason(rule) {
            Reason::RootRequire { name, .. } => Some(name),
            Reason::Fixed(package) | Reason::LockedPackageRemoved(package) => Some(package.name()),
            Reason::Requires { package, link } => self
                .pool
                .package(*package)
                .requires()
                .get(*link as usize)
                .map(|link| &link.target),
            _ => None,
        };
        self.policy.prefer(self.pool, candidates, required)
    }
}
