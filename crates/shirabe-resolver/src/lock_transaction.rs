//! What a solve comes to: the packages for the lock file, and the way there.

use crate::decisions::Decisions;
use crate::identity::Identity;
use crate::operation::Operation;
use crate::pool::{PackageId, Pool};
use crate::request::Request;
use crate::transaction::Transaction;
use rustc_hash::FxHashSet;
use shirabe_callgraph::{centre, enter};
use shirabe_package::root::RootAlias;
use shirabe_package::{AnyPackage, Package, PackageName, commit_url};

/// The result of a solve.
#[derive(Clone, Debug)]
pub struct LockTransaction {
    present: Vec<AnyPackage>,
    /// Everything that is to be installed, fixed packages and aliases included.
    all: Vec<AnyPackage>,
    /// What is not only there for development. Before [`LockTransaction::set_non_dev`] that is all.
    non_dev: Vec<AnyPackage>,
    dev: Vec<AnyPackage>,
    transaction: Transaction,
}

impl LockTransaction {
    pub(crate) fn new(pool: &Pool, request: &Request, decisions: &Decisions) -> Self {
        let _span = enter(centre!("lock-transaction"));
        let fixed: FxHashSet<PackageId> = request
            .fixed()
            .filter_map(|fixed| pool.id_of(&fixed.package))
            .collect();
        let mut all = Vec::new();
        let mut non_dev = Vec::new();
        for decision in decisions.trail().iter().rev() {
            if decision.literal < 0 {
                continue;
            }
            let id = PackageId::of(decision.literal);
            all.push(pool.package(id).clone());
            if !fixed.contains(&id) {
                non_dev.push(pool.package(id).clone());
            }
        }
        let present = request.present();
        Self {
            transaction: Transaction::new(&present, &all),
            present,
            all,
            non_dev,
            dev: Vec::new(),
        }
    }

    /// The operations in order.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        self.transaction.operations()
    }

    /// Everything that is to be installed, fixed packages and aliases included.
    #[must_use]
    pub fn result(&self) -> &[AnyPackage] {
        &self.all
    }

    /// Splits off the packages that are only there for development: those whose names `other`, the
    /// solve without development requirements, does not have.
    pub fn set_non_dev(&mut self, other: &Self) {
        self.dev = std::mem::take(&mut self.non_dev);
        for package in other.lock_packages(false) {
            let mut index = 0;
            while index < self.dev.len() {
                if self.dev[index].name() == package.name() {
                    self.non_dev.push(self.dev.remove(index));
                } else {
                    index += 1;
                }
            }
        }
    }

    /// The packages for one of the lock file's two lists; aliases are left out.
    #[must_use]
    pub fn lock_packages(&self, dev: bool) -> Vec<AnyPackage> {
        let packages = if dev { &self.dev } else { &self.non_dev };
        packages
            .iter()
            .filter(|package| !package.is_alias())
            .cloned()
            .collect()
    }

    /// The same for `update mirrors`: every package stays as it is locked but for the addresses
    /// that its files can be had from.
    #[must_use]
    pub fn lock_packages_with_new_addresses(&self, dev: bool) -> Vec<AnyPackage> {
        let present: FxHashSet<Identity> = self.present.iter().map(Identity::of).collect();
        self.lock_packages(dev)
            .into_iter()
            .map(|package| {
                if present.contains(&Identity::of(&package)) {
                    return package;
                }
                let readdressed = self.readdressed(package.base());
                readdressed.map_or(package, AnyPackage::from)
            })
            .collect()
    }

    /// The present package of the same version with the addresses of the new one.
    fn readdressed(&self, new: &Package) -> Option<Package> {
        let present = self.present.iter().find(|present| {
            let base = present.base();
            base.name == new.name
                && *present.version() == new.version
                && base.source_reference().is_some()
                && base.source_kind() == new.source_kind()
        })?;
        let mut package = Package::clone(present.base());
        if !present.is_alias()
            && let (Some(source), Some(new)) = (&mut package.source, &new.source)
        {
            source.url.clone_from(&new.url);
            source.mirrors.clone_from(&new.mirrors);
        }
        if package.dist_kind() == new.dist_kind()
            && let (Some(dist), Some(new_dist)) = (&mut package.dist, &new.dist)
        {
            let url = dist
                .reference
                .as_deref()
                .and_then(|reference| commit_url(&new_dist.url, reference));
            if let Some(url) = url {
                dist.url = url;
            }
            dist.mirrors.clone_from(&new_dist.mirrors);
        }
        Some(package)
    }

    /// The aliases by `as` that the result uses, by the name of the package.
    #[must_use]
    pub fn used_aliases(&self, aliases: &[RootAlias]) -> Vec<RootAlias> {
        let mut unused: Vec<&RootAlias> = aliases.iter().collect();
        let mut used = Vec::new();
        for package in self.all.iter().filter(|package| package.is_alias()) {
            unused.retain(|alias| {
                let matches = alias.package == *package.name();
                if matches {
                    used.push((*alias).clone());
                }
                !matches
            });
        }
        used.sort_by(|one: &RootAlias, two| one.package.cmp(&two.package));
        used
    }

    /// The names of the packages that are only there for development.
    #[must_use]
    pub fn dev_names(&self) -> Vec<PackageName> {
        self.dev
            .iter()
            .map(|package| package.name().clone())
            .collect()
    }
}
