//! What is known against the packages that a run ends with
//! (<https://getcomposer.org/doc/03-cli.md#audit>).

use super::outcome::Outcome;
use super::{Flow, policies, repositories};
use crate::failure::{Failure, chain, exit};
use shirabe_package::{AnyPackage, InstalledJson};
use shirabe_resolver::{Audit, RepositorySet, SetOptions, StabilityFilter};

/// Audits what is installed, or locked where nothing is installed, and returns the exit code.
pub(super) fn run(
    flow: &Flow<'_>,
    outcome: &mut Outcome,
    installed: &InstalledJson,
) -> Result<u8, Failure> {
    let options = flow.options;
    let console = &flow.session.console;
    if !options.audit {
        return Ok(exit::OK);
    }
    let (packages, what) = match &outcome.lock {
        Some(lock) if options.update && !options.install => (lock.packages(true)?, "locked"),
        _ => (installed.packages.clone(), "installed"),
    };
    let packages: Vec<&AnyPackage> = packages
        .iter()
        .filter(|package| !package.is_alias())
        .collect();
    if packages.is_empty() {
        console.plain(&format!("No {what} packages - skipping audit."));
        return Ok(exit::OK);
    }
    // After a solve the repositories are at hand, with all that they have read.
    let mut set = match outcome.repositories.take() {
        Some(set) => set,
        None => anew(flow)?,
    };
    match policies::configured(flow)?.audit(packages, &mut set) {
        Ok(audit) => {
            report(flow, &audit);
            let failed = options.fail_on_advisories && !audit.advisories.is_empty();
            Ok(if failed { exit::ADVISORIES } else { exit::OK })
        }
        Err(error) => {
            console.error(&format!("Failed to audit {what} packages."));
            console.say_at(
                crate::console::Verbosity::Verbose,
                crate::console::Tone::Error,
                &chain(&error),
            );
            Ok(exit::OK)
        }
    }
}

fn anew(flow: &Flow<'_>) -> Result<RepositorySet<'static>, Failure> {
    let mut set = RepositorySet::new(SetOptions::new(StabilityFilter::any()));
    let project = flow.project;
    for repository in repositories::of(flow.session, &project.folder, &project.config)? {
        set.add_boxed(repository);
    }
    Ok(set)
}

fn report(flow: &Flow<'_>, audit: &Audit) {
    let console = &flow.session.console;
    if audit.advisories.is_empty() && audit.ignored.is_empty() {
        console.print("No security vulnerability advisories found.");
    } else {
        for (advisories, kind) in [(&audit.ignored, "ignored "), (&audit.advisories, "")] {
            let mut names: Vec<&str> = advisories
                .iter()
                .map(|advisory| advisory.package.as_str())
                .collect();
            names.dedup();
            if names.is_empty() {
                continue;
            }
            console.print(&format!(
                "Found {} {kind}security vulnerability advisor{} affecting {} package{}.",
                advisories.len(),
                if advisories.len() == 1 { "y" } else { "ies" },
                names.len(),
                if names.len() == 1 { "" } else { "s" }
            ));
        }
        console.print("Run \"composer audit\" for a full list of advisories.");
    }
    if !audit.unreachable.is_empty() {
        console.warn("The following repositories were unreachable:");
        for reason in &audit.unreachable {
            console.plain(&format!("  - {reason}"));
        }
    }
}
