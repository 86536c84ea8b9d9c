//! What there is to say when the work is done.

use super::outcome::Outcome;
use super::{Flow, platform};
use crate::failure::Failure;
use shirabe_mixed::PhpMixed;
use shirabe_package::{Abandoned, AnyPackage, InstalledJson, LockFile};

/// How many suggestions of new packages are open.
pub(super) fn suggestions(
    flow: &Flow<'_>,
    outcome: &Outcome,
    is_fresh: bool,
) -> Result<(), Failure> {
    let mut suggestions = outcome.suggestions.clone();
    if is_fresh {
        suggestions.add(&flow.project.root.package);
    }
    let mut present = match &outcome.lock {
        Some(lock) => lock.packages(flow.options.dev_mode)?,
        None => Vec::new(),
    };
    present.push(AnyPackage::Real(flow.project.root.package.clone()));
    let overrides = outcome
        .lock
        .as_ref()
        .map(LockFile::platform_overrides)
        .unwrap_or_default();
    present.extend(platform::packages(flow, &overrides)?);
    let open = suggestions.open(&present);
    if open > 0 {
        flow.session.console.info(&format!(
            "{open} package suggestions were added by new dependencies, use `composer suggest` to see details."
        ));
    }
    Ok(())
}

/// Which locked packages are abandoned.
pub(super) fn abandoned(flow: &Flow<'_>, lock: &LockFile) -> Result<(), Failure> {
    for package in lock.packages(true)? {
        let AnyPackage::Real(package) = package else {
            continue;
        };
        let advice = match &package.abandoned {
            Abandoned::No => continue,
            Abandoned::Yes => "No replacement was suggested".to_owned(),
            Abandoned::For(other) => format!("Use {other} instead"),
        };
        flow.session.console.warn(&format!(
            "Package {} is abandoned, you should avoid using it. {advice}.",
            package.pretty_name
        ));
    }
    Ok(())
}

/// How many installed packages look for money (`COMPOSER_FUND=0` keeps it quiet).
pub(super) fn funding(flow: &Flow<'_>, installed: &InstalledJson) {
    if flow.session.environment.number("COMPOSER_FUND") == Some(0) {
        return;
    }
    let looking = installed
        .packages
        .iter()
        .filter(|package| !package.is_alias())
        .filter(|package| {
            package
                .base()
                .funding()
                .is_some_and(|funding| !PhpMixed::is_empty(funding))
        })
        .count();
    if looking > 0 {
        flow.session.console.info(&format!(
            "{looking} package{} you are using {} looking for funding.",
            if looking == 1 { "" } else { "s" },
            if looking == 1 { "is" } else { "are" }
        ));
        flow.session
            .console
            .info("Use the `composer fund` command to find out more!");
    }
}
