//! The `autoload` sections of all packages, put together in the order that counts.

use super::exclude::{self, Pattern};
use super::maps::Locations;
use super::{AutoloadError, AutoloadOptions, InstalledPackage};
use crate::class_map::{Rule, Standard, path_bytes};
use crate::filesystem::{is_absolute, normalize};
use indexmap::IndexMap;
use md5::{Digest, Md5};
use rustc_hash::{FxHashMap, FxHashSet};
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::Package;
use shirabe_package::sort::{self, Requiring};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Folders by namespace prefix, later prefixes of the alphabet first.
pub(super) type Prefixes = Vec<(String, Vec<Vec<u8>>)>;

/// Files to load at once, by the identifier that keeps them from being loaded twice.
pub(super) type Files = IndexMap<String, Vec<u8>>;

/// A package and the folder that its rules start from.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) package: &'a Package,
    /// `None` for what is not on the disk; empty for the root package.
    pub(super) path: Option<&'a Path>,
    pub(super) is_root: bool,
}

impl<'a> Item<'a> {
    /// The root package, then the others as they come.
    pub(super) fn all(root: &'a Package, packages: &'a [InstalledPackage]) -> Vec<Self> {
        let root = Item {
            package: root,
            path: Some(Path::new("")),
            is_root: true,
        };
        let others = packages.iter().map(|installed| Item {
            package: &installed.package,
            path: installed.path.as_deref(),
            is_root: false,
        });
        std::iter::once(root).chain(others).collect()
    }

    /// The folder without the package's own `target-dir`, which the rules name themselves.
    pub(super) fn folder(&self) -> Option<Vec<u8>> {
        let path = path_bytes(self.path?);
        let target_dir = self.package.target_dir().filter(|dir| !dir.is_empty());
        match target_dir {
            Some(dir) if !self.is_root => {
                Some(path[..path.len().saturating_sub(dir.len() + 1)].to_vec())
            }
            _ => Some(path.to_vec()),
        }
    }

    fn autoload(&self, dev: bool) -> PhpMap {
        let section = |value: Option<&PhpMixed>| {
            value
                .and_then(PhpMixed::as_map)
                .cloned()
                .unwrap_or_default()
        };
        let autoload = section(self.package.autoload());
        if dev && self.is_root {
            merge_maps(autoload, section(self.package.dev_autoload()))
        } else {
            autoload
        }
    }
}

impl Requiring for Item<'_> {
    fn name(&self) -> &str {
        self.package.name.as_str()
    }

    fn required(&self) -> impl Iterator<Item = &str> {
        self.package
            .requires
            .iter()
            .map(|link| link.target.as_str())
    }
}

/// Refuses what could not be autoloaded.
pub(super) fn validate(package: &Package) -> Result<(), AutoloadError> {
    let Some(psr4) = package
        .autoload()
        .and_then(|autoload| autoload.get("psr-4"))
    else {
        return Ok(());
    };
    if psr4.is_empty() {
        return Ok(());
    }
    if package.target_dir().is_some() {
        return Err(AutoloadError::TargetDir {
            package: package.name.to_string(),
        });
    }
    for (namespace, _) in entries(psr4) {
        check_namespace(package, &namespace)?;
    }
    Ok(())
}

fn check_namespace(package: &Package, namespace: &str) -> Result<(), AutoloadError> {
    if namespace.is_empty() || namespace.ends_with('\\') {
        return Ok(());
    }
    Err(AutoloadError::NoSeparator {
        package: package.name.to_string(),
        namespace: namespace.to_owned(),
    })
}

/// What all packages say together.
pub(super) struct Autoloads {
    pub(super) psr0: Prefixes,
    pub(super) psr4: Prefixes,
    pub(super) files: Files,
    class_map: Vec<Vec<u8>>,
    excluded: Vec<Pattern>,
}

