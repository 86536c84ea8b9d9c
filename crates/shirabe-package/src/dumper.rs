//! From packages back to data, in the order of keys that lock files have.

use crate::link::{Link, LinkKind};
use crate::package::{Abandoned, Package};
use crate::php_order;
use shirabe_callgraph::{centre, enter};
use shirabe_mixed::{PhpMap, PhpMixed};

/// The data of a package as `installed.json` holds it; the lock file leaves a few keys out.
#[must_use]
pub fn dump(package: &Package) -> PhpMap {
    let _span = enter(centre!("dump-package"));
    let mut out = PhpMap::default();
    put_text(&mut out, "name", &package.pretty_name);
    put_text(&mut out, "version", &package.pretty_version);
    put_text(&mut out, "version_normalized", package.version.as_str());
    if let Some(target) = package.target_dir() {
        out.insert("target-dir".into(), PhpMixed::String(target));
    }
    let source = package
        .source
        .as_ref()
        .filter(|source| !source.kind.is_empty());
    if let Some(source) = source {
        out.insert("source".into(), PhpMixed::Map(source.dump()));
    }
    if let Some(dist) = package.dist.as_ref().filter(|dist| !dist.kind.is_empty()) {
        out.insert("dist".into(), PhpMixed::Map(dist.dump()));
    }
    for kind in LinkKind::ALL {
        let links = package.links(kind);
        if !links.is_empty() {
            out.insert(kind.key().into(), PhpMixed::Map(dump_links(links)));
        }
    }
    put_suggests(&mut out, package);
    put(&mut out, package, "time");
    if package.is_default_branch {
        out.insert("default-branch".into(), PhpMixed::Bool(true));
    }
    put(&mut out, package, "bin");
    put_text(&mut out, "type", &package.package_type);
    put(&mut out, package, "extra");
    if let Some(source) = package.installation_source {
        put_text(&mut out, "installation-source", source.as_str());
    }
    for key in [
        "autoload",
        "autoload-dev",
        "notification-url",
        "include-path",
        "php-ext",
    ] {
        put(&mut out, package, key);
    }
    put_archive(&mut out, package);
    for key in ["scripts", "license", "authors", "description", "homepage"] {
        put(&mut out, package, key);
    }
    put_keywords(&mut out, package);
    for key in ["support", "funding"] {
        put(&mut out, package, key);
    }
    match &package.abandoned {
        Abandoned::No => {}
        Abandoned::Yes => {
            out.insert("abandoned".into(), PhpMixed::Bool(true));
        }
        Abandoned::For(instead) => put_text(&mut out, "abandoned", instead),
    }
    put(&mut out, package, "transport-options");
    out
}

fn put_text(out: &mut PhpMap, key: &str, text: &str) {
    out.insert(key.to_owned(), PhpMixed::String(text.to_owned()));
}

/// Copies a key as it is, unless it is an empty array.
fn put(out: &mut PhpMap, package: &Package, key: &str) {
    if let Some(value) = package.value(key).filter(|value| !is_empty_array(value)) {
        out.insert(key.to_owned(), value.clone());
    }
}

fn is_empty_array(value: &PhpMixed) -> bool {
    match value {
        PhpMixed::List(list) => list.is_empty(),
        PhpMixed::Map(map) => map.is_empty(),
        _ => false,
    }
}

fn dump_links(links: &[Link]) -> PhpMap {
    let mut entries: Vec<(&str, &str)> = Vec::with_capacity(links.len());
    for link in links {
        let entry = (&*link.target, &*link.pretty_constraint);
        match entries.iter_mut().find(|(target, _)| *target == entry.0) {
            Some(known) => *known = entry,
            None => entries.push(entry),
        }
    }
    php_order::sort_by(&mut entries, |one, two| php_order::compare(one.0, two.0));
    entries
        .into_iter()
        .map(|(target, constraint)| (target.to_owned(), PhpMixed::String(constraint.to_owned())))
        .collect()
}

fn put_suggests(out: &mut PhpMap, package: &Package) {
    let mut entries = package.suggests();
    if entries.is_empty() {
        return;
    }
    php_order::sort_by(&mut entries, |one, two| php_order::compare(&one.0, &two.0));
    let value = match package.value("suggest") {
        Some(list @ PhpMixed::List(_)) => list.clone(),
        _ => PhpMixed::Map(
            entries
                .into_iter()
                .map(|(name, reason)| (name, PhpMixed::String(reason)))
                .collect(),
        ),
    };
    out.insert("suggest".into(), value);
}

fn put_archive(out: &mut PhpMap, package: &Package) {
    let mut archive = PhpMap::default();
    if let Some(name) = package.archive_name() {
        put_text(&mut archive, "name", name);
    }
    if let Some(exclude) = package.archive_excludes() {
        archive.insert("exclude".into(), exclude.clone());
    }
    if !archive.is_empty() {
        out.insert("archive".into(), PhpMixed::Map(archive));
    }
}

fn put_keywords(out: &mut PhpMap, package: &Package) {
    let mut keywords = package.keywords();
    if keywords.is_empty() {
        return;
    }
    php_order::sort_by(&mut keywords, |one, two| php_order::compare(one, two));
    let list = keywords
        .into_iter()
        .map(|word| PhpMixed::String(word.to_owned()))
        .collect();
    out.insert("keywords".into(), PhpMixed::List(list));
}
