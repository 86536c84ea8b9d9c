//! Runs an allocation trace again on the arenas, with either search, and says as JSON what they
//! counted. Fails where a block comes to lie in two places.

use shirabe_alloc::trace::Script;
use shirabe_benches::replay::compare;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: replay TRACE");
        return ExitCode::FAILURE;
    };
    let compared = std::fs::read(&path)
        .map_err(|error| error.to_string())
        .and_then(|bytes| Script::read(&bytes).map_err(|error| error.to_string()))
        .and_then(|script| compare(&script).map_err(|error| error.to_string()))
        .and_then(|compared| serde_json::to_string_pretty(&compared).map_err(|e| e.to_string()));
    match compared {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}
