//! `list`: every command.

use crate::cli::Input;
use crate::cli::help as pages;
use crate::failure::{Failure, exit};
use crate::project;
use crate::session::Session;
use crate::version;
use shirabe_mixed::json;

pub(super) fn run(session: &Session, input: &Input) -> Result<u8, Failure> {
    let scripts: Vec<(String, String)> =
        project::script_descriptions(&session.folder, &session.environment);
    let namespace = input.argument("namespace");
    let text = match (input.value("format").unwrap_or("txt"), input.has("raw")) {
        ("txt", true) => pages::raw_list(namespace, &scripts),
        ("txt", false) => pages::list(&version::line(), namespace, &scripts),
        ("json", _) => {
            let data = pages::as_data(
                (version::NAME, version::VERSION),
                &scripts,
                input.has("short"),
            );
            json::encode(&data, &json::EncodeOptions::compact()).map_err(Failure::new)?
        }
        (other, _) => {
            return Err(
                Failure::new(format_args!("Unsupported format \"{other}\"."))
                    .advise("use txt or json"),
            );
        }
    };
    session.console.print(&text);
    Ok(exit::OK)
}
