//! `run-script`: runs a script that composer.json defines.

use crate::cli::Input;
use crate::failure::{Failure, exit};
use crate::flow::scripts::Scripts;
use crate::project::{self, Project};
use crate::session::Session;
use shirabe_php::scripts as events;

pub(super) fn run(session: &Session, input: &Input) -> Result<u8, Failure> {
    if input.has("list") {
        return Ok(list(session));
    }
    let script = input.argument("script").ok_or_else(|| {
        Failure::new("Missing required argument \"script\"")
            .advise("`shirabe run-script --list` shows the scripts")
    })?;
    if events::is_event(script) && !events::may_be_run_by_hand(script) {
        return Err(Failure::new(format_args!(
            "Script \"{script}\" cannot be run with this command"
        )));
    }
    run_named(session, script, input)
}

/// Runs a script by its full name, as `run-script` or as a command of its own.
pub(super) fn run_named(session: &Session, script: &str, input: &Input) -> Result<u8, Failure> {
    let project = Project::open(session)?;
    let mut scripts = Scripts::of(session, &project, !session.no_scripts);
    if !scripts.is_defined(script) {
        return Err(Failure::new(format_args!(
            "Script \"{script}\" is not defined in this package"
        ))
        .advise("`shirabe run-script --list` shows the scripts"));
    }
    if let Some(timeout) = input.value("timeout") {
        let seconds = timeout.parse::<u64>().map_err(|_| {
            Failure::new("Timeout value must be numeric and positive if defined, or 0 for forever")
        })?;
        scripts.set_timeout(seconds);
    }
    let dev_mode = input.has("dev") || !input.has("no-dev");
    scripts.dispatch_with(script, dev_mode, input.arguments("args"))?;
    Ok(exit::OK)
}

fn list(session: &Session) -> u8 {
    let scripts = project::scripts(&session.folder, &session.environment);
    if scripts.is_empty() {
        return exit::OK;
    }
    session.console.say(crate::console::Tone::Info, "scripts:");
    let width = scripts
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    let lines: Vec<String> = scripts
        .iter()
        .map(|(name, description)| {
            let line = format!(
                "  {name:width$} {}",
                description.as_deref().unwrap_or_default()
            );
            line.trim_end().to_owned()
        })
        .collect();
    session.console.print(&lines.join("\n"));
    exit::OK
}
