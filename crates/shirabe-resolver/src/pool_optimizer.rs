//! Leaving packages out of a pool that cannot make a difference.
//!
//! Versions of a package that require, conflict with, replace and provide the same, and that fall
//! under the same requirements and conflicts of others, are interchangeable: only the one that the
//! policy prefers is kept. And versions that a locked package excludes are of no use. Neither
//! changes which solution is found; both make the search several times faster.

use crate::literal::Literal;
use crate::policy::Policy;
use crate::pool::{PackageId, Pool};
use crate::represented::Represented;
use crate::request::Request;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use shirabe_callgraph::{centre, enter};
use shirabe_package::{AnyPackage, Link, LinkKind, PackageName};
use shirabe_semver::{Constraint, ConstraintKind, Op, intervals};

/// Leaves out of the pool what cannot make a difference for this request under this policy.
pub(crate) fn optimize(pool: &mut Pool, request: &Request, policy: &Policy) {
    let _span = enter(centre!("optimise-pool"));
    let mut optimizer = Optimizer::new(pool);
    optimizer.read(request);
    optimizer.protect(request);
    optimizer.drop_equivalent(policy);
    optimizer.drop_impossible(request);
    let Optimizer {
        removed,
        mut represented,
        ..
    } = optimizer;
    let originals = pool
        .candidates()
        .iter()
        .map(|candidate| candidate.package.clone());
    represented.finish(originals.collect(), removed.clone());
    pool.set_represented(represented);
    pool.retain(|id| !removed[id.index()]);
}

/// Alternatives of requirements or conflicts, by the name that they are about, each once.
type Alternatives<'p> = FxHashMap<&'p PackageName, IndexSet<u32, FxBuildHasher>>;

struct Optimizer<'p> {
    pool: &'p Pool,
    constraints: Interner,
    required: Alternatives<'p>,
    conflicting: Alternatives<'p>,
    /// By package: its aliases.
    aliases: FxHashMap<PackageId, Vec<PackageId>>,
    protected: Vec<bool>,
    removed: Vec<bool>,
    represented: Represented,
}

/// Numbers for constraints.
#[derive(Default)]
struct Interner {
    constraints: IndexSet<Constraint, FxBuildHasher>,
    /// By number: the alternatives of which the constraint consists, as numbers.
    alternatives: FxHashMap<u32, Vec<u32>>,
}

impl Interner {
    fn number(&mut self, constraint: &Constraint) -> u32 {
        let index = self
            .constraints
            .get_index_of(constraint)
            .unwrap_or_else(|| self.constraints.insert_full(constraint.clone()).0);
        u32::try_from(index).expect("fewer than 2^32 constraints")
    }

    fn get(&self, number: u32) -> &Constraint {
        &self.constraints[number as usize]
    }

    /// `^2 || ^3` as two: of versions under each, one has to be kept.
    fn alternatives(&mut self, number: u32) -> Vec<u32> {
        if let Some(known) = self.alternatives.get(&number) {
            return known.clone();
        }
        let compact = intervals::compact(self.get(number));
        let found = match compact.kind() {
            ConstraintKind::Multi {
                conjunctive: false,
                parts,
            } => parts.iter().map(|part| self.number(part)).collect(),
            _ => vec![self.number(&compact)],
        };
        self.alternatives.insert(number, found.clone());
        found
    }
}

fn note<'p>(
    constraints: &mut Interner,
    seen: &mut FxHashSet<(&'p PackageName, u32)>,
    alternatives: &mut Alternatives<'p>,
    name: &'p PackageName,
    constraint: &Constraint,
) {
    let number = constraints.number(constraint);
    if seen.insert((name, number)) {
        let found = constraints.alternatives(number);
        alternatives.entry(name).or_default().extend(found);
    }
}

/// The id of the package that an alias is of.
fn base_of(pool: &Pool, id: PackageId) -> Option<PackageId> {
    let alias = pool.package(id).as_alias()?;
    pool.id_of(&AnyPackage::Real(alias.of.clone()))
}

impl<'p> Optimizer<'p> {
    fn new(pool: &'p Pool) -> Self {
        Self {
            pool,
            constraints: Interner::default(),
            required: Alternatives::default(),
            conflicting: Alternatives::default(),
            aliases: FxHashMap::default(),
            protected: vec![false; pool.len()],
            removed: vec![false; pool.len()],
            represented: Represented::default(),
        }
    }

