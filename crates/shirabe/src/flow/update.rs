//! Resolving: from composer.json to a new lock file.

use super::options::RunOptions;
use super::outcome::Outcome;
use super::problems::{self, Headline};
use super::{Flow, platform, repositories};
use crate::console::{Tone, Verbosity};
use crate::failure::{Failure, exit};
use crate::project::Project;
use shirabe_callgraph::{centre, enter};
use shirabe_package::{
    AnyPackage, LinkKind, Loader, LockContents, LockFile, PackageName, RootPackage, dumper,
};
use shirabe_resolver::{
    FixedKind, LockTransaction, MemorySource, Operation, OperationStyle, Policy, PoolError,
    PoolOptions, RepositorySet, Request, SetOptions, SolveError, SourceKind, StabilityFilter,
    solve, split_dev,
};
use shirabe_semver::{Constraint, Op};
use std::time::Instant;

/// Resolves the project, writes its lock file and leaves the new lock in `outcome`.
pub(super) fn run(
    flow: &Flow<'_>,
    previous: Option<&LockFile>,
    outcome: &mut Outcome,
) -> Result<u8, Failure> {
    let _span = enter(centre!("update"));
    let Flow {
        session,
        project,
        options,
    } = flow;
    let console = &session.console;
    if previous.is_none() && (options.allow_list.is_some() || options.update_mirrors) {
        console.error(&format!(
            "Cannot update {} without a lock file present. Run `composer update` to generate a lock file.",
            if options.update_mirrors {
                "lock file information"
            } else {
                "only a partial set of packages"
            }
        ));
        return Ok(exit::NO_LOCK_FOR_PARTIAL_UPDATE);
    }
    let locked = previous.map(|lock| lock.packages(true)).transpose()?;
    console.info("Loading composer repositories with package information");

    let platform = platform::packages(flow, &project.config.platform())?;
    let policy = policy(flow, locked.as_deref());
    let root = fixed_root(&project.root);
    let mut set = repository_set(project, options, &root, &platform);
    for repository in repositories::of(session, &project.folder, &project.config)? {
        set.add_boxed(repository);
    }
    if let Some(locked) = &locked {
        set.add(MemorySource::new(
            "lock repo",
            SourceKind::Locked,
            locked.iter().cloned(),
        ));
    }
    let mut request = Request::new(locked.clone());
    fix(&mut request, &root, &platform);
    require(
        &mut request,
        project,
        options,
        previous,
        locked.as_deref(),
        true,
    )?;
    if let Some(names) = &options.allow_list {
        request.set_update_allow_list(names.clone(), options.scope);
    }

    let mut filters = super::policies::filters(flow, super::policies::Scope::Update)?;
    let pool_options = PoolOptions {
        optimize_for: (session
            .environment
            .text("COMPOSER_POOL_OPTIMIZER")
            .as_deref()
            != Some("0"))
        .then_some(&policy),
        filters: filters.as_dyn(),
        ..PoolOptions::default()
    };
    let built = set
        .build_pool(&mut request, pool_options)
        .map_err(pool_failure)?;
    filters.warn_of_unreachable(flow);
    for warning in &built.warnings {
        console.warn(&warning.to_string());
    }
    console.info("Updating dependencies");
    let started = Instant::now();
    let solution = match solve(&built.pool, &request, &policy, &options.platform) {
        Ok(solution) => solution,
        Err(SolveError::Unsolvable(unsolvable)) => {
            problems::report(
                flow,
                &mut set,
                &request,
                &built.pool,
                &unsolvable,
                Headline::Update,
            )?;
            return Ok(exit::UNSOLVABLE);
        }
        Err(error) => return Err(error.into()),
    };
    for figure in [
        format!(
            "Dependency resolution completed in {:.3} seconds",
            started.elapsed().as_secs_f64()
        ),
        format!(
            "Analyzed {} packages to resolve dependencies",
            built.pool.len()
        ),
        format!("Analyzed {} rules to resolve dependencies", solution.rules),
    ] {
        console.say_at(Verbosity::Verbose, Tone::Plain, &figure);
    }
    // Thousands of packages, and the process ends soon: to free them one by one is a tenth of its time.
    std::mem::forget(built);
    let mut transaction = solution.transaction;
    if transaction.operations().is_empty() {
        console.plain("Nothing to modify in lock file");
        if options.minimal_changes
            && options.allow_list.is_none()
            && previous.is_some_and(|lock| lock.is_fresh(&project.content_hash))
        {
            console.warn("The --minimal-changes option should be used with package arguments or after modifying composer.json requirements, otherwise it will likely not yield any dependency changes.");
        }
    }
    if let Some(code) = split(
        flow,
        &mut transaction,
        &policy,
        &root,
        &platform,
        previous,
        locked.as_deref(),
    )? {
        return Ok(code);
    }
    announce(flow, &mut set, &transaction, outcome);
    let lock = lock_of(flow, &transaction, previous);
    let changed = previous.is_none_or(|previous| lock.differs_from(previous));
    if changed && !options.dry_run && project.config.lock() {
        lock.write(&project.lock_path)?;
        console.info("Writing lock file");
    }
    outcome.operations = transaction.operations().to_vec();
    outcome.repositories = Some(set);
    outcome.lock = Some(lock);
    Ok(exit::OK)
}

