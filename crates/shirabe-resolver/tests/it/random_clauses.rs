//! The solver against brute force, over random rules about few packages.

use proptest::prelude::*;
use shirabe_resolver::{
    Branching, Decisions, Literal, Outcome, Reason, RuleClass, RuleId, RuleSet, RuleShape, Solver,
};

const PACKAGES: i32 = 8;

/// Prefers the last candidate, so that the choice is often wrong.
struct LastFirst;

impl Branching for LastFirst {
    fn prefer(&mut self, candidates: &[Literal], _rules: &RuleSet, _rule: RuleId) -> Vec<Literal> {
        candidates.iter().rev().copied().collect()
    }
}

#[derive(Clone, Debug)]
enum RandomRule {
    Request(Vec<i32>),
    Requires(i32, Vec<i32>),
    Conflict(i32, i32),
    AtMostOne(Vec<i32>),
}

impl RandomRule {
    fn literals(&self) -> Vec<i32> {
        match self {
            Self::Request(literals) => literals.clone(),
            Self::Requires(package, of) => std::iter::once(-package)
                .chain(of.iter().copied())
                .collect(),
            Self::Conflict(one, two) => vec![-one, -two],
            Self::AtMostOne(of) => of.iter().map(|literal| -literal).collect(),
        }
    }

    fn holds(&self, installed: &dyn Fn(i32) -> bool) -> bool {
        match self {
            Self::AtMostOne(of) => of.iter().filter(|&&package| installed(package)).count() <= 1,
            _ => self
                .literals()
                .iter()
                .any(|&literal| installed(literal.abs()) == (literal > 0)),
        }
    }

    fn add_to(&self, rules: &mut RuleSet) {
        let (class, shape) = match self {
            Self::Request(_) => (RuleClass::Request, RuleShape::Clause),
            Self::Requires(..) => (RuleClass::Package, RuleShape::Clause),
            Self::Conflict(..) => (RuleClass::Package, RuleShape::Pair),
            Self::AtMostOne(_) => (RuleClass::Package, RuleShape::AtMostOne),
        };
        rules.add(
            class,
            shape,
            &self.literals(),
            Reason::SameName("acme/a".into()),
        );
    }
}

fn some_packages(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<i32>> {
    proptest::sample::subsequence((1..=PACKAGES).collect::<Vec<_>>(), count)
}

fn rule() -> impl Strategy<Value = RandomRule> {
    prop_oneof![
        2 => some_packages(1..4).prop_map(RandomRule::Request),
        6 => (1..=PACKAGES, some_packages(0..4)).prop_filter_map("not of itself", |(package, of)| {
            (!of.contains(&package)).then_some(RandomRule::Requires(package, of))
        }),
        3 => some_packages(2..3).prop_map(|pair| RandomRule::Conflict(pair[0], pair[1])),
        2 => some_packages(3..6).prop_map(RandomRule::AtMostOne),
    ]
}

fn holds_all(rules: &[RandomRule], installed: &dyn Fn(i32) -> bool) -> bool {
    rules.iter().all(|rule| rule.holds(installed))
}

fn run(rules: &[RandomRule]) -> Outcome {
    let mut set = RuleSet::new();
    for rule in rules {
        rule.add_to(&mut set);
    }
    Solver::new(&mut set, PACKAGES as usize, [], Vec::new(), &mut LastFirst)
        .run()
        .expect("no bug")
}

fn installed(decisions: &Decisions) -> impl Fn(i32) -> bool {
    move |package| decisions.installed(package)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_solution_is_found_exactly_when_there_is_one(rules in proptest::collection::vec(rule(), 1..30)) {
        let possible = (0..1_u32 << PACKAGES)
            .any(|bits| holds_all(&rules, &|package| bits >> (package - 1) & 1 == 1));
        match run(&rules) {
            Outcome::Solved(decisions) => prop_assert!(holds_all(&rules, &installed(&decisions))),
            Outcome::Unsolvable(problems) => {
                prop_assert!(!possible);
                prop_assert!(!problems.is_empty());
                prop_assert!(problems.iter().all(|problem| problem.rules().next().is_some()));
            }
        }
    }
}
