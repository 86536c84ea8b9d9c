//! The solver: conflict-driven search over rules, with the branching of Composer.
//!
//! Which solution is found, of the many there may be, depends on the order in which rules are
//! looked at and decisions are made, so that order is part of the contract.

use crate::analysis::Learned;
use crate::decisions::Decisions;
use crate::literal::Literal;
use crate::problem::Problem;
use crate::rule::{RuleClass, RuleId, RuleSet};
use crate::watch::Watches;
use rustc_hash::FxHashSet;
use shirabe_callgraph::{centre, enter};

/// Chooses among the packages that would satisfy a rule.
pub trait Branching {
    /// The best packages of `candidates` (at least two), best first; never none.
    fn prefer(&mut self, candidates: &[Literal], rules: &RuleSet, rule: RuleId) -> Vec<Literal>;
}

/// A fault of the solver itself: rules and decisions contradict each other in a way that no input
/// can bring about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("solver bug: {0}")]
pub struct SolverBug(pub(crate) String);

/// How a search ended.
#[derive(Debug)]
pub enum Outcome {
    /// Every rule is satisfied by these decisions.
    Solved(Decisions),
    /// There is no solution, for these reasons.
    Unsolvable(Vec<Problem>),
}

/// A choice that was made, with the candidates that were passed over.
#[derive(Debug)]
struct Branch {
    others: Vec<Literal>,
    level: i32,
    rule: RuleId,
}

/// A candidate that was passed over and is worth another try.
struct OpenBranch {
    literal: Literal,
    level: i32,
    rule: RuleId,
}

/// One search. Packages are known by their ids alone.
pub struct Solver<'a> {
    pub(crate) rules: &'a mut RuleSet,
    pub(crate) decisions: Decisions,
    /// For each analysed conflict the rules that took part.
    pub(crate) analyses: Vec<Vec<RuleId>>,
    branching: &'a mut dyn Branching,
    /// By package id: whether the package is fixed.
    fixed: Vec<bool>,
    watches: Watches,
    propagated: usize,
    branches: Vec<Branch>,
    problems: Vec<Problem>,
}

impl<'a> Solver<'a> {
    /// A search over `packages` packages with ids from 1, of which `fixed` are to be taken
    /// wherever they satisfy a request. `problems` are those known before the search.
    pub fn new(
        rules: &'a mut RuleSet,
        packages: usize,
        fixed: impl IntoIterator<Item = Literal>,
        problems: Vec<Problem>,
        branching: &'a mut dyn Branching,
    ) -> Self {
        let mut is_fixed = vec![false; packages + 1];
        for literal in fixed {
            is_fixed[literal.unsigned_abs() as usize] = true;
        }
        Self {
            rules,
            decisions: Decisions::new(packages),
            analyses: Vec::new(),
            branching,
            fixed: is_fixed,
            watches: Watches::new(packages),
            propagated: 0,
            branches: Vec::new(),
            problems,
        }
    }

    /// Searches.
    ///
    /// # Errors
    ///
    /// Only where the solver itself is at fault.
    pub fn run(mut self) -> Result<Outcome, SolverBug> {
        let _span = enter(centre!("search"));
        for class in [RuleClass::Package, RuleClass::Request, RuleClass::Learned] {
            for &rule in self.rules.of_class(class) {
                self.watches.insert(self.rules, rule);
            }
        }
        self.decide_assertions();
        self.search()?;
        Ok(if self.problems.is_empty() {
            Outcome::Solved(self.decisions)
        } else {
            Outcome::Unsolvable(self.problems)
        })
    }

    /// Decides what single rules demand, before anything is chosen.
    fn decide_assertions(&mut self) {
        let mut next = 0;
        while next < self.rules.len() {
            let rule = self.rules.members()[next];
            next += 1;
            if !self.rules.is_assertion(rule) || self.rules.is_disabled(rule) {
                continue;
            }
            let literal = self.rules.literals(rule)[0];
            if !self.decisions.decided(literal) {
                self.decisions.decide(literal, 1, rule);
                continue;
            }
            if self.decisions.satisfied(literal) {
                continue;
            }
            if self.rules.class(rule) == Some(RuleClass::Learned) {
                self.rules.disable(rule);
                continue;
            }
            let Some(opponent) = self.decisions.reason(literal) else {
                continue;
            };
            let mut problem = Problem::new();
            problem.add(rule);
            problem.add(opponent);
            if self.rules.class(opponent) == Some(RuleClass::Package) {
                self.rules.disable(rule);
                self.problems.push(problem);
                continue;
            }
            // Requests contradict each other: none of those about this package can be kept.
            for request in self.rules.of_class(RuleClass::Request).to_vec() {
                if !self.rules.is_disabled(request)
                    && self.rules.is_assertion(request)
                    && self.rules.literals(request)[0].abs() == literal.abs()
                {
                    problem.add(request);
                    self.rules.disable(request);
                }
            }
            self.problems.push(problem);
            self.decisions.truncate(0);
            next = 0;
        }
    }

