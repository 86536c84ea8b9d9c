//! `shirabe-world build <dir>` and `shirabe-world serve <dir>`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command, value_parser};
use shirabe_world::{Options, World, WorldError, serve};

fn main() -> ExitCode {
    let folder = || {
        Arg::new("dir")
            .required(true)
            .value_parser(value_parser!(PathBuf))
            .help("The folder of the world")
    };
    let build = Command::new("build")
        .about("Build the world, unless it is there")
        .arg(folder());
    let serve = Command::new("serve")
        .about("Build the world, unless it is there, and serve it on 127.0.0.1 until killed")
        .arg(folder())
        .arg(
            Arg::new("delay")
                .long("delay")
                .value_name("ms")
                .value_parser(value_parser!(u64))
                .default_value("0")
                .help("Milliseconds to wait before each answer"),
        )
        .arg(
            Arg::new("port")
                .long("port")
                .value_parser(value_parser!(u16))
                .default_value("0")
                .help("The port to listen on; 0 for any"),
        )
        .arg(
            Arg::new("log")
                .long("log")
                .num_args(0)
                .help("Print each request to stderr"),
        );
    let matches = Command::new("shirabe-world")
        .about("The offline world: repository metadata, archives and a warmed cache made from recorded facts")
        .subcommand_required(true)
        .subcommands([build, serve])
        .get_matches();
    match run(&matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(matches: &ArgMatches) -> Result<(), WorldError> {
    let Some((command, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let Some(folder) = matches.get_one::<PathBuf>("dir") else {
        return Ok(());
    };
    let world = World::build(folder)?;
    if command == "build" {
        println!("{}", world.folder().display());
        return Ok(());
    }
    let options = Options {
        delay: Duration::from_millis(matches.get_one("delay").copied().unwrap_or_default()),
        port: matches.get_one("port").copied().unwrap_or_default(),
        log: matches.get_flag("log"),
        ..Options::default()
    };
    let server = serve(&world, options)?;
    println!("{}", server.url());
    loop {
        std::thread::park();
    }
}
