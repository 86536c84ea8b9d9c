//! Two variants against each other over the list of benchmarks, each with its own control.

mod report;

use super::job::bench;
use super::{Options, world};
use crate::answer::Answer;
use crate::benchmark::{BENCHMARKS, Benchmark};
use crate::build::{self, BENCH};
use crate::callgrind::{self, Callgrind};
use crate::compare::{Compared, Kind, Pair};
use crate::error::ExperimentError;
use crate::measure;
use crate::plot::Plot;
use crate::report::{Header, publish};
use crate::rounds::interleaved;
use crate::scratch::Scratch;
use crate::stats::Bootstrap;
use crate::variant::{Arm, Variant};
use report::{Match, Row};
use shirabe_world::World;
use std::process::Command;

/// What is compared.
pub(super) struct Experiment {
    /// Its name.
    pub(super) name: &'static str,
    /// The title of its plot.
    pub(super) title: &'static str,
    /// Base and head, one pair after the other.
    pub(super) matches: &'static [[Variant; 2]],
    /// Whether benchmarks whose checked work enters no span are left out.
    pub(super) only_profiled: bool,
}

/// The share of a benchmark's rounds that is counted under callgrind, where each takes fifty times as
/// long and one is as good as many.
const COUNTED_SHARE: usize = 4;

/// Builds the variants, runs each benchmark under all four copies of a pair and reports.
pub(super) fn run(experiment: &Experiment, options: &Options) -> Result<(), ExperimentError> {
    let matches = if options.quick {
        &experiment.matches[..1]
    } else {
        experiment.matches
    };
    let world = world()?;
    for pair in matches {
        build::build(BENCH, pair, options.profile())?;
    }
    let callgrind = Callgrind::find();
    let mut header = Header::new(experiment.name, options);
    let chance = Bootstrap::new(options.seed);
    header.set("runs", options.runs);
    header.set("resamples", chance.resamples);
    header.set("hasher", "fixed keys");
    match (&callgrind, options.instructions) {
        (Some(callgrind), true) => header.set("instructions", callgrind.version.clone()),
        (None, true) => header.note(callgrind::MISSING),
        (_, false) => header.note("instructions were not asked for"),
    }
    let session = Session {
        options,
        world: &world,
        callgrind: callgrind.filter(|_| options.instructions),
        scratch: Scratch::new(2_000_000_000)?,
        chance,
    };
    let mut drawn = fastrand::Rng::with_seed(options.seed);
    let mut reports = Vec::new();
    for pair in matches {
        let mut rows = Vec::new();
        for benchmark in BENCHMARKS.iter().filter(|it| it.quick || !options.quick) {
            let row = session.row(pair, benchmark, &mut drawn)?;
            if row.calls > 0 || !experiment.only_profiled {
                rows.push(row);
            }
        }
        reports.push(Match::new(pair, rows));
    }
    let mut markdown = header.markdown();
    for report in &reports {
        markdown.push_str(&report.markdown());
    }
    let plot = Plot {
        title: experiment.title.to_owned(),
        panels: reports.iter().flat_map(Match::panels).collect(),
    };
    publish(
        experiment.name,
        &markdown,
        &report::Report {
            header,
            matches: reports,
        },
        &plot,
    )
}

struct Session<'s> {
    options: &'s Options,
    world: &'s World,
    callgrind: Option<Callgrind>,
    scratch: Scratch,
    chance: Bootstrap,
}

impl Session<'_> {
    /// Runs a benchmark under both copies of both variants.
    fn row(
        &self,
        pair: &[Variant; 2],
        benchmark: &Benchmark,
        drawn: &mut fastrand::Rng,
    ) -> Result<Row, ExperimentError> {
        eprintln!("{} under {} and {}", benchmark.name, pair[0], pair[1]);
        let arms = Arm::of(pair);
        let mut checksums: Vec<(String, String)> = Vec::new();
        let mut calls = 0;
        let mut check = |arm: &Arm, stdout: &str| -> Result<Answer, ExperimentError> {
            let answer = Answer::read(stdout, &format!("{} of {arm}", benchmark.name))?;
            if answer.allocator != arm.variant.allocator {
                return Err(ExperimentError::WrongAllocator {
                    variant: arm.to_string(),
                    said: answer.allocator,
                });
            }
            checksums.push((arm.to_string(), answer.checksum.clone()));
            let (first, last) = (&checksums[0], &checksums[checksums.len() - 1]);
            if first.1 != last.1 {
                return Err(ExperimentError::Differ {
                    first: first.0.clone(),
                    second: last.0.clone(),
                    what: "checksums",
                });
            }
            calls = answer.calls;
            Ok(answer)
        };
        let mut samples = vec![Vec::new(); arms.len()];
        if self.options.runs > 0 {
            samples = interleaved(&arms, self.options.runs, drawn, |arm, _| {
                let command = self.command(benchmark, benchmark.rounds, *arm);
                let run = measure::run(command, &format!("{} of {arm}", benchmark.name))?;
                check(arm, &run.stdout).map(|answer| answer.user)
            })?;
        }
        let mut counts = vec![Vec::new(); arms.len()];
        if let Some(callgrind) = &self.callgrind {
            let mut order: Vec<usize> = (0..arms.len()).collect();
            drawn.shuffle(&mut order);
            for at in order {
                let arm = arms[at];
                let rounds = benchmark.rounds.div_ceil(COUNTED_SHARE);
                let command = self.command(benchmark, rounds, arm);
                let profile = self.scratch.path().join("profile");
                let what = format!("{} of {arm}", benchmark.name);
                let (count, run) = callgrind.count(&command, Some(MEASURED), &profile, &what)?;
                check(&arm, &run.stdout)?;
                counts[at].push(count);
            }
        }
        let compared = |key: &str, kind, values: &[Vec<f64>]| {
            let pairs: Vec<Pair> = pair
                .iter()
                .zip(values.chunks_exact(2))
                .map(|(variant, twins)| Pair {
                    name: variant.name.to_owned(),
                    twins: [twins[0].clone(), twins[1].clone()],
                })
                .collect();
            Compared::new((key, key), kind, &pairs, pair[0].name, self.chance)
        };
        Ok(Row {
            benchmark: benchmark.name,
            about: benchmark.about,
            instructions: compared("instructions", Kind::Steady, &counts),
            time: compared("user", Kind::Varies, &samples),
            counts,
            samples,
            checksum: checksums.pop().map(|it| it.1).unwrap_or_default(),
            calls,
        })
    }

    fn command(&self, benchmark: &Benchmark, rounds: usize, arm: Arm) -> Command {
        let mut command = bench(benchmark.name, rounds, self.world, arm);
        // What benchmarks unpack goes to memory, not to a disk.
        command.env("TMPDIR", self.scratch.path());
        command
    }
}

/// The function that is counted, of [`crate::work`], which this program is built without.
const MEASURED: &str = "*shirabe_benches::work::measured*";

#[cfg(all(test, feature = "work"))]
mod tests {
    #[test]
    fn what_is_counted_is_what_the_benchmarks_measure() {
        assert_eq!(super::MEASURED, crate::work::MEASURED);
    }
}