impl Autoloads {
    /// Goes through the packages. `items` starts with the root package.
    pub(super) fn collect(
        items: &[Item<'_>],
        base_dir: &Path,
        options: &AutoloadOptions,
    ) -> Result<Self, AutoloadError> {
        let Some((&root, others)) = items.split_first() else {
            return Ok(Self::empty());
        };
        let wanted = if options.dev {
            others.to_vec()
        } else {
            without_dev(root, others, options)
        };
        let mut sorted = sort::by_dependencies(wanted, &FxHashMap::default());
        sorted.push(root);
        let sections: Vec<(Item<'_>, PhpMap)> = sorted
            .into_iter()
            .filter(|item| item.path.is_some())
            .map(|item| (item, item.autoload(options.dev)))
            .collect();

        let mut all = Self::empty();
        let mut psr0: IndexMap<String, Vec<Vec<u8>>> = IndexMap::new();
        let mut psr4: IndexMap<String, Vec<Vec<u8>>> = IndexMap::new();
        // Dependents come first here, so that they can override what they depend on.
        for (item, autoload) in sections.iter().rev() {
            for (namespace, path) in paths(autoload, "psr-0") {
                let folders = psr0.entry(prefix(&namespace)).or_default();
                folders.push(item.below(path));
            }
            for (namespace, path) in paths(autoload, "psr-4") {
                let namespace = prefix(&namespace);
                check_namespace(item.package, &namespace)?;
                psr4.entry(namespace).or_default().push(item.below(path));
            }
            for (_, path) in paths(autoload, "classmap") {
                let path = item.path_in_target_dir(path);
                all.class_map.push(item.below(&path));
            }
        }
        // Files and excluded paths: what others depend on first.
        for (item, autoload) in &sections {
            for (_, path) in paths(autoload, "files") {
                let path = item.path_in_target_dir(path);
                let identifier = format!("{}:{path}", item.package.name);
                let identifier = hex(&Md5::digest(identifier.as_bytes()));
                all.files.insert(identifier, item.below(&path));
            }
            for (_, path) in paths(autoload, "exclude-from-classmap") {
                let path = item.path_in_target_dir(path);
                let folder = item.folder().unwrap_or_default();
                let folder = match folder.as_slice() {
                    b"" => base_dir.to_owned(),
                    _ => to_path(&folder),
                };
                all.excluded.extend(Pattern::new(&path, &folder));
            }
        }
        all.psr0 = descending(psr0);
        all.psr4 = descending(psr4);
        Ok(all)
    }

    fn empty() -> Self {
        Self {
            psr0: Vec::new(),
            psr4: Vec::new(),
            files: Files::new(),
            class_map: Vec::new(),
            excluded: Vec::new(),
        }
    }

    /// What to scan: the class map sections, and for an optimised autoloader the folders of the
    /// prefixes.
    pub(super) fn scan_rules(
        &self,
        at: &Locations,
        optimize: bool,
    ) -> Result<Vec<Rule>, AutoloadError> {
        let mut rules = Vec::new();
        for path in &self.class_map {
            let absolute = if is_absolute(path) {
                path.clone()
            } else {
                at.absolute(path)
            };
            let absolute = to_path(&absolute);
            rules.push(Rule {
                excluded: exclude::expression(&absolute, self.excluded.iter())?,
                path: absolute,
                label: String::from_utf8_lossy(path).into_owned(),
                standard: Standard::ClassMap,
            });
        }
        if !optimize {
            return Ok(rules);
        }
        let psr4 = self.psr4.iter().map(|entry| (entry, true));
        let psr0 = self.psr0.iter().map(|entry| (entry, false));
        let mut prefixes: Vec<_> = psr4.chain(psr0).collect();
        prefixes.sort_by(|((one, _), _), ((two, _), _)| two.cmp(one));
        for ((namespace, folders), is_psr4) in prefixes {
            for folder in folders {
                let folder = at.absolute(folder);
                let path = to_path(&folder);
                if !path.is_dir() {
                    continue;
                }
                let holds_vendor = at
                    .vendor
                    .strip_prefix(folder.as_slice())
                    .is_some_and(|below| below.first() == Some(&b'/'));
                let vendor = holds_vendor.then(|| Pattern::folder(&at.vendor));
                rules.push(Rule {
                    excluded: exclude::expression(&path, self.excluded.iter().chain(&vendor))?,
                    label: path.display().to_string(),
                    path,
                    standard: if is_psr4 {
                        Standard::Psr4(namespace.clone())
                    } else {
                        Standard::Psr0(namespace.clone())
                    },
                });
            }
        }
        Ok(rules)
    }
}

impl Item<'_> {
    /// A path of a rule, from the package's folder; for the root package it stays relative.
    fn below(&self, path: &str) -> Vec<u8> {
        let folder = self.folder().unwrap_or_default();
        if !folder.is_empty() {
            return [&folder, b"/".as_slice(), path.as_bytes()].concat();
        }
        if path.is_empty() {
            b".".to_vec()
        } else {
            path.into()
        }
    }

    /// Old packages name files with or without their `target-dir` in front.
    fn path_in_target_dir(&self, path: &str) -> String {
        let Some(target_dir) = self.package.target_dir().filter(|dir| !dir.is_empty()) else {
            return path.to_owned();
        };
        if !self.is_root {
            let folder = to_path(&self.folder().unwrap_or_default());
            return match File::open(folder.join(path)) {
                Ok(_) => path.to_owned(),
                Err(_) => format!("{target_dir}/{path}"),
            };
        }
        let slashes = ['/', '\\'];
        let path = path.trim_start_matches(slashes);
        let same = |(one, two): (char, char)| {
            one == two || slashes.contains(&one) && slashes.contains(&two)
        };
        let inside =
            path.len() >= target_dir.len() && path.chars().zip(target_dir.chars()).all(same);
        match path.get(target_dir.len()..) {
            Some(rest) if inside => rest.trim_start_matches(slashes).to_owned(),
            _ => path.to_owned(),
        }
    }
}

fn without_dev<'a>(
    root: Item<'a>,
    others: &[Item<'a>],
    options: &AutoloadOptions,
) -> Vec<Item<'a>> {
    let is_wanted: Box<dyn Fn(&Item<'_>) -> bool> = if options.dev_packages.is_empty() {
        let reached = reached_from(root, others);
        Box::new(move |item| {
            let package = item.package;
            let others = package.provides.iter().chain(&package.replaces);
            reached.contains(package.name.as_str())
                || others
                    .into_iter()
                    .any(|link| reached.contains(link.target.as_str()))
        })
    } else {
        Box::new(|item| !options.dev_packages.contains(&item.package.name))
    };
    others
        .iter()
        .copied()
        .filter(|item| is_wanted(item))
        .collect()
}

