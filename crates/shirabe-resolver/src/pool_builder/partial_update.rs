//! Partial updates: what stays at its locked version, and what has to move after all.

use super::{PoolBuilder, PoolError, PoolWarning};
use crate::identity::Identity;
use shirabe_mixed::PhpMixed;
use shirabe_package::{AnyPackage, NamePattern, PackageName};
use shirabe_semver::Constraint;

impl PoolBuilder<'_, '_> {
    pub(super) fn lock_what_is_not_updated(&mut self) -> Result<(), PoolError> {
        let locked: Vec<AnyPackage> = self
            .request
            .locked_repository()
            .ok_or(PoolError::NoLock)?
            .to_vec();
        self.warn_of_patterns_without_effect(&locked);
        self.allow_list = self
            .request
            .update_allow_list()
            .iter()
            .map(|pattern| NamePattern::new(pattern))
            .collect();
        for package in locked {
            if self
                .allow_list
                .iter()
                .any(|pattern| pattern.matches(package.name()))
            {
                continue;
            }
            let names = std::iter::once(package.name())
                .chain(package.replaces().iter().map(|link| &link.target));
            for name in names {
                self.skipped
                    .entry(name.clone())
                    .or_default()
                    .push(package.clone());
            }
            if is_symlinked_path(&package) {
                self.path_unlocked.insert(package.name().clone());
            } else {
                self.request.lock(package);
            }
        }
        Ok(())
    }

    fn warn_of_patterns_without_effect(&mut self, locked: &[AnyPackage]) {
        for text in self.request.update_allow_list() {
            let pattern = NamePattern::new(text);
            if locked.iter().any(|package| pattern.matches(package.name())) {
                continue;
            }
            let required = || {
                self.request
                    .requires()
                    .keys()
                    .filter(|name| pattern.matches(name))
            };
            if required().any(|name| !name.is_platform()) {
                continue;
            }
            self.warnings.push(if required().next().is_some() {
                PoolWarning::PatternIsOfPlatform(text.clone())
            } else if text.contains('*') {
                PoolWarning::PatternFitsNothing(text.clone())
            } else {
                PoolWarning::NotLocked(text.clone())
            });
        }
    }
    /// Whether the locked packages behind a name may be unlocked; warns if the root package holds
    /// one of them.
    pub(super) fn may_unlock(&mut self, name: &PackageName) -> bool {
        let held = self.held_by_root(name);
        if self.request.updates_root_dependencies() || held.is_empty() {
            return true;
        }
        for text in held {
            if self.warned.insert(text.clone()) {
                self.warnings
                    .push(PoolWarning::RootRequirementStaysLocked(text));
            }
        }
        false
    }

    /// The locked packages behind a name that the root package requires, by their own name or by
    /// one that they replace.
    fn held_by_root(&self, name: &PackageName) -> Vec<String> {
        let requires = self.request.requires();
        let describe = |package: &AnyPackage| {
            if package.name() == name {
                package.name().to_string()
            } else {
                format!("{} (via replace of {name})", package.name())
            }
        };
        let packages = self.skipped.get(name).map_or(&[][..], Vec::as_slice);
        if requires.contains_key(name) {
            return packages.iter().map(describe).collect();
        }
        let mut held = Vec::new();
        for package in packages {
            if requires.contains_key(package.name()) {
                held.push(package.name().to_string());
            }
            let replaces = package.replaces();
            if replaces
                .iter()
                .any(|link| requires.contains_key(&link.target))
            {
                held.push(describe(package));
            }
        }
        held
    }

    /// Gives free what is locked under a name, so that other versions are loaded.
    pub(super) fn unlock(&mut self, name: &PackageName) {
        for package in self.skipped.get(name).cloned().unwrap_or_default() {
            let replacer = package.name();
            if replacer == name || !self.skipped.contains_key(replacer) {
                continue;
            }
            let requires = self.request.requires();
            let by_root = requires.contains_key(replacer);
            if !self.request.updates_root_dependencies() && (by_root || requires.contains_key(name))
            {
                continue;
            }
            self.unlock(replacer);
            if by_root {
                self.mark(replacer, &Constraint::all());
            } else {
                for constraint in self.first_requirements_of(replacer) {
                    self.mark(replacer, &constraint);
                }
            }
        }

        if self.path_unlocked.contains(name) {
            for index in 0..self.packages.len() {
                let is_named = self.packages[index]
                    .as_ref()
                    .is_some_and(|candidate| candidate.package.name() == name);
                if is_named {
                    self.take_out(index);
                }
            }
        }
        self.skipped.remove(name);
        self.loaded.remove(name);
        self.covered.remove(name);
        self.at_maximum.remove(name);
        self.path_unlocked.remove(name);

        let locked: Vec<AnyPackage> = self
            .request
            .locked()
            .filter(|package| !package.is_alias() && package.name() == name)
            .cloned()
            .collect();
        for package in locked {
            if let Some(&index) = self.places.get(&Identity::of(&package)) {
                self.request.unlock(&package);
                self.take_out(index);
                self.mark_what_it_satisfied(&package);
            }
        }
    }

    /// Requirements of locked packages that an unlocked one satisfied are looked at again: its
    /// other versions, and the packages that it may not replace any longer.
    fn mark_what_it_satisfied(&mut self, unlocked: &AnyPackage) {
        for (package, _) in self.request.fixed_or_locked() {
            if package.is_same(unlocked) || !self.skipped.contains_key(package.name()) {
                continue;
            }
            let requirement =
                |name: &PackageName| package.requires().iter().rfind(|link| link.target == *name);
            if let Some(link) = requirement(unlocked.name()) {
                self.mark(unlocked.name(), &link.constraint);
            }
            for replace in unlocked.replaces() {
                if requirement(&replace.target).is_some()
                    && self.skipped.contains_key(&replace.target)
                {
                    self.unlock(&replace.target);
                    self.mark(&replace.target, &replace.constraint);
                }
            }
        }
    }

    /// For each package so far, how it requires a name.
    fn first_requirements_of(&self, name: &PackageName) -> Vec<Constraint> {
        self.packages
            .iter()
            .flatten()
            .filter_map(|candidate| {
                let mut links = candidate.package.requires().iter();
                links.rfind(|link| link.target == *name)
            })
            .map(|link| link.constraint.clone())
            .collect()
    }

    pub(super) fn mark_if_required(&mut self, name: &PackageName) {
        if let Some(constraint) = self.request.requires().get(name).cloned() {
            self.mark(name, &constraint);
        }
        let links = self
            .packages
            .iter()
            .flatten()
            .flat_map(|candidate| candidate.package.requires());
        let constraints: Vec<Constraint> = links
            .filter(|link| link.target == *name)
            .map(|link| link.constraint.clone())
            .collect();
        for constraint in constraints {
            self.mark(name, &constraint);
        }
    }
}

/// Packages of path repositories are links into a folder, so what is there now counts and not what
/// the lock file says; unless they are copied.
pub(crate) fn is_symlinked_path(package: &AnyPackage) -> bool {
    let base = package.base();
    base.dist_kind() == Some("path")
        && base
            .transport_options()
            .and_then(|options| options.get("symlink"))
            .is_none_or(|symlink| {
                matches!(symlink, PhpMixed::Null) || symlink.as_bool() != Some(false)
            })
}
