//! From a lock file to `vendor/`.

use super::problems::{self, Headline};
use super::scripts::Scripts;
use super::update::{fix, fixed_root, pool_failure};
use super::{Flow, installing, platform, policies, repositories, summary};
use crate::console::{Tone, Verbosity};
use crate::failure::{Failure, exit};
use indexmap::IndexMap;
use shirabe_callgraph::{centre, enter};
use shirabe_package::{AnyPackage, InstalledJson, LockFile, PackageName};
use shirabe_resolver::{
    MemorySource, Operation, OperationStyle, Policy, PoolOptions, RepositorySet, Request,
    SetOptions, SolveError, SourceKind, StabilityFilter, Transaction, solve,
};
use shirabe_semver::{Constraint, Op};
use std::path::Path;

/// What `vendor/` holds: what installed.json records, but for packages whose folder is gone.
pub(super) fn read_installed(flow: &Flow<'_>, path: &Path) -> Result<InstalledJson, Failure> {
    let mut installed = InstalledJson::read(path)?;
    let layout = installing::layout(flow.project)?;
    let mut gone = Vec::new();
    for package in &installed.packages {
        let place = layout.install_path(package)?;
        if !package.is_alias() && place.is_some_and(|place| !place.exists()) {
            gone.push(package.name().clone());
        }
    }
    installed
        .packages
        .retain(|package| !gone.contains(package.name()));
    Ok(installed)
}

/// Makes `vendor/` hold what the lock file says.
pub(super) fn run(
    flow: &Flow<'_>,
    lock: &LockFile,
    scripts: &Scripts<'_>,
    installed: &mut InstalledJson,
) -> Result<u8, Failure> {
    let Flow {
        session,
        project,
        options,
    } = flow;
    let console = &session.console;
    if project.config.lock() {
        console.info(&format!(
            "Installing dependencies from lock file{}",
            if options.dev_mode {
                " (including require-dev)"
            } else {
                ""
            }
        ));
    }
    let locked = lock.packages(options.dev_mode)?;
    if !options.update {
        let code = verify(flow, lock, &locked)?;
        if code != exit::OK {
            return Ok(code);
        }
    }
    let operations = Transaction::new(&installed.packages, &locked).into_operations();
    if operations.iter().all(Operation::is_alias) {
        console.plain("Nothing to install, update or remove");
    } else {
        summary::print(console, "Package operations", operations.iter());
    }
    if options.dry_run {
        for operation in &operations {
            let least = if operation.is_alias() {
                Verbosity::Debug
            } else {
                Verbosity::Normal
            };
            let line = format!("  - {}", operation.describe(OperationStyle::default()));
            console.say_at(least, Tone::Plain, &line);
        }
        return Ok(exit::OK);
    }
    installed.dev = Some(options.dev_mode);
    installed.dev_package_names = lock.dev_package_names();
    installing::execute(flow, scripts, &operations, installed)?;
    Ok(exit::OK)
}

/// Solves the lock file as it is: does it fit composer.json and this platform?
fn verify(flow: &Flow<'_>, lock: &LockFile, locked: &[AnyPackage]) -> Result<u8, Failure> {
    let _span = enter(centre!("verify-lock"));
    let Flow {
        session,
        project,
        options,
    } = flow;
    let console = &session.console;
    console.info("Verifying lock file contents can be installed on current platform.");
    if !lock.is_fresh(&project.content_hash) {
        console.say_at(Verbosity::Quiet, Tone::Warning, "Warning: The lock file is not up to date with the latest changes in composer.json. You may be getting outdated dependencies. It is recommended that you run `composer update` or `composer update <package name>`.");
    }
    let missing = lock.missing_requirements(&project.root, options.dev_mode)?;
    if !missing.is_empty() {
        for line in &missing {
            console.plain(line);
        }
        if !project.config.is_on("allow-missing-requirements") {
            return Ok(exit::LOCK_INVALID);
        }
    }

    let platform = platform::packages(flow, &lock.platform_overrides())?;
    let policy = Policy {
        prefer_stable: lock.prefer_stable().unwrap_or(project.root.prefer_stable),
        prefer_lowest: lock.prefer_lowest().unwrap_or(false),
        ..Policy::default()
    };
    let root = fixed_root(&project.root);
    let mut set = locked_set(flow, lock, locked);
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
    set.add(MemorySource::new(
        "lock repo",
        SourceKind::Locked,
        locked.iter().cloned(),
    ));
    let mut request = Request::new(Some(locked.to_vec()));
    fix(&mut request, &root, &platform);
    for package in locked {
        request.fix_locked(package.clone());
    }
    for (name, constraint) in platform_requirements(flow, lock)? {
        request
            .require(name, Some(constraint))
            .map_err(Failure::new)?;
    }
    let mut filters = policies::filters(flow, policies::Scope::Install)?;
    if !filters.is_empty() {
        for repository in repositories::of(session, &project.folder, &project.config)? {
            set.add_for_policies(repository);
        }
    }
    let pool_options = PoolOptions {
        filters: filters.as_dyn(),
        ..PoolOptions::default()
    };
    let built = set
        .build_pool(&mut request, pool_options)
        .map_err(pool_failure)?;
    filters.warn_of_unreachable(flow);
    match solve(&built.pool, &request, &policy, &options.platform) {
        Ok(solution) if solution.transaction.operations().is_empty() => Ok(exit::OK),
        Ok(_) => {
            console.error("Your lock file cannot be installed on this system without changes. Please run composer update.");
            Ok(exit::LOCK_INVALID)
        }
        Err(SolveError::Unsolvable(unsolvable)) => {
            problems::report(
                flow,
                &mut set,
                &request,
                &built.pool,
                &unsolvable,
                Headline::Lock,
            )?;
            Ok(exit::UNSOLVABLE)
        }
        Err(error) => Err(error.into()),
    }
}

fn locked_set<'a>(flow: &Flow<'_>, lock: &LockFile, locked: &[AnyPackage]) -> RepositorySet<'a> {
    let mut stability = StabilityFilter::new(lock.minimum_stability());
    stability.flags.extend(lock.stability_flags());
    let root = &flow.project.root;
    stability
        .flags
        .insert(root.name().clone(), root.version().stability());
    let exact = |package: &AnyPackage| {
        let constraint = Constraint::single(Op::Eq, package.version().clone())
            .with_pretty(package.pretty_version());
        (package.name().clone(), constraint)
    };
    RepositorySet::new(SetOptions {
        root_references: root.references.clone().into_iter().collect(),
        root_requires: locked.iter().map(exact).collect(),
        ..SetOptions::new(stability)
    })
}

/// What root package and lock file require of the platform; composer.json has the first word.
fn platform_requirements(
    flow: &Flow<'_>,
    lock: &LockFile,
) -> Result<IndexMap<PackageName, Constraint>, Failure> {
    let package = &flow.project.root.package;
    let dev_requires = if flow.options.dev_mode {
        package.dev_requires.as_slice()
    } else {
        &[]
    };
    let of_root: IndexMap<PackageName, Constraint> = package
        .requires
        .iter()
        .chain(dev_requires)
        .map(|link| (link.target.clone(), link.constraint.clone()))
        .collect();
    let mut wanted: IndexMap<PackageName, Constraint> = of_root
        .iter()
        .filter(|(name, _)| name.is_platform())
        .map(|(name, constraint)| (name.clone(), constraint.clone()))
        .collect();
    for link in lock.platform_requirements(flow.options.dev_mode)? {
        if !of_root.contains_key(&link.target) {
            wanted.insert(link.target, link.constraint);
        }
    }
    Ok(wanted)
}
