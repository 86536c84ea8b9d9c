//! `help`: the page of one command.

use crate::cli::Input;
use crate::cli::help as pages;
use crate::cli::table::{COMMANDS, CommandName, spec};
use crate::failure::{Failure, exit};
use crate::session::Session;
use shirabe_mixed::json;

pub(super) fn run(session: &Session, input: &Input) -> Result<u8, Failure> {
    let spec = match input.argument("command_name") {
        None => spec(CommandName::Help),
        Some(name) => COMMANDS
            .iter()
            .find(|spec| spec.name == name || spec.aliases.contains(&name))
            .ok_or_else(|| {
                Failure::new(format_args!("Command \"{name}\" is not defined."))
                    .advise("`shirabe list` shows the commands")
            })?,
    };
    match input.value("format").unwrap_or("txt") {
        "txt" => session.console.print(&pages::page(spec)),
        "json" => {
            let text = json::encode(
                &pages::command_data(spec, false),
                &json::EncodeOptions::compact(),
            )
            .map_err(Failure::new)?;
            session.console.print(&text);
        }
        other => {
            return Err(
                Failure::new(format_args!("Unsupported format \"{other}\"."))
                    .advise("use txt or json"),
            );
        }
    }
    Ok(exit::OK)
}
