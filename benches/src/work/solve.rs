//! From packages in memory to a solution: pool and solver.

use super::{Inputs, Work, WorkError, digest};
use shirabe_mixed::{PhpMap, metadata};
use shirabe_package::{AnyPackage, Link, Loader, PackageName};
use shirabe_resolver::{
    Explainer, FixedKind, MemorySource, PhpRuntime, PlatformRequirementFilter, Policy, PoolOptions,
    RepositorySet, Request, SetOptions, SolveError, SourceKind, StabilityFilter, UpdateScope,
    solve,
};
use shirabe_semver::{Constraint, Stability};
use std::hint::black_box;

const ROOT: &str = "laravel/laravel";
const UPDATED: &str = "symfony/console";

/// What Composer itself is to packages.
const COMPOSER: [(&str, &str); 2] = [
    ("composer-runtime-api", "2.2.2"),
    ("composer-plugin-api", "2.9.0"),
];

/// What laravel/framework of the same major version cannot live with.
const IMPOSSIBLE: (&str, &str) = ("symfony/console", "^5.0");

struct Project {
    root: AnyPackage,
    platform: Vec<AnyPackage>,
    packages: Vec<AnyPackage>,
    requires: Vec<(PackageName, Constraint)>,
    locked: Option<Vec<AnyPackage>>,
    lowest: bool,
    /// The one package to update; all where there is none.
    update: Option<&'static str>,
    /// Whether there must be no solution.
    is_impossible: bool,
}

/// laravel/laravel from nothing.
pub(super) fn laravel(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    Ok(Box::new(Project::new(inputs)?))
}

/// The same with the lowest versions.
pub(super) fn lowest(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let mut project = Project::new(inputs)?;
    project.lowest = true;
    Ok(Box::new(project))
}

/// From the lowest versions, one package and what it needs updated.
pub(super) fn partial(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let mut project = Project::new(inputs)?;
    project.lowest = true;
    project.locked = Some(project.solve()?);
    project.lowest = false;
    project.update = Some(UPDATED);
    Ok(Box::new(project))
}

/// A requirement that contradicts another.
pub(super) fn conflict(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let mut project = Project::new(inputs)?;
    let (name, constraint) = IMPOSSIBLE;
    project.is_impossible = true;
    project
        .requires
        .push((PackageName::new(name), Constraint::parse(constraint)?));
    Ok(Box::new(project))
}

impl Project {
    fn new(inputs: &Inputs) -> Result<Self, WorkError> {
        let mut loader = Loader::new();
        let mut load = |versions: Vec<PhpMap>| -> Result<Vec<AnyPackage>, WorkError> {
            let versions = versions.into_iter();
            Ok(versions
                .map(|version| loader.load_from_repository(version))
                .collect::<Result<_, _>>()?)
        };
        let mut packages = Vec::new();
        let mut root = None;
        for solved in inputs.solved()? {
            let versions = load(metadata::expand(inputs.package(&solved.name)?))?;
            if solved.name == ROOT {
                let wanted = |it: &&AnyPackage| *it.base().pretty_version == *solved.version;
                root = versions.iter().find(wanted).cloned();
            }
            packages.extend(versions);
        }
        let root = root.ok_or("laravel/laravel is not in the world")?;
        let composer = COMPOSER.map(|(name, version)| (name.to_owned(), version.into()));
        let pinned = inputs.platform()?.into_iter().chain(composer);
        let platform = pinned.map(|(name, version)| {
            PhpMap::from_iter([
                ("name".to_owned(), name.into()),
                ("version".to_owned(), version),
            ])
        });
        let platform = load(platform.collect())?;
        let links = root.base().requires.iter().chain(&root.base().dev_requires);
        let requires = links
            .map(|link: &Link| (link.target.clone(), link.constraint.clone()))
            .collect();
        Ok(Self {
            root: bare_root(&mut Loader::new())?,
            platform,
            packages,
            requires,
            locked: None,
            lowest: false,
            update: None,
            is_impossible: false,
        })
    }

    fn solve(&self) -> Result<Vec<AnyPackage>, WorkError> {
        let mut options = SetOptions::new(StabilityFilter::new(Stability::Stable));
        let mut request = Request::new(self.locked.clone());
        request.fix(self.root.clone(), FixedKind::Root);
        for package in &self.platform {
            request.fix(package.clone(), FixedKind::Platform);
        }
        for (name, constraint) in &self.requires {
            options
                .root_requires
                .insert(name.clone(), constraint.clone());
            request.require(name.clone(), Some(constraint.clone()))?;
        }
        if let Some(name) = self.update {
            request.set_update_allow_list(vec![name.to_owned()], UpdateScope::WithAllDependencies);
        }
        let mut set = RepositorySet::new(options);
        let root = std::slice::from_ref(&self.root);
        for (name, kind, packages) in [
            ("root package repo", SourceKind::Root, root),
            ("platform repo", SourceKind::Platform, &self.platform),
            ("world", SourceKind::Repository, &self.packages),
            (
                "lock repo",
                SourceKind::Locked,
                self.locked.as_deref().unwrap_or_default(),
            ),
        ] {
            set.add(MemorySource::new(name, kind, packages.iter().cloned()));
        }
        let policy = Policy {
            prefer_stable: true,
            prefer_lowest: self.lowest,
            ..Policy::default()
        };
        let options = PoolOptions {
            optimize_for: Some(&policy),
            ..PoolOptions::default()
        };
        let pool = set.build_pool(&mut request, options)?.pool;
        let filter = PlatformRequirementFilter::IgnoreNothing;
        match solve(&pool, &request, &policy, &filter) {
            Ok(solution) => Ok(solution.transaction.lock_packages(false)),
            // No packages: what the conflict comes to.
            Err(SolveError::Unsolvable(unsolvable)) => {
                let why = Explainer {
                    repositories: &mut set,
                    request: &request,
                    pool: &pool,
                    php: &PhpRuntime::default(),
                    verbose: false,
                    dev_extraction: false,
                }
                .explain(&unsolvable)?;
                if self.is_impossible {
                    Ok(Vec::new())
                } else {
                    Err(why.into())
                }
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn bare_root(loader: &mut Loader) -> Result<AnyPackage, WorkError> {
    let data = [("name", "acme/app"), ("version", "1.0.0")]
        .map(|(key, value)| (key.to_owned(), value.to_owned().into()));
    Ok(loader.load(PhpMap::from_iter(data))?)
}

impl Work for Project {
    fn run(&mut self) -> Result<(), WorkError> {
        black_box(self.solve()?);
        Ok(())
    }

    fn digest(&mut self) -> Result<u64, WorkError> {
        let solved = self.solve()?;
        let names: Vec<String> = solved.iter().map(AnyPackage::unique_name).collect();
        Ok(digest((names, self.requires.len())))
    }
}
