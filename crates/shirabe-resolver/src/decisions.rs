//! What has been decided so far, at which level, and by which rule.

use crate::literal::Literal;
use crate::rule::RuleId;

/// One decision and the rule behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The package that is decided, and how.
    pub literal: Literal,
    /// The rule that asked for it.
    pub reason: RuleId,
}

/// The trail of decisions.
#[derive(Clone, Debug)]
pub struct Decisions {
    /// By package id: the level, negative where the package is not to be installed, 0 if undecided.
    levels: Vec<i32>,
    trail: Vec<Decision>,
}

impl Decisions {
    /// No decisions about `packages` packages, whose ids count from 1.
    #[must_use]
    pub fn new(packages: usize) -> Self {
        Self {
            levels: vec![0; packages + 1],
            trail: Vec::new(),
        }
    }

    /// How many packages there are to decide about.
    #[must_use]
    pub fn packages(&self) -> usize {
        self.levels.len() - 1
    }

    fn level_of(&self, literal: Literal) -> i32 {
        self.levels[literal.unsigned_abs() as usize]
    }

    /// Whether the literal is true.
    #[must_use]
    pub fn satisfied(&self, literal: Literal) -> bool {
        let level = self.level_of(literal);
        if literal > 0 { level > 0 } else { level < 0 }
    }

    /// Whether the literal is false.
    #[must_use]
    pub fn conflicts(&self, literal: Literal) -> bool {
        self.satisfied(-literal)
    }

    /// Whether the package of the literal is decided, either way.
    #[must_use]
    pub fn decided(&self, literal: Literal) -> bool {
        self.level_of(literal) != 0
    }

    /// Whether the package of the literal is to be installed.
    #[must_use]
    pub fn installed(&self, literal: Literal) -> bool {
        self.level_of(literal) > 0
    }

    /// The level at which the package was decided, 0 if it was not.
    #[must_use]
    pub fn level(&self, literal: Literal) -> i32 {
        self.level_of(literal).abs()
    }

    /// The decisions, oldest first.
    #[must_use]
    pub fn trail(&self) -> &[Decision] {
        &self.trail
    }

    /// The rule that decided the package of the literal.
    #[must_use]
    pub fn reason(&self, literal: Literal) -> Option<RuleId> {
        self.trail
            .iter()
            .find(|decision| decision.literal.abs() == literal.abs())
            .map(|decision| decision.reason)
    }

    pub(crate) fn decide(&mut self, literal: Literal, level: i32, reason: RuleId) {
        debug_assert!(!self.decided(literal), "{literal} is decided twice");
        self.levels[literal.unsigned_abs() as usize] = if literal > 0 { level } else { -level };
        self.trail.push(Decision { literal, reason });
    }

    pub(crate) fn undo_last(&mut self) {
        if let Some(last) = self.trail.pop() {
            self.levels[last.literal.unsigned_abs() as usize] = 0;
        }
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        while self.trail.len() > len {
            self.undo_last();
        }
    }
}
