//! `install`: makes `vendor/` hold what composer.lock says.

use super::options;
use crate::cli::Input;
use crate::failure::{Failure, exit};
use crate::flow::{Flow, RunOptions, Suggestions};
use crate::project::Project;
use crate::session::Session;
use shirabe_resolver::UpdateScope;

pub(super) fn run(session: &Session, input: &Input) -> Result<u8, Failure> {
    options::warn_of_deprecated(session, input);
    options::check_audit_format(session, input)?;
    let packages = input.arguments("packages");
    if !packages.is_empty() {
        let packages = packages.join(" ");
        return Err(Failure::new(format_args!(
            "Invalid argument {packages}. Use \"composer require {packages}\" instead to add packages to your composer.json."
        ))
        .code(exit::GENERIC));
    }
    if input.has("no-install") {
        return Err(Failure::new(
            "Invalid option \"--no-install\". Use \"composer update --no-install\" instead if you are trying to update the composer.lock file.",
        ));
    }
    let project = Project::open(session)?;
    let run = RunOptions {
        update: false,
        install: true,
        dry_run: input.has("dry-run"),
        download_only: input.has("download-only"),
        dev_mode: options::dev_mode(session, input),
        preference: options::preference(input)?,
        autoloader: options::autoloader(input, &project.config)?,
        run_scripts: !session.no_scripts,
        platform: options::platform_filter(session, input),
        prefer_stable: false,
        prefer_lowest: false,
        minimal_changes: false,
        update_mirrors: false,
        allow_list: None,
        scope: UpdateScope::OnlyListed,
        temporary_constraints: Vec::new(),
        blocking: options::blocking(session, input),
        audit: input.has("audit"),
        bump: None,
        fail_on_advisories: true,
    };
    Flow {
        session,
        project: &project,
        options: &run,
    }
    .run(Suggestions::default())
}
