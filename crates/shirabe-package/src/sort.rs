//! Orders of packages.

use crate::any::AnyPackage;
use crate::name::PackageName;
use crate::php_order::natural_ignoring_case;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// A package as a node of the graph of requirements.
pub trait Requiring {
    /// Its name.
    fn name(&self) -> &str;
    /// What it requires; for the root package, for development too.
    fn required(&self) -> impl Iterator<Item = &str>;
}

impl Requiring for AnyPackage {
    fn name(&self) -> &str {
        AnyPackage::name(self)
    }

    fn required(&self) -> impl Iterator<Item = &str> {
        self.requires().iter().map(|link| link.target.as_str())
    }
}

/// Sorts packages so that those which others need come first, and those needed alike by name.
///
/// The autoloader loads `files` in this order. `weights` moves single packages: less is earlier.
#[must_use]
pub fn by_dependencies<P: Requiring>(packages: Vec<P>, weights: &FxHashMap<String, i64>) -> Vec<P> {
    let order = dependency_order(&packages, weights);
    let mut slots: Vec<Option<P>> = packages.into_iter().map(Some).collect();
    order
        .into_iter()
        .filter_map(|index| slots[index].take())
        .collect()
}

/// The order of [`by_dependencies`], as indices.
#[must_use]
pub fn dependency_order<P: Requiring>(
    packages: &[P],
    weights: &FxHashMap<String, i64>,
) -> Vec<usize> {
    let mut users: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for package in packages {
        for target in package.required() {
            users.entry(target).or_default().push(package.name());
        }
    }
    let mut weighing = Weighing {
        users,
        weights,
        open: FxHashSet::default(),
        known: FxHashMap::default(),
    };
    let weighed: Vec<i64> = packages
        .iter()
        .map(|package| weighing.weight(package.name()))
        .collect();
    let mut order: Vec<usize> = (0..packages.len()).collect();
    order.sort_by(|&one, &two| {
        weighed[one]
            .cmp(&weighed[two])
            .then_with(|| natural_ignoring_case(packages[one].name(), packages[two].name()))
    });
    order
}

struct Weighing<'a> {
    users: FxHashMap<&'a str, Vec<&'a str>>,
    weights: &'a FxHashMap<String, i64>,
    open: FxHashSet<&'a str>,
    known: FxHashMap<&'a str, i64>,
}

/// One name whose users are being weighed.
struct Frame<'a> {
    name: &'a str,
    weight: i64,
    next_user: usize,
}

impl<'a> Weighing<'a> {
    /// Each user of a package makes it lighter by one and by as much as the user itself is light.
    /// In a circle, the package met again counts nothing. An explicit stack, so that no chain of
    /// requirements is too long.
    fn weight(&mut self, name: &'a str) -> i64 {
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        let mut stack = vec![self.open(name)];
        let mut result = 0;
        while let Some(frame) = stack.last_mut() {
            let user = self
                .users
                .get(frame.name)
                .and_then(|users| users.get(frame.next_user))
                .copied();
            match user {
                Some(user) => {
                    let weight = match self.known.get(user) {
                        Some(&known) => Some(known),
                        None if self.open.contains(user) => Some(0),
                        None => None,
                    };
                    if let Some(weight) = weight {
                        frame.next_user += 1;
                        frame.weight -= 1 - weight;
                    } else {
                        let next = self.open(user);
                        stack.push(next);
                    }
                }
                None => {
                    result = frame.weight;
                    self.open.remove(frame.name);
                    self.known.insert(frame.name, result);
                    stack.pop();
                }
            }
        }
        result
    }

    fn open(&mut self, name: &'a str) -> Frame<'a> {
        self.open.insert(name);
        Frame {
            name,
            weight: self.weights.get(name).copied().unwrap_or(0),
            next_user: 0,
        }
    }
}

/// The version to show for a package of which several are known: the head of the default branch,
/// else the highest.
#[must_use]
pub fn most_current(packages: &[AnyPackage]) -> Option<&AnyPackage> {
    if let Some(head) = packages.iter().find(|package| package.is_default_branch()) {
        return Some(head);
    }
    let mut packages = packages.iter();
    let first = packages.next()?;
    Some(packages.fold(first, |highest, candidate| {
        match highest.version().php_cmp(candidate.version()) {
            Ordering::Less => candidate,
            _ => highest,
        }
    }))
}

/// Sorts packages by name, byte by byte.
pub fn by_name(packages: &mut [AnyPackage]) {
    packages.sort_by(|one, two| PackageName::cmp(one.name(), two.name()));
}
