//! `cargo experiment`: lists the experiments, or runs one.

use clap::{Arg, ArgMatches, Command, value_parser};
use shirabe_benches::ExperimentError;
use shirabe_benches::experiment::{BUILD_WORLD, LIST, allocators, decode};
use shirabe_world::World;
use std::process::ExitCode;

fn main() -> ExitCode {
    let experiments = LIST.map(|(name, purpose)| {
        let command = Command::new(name).about(purpose).arg(
            Arg::new("runs")
                .long("runs")
                .value_name("n")
                .value_parser(value_parser!(u16).range(1..))
                .default_value("8")
                .help("How often each variant is measured"),
        );
        if name == "decode" {
            command.arg(
                Arg::new("rounds")
                    .long("rounds")
                    .value_name("n")
                    .value_parser(value_parser!(u16).range(1..))
                    .default_value("10")
                    .help("How often one run decodes every document"),
            )
        } else {
            command
        }
    });
    let matches = Command::new("experiment")
        .bin_name("cargo experiment")
        .about("Measures Shirabe itself; benches/README.md tells what each experiment does")
        .subcommands(experiments)
        .subcommand(Command::new(BUILD_WORLD).hide(true))
        .get_matches();
    let result = match matches.subcommand() {
        Some(("allocators", matches)) => allocators::run(number(matches, "runs")),
        Some(("decode", matches)) => {
            decode::run(number(matches, "runs"), number(matches, "rounds"))
        }
        Some((BUILD_WORLD, _)) => return build_world(),
        _ => list(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn number(matches: &ArgMatches, name: &str) -> usize {
    matches
        .get_one::<u16>(name)
        .map_or(1, |number| (*number).into())
}

#[allow(clippy::unnecessary_wraps)]
fn list() -> Result<(), ExperimentError> {
    println!("Experiments (cargo experiment NAME, --help for options):\n");
    for (name, purpose) in LIST {
        println!("  {name:<12} {purpose}");
    }
    Ok(())
}

fn build_world() -> ExitCode {
    match World::shared() {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