fn policy(flow: &Flow<'_>, locked: Option<&[AnyPackage]>) -> Policy {
    let options = flow.options;
    let preferred = options.minimal_changes.then(|| {
        locked
            .into_iter()
            .flatten()
            .filter(|package| {
                let listed = options
                    .allow_list
                    .as_ref()
                    .is_some_and(|names| names.iter().any(|name| package.name().as_str() == name));
                !package.is_alias() && !listed
            })
            .map(|package| (package.name().clone(), package.version().clone()))
            .collect()
    });
    Policy {
        prefer_stable: options.prefer_stable || flow.project.root.prefer_stable,
        prefer_lowest: options.prefer_lowest,
        prefer_dev_over_prerelease: flow
            .session
            .environment
            .flag("COMPOSER_PREFER_DEV_OVER_PRERELEASE"),
        preferred_versions: preferred.filter(|_| locked.is_some()),
    }
}

/// The root package as the solve sees it: what it requires is asked for by the request.
pub(super) fn fixed_root(root: &RootPackage) -> RootPackage {
    let mut root = root.clone();
    root.change(|package| {
        package.requires.clear();
        package.dev_requires.clear();
    });
    root
}

fn repository_set<'a>(
    project: &Project,
    options: &RunOptions,
    root: &RootPackage,
    platform: &[AnyPackage],
) -> RepositorySet<'a> {
    let mut stability = StabilityFilter::new(project.root.minimum_stability);
    stability.flags.extend(project.root.stability_flags.clone());
    stability.flags.insert(
        project.root.name().clone(),
        project.root.version().stability(),
    );
    let requires = project
        .root
        .package
        .requires
        .iter()
        .chain(&project.root.package.dev_requires)
        .filter(|link| !options.platform.is_ignored(&link.target))
        .map(|link| {
            let constraint =
                options
                    .platform
                    .filter_constraint(&link.target, &link.constraint, true);
            (link.target.clone(), constraint)
        });
    let mut set = RepositorySet::new(SetOptions {
        stability,
        root_aliases: project.root.aliases.clone(),
        root_references: project.root.references.clone().into_iter().collect(),
        root_requires: requires.collect(),
        temporary_constraints: options.temporary_constraints.iter().cloned().collect(),
    });
    set.add(MemorySource::new(
        "root package repo",
        SourceKind::Root,
        [root.any()],
    ));
    set.add(MemorySource::new(
        "platform repo",
        SourceKind::Platform,
        platform.iter().cloned(),
    ));
    set
}

/// Fixes the root package and the platform, but for what the root package says it provides itself.
pub(super) fn fix(request: &mut Request, root: &RootPackage, platform: &[AnyPackage]) {
    request.fix(root.any(), FixedKind::Root);
    if root.alias.is_some() {
        request.fix(AnyPackage::Real(root.package.clone()), FixedKind::Root);
    }
    for package in platform {
        let provided = root.package.provides.iter().any(|link| {
            link.target == *package.name() && link.constraint.admits(package.version())
        });
        if !provided {
            request.fix(package.clone(), FixedKind::Platform);
        }
    }
}

/// What the solve has to satisfy: the requirements, or for `--lock` the very versions locked.
fn require(
    request: &mut Request,
    project: &Project,
    options: &RunOptions,
    previous: Option<&LockFile>,
    locked: Option<&[AnyPackage]>,
    with_dev: bool,
) -> Result<(), Failure> {
    if options.update_mirrors {
        let dev_names = if with_dev {
            Vec::new()
        } else {
            previous
                .map(LockFile::dev_package_names)
                .unwrap_or_default()
        };
        for package in locked.into_iter().flatten() {
            if !package.is_alias() && !dev_names.contains(package.name()) {
                let constraint = Constraint::single(Op::Eq, package.version().clone());
                request
                    .require(package.name().clone(), Some(constraint))
                    .map_err(Failure::new)?;
            }
        }
        return Ok(());
    }
    for link in required_links(&project.root, with_dev) {
        request
            .require(link.target.clone(), Some(link.constraint.clone()))
            .map_err(Failure::new)?;
    }
    Ok(())
}

/// The requirements, each name once: what `require-dev` says of a name that `require` has too wins.
fn required_links(root: &RootPackage, with_dev: bool) -> Vec<&shirabe_package::Link> {
    let mut links: indexmap::IndexMap<&PackageName, &shirabe_package::Link> = root
        .package
        .links(LinkKind::Require)
        .iter()
        .map(|link| (&link.target, link))
        .collect();
    if with_dev {
        links.extend(
            root.package
                .links(LinkKind::DevRequire)
                .iter()
                .map(|link| (&link.target, link)),
        );
    }
    links.into_values().collect()
}

