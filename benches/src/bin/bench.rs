//! The measured half of the experiments: does one benchmark as often as told, and says what it took
//! and what came of it as JSON. It runs under the allocator that the program's library declares.

use shirabe_alloc::counters;
use shirabe_benches::work::{Inputs, WorkError, measured, prepare};
use shirabe_benches::{Answer, Benchmark, PROFILE};
use shirabe_callgraph::{Config, Counters, Events, LookUp, Recording, start};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, rounds, world] = arguments.as_slice() else {
        eprintln!("usage: bench NAME ROUNDS WORLD\n");
        for benchmark in Benchmark::all() {
            eprintln!("  {:<16} {}", benchmark.name, benchmark.about);
        }
        return ExitCode::FAILURE;
    };
    let Ok(rounds) = rounds.parse() else {
        eprintln!("{rounds} is no number of rounds");
        return ExitCode::FAILURE;
    };
    match bench(name, rounds, Path::new(world)) {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bench(name: &str, rounds: usize, world: &Path) -> Result<String, WorkError> {
    let mut work = prepare(name, &Inputs::new(world)).ok_or("there is no such benchmark")??;
    let checksum = format!("{:016x}", work.digest()?);
    let profile = Profile::asked()?;
    let recording = profile.map(Profile::start).transpose()?;
    let before = user()?;
    let started = Instant::now();
    measured(work.as_mut(), rounds)?;
    let wall = started.elapsed();
    let user = user()?.saturating_sub(before);
    let calls = recording.map_or(0, |recording| recording.finish().total().calls);
    let answer = Answer {
        benchmark: name.to_owned(),
        allocator: shirabe::ALLOCATOR.to_owned(),
        library: shirabe::allocator_statistics().map_or_else(String::new, |it| it.library),
        rounds,
        checksum,
        calls,
        wall: wall.as_secs_f64(),
        user: user.as_secs_f64(),
    };
    Ok(serde_json::to_string(&answer)?)
}

/// How the benchmark profiles its own work.
#[derive(Debug, Clone, Copy)]
struct Profile(LookUp);

impl Profile {
    /// What the environment asks for; nothing, as a rule.
    fn asked() -> Result<Option<Self>, WorkError> {
        match std::env::var(PROFILE).as_deref() {
            Err(_) => Ok(None),
            Ok("always") => Ok(Some(Self(LookUp::Always))),
            Ok("skip_noop") => Ok(Some(Self(LookUp::SkipNoop))),
            Ok(other) => Err(format!("{PROFILE} is {other}, not always or skip_noop").into()),
        }
    }

    /// Calls and allocations alone: to read the clock would drown the rest.
    fn start(self) -> Result<Recording, WorkError> {
        counters::switch(true);
        let config = Config {
            lookup: self.0,
            events: Events::CALLS_AND_ALLOCATIONS,
            ..Config::default()
        };
        Ok(start(config, Some(count))?)
    }
}

fn count() -> Counters {
    let counters = counters::of_this_thread();
    Counters {
        allocations: counters.allocations,
        bytes: counters.bytes,
        frees: counters.frees,
    }
}

/// The processor time that this process has used in the program so far.
#[cfg(unix)]
fn user() -> Result<Duration, WorkError> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    let time = getrusage(UsageWho::RUSAGE_SELF)?.user_time();
    Ok(Duration::from_micros(
        time.num_microseconds().unsigned_abs(),
    ))
}

/// Not told.
#[cfg(not(unix))]
fn user() -> Result<Duration, WorkError> {
    Ok(Duration::ZERO)
}
