//! The project's chores, run as `cargo xtask <name>`.

mod adapter;
mod cargo;
mod ci;
mod demo;
mod matrix;
mod stress;
mod tidy;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    match args.next().as_deref() {
        Some("adapter") => adapter::run(),
        Some("ci") => ci::run(),
        Some("demo") => demo::run(),
        Some("stress") => stress::run(),
        Some("matrix") => matrix::run(args),
        Some("tidy") => tidy::run(),
        _ => {
            eprintln!(
                "usage: cargo xtask <chore>\n\n  \
                 adapter   answer single functions over JSON lines\n  \
                 ci        everything that continuous integration checks\n  \
                 demo      create-project laravel/laravel on the offline world\n  \
                 stress    the arenas under helgrind and the address sanitizer\n  \
                 matrix    the tests under every allocator (--quick: two crates)\n  \
                 tidy      the rules of ARCHITECTURE.md"
            );
            ExitCode::FAILURE
        }
    }
}
