//! Conflict analysis: what to learn from a rule that the decisions made impossible.

use crate::literal::Literal;
use crate::rule::{Reason, RuleId, RuleShape};
use crate::solver::{Solver, SolverBug};

/// What was learned from a conflict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Learned {
    /// The literal that has to become true.
    pub(crate) literal: Literal,
    /// The level to go back to first.
    pub(crate) level: i32,
    /// The rule that says so; not yet a member of the set.
    pub(crate) rule: RuleId,
}

/// Literals met while walking back along the trail, counted by where they were decided.
struct Frontier {
    seen: Vec<bool>,
    /// At the level of the conflict.
    here: usize,
    /// At level 1.
    ground: usize,
    /// Anywhere between: these go into the learned rule.
    between: Vec<Literal>,
    /// The highest level of those.
    highest: i32,
}

impl Frontier {
    fn is_seen(&self, literal: Literal) -> bool {
        self.seen[literal.unsigned_abs() as usize]
    }

    fn set_seen(&mut self, literal: Literal, value: bool) {
        self.seen[literal.unsigned_abs() as usize] = value;
    }

    fn meet(&mut self, literal: Literal, decided_at: i32, conflict_level: i32) {
        self.set_seen(literal, true);
        if decided_at == 1 {
            self.ground += 1;
        } else if decided_at == conflict_level {
            self.here += 1;
        } else {
            self.between.push(literal);
            self.highest = self.highest.max(decided_at);
        }
    }
}

impl Solver<'_> {
    /// The rules behind a learned rule.
    pub(crate) fn learned_from(&self, rule: RuleId) -> &[RuleId] {
        match self.rules.reason(rule) {
            Reason::Learned(analysis) => &self.analyses[*analysis as usize],
            _ => &[],
        }
    }

    /// Walks the trail back to the one decision at the level of the conflict that all others there
    /// depend on, and on through level 1, so that an explanation knows every rule that took part.
    pub(crate) fn analyze(&mut self, level: i32, conflict: RuleId) -> Result<Learned, SolverBug> {
        let mut frontier = Frontier {
            seen: vec![false; self.decisions_len()],
            here: 0,
            ground: 0,
            between: Vec::new(),
            highest: 1,
        };
        let mut learned = None;
        let mut involved = Vec::new();
        let mut position = self.decisions.trail().len();
        let mut rule = conflict;
        'walk: loop {
            involved.push(rule);
            self.meet_falsified(rule, level, &mut frontier);
            loop {
                if frontier.here == 0 {
                    if frontier.ground <= 1 {
                        break 'walk;
                    }
                    frontier.ground -= 1;
                }
                let literal = self.walk_back(&mut position, &mut frontier)?;
                if frontier.here > 0 {
                    frontier.here -= 1;
                    if frontier.here == 0 {
                        learned = Some(-literal);
                        if frontier.ground == 0 {
                            break 'walk;
                        }
                        for index in 0..frontier.between.len() {
                            let other = frontier.between[index];
                            frontier.set_seen(other, false);
                        }
                        // One more, since the next turn takes one away before it walks on.
                        frontier.ground += 1;
                        continue;
                    }
                }
                let reason = self.decisions.trail()[position].reason;
                if self.rules.shape(reason) != RuleShape::AtMostOne {
                    break;
                }
                if let Some(positive) = self.installed_unseen(reason, &frontier) {
                    involved.push(reason);
                    frontier.meet(positive, self.decisions.level(positive), level);
                }
            }
            rule = self.decisions.trail()[position].reason;
        }

        let analysis = u32::try_from(self.analyses.len())
            .map_err(|_| SolverBug("too many conflicts".to_owned()))?;
        self.analyses.push(involved);
        let literal = learned
            .ok_or_else(|| SolverBug("no literal can be learned from a conflict".to_owned()))?;
        let mut literals = frontier.between;
        literals.push(literal);
        let rule = self
            .rules
            .note(RuleShape::Clause, &literals, Reason::Learned(analysis));
        Ok(Learned {
            literal,
            level: frontier.highest,
            rule,
        })
    }

    fn decisions_len(&self) -> usize {
        self.decisions.packages() + 1
    }

    fn meet_falsified(&self, rule: RuleId, level: i32, frontier: &mut Frontier) {
        let compact = self.rules.shape(rule) == RuleShape::AtMostOne;
        for &literal in self.rules.literals(rule) {
            // A compact rule stands for many, of which some may not have been carried on yet.
            if compact && !self.decisions.decided(literal) {
                continue;
            }
            if !self.decisions.satisfied(literal) && !frontier.is_seen(literal) {
                frontier.meet(literal, self.decisions.level(literal), level);
            }
        }
    }

    /// The one package of a compact rule that is installed, if it has not been met.
    fn installed_unseen(&self, rule: RuleId, frontier: &Frontier) -> Option<Literal> {
        self.rules
            .literals(rule)
            .iter()
            .copied()
            .find(|&literal| !frontier.is_seen(literal) && self.decisions.satisfied(-literal))
    }

    fn walk_back(
        &self,
        position: &mut usize,
        frontier: &mut Frontier,
    ) -> Result<Literal, SolverBug> {
        while *position > 0 {
            *position -= 1;
            let literal = self.decisions.trail()[*position].literal;
            if frontier.is_seen(literal) {
                frontier.set_seen(literal, false);
                return Ok(literal);
            }
        }
        Err(SolverBug(
            "no decision is left that the conflict could depend on".to_owned(),
        ))
    }
}
