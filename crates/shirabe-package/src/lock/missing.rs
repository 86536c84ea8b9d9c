//! Requirements of the root package that the lock file does not meet.

use super::LockFile;
use crate::any::AnyPackage;
use crate::error::PackageError;
use crate::link::{Link, LinkKind};
use crate::root::RootPackage;
use shirabe_semver::{Constraint, Op};
use std::sync::Arc;

pub(super) fn explain(
    lock: &LockFile,
    root: &RootPackage,
    with_dev: bool,
) -> Result<Vec<String>, PackageError> {
    let mut sets = vec![(LinkKind::Require, false, "Required")];
    if with_dev {
        sets.push((LinkKind::DevRequire, true, "Required (in require-dev)"));
    }
    let mut lines = Vec::new();
    for (kind, dev, description) in sets {
        let mut known = lock.packages(dev)?;
        known.push(root.any());
        if root.alias.is_some() {
            known.push(AnyPackage::Real(Arc::clone(&root.package)));
        }
        for link in root.package.links(kind) {
            if link.target.is_platform() || link.is_self_version() {
                continue;
            }
            if known.iter().any(|package| answers(package, link, true)) {
                continue;
            }
            lines.push(match known.iter().find(|package| answers(package, link, false)) {
                Some(provider) => format!(
                    "- {description} package \"{}\" is in the lock file as \"{}\" but that does \
                     not satisfy your constraint \"{}\".",
                    link.target,
                    describe(provider, link),
                    link.pretty_constraint,
                ),
                None => format!(
                    "- {description} package \"{}\" is not present in the lock file.",
                    link.target
                ),
            });
        }
    }
    if !lines.is_empty() {
        lines.extend(
            [
                "This usually happens when composer files are incorrectly merged or the \
                 composer.json file is manually edited.",
                "Read more about correctly resolving merge conflicts \
                 https://getcomposer.org/doc/articles/resolving-merge-conflicts.md",
                "and prefer using the \"require\" command over editing the composer.json file \
                 directly https://getcomposer.org/doc/03-cli.md#require-r",
            ]
            .map(str::to_owned),
        );
    }
    Ok(lines)
}

/// Whether the package is, replaces or provides the target; in a version that fits, if asked.
fn answers(package: &AnyPackage, link: &Link, in_version: bool) -> bool {
    if *package.name() == link.target {
        let version = Constraint::single(Op::Eq, package.version().clone());
        return !in_version || link.constraint.matches(&version);
    }
    package
        .provides()
        .iter()
        .chain(package.replaces())
        .filter(|other| other.target == link.target)
        .any(|other| !in_version || link.constraint.matches(&other.constraint))
}

fn describe(provider: &AnyPackage, link: &Link) -> String {
    if *provider.name() == link.target {
        return provider.pretty_version().to_owned();
    }
    let through = |links: &[Link]| {
        links
            .iter()
            .find(|other| other.target == link.target)
            .map(|other| other.pretty_constraint.to_string())
    };
    let by = provider.pretty_string();
    if let Some(constraint) = through(provider.replaces()) {
        format!("replaced as {constraint} by {by}")
    } else if let Some(constraint) = through(provider.provides()) {
        format!("provided as {constraint} by {by}")
    } else {
        provider.pretty_version().to_owned()
    }
}
