//! A solve from beginning to end: rules of a pool, the search, what comes of it.

use crate::decisions::Decisions;
use crate::explain::Unsolvable;
use crate::lock_transaction::LockTransaction;
use crate::policy::{Policy, PolicyBranching};
use crate::pool::{Origin, PackageId, Pool};
use crate::problem::Problem;
use crate::repository_set::RepositorySet;
use crate::request::Request;
use crate::rule::{Reason, RuleSet, RuleShape};
use crate::rule_generator::{FixedPackageMissing, is_on_filter_list, rules_for};
use crate::solver::{Outcome, Solver, SolverBug};
use crate::source::SourceError;
use shirabe_callgraph::{centre, enter};
use shirabe_package::PlatformRequirementFilter;
use shirabe_package::validate::check_safe;

/// Why a solve has no result.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// Requirements contradict each other.
    #[error("the requirements cannot be resolved to an installable set of packages")]
    Unsolvable(Box<Unsolvable>),
    /// A chosen package must not be written down or installed.
    #[error("{0}")]
    Unsafe(String),
    /// A repository could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// Pool and request do not belong together.
    #[error(transparent)]
    FixedPackageMissing(#[from] FixedPackageMissing),
    /// The solver is at fault.
    #[error(transparent)]
    Bug(#[from] SolverBug),
}

/// A result, and how much there was to look at.
#[derive(Debug)]
pub struct Solution {
    /// What to install and how to get there.
    pub transaction: LockTransaction,
    /// How many rules there were in the end.
    pub rules: usize,
}

/// Finds the packages of a pool that satisfy a request.
///
/// # Errors
///
/// If there are none, which [`Unsolvable`] explains, or if the solver is at fault.
pub fn solve(
    pool: &Pool,
    request: &Request,
    policy: &Policy,
    platform: &PlatformRequirementFilter,
) -> Result<Solution, SolveError> {
    let _span = enter(centre!("solve"));
    let mut rules = rules_for(pool, request, platform)?;
    let problems = known_problems(pool, request, platform, &mut rules);
    let fixed: Vec<_> = request
        .fixed()
        .filter_map(|fixed| pool.id_of(&fixed.package))
        .map(PackageId::literal)
        .collect();
    let mut branching = PolicyBranching { policy, pool };
    let outcome = Solver::new(&mut rules, pool.len(), fixed, problems, &mut branching).run()?;
    match outcome {
        Outcome::Solved(decisions) => {
            check_chosen(pool, &decisions)?;
            Ok(Solution {
                transaction: LockTransaction::new(pool, request, &decisions),
                rules: rules.len(),
            })
        }
        Outcome::Unsolvable(problems) => Err(SolveError::Unsolvable(Box::new(Unsolvable {
            rules,
            problems,
        }))),
    }
}

/// Refuses packages whose data could harm whoever handles it; the root package is one's own.
fn check_chosen(pool: &Pool, decisions: &Decisions) -> Result<(), SolveError> {
    for decision in decisions.trail().iter().rev() {
        let id = PackageId::of(decision.literal);
        if decision.literal > 0 && pool.origin(id) != Origin::Root {
            check_safe(pool.package(id)).map_err(SolveError::Unsafe)?;
        }
    }
    Ok(())
}

/// Problems that can be seen without a search: nothing satisfies a requirement of the root package,
/// or a policy took a locked package away.
fn known_problems(
    pool: &Pool,
    request: &Request,
    platform: &PlatformRequirementFilter,
    rules: &mut RuleSet,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut note = |reason| {
        let mut problem = Problem::new();
        problem.add(rules.note(RuleShape::Clause, &[], reason));
        problems.push(problem);
    };
    for (name, constraint) in request.requires() {
        if platform.is_ignored(name) {
            continue;
        }
        let constraint = platform.filter_constraint(name, constraint, true);
        if pool.what_provides(name, Some(&constraint)).is_empty() {
            note(Reason::RootRequire {
                name: name.clone(),
                constraint,
            });
        }
    }
    for package in request.locked() {
        if is_on_filter_list(pool, package) {
            note(Reason::LockedPackageRemoved(package.clone()));
        }
    }
    problems
}

/// Splits a result into what is needed always and what only for development: solves again, among
/// the packages of the result alone, for the requirements that count always.
///
/// `repositories` holds the root package, the platform, anything else that is fixed, and last the
/// packages of the result, made anew so that none keeps an alias by `as`; `request` asks for what
/// counts always.
///
/// # Errors
///
/// If the requirements cannot be satisfied without those for development; the pool is there to
/// explain it.
pub fn split_dev(
    transaction: &mut LockTransaction,
    repositories: &mut RepositorySet<'_>,
    request: &Request,
    policy: &Policy,
    platform: &PlatformRequirementFilter,
) -> Result<(), (SolveError, Box<Pool>)> {
    let _span = enter(centre!("split-dev"));
    let pool = match repositories.pool_of_all() {
        Ok(pool) => pool,
        Err(error) => return Err((error.into(), Box::default())),
    };
    match solve(&pool, request, policy, platform) {
        Ok(solution) => {
            transaction.set_non_dev(&solution.transaction);
            Ok(())
        }
        Err(error) => Err((error, Box::new(pool))),
    }
}
