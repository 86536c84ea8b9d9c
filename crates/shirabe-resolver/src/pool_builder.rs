//! Building a pool: loads what was asked for, then what that requires, and so on, until nothing
//! new is named. A partial update keeps packages at their locked versions unless it finds on its
//! way that they have to move.

mod partial_update;

pub(crate) use partial_update::is_symlinked_path;

use crate::identity::Identity;
use crate::policy::Policy;
use crate::pool::{Candidate, Origin, Pool};
use crate::pool_filter::PoolFilter;
use crate::pool_optimizer;
use crate::repository_set::{RepositorySet, SourceIndex};
use crate::request::{FixedKind, Request};
use crate::source::{KnownVersions, SourceError, SourceKind, Wanted};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use shirabe_callgraph::{centre, enter};
use shirabe_package::{AliasPackage, AnyPackage, NamePattern, PackageName};
use shirabe_semver::{Constraint, intervals};
use std::sync::Arc;

/// How many names a repository is asked for at once.
const BATCH: usize = 50;

/// How a pool is built, beyond what is requested.
#[derive(Default)]
pub struct PoolOptions<'a> {
    /// Packages that can make no difference under this policy are left out, so that the search is
    /// faster; its result is the same.
    pub optimize_for: Option<&'a Policy>,
    /// Packages of these types are left out.
    pub ignored_types: Vec<String>,
    /// Packages of any other types are left out, if there is a list.
    pub allowed_types: Option<Vec<String>>,
    /// Policies, in the order in which they are applied.
    pub filters: Vec<&'a mut dyn PoolFilter>,
}

/// Something that a user should know about a partial update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoolWarning {
    /// A dependency stays locked, as the root package requires it too.
    RootRequirementStaysLocked(String),
    /// A pattern fits platform packages only.
    PatternIsOfPlatform(String),
    /// A pattern fits nothing.
    PatternFitsNothing(String),
    /// A name is not locked.
    NotLocked(String),
}

impl std::fmt::Display for PoolWarning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::RootRequirementStaysLocked(name) => write!(
                f,
                "Dependency {name} is also a root requirement. Package has not been listed as an \
                 update argument, so keeping locked at old version. Use --with-all-dependencies \
                 (-W) to include root dependencies."
            ),
            Self::PatternIsOfPlatform(pattern) => write!(
                f,
                "Pattern \"{pattern}\" listed for update matches platform packages, but these \
                 cannot be updated by Composer."
            ),
            Self::PatternFitsNothing(pattern) => write!(
                f,
                "Pattern \"{pattern}\" listed for update does not match any locked packages."
            ),
            Self::NotLocked(name) => {
                write!(f, "Package \"{name}\" listed for update is not locked.")
            }
        }
    }
}

/// Why no pool was built.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// A repository could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A partial update needs a lock file.
    #[error("no lock repository present and yet a partial update was requested")]
    NoLock,
}

/// A pool, and what there is to say about it.
#[derive(Debug)]
pub struct BuiltPool {
    /// The pool.
    pub pool: Pool,
    /// Warnings, in order.
    pub warnings: Vec<PoolWarning>,
    /// How many packages were loaded, before anything was left out.
    pub loaded: usize,
    /// How many the optimiser left out.
    pub optimized_away: usize,
}

impl RepositorySet<'_> {
    /// Loads the packages that a request can come to need. Packages that a partial update has to
    /// move are unlocked in the request.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read, or a partial update has no lock file to start from.
    pub fn build_pool(
        &mut self,
        request: &mut Request,
        mut options: PoolOptions<'_>,
    ) -> Result<BuiltPool, PoolError> {
        let _span = enter(centre!("pool"));
        let mut builder = PoolBuilder::new(self, request, &options);
        builder.load()?;
        builder.apply_temporary_constraints();
        let warnings = std::mem::take(&mut builder.warnings);
        let mut pool = builder.finish();
        let loaded = pool.len();
        for filter in &mut options.filters {
            let removals = filter.removals(&pool, request, self)?;
            if removals.is_empty() {
                continue;
            }
            let mut gone = vec![false; pool.len()];
            for (id, removal) in removals {
                gone[id.index()] = true;
                let package = pool.package(id).clone();
                for name in package.names(false) {
                    pool.removed
                        .insert(name, package.version().clone(), removal.clone());
                }
            }
            pool.retain(|id| !gone[id.index()]);
        }
        let before = pool.len();
        if let Some(policy) = options.optimize_for {
            pool_optimizer::optimize(&mut pool, request, policy);
        }
        Ok(BuiltPool {
            optimized_away: before - pool.len(),
            pool,
            warnings,
            loaded,
        })
    }

    /// A pool of every package in every repository, for small sets.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read as a whole.
    pub fn pool_of_all(&mut self) -> Result<Pool, SourceError> {
        let mut candidates = Vec::new();
        for index in 0..self.sources.len() {
            let origin = match self.source_kind(index) {
                SourceKind::Root => Origin::Root,
                SourceKind::Platform => Origin::Platform,
                SourceKind::Locked => Origin::Locked,
                SourceKind::Repository => Origin::Source(index),
            };
            for package in self.sources[index].packages()? {
                let alias = root_alias_of(self, &package, package.base());
                candidates.push(Candidate { package, origin });
                candidates.extend(alias.map(|package| Candidate { package, origin }));
            }
        }
        Ok(Pool::new(candidates, Vec::new()))
    }
}

