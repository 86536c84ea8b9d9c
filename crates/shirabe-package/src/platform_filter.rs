//! `--ignore-platform-req` and `--ignore-platform-reqs`.

use crate::name::is_platform;
use crate::name_pattern::NamePattern;
use shirabe_semver::{Constraint, Op, intervals};

/// Which platform requirements do not count
/// (<https://getcomposer.org/doc/03-cli.md#install-i>).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlatformRequirementFilter {
    /// All count.
    #[default]
    IgnoreNothing,
    /// None counts.
    IgnoreAll,
    /// Those of a list do not.
    IgnoreList {
        /// Requirements that do not count at all.
        whole: Vec<NamePattern>,
        /// Requirements whose upper bound does not count (`php+`).
        upper_bound: Vec<NamePattern>,
    },
}

impl PlatformRequirementFilter {
    /// From the words of `--ignore-platform-req`: names with `*`, and `+` at the end for the upper
    /// bound alone.
    #[must_use]
    pub fn from_list<S: AsRef<str>>(words: &[S]) -> Self {
        let mut whole = Vec::new();
        let mut upper_bound = Vec::new();
        for word in words {
            let word = word.as_ref();
            match word.strip_suffix('+') {
                Some(name) => upper_bound.push(NamePattern::new(name)),
                None => whole.push(NamePattern::new(word)),
            }
        }
        Self::IgnoreList { whole, upper_bound }
    }

    /// Whether the requirement does not count at all.
    #[must_use]
    pub fn is_ignored(&self, name: &str) -> bool {
        is_platform(name)
            && match self {
                Self::IgnoreNothing => false,
                Self::IgnoreAll => true,
                Self::IgnoreList { whole, .. } => NamePattern::any_matches(whole, name),
            }
    }

    /// Whether at least the upper bound of the requirement does not count.
    #[must_use]
    pub fn is_upper_bound_ignored(&self, name: &str) -> bool {
        self.is_ignored(name) || is_platform(name) && self.upper_bound_listed(name)
    }

    fn upper_bound_listed(&self, name: &str) -> bool {
        matches!(self, Self::IgnoreList { upper_bound, .. } if NamePattern::any_matches(upper_bound, name))
    }

    /// The constraint that is left of a requirement whose upper bound does not count; any other is
    /// as it was. Conflicts keep their upper bound: `allow_upper_bound_override` is false for them.
    #[must_use]
    pub fn filter_constraint(
        &self,
        name: &str,
        constraint: &Constraint,
        allow_upper_bound_override: bool,
    ) -> Constraint {
        if !allow_upper_bound_override || !is_platform(name) || !self.upper_bound_listed(name) {
            return constraint.clone();
        }
        if self.is_ignored(name) {
            return Constraint::all();
        }
        let ranges = intervals::get(constraint);
        match ranges
            .numeric
            .last()
            .filter(|last| !last.is_until_infinity())
        {
            Some(last) => {
                let beyond = Constraint::single(Op::Ge, last.end.version.clone());
                Constraint::group(vec![constraint.clone(), beyond], false)
            }
            None => constraint.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PlatformRequirementFilter;

    #[test]
    fn only_platform_packages_are_ignored() {
        let all = PlatformRequirementFilter::IgnoreAll;
        assert!(all.is_ignored("php"));
        assert!(!all.is_ignored("acme/a"));
        let some = PlatformRequirementFilter::from_list(&["ext-*", "php+"]);
        assert!(some.is_ignored("ext-intl"));
        assert!(!some.is_ignored("php"));
        assert!(some.is_upper_bound_ignored("php"));
        assert!(some.is_upper_bound_ignored("ext-intl"));
        assert!(!some.is_ignored("acme/a"));
    }
}
