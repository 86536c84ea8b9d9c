//! Rules of a pool: what each package that can come into play requires and excludes.

use crate::literal::Literal;
use crate::pool::{PackageId, Pool};
use crate::pool_filter::Removal;
use crate::request::Request;
use crate::rule::{Reason, RuleClass, RuleSet, RuleShape};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use shirabe_callgraph::{centre, enter};
use shirabe_package::{AnyPackage, Link, PackageName, PlatformRequirementFilter};
use shirabe_semver::{Constraint, Op};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::rc::Rc;

/// A fixed package is not in the pool although nothing took it out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("fixed package {0} was not added to the pool")]
pub struct FixedPackageMissing(pub String);

/// The rules for a request.
///
/// # Errors
///
/// If a fixed package is not in the pool for no reason.
pub(crate) fn rules_for(
    pool: &Pool,
    request: &Request,
    platform: &PlatformRequirementFilter,
) -> Result<RuleSet, FixedPackageMissing> {
    let _span = enter(centre!("rules"));
    let mut generator = RuleGenerator {
        pool,
        platform,
        rules: RuleSet::new(),
        is_added: vec![false; pool.len()],
        added: Vec::new(),
        by_name: IndexMap::default(),
        providers: FxHashMap::default(),
        literals: Vec::new(),
    };
    generator.request(request)?;
    generator.aliases();
    generator.conflicts();
    Ok(generator.rules)
}

/// Whether a policy took this locked package out of the pool by a filter list.
pub(crate) fn is_on_filter_list(pool: &Pool, package: &AnyPackage) -> bool {
    let version = Constraint::single(Op::Eq, package.version().clone());
    pool.removals(package.name(), &version)
        .any(|removal| matches!(removal, Removal::FilterLists(_)))
}

struct RuleGenerator<'p> {
    pool: &'p Pool,
    platform: &'p PlatformRequirementFilter,
    rules: RuleSet,
    is_added: Vec<bool>,
    /// The packages that rules were made for, in order.
    added: Vec<PackageId>,
    /// The same but for aliases, by each name that they exclude others from.
    by_name: IndexMap<PackageName, Vec<PackageId>, FxBuildHasher>,
    /// What satisfies a requirement, for requirements met before.
    providers: FxHashMap<(PackageName, Constraint), Rc<[PackageId]>>,
    literals: Vec<Literal>,
}

impl<'p> RuleGenerator<'p> {
    fn request(&mut self, request: &Request) -> Result<(), FixedPackageMissing> {
        for fixed in request.fixed() {
            let package = &fixed.package;
            if request.is_locked(package) && is_on_filter_list(self.pool, package) {
                continue;
            }
            let Some(id) = self.pool.id_of(package) else {
                if self.pool.is_unacceptable(package) {
                    continue;
                }
                return Err(FixedPackageMissing(package.pretty_string()));
            };
            self.package(id);
            self.rules.add(
                RuleClass::Request,
                RuleShape::Clause,
                &[id.literal()],
                Reason::Fixed(package.clone()),
            );
        }
        for (name, constraint) in request.requires() {
            if self.platform.is_ignored(name) {
                continue;
            }
            let constraint = self.platform.filter_constraint(name, constraint, true);
            let providers = self.providers(name, &constraint);
            if providers.is_empty() {
                continue;
            }
            for &id in &*providers {
                self.package(id);
            }
            self.literals.clear();
            self.literals
                .extend(providers.iter().map(|id| id.literal()));
            self.rules.add(
                RuleClass::Request,
                RuleShape::Clause,
                &self.literals,
                Reason::RootRequire {
                    name: name.clone(),
                    constraint,
                },
            );
        }
        Ok(())
    }

    fn providers(&mut self, name: &PackageName, constraint: &Constraint) -> Rc<[PackageId]> {
        if self.pool.named(name).is_empty() {
            return Rc::from([]);
        }
        let key = (name.clone(), constraint.clone());
        if let Some(known) = self.providers.get(&key) {
            return Rc::clone(known);
        }
        let found: Rc<[PackageId]> = self.pool.what_provides(name, Some(constraint)).into();
        self.providers.insert(key, Rc::clone(&found));
        found
    }

