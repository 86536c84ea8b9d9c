//! The way from what is present to what is wanted, as operations in an order that can be carried
//! out: dependencies first, plugins before all else, removals before those.

use crate::identity::Identity;
use crate::operation::Operation;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use shirabe_callgraph::{centre, enter};
use shirabe_mixed::PhpMixed;
use shirabe_package::{AliasPackage, AnyPackage, PackageName};
use shirabe_semver::Version;
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::sync::Arc;

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// Ordered operations.
#[derive(Clone, Debug, Default)]
pub struct Transaction {
    operations: Vec<Operation>,
}

impl Transaction {
    /// The operations that make `result` of `present`. Both may hold aliases.
    #[must_use]
    pub fn new(present: &[AnyPackage], result: &[AnyPackage]) -> Self {
        let _span = enter(centre!("transaction"));
        let wanted = Wanted::new(result);
        Self {
            operations: operations(present, &wanted),
        }
    }

    /// The operations in order.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The operations in order.
    #[must_use]
    pub fn into_operations(self) -> Vec<Operation> {
        self.operations
    }
}

/// The packages that are to be there, by name.
struct Wanted {
    /// Sorted from the last name to the first; aliases before their like.
    packages: Vec<AnyPackage>,
    by_name: FxHashMap<PackageName, Vec<usize>>,
}

fn by_name_descending(one: &AnyPackage, two: &AnyPackage) -> Ordering {
    two.name()
        .cmp(one.name())
        .then_with(|| two.is_alias().cmp(&one.is_alias()))
        .then_with(|| two.version().as_str().cmp(one.version().as_str()))
}

impl Wanted {
    fn new(result: &[AnyPackage]) -> Self {
        let mut packages = result.to_vec();
        packages.sort_by(by_name_descending);
        let mut by_name: FxHashMap<PackageName, Vec<usize>> = FxHashMap::default();
        for (index, package) in packages.iter().enumerate() {
            for name in package.names(true) {
                by_name.entry(name).or_default().push(index);
            }
        }
        Self { packages, by_name }
    }

    /// What could satisfy the requirements of a package, whatever the versions.
    fn required_by(&self, package: &AnyPackage) -> impl Iterator<Item = usize> {
        package
            .requires()
            .iter()
            .filter_map(|link| self.by_name.get(&link.target))
            .flatten()
            .copied()
    }

    /// The packages that no other requires; of a circle, one.
    fn roots(&self) -> Vec<usize> {
        let mut is_root = vec![true; self.packages.len()];
        for (index, package) in self.packages.iter().enumerate() {
            if is_root[index] {
                for required in self.required_by(package) {
                    if required != index {
                        is_root[required] = false;
                    }
                }
            }
        }
        (0..self.packages.len())
            .filter(|&index| is_root[index])
            .collect()
    }

    /// All packages, each after what it requires.
    fn in_order(&self) -> Vec<&AnyPackage> {
        let places: FxHashMap<Identity, usize> = self
            .packages
            .iter()
            .enumerate()
            .map(|(index, package)| (Identity::of(package), index))
            .collect();
        let mut stack = self.roots();
        let mut entered = vec![false; self.packages.len()];
        let mut left = vec![false; self.packages.len()];
        let mut ordered = Vec::with_capacity(self.packages.len());
        while let Some(index) = stack.pop() {
            if left[index] {
                continue;
            }
            let package = &self.packages[index];
            if entered[index] {
                left[index] = true;
                ordered.push(package);
                continue;
            }
            entered[index] = true;
            stack.push(index);
            if package.is_alias() {
                stack.extend(places.get(&Identity::of_base(package)));
            } else {
                stack.extend(self.required_by(package));
            }
        }
        ordered
    }
}

