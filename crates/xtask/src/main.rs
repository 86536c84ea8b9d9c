//! The project's chores, run as `cargo xtask <name>`.

mod adapter;
mod tidy;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    match args.next().as_deref() {
        Some("adapter") => adapter::run(),
        Some("tidy") => tidy::run(),
        _ => {
            eprintln!("usage: cargo xtask adapter | tidy");
            ExitCode::FAILURE
        }
    }
}
