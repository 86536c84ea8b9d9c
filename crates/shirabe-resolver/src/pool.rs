//! The pool: the finite set of packages among which one solve chooses.

use crate::identity::Identity;
use crate::literal::Literal;
use crate::pool_filter::{Removal, RemovedVersions};
use crate::repository_set::SourceIndex;
use crate::represented::Represented;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use shirabe_package::{AnyPackage, PackageName};
use shirabe_semver::{Constraint, Version};
use std::sync::Arc;

/// Place of a package in a pool, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackageId(u32);

impl PackageId {
    pub(crate) fn from_index(index: usize) -> Self {
        Self(u32::try_from(index + 1).expect("fewer than 2^31 packages"))
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The package that a literal is about.
    #[must_use]
    pub const fn of(literal: Literal) -> Self {
        Self(literal.unsigned_abs())
    }

    /// The literal that wants the package.
    #[must_use]
    pub const fn literal(self) -> Literal {
        self.0.cast_signed()
    }
}

/// Where a package of the pool is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The root package, or its alias.
    Root,
    /// The machine.
    Platform,
    /// The lock file.
    Locked,
    /// Present and fixed for another reason.
    Fixed,
    /// A repository of the set.
    Source(SourceIndex),
}

/// A package that may become part of a pool.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The package.
    pub package: AnyPackage,
    /// Where it is from.
    pub origin: Origin,
}

pub(crate) type VersionMap = IndexMap<Version, Arc<str>, FxBuildHasher>;

/// All packages of one solve, by id and by name.
#[derive(Debug, Default)]
pub struct Pool {
    candidates: Vec<Candidate>,
    by_name: FxHashMap<PackageName, Vec<PackageId>>,
    by_identity: FxHashMap<Identity, PackageId>,
    /// Fixed or locked packages that are not in the pool, as they are not stable enough.
    unacceptable: Vec<AnyPackage>,
    /// What the optimiser took out.
    represented: Represented,
    /// What policies took out.
    pub(crate) removed: RemovedVersions,
}

impl Pool {
    /// A pool of these packages, with ids in this order.
    #[must_use]
    pub fn new(candidates: Vec<Candidate>, unacceptable: Vec<AnyPackage>) -> Self {
        let mut pool = Self {
            unacceptable,
            ..Self::default()
        };
        pool.set_candidates(candidates);
        pool
    }

    fn set_candidates(&mut self, candidates: Vec<Candidate>) {
        self.by_name.clear();
        self.by_identity.clear();
        for (index, candidate) in candidates.iter().enumerate() {
            let id = PackageId::from_index(index);
            let package = &candidate.package;
            self.by_identity.insert(Identity::of(package), id);
            let links = package.provides().iter().chain(package.replaces());
            for name in std::iter::once(package.name()).chain(links.map(|link| &link.target)) {
                if let Some(ids) = self.by_name.get_mut(name) {
                    // A package that goes by one name twice is entered once.
                    if ids.last() != Some(&id) {
                        ids.push(id);
                    }
                } else {
                    self.by_name.insert(name.clone(), vec![id]);
                }
            }
        }
        self.candidates = candidates;
    }

    /// Keeps only some packages; ids are given anew.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(PackageId) -> bool) {
        let mut index = 0;
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain(|_| {
            index += 1;
            keep(PackageId::from_index(index - 1))
        });
        self.set_candidates(candidates);
    }

    /// How many packages there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Whether there are no packages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// The ids in order.
    pub fn ids(&self) -> impl Iterator<Item = PackageId> + use<> {
        (0..self.len()).map(PackageId::from_index)
    }

    /// The packages in the order of their ids.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// A package by its id.
    #[must_use]
    pub fn package(&self, id: PackageId) -> &AnyPackage {
        &self.candidates[id.index()].package
    }

    /// The package that a literal is about.
    #[must_use]
    pub fn package_of(&self, literal: Literal) -> &AnyPackage {
        self.package(PackageId::of(literal))
    }

    /// Where a package is from.
    #[must_use]
    pub fn origin(&self, id: PackageId) -> Origin {
        self.candidates[id.index()].origin
    }

    /// The id of this very package, if it is in the pool.
    #[must_use]
    pub fn id_of(&self, package: &AnyPackage) -> Option<PackageId> {
        self.by_identity.get(&Identity::of(package)).copied()
    }

    /// The packages that go by a name: their own, or one that they provide or replace.
    #[must_use]
    pub fn named(&self, name: &PackageName) -> &[PackageId] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The packages that satisfy a requirement, by their own name and version or by a link.
    #[must_use]
    pub fn what_provides(
        &self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Vec<PackageId> {
        self.named(name)
            .iter()
            .copied()
            .filter(|&id| satisfies(self.package(id), name, constraint))
            .collect()
    }

    /// Whether a fixed or locked package was left out, as it is not stable enough.
    #[must_use]
    pub fn is_unacceptable(&self, package: &AnyPackage) -> bool {
        self.unacceptable.iter().any(|other| other.is_same(package))
    }

    pub(crate) fn set_represented(&mut self, represented: Represented) {
        self.represented = represented;
    }

    pub(crate) fn represented(&self) -> &Represented {
        &self.represented
    }

    /// What policies took out of the versions of a name that a constraint admits.
    pub fn removals<'p>(
        &'p self,
        name: &PackageName,
        constraint: &'p Constraint,
    ) -> impl Iterator<Item = &'p Removal> {
        self.removed
            .of(name)
            .filter(|(version, _)| constraint.admits(version))
            .map(|(_, removal)| removal)
    }
}

/// Whether a package is what a requirement asks for.
#[must_use]
pub fn satisfies(
    package: &AnyPackage,
    name: &PackageName,
    constraint: Option<&Constraint>,
) -> bool {
    if package.name() == name {
        return constraint.is_none_or(|constraint| constraint.admits(package.version()));
    }
    package
        .provides()
        .iter()
        .chain(package.replaces())
        .any(|link| {
            link.target == *name
                && constraint.is_none_or(|constraint| constraint.matches(&link.constraint))
        })
}
