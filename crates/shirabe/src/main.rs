//! The `shirabe` program.

use shirabe_package::environment::Environment;
use std::process::ExitCode;

fn main() -> ExitCode {
    shirabe::run(std::env::args_os().skip(1), Environment::from_process())
}
