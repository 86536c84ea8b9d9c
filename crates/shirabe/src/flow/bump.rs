//! Raising what composer.json asks for to what an update has locked
//! (<https://getcomposer.org/doc/03-cli.md#bump>).

use super::Flow;
use super::outcome::Outcome;
use crate::failure::{Failure, exit};
use shirabe_mixed::{content_hash, json};
use shirabe_package::{AnyPackage, Link, LinkKind, LockFile, PackageError};
use shirabe_resolver::Operation;
use std::fs;

/// Which requirements are raised after an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BumpScope {
    /// `require` and `require-dev`
    All,
    /// `require-dev` alone.
    Dev,
    /// `require` alone.
    NoDev,
}

/// A requirement to be written.
struct Bumped<'a> {
    kind: LinkKind,
    link: &'a Link,
    constraint: String,
}

/// Raises the requirements of the packages that the update has moved, and returns the exit code.
pub(super) fn run(flow: &Flow<'_>, scope: BumpScope, outcome: &Outcome) -> Result<u8, Failure> {
    let moved: Vec<&AnyPackage> = outcome.operations.iter().filter_map(target).collect();
    let Some(lock) = outcome.lock.as_ref().filter(|_| !moved.is_empty()) else {
        return Ok(exit::OK);
    };
    let Flow {
        session,
        project,
        options,
    } = flow;
    let console = &session.console;
    console.info("Bumping dependencies");
    if *project.root.package.package_type != *"project" && scope != BumpScope::Dev {
        console.warn("Warning: Bumping dependency constraints is not recommended for libraries as it will narrow down your dependencies and may cause problems for your users.");
        if !project.data.contains_key("type") {
            console.warn("If your package is not a library, you can explicitly specify the \"type\" by using \"composer config type project\".");
            console.warn("Alternatively you can use --bump-after-update=dev to only bump dependencies within \"require-dev\".");
        }
    }
    let bumped = changes(flow, scope, lock, &moved)?;
    let shown = project.shown();
    if bumped.is_empty() {
        console.print(&format!("No requirements to update in {shown}."));
        return Ok(exit::OK);
    }
    if options.dry_run {
        console.print(&format!("{shown} would be updated with:"));
        for Bumped {
            kind,
            link,
            constraint,
        } in &bumped
        {
            console.print(&format!(" - {}.{}: {constraint}", kind.key(), link.target));
        }
        return Ok(exit::GENERIC);
    }
    write(flow, lock, &bumped)?;
    console.print(&format!(
        "{shown} has been updated ({} changes).",
        bumped.len()
    ));
    Ok(exit::OK)
}

fn target(operation: &Operation) -> Option<&AnyPackage> {
    match operation {
        Operation::Install(package) | Operation::Update { to: package, .. } => Some(package),
        _ => None,
    }
}

fn changes<'a>(
    flow: &Flow<'a>,
    scope: BumpScope,
    lock: &LockFile,
    moved: &[&AnyPackage],
) -> Result<Vec<Bumped<'a>>, Failure> {
    let locked = lock.packages(true)?;
    let kinds: &[LinkKind] = match scope {
        BumpScope::All => &[LinkKind::Require, LinkKind::DevRequire],
        BumpScope::Dev => &[LinkKind::DevRequire],
        BumpScope::NoDev => &[LinkKind::Require],
    };
    let root = &flow.project.root.package;
    let links = kinds
        .iter()
        .flat_map(|kind| root.links(*kind).iter().map(move |link| (*kind, link)));
    let is_moved = |link: &Link| moved.iter().any(|package| *package.name() == link.target);
    let raised = links
        .filter(|(_, link)| !link.target.is_platform() && is_moved(link))
        .filter_map(|(kind, link)| {
            let installed = installed_version(&locked, link)?;
            let constraint = shirabe_semver::bump(&link.pretty_constraint, installed)?;
            Some(Bumped {
                kind,
                link,
                constraint,
            })
        });
    Ok(raised.collect())
}

/// The locked version of a requirement, for a branch that of its alias.
fn installed_version<'a>(locked: &'a [AnyPackage], link: &Link) -> Option<&'a str> {
    let named = || {
        locked
            .iter()
            .filter(|package| *package.name() == link.target)
    };
    let version = named().find(|package| !package.is_alias())?.version();
    if !version.as_str().starts_with("dev-") {
        return Some(version.as_str());
    }
    let alias = named().find(|package| {
        package
            .as_alias()
            .is_some_and(|alias| !alias.root_package_alias)
    })?;
    Some(alias.version().as_str())
}

/// The manifest first: a lock file that does not fit it is told, a manifest that is lost is not.
fn write(flow: &Flow<'_>, lock: &LockFile, bumped: &[Bumped<'_>]) -> Result<(), Failure> {
    let project = flow.project;
    let mut text = fs::read_to_string(&project.file).map_err(|cause| PackageError::Io {
        path: project.file.clone(),
        cause,
    })?;
    for Bumped {
        kind,
        link,
        constraint,
    } in bumped
    {
        text = json::replace_string(&text, &[kind.key(), &link.target], constraint).ok_or_else(
            || {
                Failure::new(format_args!(
                    "{} has changed meanwhile: {}.{} is not there any more.",
                    project.shown(),
                    kind.key(),
                    link.target
                ))
            },
        )?;
    }
    shirabe_package::file::replace(&project.file, &text)?;
    if project.config.lock() {
        let hash = content_hash(text.as_bytes()).map_err(Failure::new)?;
        lock.with_content_hash(&hash).write(&project.lock_path)?;
    }
    Ok(())
}