    fn propagate(&mut self, level: i32) -> Option<RuleId> {
        while let Some(decision) = self.decisions.trail().get(self.propagated) {
            let literal = decision.literal;
            let conflict = self
                .watches
                .propagate(literal, level, self.rules, &mut self.decisions);
            self.propagated += 1;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Takes back what was decided above a level.
    fn revert(&mut self, level: i32) {
        while let Some(last) = self.decisions.trail().last() {
            if self.decisions.level(last.literal) <= level {
                break;
            }
            self.decisions.undo_last();
            self.propagated = self.decisions.trail().len();
        }
        while self
            .branches
            .last()
            .is_some_and(|branch| branch.level >= level)
        {
            self.branches.pop();
        }
    }

    /// Decides freely one level up, and learns from each conflict that follows. The answer is the
    /// level reached, 0 if there is no solution.
    fn decide_and_learn(
        &mut self,
        level: i32,
        literal: Literal,
        reason: RuleId,
    ) -> Result<i32, SolverBug> {
        let mut level = level + 1;
        self.decisions.decide(literal, level, reason);
        while let Some(conflict) = self.propagate(level) {
            if level == 1 {
                self.explain(conflict);
                return Ok(0);
            }
            let Learned {
                literal,
                level: safe,
                rule,
            } = self.analyze(level, conflict)?;
            if safe <= 0 || safe >= level {
                return Err(SolverBug(format!(
                    "trying to revert to invalid level {safe} from level {level}"
                )));
            }
            level = safe;
            self.revert(level);
            self.rules.admit(rule, RuleClass::Learned);
            self.watches
                .insert_learned(self.rules, rule, &self.decisions);
            self.decisions.decide(literal, level, rule);
        }
        Ok(level)
    }

    fn choose(
        &mut self,
        level: i32,
        candidates: &[Literal],
        rule: RuleId,
    ) -> Result<i32, SolverBug> {
        let mut preferred = self.branching.prefer(candidates, self.rules, rule);
        if preferred.is_empty() {
            return Err(SolverBug("no candidate was preferred".to_owned()));
        }
        let best = preferred.remove(0);
        if !preferred.is_empty() {
            self.branches.push(Branch {
                others: preferred,
                level,
                rule,
            });
        }
        self.decide_and_learn(level, best, rule)
    }

    fn search(&mut self) -> Result<(), SolverBug> {
        let mut level = 1;
        let mut request_level = level + 1;
        loop {
            if level == 1
                && let Some(conflict) = self.propagate(level)
            {
                self.explain(conflict);
                return Ok(());
            }
            if level < request_level {
                let (reached, complete) = self.fulfil_requests(level)?;
                if reached == 0 {
                    return Ok(());
                }
                level = reached;
                request_level = level + 1;
                if !complete {
                    continue;
                }
            }
            request_level = request_level.min(level);
            level = self.fulfil_rules(level)?;
            if level == 0 {
                return Ok(());
            }
            if level < request_level {
                continue;
            }
            let Some(open) = self.take_open_branch() else {
                return Ok(());
            };
            level = open.level;
            self.revert(level);
            let last = self.decisions.trail().last();
            let reason = last.map_or(open.rule, |decision| decision.reason);
            let literal = open.literal;
            level = self.decide_and_learn(level, literal, reason)?;
            if level == 0 {
                return Ok(());
            }
        }
    }

    /// Satisfies what was asked for. The answer is the level reached, 0 if there is no solution,
    /// and whether all requests have been looked at.
    fn fulfil_requests(&mut self, mut level: i32) -> Result<(i32, bool), SolverBug> {
        let mut candidates = Vec::new();
        let mut next = 0;
        while let Some(&rule) = self.rules.of_class(RuleClass::Request).get(next) {
            next += 1;
            if self.rules.is_disabled(rule) {
                continue;
            }
            candidates.clear();
            let mut satisfied = false;
            for &literal in self.rules.literals(rule) {
                if self.decisions.satisfied(literal) {
                    satisfied = true;
                    break;
                }
                if literal > 0 && !self.decisions.decided(literal) {
                    candidates.push(literal);
                }
            }
            if satisfied || candidates.is_empty() {
                continue;
            }
            if candidates.iter().any(|&literal| self.is_fixed(literal)) {
                let fixed = &self.fixed;
                candidates.retain(|&literal| fixed[literal.unsigned_abs() as usize]);
            }
            let before = level;
            level = self.choose(level, &candidates, rule)?;
            if level == 0 {
                return Ok((0, false));
            }
            if level <= before {
                return Ok((level, next >= self.rules.of_class(RuleClass::Request).len()));
            }
        }
        Ok((level, true))
    }

    fn is_fixed(&self, literal: Literal) -> bool {
        self.fixed[literal.unsigned_abs() as usize]
    }

    /// Satisfies every other rule, going round until one whole turn changes nothing. The answer
    /// is the level reached, 0 if there is no solution.
    fn fulfil_rules(&mut self, mut level: i32) -> Result<i32, SolverBug> {
        let mut candidates = Vec::new();
        let mut place = 0;
        let mut unchanged = 0;
        while unchanged < self.rules.len() {
            if place == self.rules.len() {
                place = 0;
            }
            let rule = self.rules.members()[place];
            place += 1;
            unchanged += 1;
            if self.rules.is_disabled(rule) || !self.needs_choice(rule, &mut candidates) {
                continue;
            }
            level = self.choose(level, &candidates, rule)?;
            if level == 0 {
                return Ok(0);
            }
            unchanged = 0;
        }
        Ok(level)
    }

    /// Whether everything that the rule is conditional on is installed, nothing that satisfies it
    /// is, and two or more packages could.
    fn needs_choice(&self, rule: RuleId, candidates: &mut Vec<Literal>) -> bool {
        candidates.clear();
        for &literal in self.rules.literals(rule) {
            if literal < 0 {
                if !self.decisions.installed(literal) {
                    return false;
                }
            } else if self.decisions.installed(literal) {
                return false;
            } else if !self.decisions.decided(literal) {
                candidates.push(literal);
            }
        }
        candidates.len() >= 2
    }

    /// Takes the earliest passed-over candidate that has been decided since, above the level next
    /// to its choice: choosing it there may do with fewer packages.
    fn take_open_branch(&mut self) -> Option<OpenBranch> {
        let mut found = None;
        for (index, branch) in self.branches.iter().enumerate().rev() {
            for (offset, &literal) in branch.others.iter().enumerate() {
                if literal > 0 && self.decisions.level(literal) > branch.level + 1 {
                    found = Some((index, offset));
                }
            }
        }
        let (index, offset) = found?;
        let branch = &mut self.branches[index];
        Some(OpenBranch {
            literal: branch.others.remove(offset),
            level: branch.level,
            rule: branch.rule,
        })
    }

    /// Makes a problem of a conflict that no choice led to.
    fn explain(&mut self, conflict: RuleId) {
        let mut problem = Problem::new();
        problem.add(conflict);
        let mut seen_rules = FxHashSet::default();
        self.trace(&mut problem, conflict, &mut seen_rules);

        let mut seen = vec![false; self.fixed.len()];
        let mark = |solver: &Self, rule: RuleId, seen: &mut Vec<bool>| {
            for &literal in solver.rules.literals(rule) {
                if !solver.decisions.satisfied(literal) {
                    seen[literal.unsigned_abs() as usize] = true;
                }
            }
        };
        mark(self, conflict, &mut seen);
        for decision in self.decisions.trail().iter().rev() {
            if !seen[decision.literal.unsigned_abs() as usize] {
                continue;
            }
            problem.add(decision.reason);
            self.trace(&mut problem, decision.reason, &mut seen_rules);
            mark(self, decision.reason, &mut seen);
        }
        self.problems.push(problem);
    }

    /// Follows learned rules back to the requests that they come from.
    fn trace(&self, problem: &mut Problem, rule: RuleId, seen: &mut FxHashSet<RuleId>) {
        let mut stack = vec![rule];
        while let Some(rule) = stack.pop() {
            if !seen.insert(rule) {
                continue;
            }
            match self.rules.class(rule) {
                Some(RuleClass::Learned) => {
                    stack.extend(self.learned_from(rule).iter().rev());
                }
                Some(RuleClass::Package) => {}
                Some(RuleClass::Request) | None => {
                    problem.next_section();
                    problem.add(rule);
                }
            }
        }
    }
}