    /// Rules for a package and for all that it can bring with it, the nearest first.
    fn package(&mut self, id: PackageId) {
        let mut queue = VecDeque::from([id]);
        while let Some(id) = queue.pop_front() {
            if std::mem::replace(&mut self.is_added[id.index()], true) {
                continue;
            }
            self.added.push(id);
            let package = self.pool.package(id);
            if let Some(alias) = package.as_alias() {
                let base = AnyPackage::Real(alias.of.clone());
                if let Some(base) = self.pool.id_of(&base) {
                    queue.push_back(base);
                    self.implies(id, &[base], Reason::Alias(id));
                    self.implies(base, &[id], Reason::InverseAlias(base));
                } else {
                    // Its package was not stable enough, or a policy took it away.
                    self.implies(id, &[], Reason::Alias(id));
                }
                // Its requirements are those of its package, unless they speak of the version.
                if !alias.has_self_version_requires {
                    continue;
                }
            } else {
                for name in package.names(false) {
                    self.by_name.entry(name).or_default().push(id);
                }
            }
            self.requirements(id, package, &mut queue);
        }
    }

    fn requirements(
        &mut self,
        id: PackageId,
        package: &'p AnyPackage,
        queue: &mut VecDeque<PackageId>,
    ) {
        for (index, link) in package.requires().iter().enumerate() {
            let Some(constraint) = self.insisted(link, true) else {
                continue;
            };
            let providers = self.providers(&link.target, &constraint);
            let link = u32::try_from(index).expect("fewer than 2^32 links");
            self.implies(id, &providers, Reason::Requires { package: id, link });
            for &provider in &*providers {
                if !self.is_added[provider.index()] {
                    queue.push_back(provider);
                }
            }
        }
    }

    /// What is left of a link's constraint; nothing if the link is to be ignored.
    fn insisted(&self, link: &'p Link, is_requirement: bool) -> Option<Cow<'p, Constraint>> {
        if matches!(self.platform, PlatformRequirementFilter::IgnoreNothing) {
            return Some(Cow::Borrowed(&link.constraint));
        }
        if self.platform.is_ignored(&link.target) {
            return None;
        }
        Some(Cow::Owned(self.platform.filter_constraint(
            &link.target,
            &link.constraint,
            is_requirement,
        )))
    }

    /// If the package is installed, one of these is; nothing to say if it is one of them itself.
    fn implies(&mut self, package: PackageId, one_of: &[PackageId], reason: Reason) {
        if one_of.contains(&package) {
            return;
        }
        self.literals.clear();
        self.literals.push(-package.literal());
        self.literals.extend(one_of.iter().map(|id| id.literal()));
        self.rules.add(
            RuleClass::Package,
            RuleShape::Clause,
            &self.literals,
            reason,
        );
    }

    /// Aliases come with their packages even where nothing asks for the alias.
    fn aliases(&mut self) {
        for id in self.pool.ids() {
            let Some(alias) = self.pool.package(id).as_alias() else {
                continue;
            };
            if self.is_added[id.index()] {
                continue;
            }
            let base = self.pool.id_of(&AnyPackage::Real(alias.of.clone()));
            if alias.root_package_alias || base.is_some_and(|base| self.is_added[base.index()]) {
                self.package(id);
            }
        }
    }

    fn conflicts(&mut self) {
        for index in 0..self.added.len() {
            let id = self.added[index];
            for (link_index, link) in self.pool.package(id).conflicts().iter().enumerate() {
                if !self.by_name.contains_key(&link.target) {
                    continue;
                }
                let Some(constraint) = self.insisted(link, false) else {
                    continue;
                };
                let link_index = u32::try_from(link_index).expect("fewer than 2^32 links");
                for &other in &*self.providers(&link.target, &constraint) {
                    // An alias that only provides or replaces the name has a package that does
                    // the same.
                    let package = self.pool.package(other);
                    if other == id || package.is_alias() && *package.name() != link.target {
                        continue;
                    }
                    self.rules.add(
                        RuleClass::Package,
                        RuleShape::Pair,
                        &[-id.literal(), -other.literal()],
                        Reason::Conflict {
                            package: id,
                            link: link_index,
                        },
                    );
                }
            }
        }
        for (name, ids) in std::mem::take(&mut self.by_name) {
            if ids.len() < 2 {
                continue;
            }
            self.literals.clear();
            self.literals.extend(ids.iter().map(|id| -id.literal()));
            let shape = if ids.len() == 2 {
                RuleShape::Pair
            } else {
                RuleShape::AtMostOne
            };
            self.rules.add(
                RuleClass::Package,
                shape,
                &self.literals,
                Reason::SameName(name),
            );
        }
    }
}
