//! Watched literals: finds the rules that a decision leaves with one way out.

use crate::decisions::Decisions;
use crate::literal::Literal;
use crate::rule::{RuleId, RuleSet, RuleShape};

/// For each literal the rules that watch it. The newest is looked at first, so lists are read from
/// their end.
#[derive(Debug)]
pub(crate) struct Watches {
    chains: Vec<Vec<RuleId>>,
    /// By rule: the two literals it watches (clauses and pairs only).
    watched: Vec<[Literal; 2]>,
}

fn chain_of(literal: Literal) -> usize {
    (literal.unsigned_abs() as usize) << 1 | usize::from(literal < 0)
}

impl Watches {
    pub(crate) fn new(packages: usize) -> Self {
        Self {
            chains: vec![Vec::new(); (packages + 1) << 1],
            watched: Vec::new(),
        }
    }

    /// Watches the first two literals of a rule.
    pub(crate) fn insert(&mut self, rules: &RuleSet, rule: RuleId) {
        let literals = rules.literals(rule);
        let first = literals.first().copied().unwrap_or(0);
        let second = literals.get(1).copied().unwrap_or(0);
        self.watch(rules, rule, [first, second]);
    }

    /// Watches the first literal of a learned rule and the one that was decided last, since that
    /// is the first that a way back frees.
    pub(crate) fn insert_learned(&mut self, rules: &RuleSet, rule: RuleId, decisions: &Decisions) {
        let literals = rules.literals(rule);
        if literals.len() < 3 {
            self.insert(rules, rule);
            return;
        }
        let mut second = literals[1];
        let mut highest = 0;
        for &literal in literals {
            let level = decisions.level(literal);
            if level > highest {
                second = literal;
                highest = level;
            }
        }
        self.watch(rules, rule, [literals[0], second]);
    }

    fn watch(&mut self, rules: &RuleSet, rule: RuleId, watched: [Literal; 2]) {
        if rules.is_assertion(rule) {
            return;
        }
        if self.watched.len() <= rule.index() {
            self.watched.resize(rule.index() + 1, [0, 0]);
        }
        self.watched[rule.index()] = watched;
        if rules.shape(rule) == RuleShape::AtMostOne {
            for &literal in rules.literals(rule) {
                self.chains[chain_of(literal)].push(rule);
            }
        } else {
            for literal in watched {
                self.chains[chain_of(literal)].push(rule);
            }
        }
    }

    /// Carries a decision on to the rules that counted on its opposite. The answer is a rule that
    /// cannot be satisfied any more, if there is one.
    pub(crate) fn propagate(
        &mut self,
        decided: Literal,
        level: i32,
        rules: &RuleSet,
        decisions: &mut Decisions,
    ) -> Option<RuleId> {
        let literal = -decided;
        let mut chain = std::mem::take(&mut self.chains[chain_of(literal)]);
        let mut conflict = None;
        // Rules that go on watching this literal are moved up over those that stopped.
        let mut unread = chain.len();
        let mut kept = chain.len();
        while unread > 0 && conflict.is_none() {
            unread -= 1;
            let rule = chain[unread];
            let stays = if rules.shape(rule) == RuleShape::AtMostOne {
                conflict = exclude_others(rule, literal, level, rules, decisions);
                true
            } else {
                match self.settle(rule, literal, level, rules, decisions) {
                    Ok(moved) => !moved,
                    Err(broken) => {
                        conflict = Some(broken);
                        true
                    }
                }
            };
            if stays {
                kept -= 1;
                chain[kept] = rule;
            }
        }
        chain.drain(unread..kept);
        self.chains[chain_of(literal)] = chain;
        conflict
    }

    /// Finds the rule another literal to watch (the answer is true), or decides its last one.
    fn settle(
        &mut self,
        rule: RuleId,
        literal: Literal,
        level: i32,
        rules: &RuleSet,
        decisions: &mut Decisions,
    ) -> Result<bool, RuleId> {
        let watched = self.watched[rule.index()];
        let (place, other) = if watched[0] == literal {
            (0, watched[1])
        } else {
            (1, watched[0])
        };
        if rules.is_disabled(rule) || decisions.satisfied(other) {
            return Ok(false);
        }
        let alternative = rules
            .literals(rule)
            .iter()
            .copied()
            .find(|&next| next != literal && next != other && !decisions.conflicts(next));
        if let Some(next) = alternative {
            self.watched[rule.index()][place] = next;
            self.chains[chain_of(next)].push(rule);
            return Ok(true);
        }
        if decisions.conflicts(other) {
            return Err(rule);
        }
        decisions.decide(other, level, rule);
        Ok(false)
    }
}

fn exclude_others(
    rule: RuleId,
    literal: Literal,
    level: i32,
    rules: &RuleSet,
    decisions: &mut Decisions,
) -> Option<RuleId> {
    for &other in rules.literals(rule) {
        if other != literal && !decisions.satisfied(other) {
            if decisions.conflicts(other) {
                return Some(rule);
            }
            decisions.decide(other, level, rule);
        }
    }
    None
}
