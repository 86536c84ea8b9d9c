//! `cargo experiment`: lists the experiments, or runs one.

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use shirabe_benches::experiment::{BUILD_WORLD, Job, LIST, Options, allocators, recursion, search};
use shirabe_world::World;
use std::process::ExitCode;

/// Rounds that are timed, as a rule and with `--quick`.
const RUNS: usize = 10;
const QUICK_RUNS: usize = 3;

/// What `--quick` compares.
const QUICK_VARIANTS: [&str; 2] = ["system", "mimalloc"];

fn main() -> ExitCode {
    let matches = command().get_matches();
    let result = match matches.subcommand() {
        Some((name @ "allocators", matches)) => {
            let rounds = number(matches, "rounds").unwrap_or(1);
            allocators::run(&options(name, matches), &jobs(matches), rounds)
        }
        Some((name @ "search", matches)) => search::run(&options(name, matches)),
        Some((name @ "recursion", matches)) => recursion::run(&options(name, matches)),
        #[cfg(unix)]
        Some((name @ "replay", matches)) => {
            shirabe_benches::experiment::replay::run(&options(name, matches))
        }
        #[cfg(unix)]
        Some((name @ "share", matches)) => {
            shirabe_benches::experiment::share::run(&options(name, matches))
        }
        Some((BUILD_WORLD, _)) => return build_world(),
        _ => {
            list();
            return ExitCode::SUCCESS;
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn command() -> Command {
    let experiments = LIST.iter().map(|&(name, purpose)| {
        let command = Command::new(name).about(purpose).args(common());
        match name {
            "allocators" => command.arg(of_variants()).args(of_jobs()),
            "share" => command.arg(of_variants()),
            _ => command,
        }
    });
    Command::new("experiment")
        .bin_name("cargo experiment")
        .about("Measures Shirabe itself; benches/README.md tells what each experiment does")
        .subcommands(experiments)
        .subcommand(Command::new(BUILD_WORLD).hide(true))
}

/// The options of every experiment.
fn common() -> [Arg; 4] {
    [
        Arg::new("runs")
            .long("runs")
            .value_name("n")
            .value_parser(value_parser!(u16))
            .help(format!(
                "Rounds that are timed ({RUNS}); 0 leaves times out"
            )),
        Arg::new("seed")
            .long("seed")
            .value_name("n")
            .value_parser(value_parser!(u64))
            .help("Where chance begins; the report tells which it was"),
        Arg::new("quick")
            .long("quick")
            .action(ArgAction::SetTrue)
            .help(format!(
                "Only {QUICK_RUNS} rounds of the fewest variants, built as tests are: to see that it works"
            )),
        Arg::new("no-instructions")
            .long("no-instructions")
            .action(ArgAction::SetTrue)
            .help("Count no instructions, which takes most of the time"),
    ]
}

fn of_variants() -> Arg {
    Arg::new("variants")
        .long("variants")
        .value_name("names")
        .value_delimiter(';')
        .help("Compare only these, with ; between them, and the baseline")
}

fn of_jobs() -> [Arg; 2] {
    [
        Arg::new("job")
            .long("job")
            .value_name("names")
            .value_delimiter(',')
            .value_parser(Job::ALL.map(Job::name))
            .default_value(Job::CreateProject.name())
            .help("What is done, with a comma between jobs"),
        Arg::new("rounds")
            .long("rounds")
            .value_name("n")
            .value_parser(value_parser!(u16).range(1..))
            .default_value("4")
            .help("How often a run of decode or expand goes through the world"),
    ]
}

fn options(name: &str, matches: &ArgMatches) -> Options {
    let quick = matches.get_flag("quick");
    let variants = matches.try_get_many::<String>("variants");
    let named: Vec<String> = variants
        .ok()
        .flatten()
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let fewest = quick && named.is_empty() && ["allocators", "share"].contains(&name);
    Options {
        runs: number(matches, "runs").unwrap_or(if quick { QUICK_RUNS } else { RUNS }),
        seed: matches
            .get_one::<u64>("seed")
            .copied()
            .unwrap_or_else(|| fastrand::u64(..1_000_000)),
        quick,
        instructions: !matches.get_flag("no-instructions"),
        variants: if fewest {
            QUICK_VARIANTS.map(str::to_owned).to_vec()
        } else {
            named
        },
    }
}

fn jobs(matches: &ArgMatches) -> Vec<Job> {
    let names = matches.get_many::<String>("job").into_iter().flatten();
    names
        .filter_map(|name| Job::ALL.into_iter().find(|job| job.name() == name))
        .collect()
}

fn number(matches: &ArgMatches, name: &str) -> Option<usize> {
    matches.get_one::<u16>(name).map(|number| (*number).into())
}

fn list() {
    println!("Experiments (cargo experiment NAME, --help for options):\n");
    for (name, purpose) in LIST {
        println!("  {name:<12} {purpose}");
    }
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