    fn read(&mut self, request: &'p Request) {
        let constraints = &mut self.constraints;
        let mut required = FxHashSet::default();
        let mut conflicting = FxHashSet::default();
        for (name, constraint) in request.requires() {
            note(
                constraints,
                &mut required,
                &mut self.required,
                name,
                constraint,
            );
        }
        for id in self.pool.ids() {
            let package = self.pool.package(id);
            for link in package.requires() {
                note(
                    constraints,
                    &mut required,
                    &mut self.required,
                    &link.target,
                    &link.constraint,
                );
            }
            for link in package.conflicts() {
                note(
                    constraints,
                    &mut conflicting,
                    &mut self.conflicting,
                    &link.target,
                    &link.constraint,
                );
            }
            if let Some(base) = base_of(self.pool, id) {
                self.aliases.entry(base).or_default().push(id);
            }
        }
    }

    /// Fixed and locked packages stay, and with them their aliases.
    fn protect(&mut self, request: &Request) {
        let mut versions: FxHashMap<PackageName, Vec<Constraint>> = FxHashMap::default();
        for (package, _) in request.fixed_or_locked() {
            versions
                .entry(package.name().clone())
                .or_default()
                .push(Constraint::single(Op::Eq, package.version().clone()));
        }
        for id in self.pool.ids() {
            let package = self.pool.package(id);
            let stays = versions.get(package.name()).is_some_and(|versions| {
                versions
                    .iter()
                    .any(|version| version.admits(package.version()))
            });
            if !stays {
                continue;
            }
            let base = base_of(self.pool, id);
            for id in [Some(id), base].into_iter().flatten() {
                self.protected[id.index()] = true;
                for alias in self.aliases.get(&id).into_iter().flatten() {
                    self.protected[alias.index()] = true;
                }
            }
        }
    }

    fn drop_equivalent(&mut self, policy: &Policy) {
        for group in self.group() {
            let kept = match group.members[..] {
                [only] => vec![only.literal()],
                _ => {
                    let literals: Vec<Literal> =
                        group.members.iter().map(|id| id.literal()).collect();
                    policy.prefer(self.pool, &literals, None)
                }
            };
            let number = self.represented.add_group(&group.members);
            for literal in kept {
                self.keep(PackageId::of(literal), group.name, number);
            }
        }
    }

    /// Sorts all packages into groups of interchangeable ones, and marks them to be left out.
    fn group(&mut self) -> Vec<Group<'p>> {
        let mut grouping = Grouping::default();
        for id in self.pool.ids() {
            if self.protected[id.index()] {
                continue;
            }
            self.removed[id.index()] = true;
            let package = self.pool.package(id);
            let definition = grouping.definition(&mut self.constraints, package);
            let replaced: Vec<(Part, u32)> = package
                .replaces()
                .iter()
                .filter(|link| link.constraint.admits(package.version()))
                .map(|link| (Part::Required, self.constraints.number(&link.constraint)))
                .collect();
            let mut seen: Vec<&PackageName> = Vec::new();
            let links = package.replaces().iter().map(|link| &link.target);
            for name in std::iter::once(package.name()).chain(links) {
                if seen.contains(&name) {
                    continue;
                }
                seen.push(name);
                let Some((name, alternatives)) = self.required.get_key_value(name) else {
                    continue;
                };
                let mut parts = replaced.clone();
                for &number in self.conflicting.get(name).into_iter().flatten() {
                    if self.constraints.get(number).admits(package.version()) {
                        parts.push((Part::Conflicting, number));
                    }
                }
                grouping.place(id, name, definition, &parts, alternatives, |number| {
                    self.constraints.get(number).admits(package.version())
                });
            }
        }
        grouping.finish()
    }

    fn keep(&mut self, id: PackageId, name: &PackageName, group: u32) {
        self.represented.record(self.pool.package(id), name, group);
        if !self.removed[id.index()] {
            return;
        }
        self.removed[id.index()] = false;
        let base = base_of(self.pool, id);
        if let Some(base) = base {
            self.removed[base.index()] = false;
            self.represented
                .record(self.pool.package(base), name, group);
        }
        for &alias in self.aliases.get(&base.unwrap_or(id)).into_iter().flatten() {
            self.removed[alias.index()] = false;
            self.represented
                .record(self.pool.package(alias), name, group);
        }
    }

    /// Leaves out what a locked package's requirements exclude.
    fn drop_impossible(&mut self, request: &Request) {
        if request.locked().next().is_none() {
            return;
        }
        let mut open: FxHashMap<&PackageName, Vec<PackageId>> = FxHashMap::default();
        for id in self.pool.ids() {
            let package = self.pool.package(id);
            if self.protected[id.index()]
                || self.aliases.contains_key(&id)
                || package.is_alias()
                || request.is_fixed(package)
                || request.is_locked(package)
            {
                continue;
            }
            open.entry(package.name()).or_default().push(id);
        }
        for package in request.locked() {
            // What nothing requires may be uninstalled, and then its requirements do not count.
            let is_used = package
                .names(false)
                .iter()
                .any(|name| self.required.contains_key(name));
            if !is_used {
                continue;
            }
            for link in package.requires() {
                let Some(ids) = open.get_mut(&link.target) else {
                    continue;
                };
                ids.retain(|&id| {
                    let admitted = link.constraint.admits(self.pool.package(id).version());
                    if !admitted {
                        self.removed[id.index()] = true;
                    }
                    admitted
                });
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Required,
    Conflicting,
}

/// Packages that are interchangeable under a name.
struct Group<'p> {
    name: &'p PackageName,
    members: Vec<PackageId>,
    order: (u32, u32, u32),
}

/// One link of a definition: kind, target, constraint.
type Definition<'p> = Vec<(LinkKind, &'p PackageName, u32)>;