/// Tells apart what only development needs; an exit code where that has no solution.
fn split(
    flow: &Flow<'_>,
    transaction: &mut LockTransaction,
    policy: &Policy,
    root: &RootPackage,
    platform: &[AnyPackage],
    previous: Option<&LockFile>,
    locked: Option<&[AnyPackage]>,
) -> Result<Option<u8>, Failure> {
    let Flow {
        session,
        project,
        options,
    } = flow;
    if project.root.package.dev_requires.is_empty() {
        return Ok(None);
    }
    // Loaded anew, so that no package keeps an alias that only the root package gave it.
    let mut loader = Loader::new().with_transport_options();
    let mut result = Vec::new();
    for package in transaction.lock_packages(false) {
        result.push(
            loader
                .load(dumper::dump(package.base()))
                .map_err(Failure::new)?,
        );
    }
    let mut set = repository_set(project, options, root, platform);
    set.add(MemorySource::new(
        "array repo",
        SourceKind::Repository,
        result,
    ));
    let mut request = Request::new(None);
    fix(&mut request, root, platform);
    require(&mut request, project, options, previous, locked, false)?;
    match split_dev(transaction, &mut set, &request, policy, &options.platform) {
        Ok(()) => Ok(None),
        Err((SolveError::Unsolvable(unsolvable), pool)) => {
            session
                .console
                .error("Unable to find a compatible set of packages based on your non-dev requirements alone.");
            session
                .console
                .plain("Your requirements can be resolved successfully when require-dev packages are present.");
            session
                .console
                .plain("You may need to move packages from require-dev or some of their dependencies to require.");
            problems::report(
                flow,
                &mut set,
                &request,
                &pool,
                &unsolvable,
                Headline::Split,
            )?;
            Ok(Some(exit::UNSOLVABLE))
        }
        Err((error, _)) => Err(error.into()),
    }
}

/// The lock operations, counted and listed: removals first, then by name.
fn announce(
    flow: &Flow<'_>,
    set: &mut RepositorySet<'_>,
    transaction: &LockTransaction,
    outcome: &mut Outcome,
) {
    let console = &flow.session.console;
    let with_lock = flow.project.config.lock();
    let shown = |operation: &&Operation| match operation {
        Operation::Update { from, to } if flow.options.update_mirrors => {
            from.name() != to.name() || from.version() != to.version()
        }
        _ => true,
    };
    let operations: Vec<&Operation> = transaction.operations().iter().filter(shown).collect();
    if !transaction.operations().is_empty() && with_lock {
        super::summary::print(console, "Lock file operations", operations.iter().copied());
    }
    let is_removal = |operation: &Operation| matches!(operation, Operation::Uninstall(_));
    let mut listed: Vec<&Operation> = operations
        .iter()
        .copied()
        .filter(|operation| !operation.is_alias())
        .collect();
    listed.sort_by(|one, two| {
        is_removal(two)
            .cmp(&is_removal(one))
            .then_with(|| one.package().name().cmp(two.package().name()))
    });
    for operation in listed {
        if let Operation::Install(package) = operation {
            outcome.suggestions.add(package.base());
        }
        if with_lock {
            let mut line = format!(
                "  - {}",
                operation.describe(OperationStyle {
                    lock: true,
                    tags: false
                })
            );
            if console.verbosity() >= Verbosity::VeryVerbose
                && let Some(name) = repositories::name_of(set, &operation.package())
            {
                line.push_str(&format!(" from {name}"));
            }
            console.plain(&line);
        }
    }
}

fn lock_of(
    flow: &Flow<'_>,
    transaction: &LockTransaction,
    previous: Option<&LockFile>,
) -> LockFile {
    let root = &flow.project.root;
    let platform_of = |kind| -> Vec<(PackageName, String)> {
        root.package
            .links(kind)
            .iter()
            .filter(|link| link.target.is_platform())
            .map(|link| (link.target.clone(), link.pretty_constraint.to_string()))
            .collect()
    };
    let packages = |dev| {
        if flow.options.update_mirrors {
            transaction.lock_packages_with_new_addresses(dev)
        } else {
            transaction.lock_packages(dev)
        }
    };
    LockFile::build(
        &LockContents {
            content_hash: &flow.project.content_hash,
            packages: &packages(false),
            dev_packages: Some(&packages(true)),
            platform: platform_of(LinkKind::Require),
            platform_dev: platform_of(LinkKind::DevRequire),
            aliases: &transaction.used_aliases(&root.aliases),
            minimum_stability: root.minimum_stability,
            stability_flags: &root.stability_flags,
            prefer_stable: flow.options.prefer_stable || root.prefer_stable,
            prefer_lowest: flow.options.prefer_lowest,
            platform_overrides: &flow.project.config.platform(),
        },
        previous,
    )
}

pub(super) fn pool_failure(error: PoolError) -> Failure {
    match error {
        PoolError::Source(error) => error.into(),
        PoolError::NoLock => Failure::new(error).code(exit::NO_LOCK_FOR_PARTIAL_UPDATE),
    }
}
