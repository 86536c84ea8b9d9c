//! `installed.php`: the same for `Composer\InstalledVersions`, as a PHP array
//! (<https://getcomposer.org/doc/07-runtime.md#installed-versions>).

use crate::any::AnyPackage;
use crate::link::Link;
use crate::name::PackageName;
use crate::origin::InstallationSource;
use crate::package::Package;
use crate::php_order;
use crate::root::RootPackage;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What [`installed_php`] tells.
#[derive(Clone, Copy, Debug)]
pub struct InstalledPhp<'a> {
    /// The root package.
    pub root: &'a RootPackage,
    /// Where it lies, relative to `vendor/composer/`.
    pub root_install_path: &'a str,
    /// The installed packages and their aliases.
    pub packages: &'a [AnyPackage],
    /// Where each lies, relative to `vendor/composer/`; metapackages lie nowhere.
    pub install_paths: &'a FxHashMap<PackageName, String>,
    /// Whether what development needs was installed.
    pub dev: bool,
    /// The packages that only development needs.
    pub dev_package_names: &'a [PackageName],
}

/// What is known of one name: as an installed package, as a replaced or provided one, or both.
#[derive(Default)]
struct Entry<'a> {
    installed: Option<&'a Package>,
    aliases: Vec<&'a str>,
    dev_requirement: Option<bool>,
    replaced: Vec<&'a str>,
    provided: Vec<&'a str>,
    /// The keys after the installed package's own, in the order in which they came up.
    later_keys: Vec<&'static str>,
}

