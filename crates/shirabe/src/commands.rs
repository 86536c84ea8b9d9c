//! The commands, one file each, and which one a word stands for.

mod about;
mod clear_cache;
mod completion;
mod create_project;
mod dump_autoload;
mod help;
mod install;
mod list;
mod options;
mod run_script;
mod update;
pub(crate) mod version;

use crate::cli::{CommandName, Invocation};
use crate::failure::Failure;
use crate::session::Session;

/// Runs the command that the user asked for.
pub(crate) fn dispatch(session: &mut Session, invocation: &Invocation) -> Result<u8, Failure> {
    match invocation {
        Invocation::Script { name, input } => run_script::run_named(session, name, input),
        Invocation::Command(spec, input) => match spec.id {
            CommandName::About => Ok(about::run(session)),
            CommandName::ClearCache => clear_cache::run(session, input),
            CommandName::Complete => Ok(completion::answer(session, input)),
            CommandName::Completion => completion::script(session, input),
            CommandName::CreateProject => create_project::run(session, input),
            CommandName::DumpAutoload => dump_autoload::run(session, input),
            CommandName::Help => help::run(session, input),
            CommandName::Install => install::run(session, input),
            CommandName::List => list::run(session, input),
            CommandName::RunScript => run_script::run(session, input),
            CommandName::Update => update::run(session, input),
        },
    }
}
