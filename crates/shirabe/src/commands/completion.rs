//! `completion` prints the shell's script; `_complete` answers what that script asks.

use crate::cli::Input;
use crate::cli::completion as shells;
use crate::failure::{Failure, exit};
use crate::project;
use crate::session::Session;
use std::path::Path;

pub(super) fn script(session: &Session, input: &Input) -> Result<u8, Failure> {
    let from_environment = session
        .environment
        .text("SHELL")
        .and_then(|path| Path::new(&path).file_name()?.to_str().map(str::to_owned));
    let shell = input
        .argument("shell")
        .map(str::to_owned)
        .or(from_environment);
    let text = shell
        .as_deref()
        .and_then(|shell| shells::script(shell, "shirabe"));
    match text {
        Some(text) => {
            session.console.print(&text);
            Ok(exit::OK)
        }
        None => Err(Failure::new(format_args!(
            "There is no completion script for the shell \"{}\".",
            shell.as_deref().unwrap_or("unknown")
        ))
        .advise("name one: bash, fish or zsh")
        .code(2)),
    }
}

pub(super) fn answer(session: &Session, input: &Input) -> u8 {
    let words = input.values("input");
    let current = input
        .value("current")
        .and_then(|at| at.parse().ok())
        .unwrap_or(words.len().saturating_sub(1));
    let scripts = project::script_names(&session.folder, &session.environment);
    let found = shells::candidates(words, current, &scripts, || {
        project::required_names(&session.folder, &session.environment)
    });
    session.console.print(&found.join("\n"));
    exit::OK
}