/// The names that the root package requires, directly or through others.
fn reached_from(root: Item<'_>, others: &[Item<'_>]) -> FxHashSet<String> {
    let mut packages: FxHashMap<&str, &Package> = FxHashMap::default();
    let mut replaced: FxHashMap<&str, &str> = FxHashMap::default();
    for item in others {
        packages.insert(item.package.name.as_str(), item.package);
        for link in &item.package.replaces {
            replaced.insert(link.target.as_str(), item.package.name.as_str());
        }
    }
    let mut reached = FxHashSet::default();
    let mut open = vec![root.package];
    while let Some(package) = open.pop() {
        for link in &package.requires {
            let target = link.target.as_str();
            let target = replaced.get(target).copied().unwrap_or(target);
            if reached.insert(target.to_owned()) {
                open.extend(packages.get(target));
            }
        }
    }
    reached
}

/// The paths of one section, each with its key.
fn paths<'a>(autoload: &'a PhpMap, section: &str) -> Vec<(String, &'a str)> {
    let Some(section) = autoload.get(section).filter(|section| section.is_array()) else {
        return Vec::new();
    };
    let mut paths = Vec::new();
    for (key, value) in entries(section) {
        match value {
            PhpMixed::String(path) => paths.push((key, path.as_str())),
            list => paths.extend(
                list.values()
                    .filter_map(PhpMixed::as_str)
                    .map(|path| (key.clone(), path)),
            ),
        }
    }
    paths
}

fn entries(array: &PhpMixed) -> Vec<(String, &PhpMixed)> {
    match array {
        PhpMixed::List(list) => list
            .iter()
            .enumerate()
            .map(|(at, value)| (at.to_string(), value))
            .collect(),
        PhpMixed::Map(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), value))
            .collect(),
        _ => Vec::new(),
    }
}

/// PHP's `array_merge_recursive`: the same key means both values in one list.
fn merge_maps(mut one: PhpMap, two: PhpMap) -> PhpMap {
    for (key, value) in two {
        match one.entry(key) {
            indexmap::map::Entry::Vacant(slot) => {
                slot.insert(value);
            }
            indexmap::map::Entry::Occupied(mut slot) => {
                let first = std::mem::take(slot.get_mut());
                slot.insert(merge(first, value));
            }
        }
    }
    one
}

fn merge(one: PhpMixed, two: PhpMixed) -> PhpMixed {
    match (one, two) {
        (PhpMixed::Map(one), PhpMixed::Map(two)) => PhpMixed::Map(merge_maps(one, two)),
        (PhpMixed::List(one), PhpMixed::Map(two)) if one.is_empty() => PhpMixed::Map(two),
        (PhpMixed::Map(one), PhpMixed::List(two)) if two.is_empty() => PhpMixed::Map(one),
        (PhpMixed::Map(mut one), two) => {
            // What has no key of its own gets the next free number.
            for value in listed(two) {
                let next = (0..).find(|number: &usize| !one.contains_key(&number.to_string()));
                one.insert(next.unwrap_or_default().to_string(), value);
            }
            PhpMixed::Map(one)
        }
        (one, PhpMixed::Map(two)) => {
            let numbered = listed(one).into_iter().enumerate();
            let one = numbered
                .map(|(at, value)| (at.to_string(), value))
                .collect();
            PhpMixed::Map(merge_maps(one, two))
        }
        (one, two) => {
            let mut list = listed(one);
            list.extend(listed(two));
            PhpMixed::List(list)
        }
    }
}

fn listed(value: PhpMixed) -> Vec<PhpMixed> {
    match value {
        PhpMixed::List(list) => list,
        other => vec![other],
    }
}

fn prefix(namespace: &str) -> String {
    namespace.trim_start_matches('\\').to_owned()
}

fn descending(prefixes: IndexMap<String, Vec<Vec<u8>>>) -> Prefixes {
    let mut prefixes: Prefixes = prefixes.into_iter().collect();
    prefixes.sort_by(|(one, _), (two, _)| two.cmp(one));
    prefixes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A path of bytes as the system's type.
pub(super) fn to_path(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
    }
    #[cfg(not(unix))]
    {
        PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// The real path of a folder with forward slashes, if it is there.
pub(super) fn real(path: &Path) -> Option<Vec<u8>> {
    fs::canonicalize(path)
        .ok()
        .map(|real| normalize(path_bytes(&real)))
}
