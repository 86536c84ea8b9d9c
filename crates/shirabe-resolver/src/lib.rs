//! From requirements to an ordered list of operations, exactly as Composer chooses.
//!
//! 1. Repositories implement [`PackageSource`]; a [`RepositorySet`] holds them by priority.
//! 2. A [`Request`] says what is required, fixed and locked.
//! 3. [`RepositorySet::build_pool`] loads what could be needed into a [`Pool`].
//! 4. [`solve`] finds the packages; [`split_dev`] tells those apart that only development needs.
//! 5. A [`LockTransaction`] has the result and the [`Operation`]s to get there; a [`Transaction`]
//!    does the same for what is installed.
//! 6. [`DependencyPolicies`] keep versions with advisories, malware and the like out of the pool.
//! 7. If there is no solution, an [`Explainer`] says why.
//!
//! Nothing here touches files, network, environment or time.

mod advisory;
mod analysis;
mod decisions;
mod dependency_policy;
mod explain;
mod identity;
mod literal;
mod lock_transaction;
pub mod memory;
mod operation;
mod php_sort;
mod policy;
mod pool;
mod pool_builder;
mod pool_filter;
mod pool_optimizer;
mod problem;
mod repository_set;
mod represented;
mod request;
mod rule;
mod rule_generator;
mod solve;
mod solver;
mod source;
mod transaction;
mod watch;

pub use advisory::{Advisory, ListedPackage};
pub use decisions::{Decision, Decisions};
pub use dependency_policy::{
    AdvisoryFilter, AdvisoryPolicy, Audit, AuditMode, BlockOverrides, BlockScope,
    DependencyPolicies, FilterListFilter, IgnoreRule, IgnoreSwitch, IgnoreUnreachable, ListPolicy,
    MalwarePolicy, PolicyError,
};
pub use explain::{Explainer, PhpRuntime, Unsolvable};
pub use identity::Identity;
pub use literal::Literal;
pub use lock_transaction::LockTransaction;
pub use memory::MemorySource;
pub use operation::{Operation, OperationStyle};
pub use policy::Policy;
pub use pool::{Candidate, Origin, PackageId, Pool, satisfies};
pub use pool_builder::{BuiltPool, PoolError, PoolOptions, PoolWarning};
pub use pool_filter::{FilterListEntry, PoolFilter, Removal};
pub use problem::Problem;
pub use repository_set::{
    Found, FoundAdvisories, FoundLists, RepositorySet, SetOptions, SourceIndex,
};
pub use request::{FixedKind, FixedPackage, Request, RequiredTwice, UpdateScope};
pub use rule::{Reason, RuleClass, RuleId, RuleSet, RuleShape};
pub use rule_generator::FixedPackageMissing;
pub use shirabe_package::{PlatformRequirementFilter, root::RootAlias};
pub use solve::{Solution, SolveError, solve, split_dev};
pub use solver::{Branching, Outcome, Solver, SolverBug};
pub use source::{
    KnownVersions, Loaded, PackageSource, Provider, SourceError, SourceKind, StabilityFilter,
    Wanted,
};
pub use transaction::Transaction;