/// The text of `installed.php`.
#[must_use]
pub fn installed_php(what: &InstalledPhp<'_>) -> String {
    let root_alias = what.root.any();
    let root_base = AnyPackage::Real(std::sync::Arc::clone(&what.root.package));
    let mut packages: Vec<&AnyPackage> = what.packages.iter().collect();
    packages.push(&root_alias);
    if root_alias.is_alias() {
        packages.push(&root_base);
    }
    let entries = collect(&packages, what);

    let mut out = String::from("<?php return array(\n");
    let root = &what.root.package;
    let root_aliases: Vec<&str> = root_alias
        .as_alias()
        .map(|alias| &*alias.pretty_version)
        .into_iter()
        .collect();
    open(&mut out, 1, "root");
    text(&mut out, 2, "name", &root.name);
    put_package(&mut out, 2, root, Some(what.root_install_path));
    list(&mut out, 2, "aliases", &root_aliases);
    line(&mut out, 2, "dev", truth(what.dev));
    close(&mut out, 1);
    open(&mut out, 1, "versions");
    let mut sorted: Vec<(&str, &Entry<'_>)> = entries.iter().map(|(k, v)| (*k, v)).collect();
    php_order::sort_by(&mut sorted, |one, two| php_order::compare(one.0, two.0));
    for (name, entry) in sorted {
        open(&mut out, 2, name);
        put_entry(&mut out, entry, what);
        close(&mut out, 2);
    }
    close(&mut out, 1);
    out.push_str(");\n");
    out
}

fn collect<'a>(
    packages: &[&'a AnyPackage],
    what: &InstalledPhp<'a>,
) -> BTreeMap<&'a str, Entry<'a>> {
    let is_dev = |name: &PackageName| what.dev_package_names.contains(name);
    let mut entries: BTreeMap<&'a str, Entry<'a>> = BTreeMap::new();
    for package in packages.iter().filter(|package| !package.is_alias()) {
        let entry = entries.entry(package.name().as_str()).or_default();
        entry.installed = Some(package.base());
        entry.dev_requirement = Some(is_dev(package.name()));
    }
    for package in packages {
        let dev = is_dev(package.name());
        for (links, key) in [
            (package.replaces(), "replaced"),
            (package.provides(), "provided"),
        ] {
            for link in links.iter().filter(|link| !link.target.is_platform()) {
                let entry = entries.entry(link.target.as_str()).or_default();
                entry.stand_in(key, version_of(link, package), dev);
            }
        }
    }
    for package in packages.iter().filter(|package| package.is_alias()) {
        let entry = entries.entry(package.name().as_str()).or_default();
        entry.aliases.push(package.pretty_version());
    }
    for entry in entries.values_mut() {
        for texts in [&mut entry.aliases, &mut entry.replaced, &mut entry.provided] {
            php_order::sort_by(texts, |one, two| php_order::natural(one, two));
        }
    }
    entries
}

fn version_of<'a>(link: &'a Link, package: &'a AnyPackage) -> &'a str {
    if link.is_self_version() {
        package.pretty_version()
    } else {
        &link.pretty_constraint
    }
}

impl<'a> Entry<'a> {
    /// Notes that another package stands in for this name.
    fn stand_in(&mut self, key: &'static str, version: &'a str, dev: bool) {
        match self.dev_requirement {
            None => self.dev_requirement = Some(dev),
            Some(_) if !dev => self.dev_requirement = Some(false),
            Some(_) => {}
        }
        if !self.later_keys.contains(&key) {
            self.later_keys.push(key);
        }
        let versions = if key == "replaced" {
            &mut self.replaced
        } else {
            &mut self.provided
        };
        if !versions.contains(&version) {
            versions.push(version);
        }
    }
}

fn put_entry(out: &mut String, entry: &Entry<'_>, what: &InstalledPhp<'_>) {
    if let Some(package) = entry.installed {
        let is_root = std::ptr::eq(package, &raw const *what.root.package);
        let path = if is_root {
            Some(what.root_install_path)
        } else {
            what.install_paths.get(&package.name).map(String::as_str)
        };
        put_package(out, 3, package, path);
        list(out, 3, "aliases", &entry.aliases);
    }
    line(
        out,
        3,
        "dev_requirement",
        truth(entry.dev_requirement.unwrap_or(false)),
    );
    for key in &entry.later_keys {
        let versions = if *key == "replaced" {
            &entry.replaced
        } else {
            &entry.provided
        };
        list(out, 3, key, versions);
    }
}

fn put_package(out: &mut String, level: usize, package: &Package, install_path: Option<&str>) {
    text(out, level, "pretty_version", &package.pretty_version);
    text(out, level, "version", package.version.as_str());
    match reference(package) {
        Some(reference) => text(out, level, "reference", reference),
        None => line(out, level, "reference", "null"),
    }
    text(out, level, "type", &package.package_type);
    match install_path {
        None => line(out, level, "install_path", "null"),
        Some(path) if is_absolute(path) => text(out, level, "install_path", path),
        Some(path) => {
            let value = format!("__DIR__ . {}", quoted(&format!("/{path}")));
            line(out, level, "install_path", &value);
        }
    }
}

/// The commit of what was installed; else of the checkout, else of the archive.
fn reference(package: &Package) -> Option<&str> {
    let filled = |text: &&str| !text.is_empty() && *text != "0";
    let installed = match package.installation_source {
        Some(InstallationSource::Source) => package.source_reference(),
        Some(InstallationSource::Dist) => package.dist_reference(),
        None => None,
    };
    installed
        .or_else(|| package.source_reference().filter(filled))
        .or_else(|| package.dist_reference().filter(filled))
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || path.get(1..2) == Some(":") || path.starts_with("\\\\")
}

fn truth(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// A PHP string literal, as `var_export` writes it.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('\'', "\\'");
    format!("'{}'", escaped.replace('\0', "' . \"\\0\" . '"))
}

fn indent(out: &mut String, level: usize) {
    for _ in 0..level {
        out.push_str("    ");
    }
}

fn line(out: &mut String, level: usize, key: &str, value: &str) {
    indent(out, level);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{} => {value},", quoted(key));
}

fn text(out: &mut String, level: usize, key: &str, value: &str) {
    line(out, level, key, &quoted(value));
}

fn open(out: &mut String, level: usize, key: &str) {
    indent(out, level);
    let _ = writeln!(out, "{} => array(", quoted(key));
}

fn close(out: &mut String, level: usize) {
    indent(out, level);
    out.push_str("),\n");
}

fn list(out: &mut String, level: usize, key: &str, values: &[&str]) {
    if values.is_empty() {
        line(out, level, key, "array()");
        return;
    }
    open(out, level, key);
    for (index, value) in values.iter().enumerate() {
        indent(out, level + 1);
        let _ = writeln!(out, "{index} => {},", quoted(value));
    }
    close(out, level);
}
