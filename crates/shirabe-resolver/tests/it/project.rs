//! A project in a few lines: what it requires, what its repositories have, what is locked.

use shirabe_mixed::json;
use shirabe_package::{AliasPackage, AnyPackage, Loader, PackageName};
use shirabe_resolver::{
    Explainer, FixedKind, LockTransaction, MemorySource, PackageSource, PhpRuntime,
    PlatformRequirementFilter, Policy, PoolFilter, PoolOptions, RepositorySet, Request, RootAlias,
    SetOptions, SolveError, SourceKind, StabilityFilter, UpdateScope, solve,
};
use shirabe_semver::{Constraint, Stability, Version};

/// Packages told as a JSON list.
pub(crate) fn packages(text: &str) -> Vec<AnyPackage> {
    let list = json::decode(text.as_bytes()).expect("JSON");
    let mut loader = Loader::new().with_transport_options();
    list.values()
        .map(|data| {
            let data = data.as_map().cloned().expect("an object");
            loader.load(data).expect("a package")
        })
        .collect()
}

/// A project.
pub(crate) struct Project {
    pub(crate) requires: Vec<(String, String)>,
    pub(crate) repositories: Vec<Vec<AnyPackage>>,
    pub(crate) platform: Vec<AnyPackage>,
    pub(crate) locked: Option<Vec<AnyPackage>>,
    pub(crate) update: Vec<String>,
    pub(crate) scope: UpdateScope,
    pub(crate) policy: Policy,
    pub(crate) optimize: bool,
    pub(crate) set: SetOptions,
    pub(crate) platform_filter: PlatformRequirementFilter,
}

impl Project {
    pub(crate) fn new(repository: &str) -> Self {
        Self {
            requires: Vec::new(),
            repositories: vec![packages(repository)],
            platform: Vec::new(),
            locked: None,
            update: Vec::new(),
            scope: UpdateScope::OnlyListed,
            policy: Policy::default(),
            optimize: true,
            set: SetOptions::new(StabilityFilter::new(Stability::Stable)),
            platform_filter: PlatformRequirementFilter::IgnoreNothing,
        }
    }

    pub(crate) fn require(mut self, name: &str, constraint: &str) -> Self {
        self.requires.push((name.to_owned(), constraint.to_owned()));
        self
    }

    pub(crate) fn repository(mut self, repository: &str) -> Self {
        self.repositories.push(packages(repository));
        self
    }

    pub(crate) fn platform(mut self, platform: &str) -> Self {
        self.platform = packages(platform);
        self
    }

    pub(crate) fn locked(mut self, locked: &str) -> Self {
        let mut all = MemorySource::new("lock repo", SourceKind::Locked, packages(locked));
        self.locked = Some(all.packages().expect("packages"));
        self
    }

    /// Adds an alias by `as` to what is locked.
    pub(crate) fn locked_alias(mut self, name: &str, alias: &str) -> Self {
        let locked = self.locked.as_mut().expect("a lock file");
        let of = locked
            .iter()
            .find(|package| package.name() == name && !package.is_alias())
            .expect("the package")
            .base()
            .clone();
        let version = Version::parse(alias).expect("a version");
        locked.push(AliasPackage::new(of, version, alias).for_root().into());
        self
    }

    pub(crate) fn update(mut self, names: &[&str], scope: UpdateScope) -> Self {
        self.update = names.iter().map(|name| (*name).to_owned()).collect();
        self.scope = scope;
        self
    }

    pub(crate) fn minimum_stability(mut self, stability: Stability) -> Self {
        self.set.stability.minimum = stability;
        self
    }

    pub(crate) fn alias(mut self, package: &str, version: &str, alias: &str) -> Self {
        self.set.root_aliases.push(RootAlias {
            package: PackageName::new(package),
            version: Version::parse(version).expect("a version"),
            alias: alias.to_owned(),
            alias_normalized: Version::parse(alias).expect("a version"),
        });
        self
    }

    /// What a solve comes to: the result, or the explanation; warnings of the pool before it.
    pub(crate) fn solve_filtered<'f>(
        &'f self,
        filters: Vec<&'f mut dyn PoolFilter>,
        verbose: bool,
    ) -> (Vec<String>, Result<LockTransaction, String>) {
        let mut options = self.set.clone();
        let mut request = Request::new(self.locked.clone());
        let root = packages(r#"[{"name": "acme/app", "version": "1.0.0"}]"#);
        request.fix(root[0].clone(), FixedKind::Root);
        for package in &self.platform {
            request.fix(package.clone(), FixedKind::Platform);
        }
        for (name, constraint) in &self.requires {
            let name = PackageName::new(name);
            let constraint = Constraint::parse(constraint).expect("a constraint");
            options
                .root_requires
                .insert(name.clone(), constraint.clone());
            request.require(name, Some(constraint)).expect("once");
        }
        if !self.update.is_empty() {
            request.set_update_allow_list(self.update.clone(), self.scope);
        }
        let mut set = RepositorySet::new(options);
        let named = |name: &str, kind, packages: &[AnyPackage]| {
            MemorySource::new(name, kind, packages.iter().cloned())
        };
        set.add(named("root package repo", SourceKind::Root, &root));
        set.add(named("platform repo", SourceKind::Platform, &self.platform));
        for (index, packages) in self.repositories.iter().enumerate() {
            let name = format!("repo {}", index + 1);
            set.add(named(&name, SourceKind::Repository, packages));
        }
        if let Some(locked) = &self.locked {
            set.add(named("lock repo", SourceKind::Locked, locked));
        }
        let pool_options = PoolOptions {
            optimize_for: self.optimize.then_some(&self.policy),
            filters,
            ..PoolOptions::default()
        };
        let built = set
            .build_pool(&mut request, pool_options)
            .expect("repositories in memory");
        let warnings = built.warnings.iter().map(ToString::to_string).collect();
        match solve(&built.pool, &request, &self.policy, &self.platform_filter) {
            Ok(solution) => (warnings, Ok(solution.transaction)),
            Err(SolveError::Unsolvable(unsolvable)) => {
                let text = Explainer {
                    repositories: &mut set,
                    request: &request,
                    pool: &built.pool,
                    php: &PhpRuntime::default(),
                    verbose,
                    dev_extraction: false,
                }
                .explain(&unsolvable)
                .expect("repositories in memory");
                (warnings, Err(text))
            }
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn solve(&self) -> Result<LockTransaction, String> {
        self.solve_filtered(Vec::new(), false).1
    }

    /// The operations as lines.
    pub(crate) fn operations(&self) -> Vec<String> {
        let transaction = self.solve().expect("a solution");
        transaction
            .operations()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// Why there is no solution.
    pub(crate) fn problems(&self) -> String {
        self.solve().expect_err("no solution")
    }
}
