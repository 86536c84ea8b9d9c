//! Running a job under every variant.

use crate::build::{self, SHIRABE};
use crate::callgrind::Callgrind;
use crate::error::ExperimentError;
use crate::experiment::job::{Job, Prepared, clean};
use crate::experiment::options::Options;
use crate::measure::{self, Sample};
use crate::profile;
use crate::rounds::interleaved;
use crate::scratch::Scratch;
use crate::variant::{Arm, Variant};
use shirabe_world::World;
use std::path::PathBuf;

/// What was measured of a job. The arms are both copies of each variant, one variant after the other.
#[derive(Debug)]
pub(super) struct Measured {
    /// The samples of each arm, round by round.
    pub(super) samples: Vec<Vec<Sample>>,
    /// The instructions of each arm, where they were counted.
    pub(super) instructions: Option<Vec<f64>>,
    /// The share of malloc and free in the instructions of the first arm, in percent.
    pub(super) malloc_share: Option<f64>,
    /// How many runs had the same result, and its size in bytes.
    pub(super) results: Results,
    /// Where the runs wrote.
    pub(super) place: PathBuf,
}

/// The results of all runs, which are the same.
#[derive(Debug, Default, Clone)]
pub(super) struct Results {
    first: Option<(String, Vec<u8>)>,
    /// How many there were.
    pub(super) runs: usize,
}

/// Does the job in turns, then once more for each arm under callgrind.
pub(super) fn run(
    job: Job,
    rounds: usize,
    options: &Options,
    variants: &[Variant],
    world: &World,
    callgrind: Option<&Callgrind>,
) -> Result<Measured, ExperimentError> {
    let arms = Arm::of(variants);
    if job.program() == SHIRABE {
        for arm in &arms {
            assert_allocator(*arm)?;
        }
    }
    let runs = arms.len() * (options.runs + 2);
    let scratch = Scratch::new(SPACE_OF_A_RUN * runs as u64)?;
    let prepared = Prepared::new(job, rounds, world, scratch.path(), arms[0])?;
    let mut results = Results::default();
    let mut chance = fastrand::Rng::with_seed(options.seed);
    let at = |arm: &Arm| arms.iter().position(|other| other == arm).unwrap_or(0);
    // Of one length for all arms, for paths are text that is copied about.
    let folder =
        |arm: &Arm, round: usize| scratch.path().join(format!("{round:04}-{:02}", at(arm)));
    let samples = if options.runs > 0 {
        interleaved(&arms, options.runs, &mut chance, |arm, round| {
            let folder = folder(arm, round);
            let command = prepared.command(*arm, &folder)?;
            let run = measure::run(command, &format!("run {round} of {arm}"))?;
            results.add(arm, round, prepared.result(&run, &folder)?)?;
            scratch.drop_folder(&folder);
            Ok(run.sample)
        })?
    } else {
        vec![Vec::new(); arms.len()]
    };

    let mut instructions = None;
    let mut malloc_share = None;
    if let Some(callgrind) = callgrind {
        let mut counts = vec![0.0; arms.len()];
        let mut order = arms.clone();
        chance.shuffle(&mut order);
        for arm in &order {
            eprintln!("counting instructions of {arm}");
            let round = options.runs + 1;
            let folder = folder(arm, round);
            let command = prepared.command(*arm, &folder)?;
            let file = scratch.path().join("profile");
            let what = format!("{arm} under callgrind");
            let (count, run) = callgrind.count(&command, None, &file, &what)?;
            results.add(arm, round, prepared.result(&run, &folder)?)?;
            scratch.drop_folder(&folder);
            counts[at(arm)] = count;
            if at(arm) == 0 {
                let text = std::fs::read_to_string(&file).map_err(ExperimentError::io(&file))?;
                malloc_share = Some(profile::share(&text).percent());
            }
        }
        instructions = Some(counts);
    }
    Ok(Measured {
        samples,
        instructions,
        malloc_share,
        results,
        place: scratch.parent(),
    })
}

/// Free space that a run of the largest job wants.
const SPACE_OF_A_RUN: u64 = 80_000_000;

impl Results {
    fn add(&mut self, arm: &Arm, round: usize, result: Vec<u8>) -> Result<(), ExperimentError> {
        let name = format!("run {round} of {arm}");
        self.runs += 1;
        match &self.first {
            None => self.first = Some((name, result)),
            Some((_, same)) if *same == result => {}
            Some((first, _)) => {
                return Err(ExperimentError::Differ {
                    first: first.clone(),
                    second: name,
                    what: "results",
                });
            }
        }
        Ok(())
    }

    /// The size of the one result, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.first.as_ref().map_or(0, |(_, result)| result.len())
    }
}

/// `--version -v` names the allocator that the program runs under.
fn assert_allocator(arm: Arm) -> Result<(), ExperimentError> {
    let mut command = clean(&build::binary(SHIRABE, arm), arm);
    command.args(["--version", "-v", "--no-ansi"]);
    let said = measure::run(command, &format!("{arm} --version -v"))?.stdout;
    let line = format!("allocator {}", arm.variant.allocator);
    if said.lines().any(|said| said.trim() == line) {
        Ok(())
    } else {
        Err(ExperimentError::WrongAllocator {
            variant: arm.to_string(),
            said,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Twin, plain};

    #[test]
    fn one_result_that_differs_is_an_error_that_names_both_runs() {
        let arm = |name, twin| Arm {
            variant: plain(name),
            twin,
        };
        let mut results = Results::default();
        results
            .add(&arm("x", Twin::A), 0, b"lock".to_vec())
            .unwrap();
        results
            .add(&arm("x", Twin::B), 0, b"lock".to_vec())
            .unwrap();
        assert_eq!((results.runs, results.bytes()), (2, 4));
        let error = results.add(&arm("y", Twin::A), 1, b"lack".to_vec());
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("run 0 of x/a") && error.contains("run 1 of y/a"),
            "{error}"
        );
    }
}
