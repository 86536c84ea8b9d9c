//! Problems: which rules contradict each other.

use crate::rule::RuleId;
use rustc_hash::FxHashSet;

/// One reason why there is no solution: rules that cannot all be satisfied.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    seen: FxHashSet<RuleId>,
    sections: Vec<(u32, Vec<RuleId>)>,
    section: u32,
}

impl Problem {
    /// A problem without rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a rule, unless the problem has it.
    pub fn add(&mut self, rule: RuleId) {
        if !self.seen.insert(rule) {
            return;
        }
        match self.sections.last_mut() {
            Some((section, rules)) if *section == self.section => rules.push(rule),
            _ => self.sections.push((self.section, vec![rule])),
        }
    }

    /// Begins the next step of the explanation.
    pub(crate) fn next_section(&mut self) {
        self.section += 1;
    }

    /// The rules, the last step of the explanation first.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> {
        self.sections
            .iter()
            .rev()
            .flat_map(|(_, rules)| rules)
            .copied()
    }

    /// The rules in the order in which they were found.
    pub fn rules_as_found(&self) -> impl Iterator<Item = RuleId> {
        self.sections.iter().flat_map(|(_, rules)| rules).copied()
    }
}
