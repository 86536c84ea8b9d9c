//! Sets of named branches.

use crate::Version;

/// A set of named branches: either these, or all but these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branches {
    /// The branches, each once, with the place at which each stood in the list it was taken from.
    entries: Vec<(usize, Version)>,
    /// Whether the set is all branches but these.
    pub exclude: bool,
}

impl Branches {
    pub(super) fn any() -> Self {
        Self {
            entries: Vec::new(),
            exclude: true,
        }
    }

    pub(super) fn none() -> Self {
        Self {
            entries: Vec::new(),
            exclude: false,
        }
    }

    pub(super) fn only(branch: &Version) -> Self {
        Self {
            entries: vec![(0, branch.clone())],
            exclude: false,
        }
    }

    pub(super) fn all_but(branch: &Version) -> Self {
        Self {
            exclude: true,
            ..Self::only(branch)
        }
    }

    /// Whether it holds no branch.
    #[must_use]
    pub fn is_none(&self) -> bool {
        !self.exclude && self.entries.is_empty()
    }

    /// The branches that are named.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &Version> {
        self.entries.iter().map(|(_, name)| name)
    }

    /// Whether both list the same branches at the same places, as Composer compares them: a
    /// branch that moved because another one fell out counts as different.
    pub(super) fn is_same_list(&self, other: &Self) -> bool {
        self == other
    }

    /// The branches in any of the sets.
    pub(super) fn union<'a>(sets: impl Iterator<Item = &'a Self>) -> Self {
        sets.fold(Self::none(), |found, set| {
            match (found.exclude, set.exclude) {
                (true, true) => found.keeping(|name| set.lists(name)),
                (false, true) => Self {
                    exclude: true,
                    ..set.keeping(|name| !found.lists(name))
                },
                (true, false) => found.keeping(|name| !set.lists(name)),
                (false, false) => found.and(set),
            }
        })
        .once_each()
    }

    /// The branches in all of the sets.
    pub(super) fn intersection<'a>(sets: impl Iterator<Item = &'a Self>) -> Self {
        sets.fold(Self::any(), |found, set| {
            match (found.exclude, set.exclude) {
                (true, true) => found.and(set),
                (false, true) => found.keeping(|name| !set.lists(name)),
                (true, false) => set.keeping(|name| !found.lists(name)),
                (false, false) => found.keeping(|name| set.lists(name)),
            }
        })
        .once_each()
    }

    fn lists(&self, branch: &Version) -> bool {
        self.entries.iter().any(|(_, name)| name == branch)
    }

    fn keeping(&self, wanted: impl Fn(&Version) -> bool) -> Self {
        Self {
            entries: self
                .entries
                .iter()
                .filter(|(_, name)| wanted(name))
                .cloned()
                .collect(),
            exclude: self.exclude,
        }
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            entries: self
                .names()
                .chain(other.names())
                .cloned()
                .enumerate()
                .collect(),
            exclude: self.exclude,
        }
    }

    fn once_each(mut self) -> Self {
        let mut seen = std::collections::HashSet::new();
        self.entries.retain(|(_, name)| seen.insert(name.clone()));
        self
    }
}