/// The alias that the root package asks for at the version of `package`.
fn root_alias_of(
    repositories: &RepositorySet<'_>,
    package: &AnyPackage,
    base: &Arc<shirabe_package::Package>,
) -> Option<AnyPackage> {
    let (alias, normalized) = repositories.root_alias(package)?;
    Some(
        AliasPackage::new(Arc::clone(base), normalized.clone(), alias)
            .for_root()
            .into(),
    )
}

type Names<V> = FxHashMap<PackageName, V>;

struct PoolBuilder<'b, 'a> {
    repositories: &'b mut RepositorySet<'a>,
    request: &'b mut Request,
    ignored_types: Vec<String>,
    allowed_types: Option<Vec<String>>,
    restricted: Option<FxHashSet<PackageName>>,
    allow_list: Vec<NamePattern>,
    /// By index; those that were taken out again are none.
    packages: Vec<Option<Candidate>>,
    /// Where packages are in that list.
    places: FxHashMap<Identity, usize>,
    /// By package: the places of its aliases.
    aliases: FxHashMap<Identity, Vec<usize>>,
    to_load: IndexMap<PackageName, Constraint, FxBuildHasher>,
    loaded: Names<Constraint>,
    /// Constraints known to be within what is loaded or will be, by name.
    covered: Names<FxHashSet<Constraint>>,
    known: Vec<KnownVersions>,
    unacceptable: Vec<AnyPackage>,
    /// Names for which nothing is loaded, as a locked package has or replaces them.
    skipped: Names<Vec<AnyPackage>>,
    /// Locked packages that follow their path repository and are locked in nothing else.
    path_unlocked: FxHashSet<PackageName>,
    /// Names that the root package requires: nothing beyond its constraint is ever loaded.
    at_maximum: FxHashSet<PackageName>,
    /// Packages pinned to a reference, by the package that was loaded.
    pinned: FxHashMap<Identity, (AnyPackage, AnyPackage)>,
    warned: FxHashSet<String>,
    warnings: Vec<PoolWarning>,
}

impl<'b, 'a> PoolBuilder<'b, 'a> {
    fn new(
        repositories: &'b mut RepositorySet<'a>,
        request: &'b mut Request,
        options: &PoolOptions<'_>,
    ) -> Self {
        let known = vec![KnownVersions::default(); repositories.len()];
        let restricted = request
            .restricted()
            .map(|names| names.iter().cloned().collect());
        Self {
            repositories,
            request,
            ignored_types: options.ignored_types.clone(),
            allowed_types: options.allowed_types.clone(),
            restricted,
            allow_list: Vec::new(),
            packages: Vec::new(),
            places: FxHashMap::default(),
            aliases: FxHashMap::default(),
            to_load: IndexMap::default(),
            loaded: Names::default(),
            covered: Names::default(),
            known,
            unacceptable: Vec::new(),
            skipped: Names::default(),
            path_unlocked: FxHashSet::default(),
            at_maximum: FxHashSet::default(),
            pinned: FxHashMap::default(),
            warned: FxHashSet::default(),
            warnings: Vec::new(),
        }
    }

