//! Rules: the clauses that a set of packages has to satisfy, and why each exists.

use crate::literal::Literal;
use crate::pool::PackageId;
use rustc_hash::{FxHashMap, FxHasher};
use shirabe_package::{AnyPackage, PackageName};
use shirabe_semver::Constraint;
use std::hash::{Hash, Hasher};

/// Place of a rule in its [`RuleSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(u32);

impl RuleId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a rule comes from; kinds are also the order in which rules enter the watch lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleClass {
    /// Follows from a package of the pool.
    Package,
    /// Follows from what was asked for.
    Request,
    /// Found by the analysis of a conflict.
    Learned,
}

/// How the literals of a rule are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleShape {
    /// At least one literal is true.
    Clause,
    /// Two literals of which at least one is true.
    Pair,
    /// Every literal is negative and at most one of them is false: one rule in place of one for
    /// each two versions of a package.
    AtMostOne,
}

/// Why a rule exists.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The root package (or the command line) requires something.
    RootRequire {
        /// What is required.
        name: PackageName,
        /// In which versions.
        constraint: Constraint,
    },
    /// A package that is present and cannot be changed.
    Fixed(AnyPackage),
    /// A locked package that a policy took out of the pool.
    LockedPackageRemoved(AnyPackage),
    /// A conflict of a package: the index counts its conflicts.
    Conflict {
        /// The package with the conflict.
        package: PackageId,
        /// Which of its conflicts.
        link: u32,
    },
    /// A requirement of a package: the index counts its requirements.
    Requires {
        /// The package with the requirement.
        package: PackageId,
        /// Which of its requirements.
        link: u32,
    },
    /// Several packages go by one name.
    SameName(PackageName),
    /// Found by the analysis of a conflict: the index of that analysis.
    Learned(u32),
    /// An alias needs the package that it stands for.
    Alias(PackageId),
    /// A package brings its alias along.
    InverseAlias(PackageId),
}

#[derive(Clone, Debug)]
struct Rule {
    start: u32,
    len: u32,
    shape: RuleShape,
    class: Option<RuleClass>,
    disabled: bool,
    reason: Reason,
    same_hash: Option<RuleId>,
}

/// All rules of one solve, their literals in one arena.
///
/// A rule is kept even when it repeats another, because an explanation may speak of it; only rules
/// that repeat none are members of the set and take part in solving.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    literals: Vec<Literal>,
    rules: Vec<Rule>,
    members: Vec<RuleId>,
    by_class: [Vec<RuleId>; 3],
    by_hash: FxHashMap<u64, RuleId>,
}

impl RuleSet {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many rules are members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The members in the order in which they were added.
    #[must_use]
    pub fn members(&self) -> &[RuleId] {
        &self.members
    }

    /// The members of one class in the order in which they were added.
    #[must_use]
    pub fn of_class(&self, class: RuleClass) -> &[RuleId] {
        &self.by_class[class as usize]
    }

    /// The literals of a rule, ascending.
    #[must_use]
    pub fn literals(&self, rule: RuleId) -> &[Literal] {
        let rule = &self.rules[rule.index()];
        &self.literals[rule.start as usize..(rule.start + rule.len) as usize]
    }

    /// How to read the literals.
    #[must_use]
    pub fn shape(&self, rule: RuleId) -> RuleShape {
        self.rules[rule.index()].shape
    }

    /// Where the rule comes from; nothing for a rule that is no member.
    #[must_use]
    pub fn class(&self, rule: RuleId) -> Option<RuleClass> {
        self.rules[rule.index()].class
    }

    /// Why the rule exists.
    #[must_use]
    pub fn reason(&self, rule: RuleId) -> &Reason {
        &self.rules[rule.index()].reason
    }

    /// Whether the rule decides one package by itself.
    #[must_use]
    pub fn is_assertion(&self, rule: RuleId) -> bool {
        let rule = &self.rules[rule.index()];
        rule.shape == RuleShape::Clause && rule.len == 1
    }

    /// Whether the rule was taken out of play.
    #[must_use]
    pub fn is_disabled(&self, rule: RuleId) -> bool {
        self.rules[rule.index()].disabled
    }

    pub(crate) fn disable(&mut self, rule: RuleId) {
        self.rules[rule.index()].disabled = true;
    }

    /// Keeps a rule that is no member.
    pub fn note(&mut self, shape: RuleShape, literals: &[Literal], reason: Reason) -> RuleId {
        let start = self.literals.len();
        self.literals.extend_from_slice(literals);
        self.literals[start..].sort_unstable();
        let id = RuleId(index(self.rules.len()));
        self.rules.push(Rule {
            start: index(start),
            len: index(literals.len()),
            shape,
            class: None,
            disabled: false,
            reason,
            same_hash: None,
        });
        id
    }

    /// Adds a rule unless one of its shape has the same literals; a rule that repeats another is
    /// forgotten and the answer is nothing.
    pub fn add(
        &mut self,
        class: RuleClass,
        shape: RuleShape,
        literals: &[Literal],
        reason: Reason,
    ) -> Option<RuleId> {
        let rule = self.note(shape, literals, reason);
        if self.admit(rule, class) {
            return Some(rule);
        }
        if let Some(repeated) = self.rules.pop() {
            self.literals.truncate(repeated.start as usize);
        }
        None
    }

    /// Makes a noted rule a member, unless it repeats one; says whether it became one.
    pub fn admit(&mut self, rule: RuleId, class: RuleClass) -> bool {
        let shape = self.shape(rule);
        let mut hasher = FxHasher::default();
        shape.hash(&mut hasher);
        self.literals(rule).hash(&mut hasher);
        let hash = hasher.finish();
        let first = self.by_hash.get(&hash).copied();
        let mut other = first;
        while let Some(known) = other {
            if self.shape(known) == shape && self.literals(known) == self.literals(rule) {
                return false;
            }
            other = self.rules[known.index()].same_hash;
        }
        self.rules[rule.index()].same_hash = first;
        self.rules[rule.index()].class = Some(class);
        self.by_hash.insert(hash, rule);
        self.members.push(rule);
        self.by_class[class as usize].push(rule);
        true
    }
}

fn index(value: usize) -> u32 {
    u32::try_from(value).expect("fewer than 2^32 literals and rules")
}

#[cfg(test)]
mod tests {
    use super::{Reason, RuleClass, RuleSet, RuleShape};

    fn add(rules: &mut RuleSet, shape: RuleShape, literals: &[i32]) -> bool {
        rules
            .add(RuleClass::Package, shape, literals, Reason::Learned(0))
            .is_some()
    }

    #[test]
    fn a_rule_is_added_once_for_each_shape() {
        let mut rules = RuleSet::new();
        assert!(add(&mut rules, RuleShape::Clause, &[3, -1, 2]));
        assert!(!add(&mut rules, RuleShape::Clause, &[-1, 2, 3]));
        assert!(add(&mut rules, RuleShape::Pair, &[-2, -1]));
        assert!(add(&mut rules, RuleShape::Clause, &[-1, -2]));
        assert!(!add(&mut rules, RuleShape::Pair, &[-1, -2]));
        assert_eq!(rules.len(), 3);
        assert_eq!(rules.literals(rules.members()[0]), [-1, 2, 3]);
    }
}