#[derive(Default)]
struct Grouping<'p> {
    definitions: FxHashMap<Definition<'p>, u32>,
    names: FxHashMap<&'p PackageName, u32>,
    /// Under which requirements and conflicts packages fall: the first, and the list of the rest.
    tails: FxHashMap<Box<[(Part, u32)]>, u32>,
    classes: FxHashMap<(u32, (Part, u32), u32), u32>,
    by_class: FxHashMap<(u32, u32), usize>,
    groups: Vec<Group<'p>>,
}

fn next(len: usize) -> u32 {
    u32::try_from(len).expect("fewer than 2^32 entries")
}

impl<'p> Grouping<'p> {
    /// A number for everything that a package says about others.
    fn definition(&mut self, constraints: &mut Interner, package: &'p AnyPackage) -> u32 {
        let mut definition: Definition<'p> = Vec::new();
        let kinds = [
            LinkKind::Require,
            LinkKind::Conflict,
            LinkKind::Replace,
            LinkKind::Provide,
        ];
        for kind in kinds {
            let start = definition.len();
            let links: &'p [Link] = package.links(kind);
            definition.extend(
                links
                    .iter()
                    .map(|link| (kind, &link.target, constraints.number(&link.constraint))),
            );
            if definition.len() - start > 1 {
                // Of several links to one target the last counts.
                definition[start..].reverse();
                definition[start..].sort_by(|one, two| one.1.cmp(two.1));
            }
        }
        definition.dedup_by(|later, kept| (later.0, later.1) == (kept.0, kept.1));
        let number = next(self.definitions.len());
        *self.definitions.entry(definition).or_insert(number)
    }

    /// Enters a package under a name, once for each alternative that others require.
    fn place(
        &mut self,
        id: PackageId,
        name: &'p PackageName,
        definition: u32,
        parts: &[(Part, u32)],
        alternatives: &IndexSet<u32, FxBuildHasher>,
        admits: impl Fn(u32) -> bool,
    ) {
        let fresh = next(self.names.len());
        let name_number = *self.names.entry(name).or_insert(fresh);
        let mut tail_of = |parts: &[(Part, u32)]| {
            if let Some(&known) = self.tails.get(parts) {
                return known;
            }
            let number = next(self.tails.len());
            self.tails.insert(parts.into(), number);
            number
        };
        let admitted_tail = tail_of(parts);
        let excluded = parts
            .split_first()
            .map(|(&first, rest)| (first, tail_of(rest)));
        let mut excluded_is_placed = false;
        for &alternative in alternatives {
            let (head, tail) = if admits(alternative) {
                ((Part::Required, alternative), admitted_tail)
            } else {
                match excluded {
                    Some(class) if !excluded_is_placed => {
                        excluded_is_placed = true;
                        class
                    }
                    _ => continue,
                }
            };
            let fresh = next(self.classes.len());
            let class = *self
                .classes
                .entry((name_number, head, tail))
                .or_insert(fresh);
            let count = self.groups.len();
            let group = *self.by_class.entry((class, definition)).or_insert(count);
            if group == count {
                self.groups.push(Group {
                    name,
                    members: Vec::new(),
                    order: (name_number, class, next(count)),
                });
            }
            let members = &mut self.groups[group].members;
            if members.last() != Some(&id) {
                members.push(id);
            }
        }
    }

    fn finish(mut self) -> Vec<Group<'p>> {
        self.groups.sort_by_key(|group| group.order);
        self.groups
    }
}