    fn load(&mut self) -> Result<(), PoolError> {
        if !self.request.update_allow_list().is_empty() {
            self.lock_what_is_not_updated()?;
        }
        for (package, kind) in self.request.fixed_or_locked() {
            self.loaded
                .insert(package.name().clone(), Constraint::all());
            for link in package.replaces() {
                // To replace is to conflict: no other package of that name could be installed.
                self.loaded.insert(link.target.clone(), Constraint::all());
            }
            let always = matches!(kind, Some(FixedKind::Root | FixedKind::Platform));
            if always
                || self
                    .repositories
                    .options
                    .stability
                    .accepts_package(&package)
            {
                let origin = match kind {
                    Some(FixedKind::Root) => Origin::Root,
                    Some(FixedKind::Platform) => Origin::Platform,
                    Some(FixedKind::Other) if !self.request.is_locked(&package) => Origin::Fixed,
                    _ => Origin::Locked,
                };
                self.load_package(&package, origin, false);
            } else {
                self.unacceptable.push(package);
            }
        }
        for (name, constraint) in self.request.requires() {
            if !self.loaded.contains_key(name) {
                self.to_load.insert(name.clone(), constraint.clone());
                self.at_maximum.insert(name.clone());
            }
        }
        // Loading the fixed packages may have marked a name that a later one of them has.
        let loaded = &self.loaded;
        self.to_load.retain(|name, _| !loaded.contains_key(name));
        while !self.to_load.is_empty() {
            self.load_marked()?;
        }
        Ok(())
    }

    /// Notes that a name has to be loaded in these versions, unless it is already.
    fn mark(&mut self, name: &PackageName, constraint: &Constraint) {
        if name.is_platform() || self.at_maximum.contains(name) {
            return;
        }
        if self
            .covered
            .get(name)
            .is_some_and(|covered| covered.contains(constraint))
        {
            return;
        }
        self.widen(name, constraint);
        self.covered
            .entry(name.clone())
            .or_default()
            .insert(constraint.clone());
    }

    fn widen(&mut self, name: &PackageName, constraint: &Constraint) {
        // A requirement of a dependency cannot overrule that of the root package. This is reached
        // if the name was locked and is no more.
        let constraint = match self.request.requires().get(name) {
            Some(root) if !intervals::is_subset_of(constraint, root) => root,
            _ => constraint,
        };
        let wider = |present: &Constraint| {
            intervals::compact(&Constraint::multi(
                vec![present.clone(), constraint.clone()],
                false,
            ))
        };
        if let Some(present) = self.loaded.get(name) {
            if !intervals::is_subset_of(constraint, present) {
                let constraint = wider(present);
                self.to_load.insert(name.clone(), constraint);
                self.loaded.remove(name);
            }
        } else if let Some(marked) = self.to_load.get(name) {
            if !intervals::is_subset_of(constraint, marked) {
                let constraint = wider(marked);
                self.to_load.insert(name.clone(), constraint);
            }
        } else {
            self.to_load.insert(name.clone(), constraint.clone());
        }
    }

    /// Loads everything that is marked, which may mark more.
    fn load_marked(&mut self) -> Result<(), PoolError> {
        let mut marked = std::mem::take(&mut self.to_load);
        if let Some(restricted) = &self.restricted {
            marked.retain(|name, _| restricted.contains(name));
        }
        let mut wanted: Vec<Wanted> = marked
            .into_iter()
            .map(|(name, constraint)| Wanted {
                name,
                constraint: Some(constraint),
            })
            .collect();
        for wanted in &wanted {
            if let Some(constraint) = &wanted.constraint {
                self.loaded.insert(wanted.name.clone(), constraint.clone());
            }
        }
        for index in 0..self.repositories.len() {
            if matches!(
                self.repositories.source_kind(index),
                SourceKind::Platform | SourceKind::Locked
            ) {
                continue;
            }
            if wanted.is_empty() {
                break;
            }
            if wanted.len() > BATCH {
                let filter = &self.repositories.options.stability;
                self.repositories.sources[index].prefetch(&wanted, filter);
            }
            let mut found = FxHashSet::default();
            for batch in wanted.chunks(BATCH) {
                let loaded = self.repositories.sources[index].load_packages(
                    batch,
                    &self.repositories.options.stability,
                    &self.known[index],
                )?;
                found.extend(loaded.names_found);
                for package in loaded.packages {
                    self.take(index, &package);
                }
            }
            wanted.retain(|wanted| !found.contains(&wanted.name));
        }
        Ok(())
    }

    fn take(&mut self, source: SourceIndex, package: &AnyPackage) {
        self.known[source].insert(package);
        let kind = package.package_type();
        let is_of = |types: &Vec<String>| types.iter().any(|known| known == kind);
        if is_of(&self.ignored_types)
            || self
                .allowed_types
                .as_ref()
                .is_some_and(|types| !is_of(types))
        {
            return;
        }
        let propagates = !self.path_unlocked.contains(package.name());
        let origin = match self.repositories.source_kind(source) {
            SourceKind::Root => Origin::Root,
            _ => Origin::Source(source),
        };
        self.load_package(package, origin, propagates);
    }