fn operations(present: &[AnyPackage], wanted: &Wanted) -> Vec<Operation> {
    let mut packages: Map<&PackageName, &AnyPackage> = Map::default();
    let mut aliases: Map<(&PackageName, &Version), &Arc<AliasPackage>> = Map::default();
    for package in present {
        match package.as_alias() {
            Some(alias) => {
                aliases.insert((package.name(), package.version()), alias);
            }
            None => {
                packages.insert(package.name(), package);
            }
        }
    }
    let mut kept = FxHashSet::default();
    let mut kept_aliases = FxHashSet::default();
    let mut changes = Vec::new();
    for package in wanted.in_order() {
        if let Some(alias) = package.as_alias() {
            let key = (package.name(), package.version());
            if aliases.contains_key(&key) {
                kept_aliases.insert(key);
            } else {
                changes.push(Operation::MarkAliasInstalled(Arc::clone(alias)));
            }
            continue;
        }
        kept.insert(package.name());
        match packages.get(package.name()) {
            None => changes.push(Operation::Install(package.clone())),
            Some(&before) if differs(before, package) => changes.push(Operation::Update {
                from: before.clone(),
                to: package.clone(),
            }),
            Some(_) => {}
        }
    }
    packages.retain(|name, _| !kept.contains(*name));
    aliases.retain(|key, _| !kept_aliases.contains(key));
    let mut operations: Vec<Operation> = packages
        .into_values()
        .rev()
        .map(|package| Operation::Uninstall(package.clone()))
        .collect();
    operations.extend(
        aliases
            .into_values()
            .map(|alias| Operation::MarkAliasUninstalled(Arc::clone(alias))),
    );
    operations.extend(plugins_first(changes));
    operations
}

/// Whether files or data of a package have to be changed.
fn differs(before: &AnyPackage, after: &AnyPackage) -> bool {
    let (old, new) = (before.base(), after.base());
    before.version() != after.version()
        || old.dist_reference() != new.dist_reference()
        || old.source_reference() != new.source_reference()
        || old.abandoned != new.abandoned
}

/// Moves plugins and what they require to the front, so that they take part in installing the
/// rest; first those that change how packages are fetched.
fn plugins_first(operations: Vec<Operation>) -> Vec<Operation> {
    let mut fetching = PluginGroup::default();
    let mut other = PluginGroup::default();
    let mut rest = VecDeque::new();
    for operation in operations.into_iter().rev() {
        let package = match &operation {
            Operation::Install(package) | Operation::Update { to: package, .. } => package.clone(),
            _ => {
                rest.push_front(operation);
                continue;
            }
        };
        let kind = package.package_type();
        let is_plugin = kind == "composer-plugin";
        let changes_fetching = is_plugin
            && package
                .base()
                .extra()
                .and_then(|extra| extra.get("plugin-modifies-downloads"))
                .is_some_and(|value| *value == PhpMixed::Bool(true));
        if changes_fetching || fetching.requires(&package) {
            fetching.add(operation, &package, changes_fetching);
        } else if is_plugin || kind == "composer-installer" || other.requires(&package) {
            let is_plugin = is_plugin || kind == "composer-installer";
            other.add(operation, &package, is_plugin);
        } else {
            rest.push_front(operation);
        }
    }
    fetching
        .into_operations()
        .chain(other.into_operations())
        .chain(rest)
        .collect()
}

/// Plugins and what they require.
#[derive(Default)]
struct PluginGroup {
    without_requirements: VecDeque<Operation>,
    with_requirements: VecDeque<Operation>,
    required: FxHashSet<PackageName>,
}

impl PluginGroup {
    fn requires(&self, package: &AnyPackage) -> bool {
        package
            .names(true)
            .iter()
            .any(|name| self.required.contains(name))
    }

    fn add(&mut self, operation: Operation, package: &AnyPackage, is_plugin: bool) {
        let requires: Vec<PackageName> = package
            .requires()
            .iter()
            .filter(|link| !link.target.is_platform())
            .map(|link| link.target.clone())
            .collect();
        if is_plugin && requires.is_empty() {
            self.without_requirements.push_front(operation);
        } else {
            self.required.extend(requires);
            self.with_requirements.push_front(operation);
        }
    }

    fn into_operations(self) -> impl Iterator<Item = Operation> {
        self.without_requirements
            .into_iter()
            .chain(self.with_requirements)
    }
}