    fn place(&mut self, package: AnyPackage, origin: Origin) {
        let index = self.packages.len();
        if package.is_alias() {
            self.aliases
                .entry(Identity::of_base(&package))
                .or_default()
                .push(index);
        }
        self.places.insert(Identity::of(&package), index);
        self.packages.push(Some(Candidate { package, origin }));
    }

    /// Adds a package with the alias that the root package may ask for, and marks what it
    /// requires. `propagates` says whether the package is being updated, so that its dependencies
    /// may be, too.
    fn load_package(&mut self, package: &AnyPackage, origin: Origin, propagates: bool) {
        let package = self.pin(package);
        self.place(package.clone(), origin);
        let name = package.name();
        if propagates || self.path_unlocked.contains(name) {
            let alias = root_alias_of(self.repositories, &package, package.base());
            if let Some(alias) = alias {
                self.place(alias, origin);
            }
        }
        let updates = propagates && self.request.updates_dependencies();
        for link in package.requires() {
            let target = &link.target;
            if !self.skipped.contains_key(target) {
                self.mark(target, &link.constraint);
            } else if updates {
                if self.may_unlock(target) {
                    self.unlock(target);
                    self.mark(target, &link.constraint);
                }
            } else if self.path_unlocked.contains(target) && !self.loaded.contains_key(target) {
                self.mark(target, &link.constraint);
            }
        }
        if !updates {
            return;
        }
        for link in package.replaces() {
            let target = &link.target;
            if self.loaded.contains_key(target)
                && self.skipped.contains_key(target)
                && self.may_unlock(target)
            {
                self.unlock(target);
                self.mark_if_required(target);
            }
        }
    }

    /// Pins a package to the reference that the root package asks for.
    fn pin(&mut self, package: &AnyPackage) -> AnyPackage {
        let Some(reference) = self
            .repositories
            .options
            .root_references
            .get(package.name())
        else {
            return package.clone();
        };
        if self.request.is_locked(package) || self.request.is_fixed(package) {
            return package.clone();
        }
        let base = AnyPackage::Real(Arc::clone(package.base()));
        let (_, pinned) = self.pinned.entry(Identity::of(&base)).or_insert_with(|| {
            let pinned = base.with_base(|base| base.set_source_dist_references(reference));
            (base, pinned)
        });
        match package.as_alias() {
            None => pinned.clone(),
            Some(alias) => {
                let mut moved = AliasPackage::new(
                    Arc::clone(pinned.base()),
                    alias.version.clone(),
                    &alias.pretty_version,
                );
                moved.root_package_alias = alias.root_package_alias;
                moved.into()
            }
        }
    }

    /// Takes a package out again, with its aliases; they may be loaded another time.
    fn take_out(&mut self, index: usize) {
        let Some(candidate) = self.packages[index].take() else {
            return;
        };
        let identity = Identity::of(&candidate.package);
        self.places.remove(&identity);
        let known = match candidate.origin {
            Origin::Source(source) => Some(source),
            _ => None,
        };
        if let Some(source) = known {
            self.known[source].remove(&candidate.package);
        }
        for alias in self.aliases.remove(&identity).unwrap_or_default() {
            if let Some(candidate) = self.packages[alias].take() {
                self.places.remove(&Identity::of(&candidate.package));
                if let Some(source) = known {
                    self.known[source].remove(&candidate.package);
                }
            }
        }
    }

    /// Leaves out the packages that `--with` excludes, each with its aliases.
    fn apply_temporary_constraints(&mut self) {
        let constraints = self.repositories.options.temporary_constraints.clone();
        if constraints.is_empty() {
            return;
        }
        for index in 0..self.packages.len() {
            let Some(candidate) = &self.packages[index] else {
                continue;
            };
            let package = &candidate.package;
            if package.is_alias() {
                continue;
            }
            let mut unit = vec![index];
            unit.extend(
                self.aliases
                    .get(&Identity::of(package))
                    .into_iter()
                    .flatten(),
            );
            let admitted = |constraint: &Constraint| {
                unit.iter()
                    .filter_map(|&index| self.packages[index].as_ref())
                    .any(|candidate| constraint.admits(candidate.package.version()))
            };
            let excluded = package
                .names(true)
                .iter()
                .filter_map(|name| constraints.get(name))
                .any(|constraint| !admitted(constraint));
            if excluded {
                for index in unit {
                    self.packages[index] = None;
                }
            }
        }
    }

    fn finish(self) -> Pool {
        Pool::new(
            self.packages.into_iter().flatten().collect(),
            self.unacceptable,
        )
    }
}
