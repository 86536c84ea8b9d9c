//! Which share of the main job goes to allocating: of samples, by phase, and of instructions, under
//! each allocator; and what is allocated, by phase, size and lifetime.

mod report;
mod tally;

use super::job::{Job, Prepared};
use super::{Options, traced, world};
use crate::build::{self, SHIRABE};
use crate::callgrind::{self, Callgrind};
use crate::census;
use crate::error::ExperimentError;
use crate::perf::{self, Perf};
use crate::plot::Plot;
use crate::profile::{self, Share};
use crate::report::{Header, publish};
use crate::rounds::interleaved;
use crate::scratch::Scratch;
use crate::stats::Bootstrap;
use crate::timeline::{TIMELINE, Timeline};
use crate::variant::{Arm, BASELINE, Twin, VARIANTS, Variant};
use report::{Report, VariantReport};
use shirabe_alloc::trace::Census;
use std::fs;
use tally::Tally;

const NAME: &str = "share";

/// Builds the variants, samples the job under all of them in turns, counts its instructions, traces it
/// once, and reports.
///
/// # Errors
/// Where a variant cannot be built, or the job fails.
pub fn run(options: &Options) -> Result<(), ExperimentError> {
    let plain: Vec<Variant> = VARIANTS
        .iter()
        .filter(|variant| variant.environment.is_empty())
        .copied()
        .collect();
    let variants = options.choose(&plain, BASELINE)?;
    let world = world()?;
    build::build(SHIRABE, &variants, options.profile())?;
    let scratch = Scratch::new(1_000_000_000)?;
    let prepared = Prepared::new(
        Job::CreateProject,
        1,
        &world,
        scratch.path(),
        Arm::of(&variants)[0],
    )?;
    let mut header = Header::new(NAME, options);
    header.set("job", Job::CreateProject.name());
    header.set("runs", options.runs);
    let session = Session { prepared, scratch };

    let arms = Arm::of(&variants);
    let tallies = match Perf::find(session.scratch.path()) {
        Some(perf) if options.runs > 0 => {
            header.set(
                "samples",
                format!("{}, {} Hz", perf.version, perf::FREQUENCY),
            );
            let mut chance = fastrand::Rng::with_seed(options.seed);
            interleaved(&arms, options.runs, &mut chance, |arm, round| {
                session.sampled(&perf, *arm, round)
            })?
        }
        Some(_) => {
            header.note("samples were not asked for");
            Vec::new()
        }
        None => {
            header.note(perf::MISSING);
            Vec::new()
        }
    };
    let instructions = match Callgrind::find() {
        Some(callgrind) if options.instructions => {
            header.set("instructions", callgrind.version.clone());
            let counted = variants.iter().map(|variant| {
                eprintln!("counting instructions of {variant}");
                session.counted(&callgrind, *variant)
            });
            counted.collect::<Result<Vec<Share>, _>>()?
        }
        Some(_) => {
            header.note("instructions were not asked for");
            Vec::new()
        }
        None => {
            header.note(callgrind::MISSING);
            Vec::new()
        }
    };
    let census = Census::of(&traced::record(options.profile())?);
    let names = tallies.iter().flatten().flat_map(|it| it.phases.keys());
    let census = census::named_in_full(census, &names.map(String::as_str).collect());

    let chance = Bootstrap::new(options.seed);
    let variants: Vec<VariantReport> = variants
        .iter()
        .enumerate()
        .map(|(at, variant)| {
            let twins = tallies.get(2 * at..2 * at + 2).unwrap_or_default();
            VariantReport::new(variant, twins, instructions.get(at).copied(), chance)
        })
        .collect();
    let report = Report {
        header,
        variants,
        census: census::rows(&census),
    };
    let markdown = format!("{}{}", report.markdown(), census::markdown(&census));
    let plot = Plot {
        title: "Share of the samples within the allocator, 95 % intervals".to_owned(),
        panels: report.panels(),
    };
    publish(NAME, &markdown, &report, &plot)
}

/// What all runs need.
struct Session<'w> {
    prepared: Prepared<'w>,
    scratch: Scratch,
}

impl Session<'_> {
    fn sampled(&self, perf: &Perf, arm: Arm, round: usize) -> Result<Tally, ExperimentError> {
        // Of one length for all, for paths are text that is copied about.
        let folder = self.scratch.path().join(format!("{round:04}"));
        let timeline = self.scratch.path().join("timeline");
        let record = self.scratch.path().join("record");
        let mut command = self.prepared.command(arm, &folder)?;
        command.env(TIMELINE, &timeline);
        let samples = perf.sample(&command, &record, &format!("run {round} of {arm}"))?;
        let _ = fs::remove_dir_all(&folder);
        let text = fs::read_to_string(&timeline).map_err(ExperimentError::io(&timeline))?;
        Ok(Tally::of(&samples, &Timeline::read(&text)))
    }

    fn counted(&self, callgrind: &Callgrind, variant: Variant) -> Result<Share, ExperimentError> {
        let folder = self.scratch.path().join("counted");
        let file = self.scratch.path().join("profile");
        let twin = Twin::A;
        let command = self.prepared.command(Arm { variant, twin }, &folder)?;
        callgrind.count(&command, None, &file, &format!("{variant} under callgrind"))?;
        let _ = fs::remove_dir_all(&folder);
        let text = fs::read_to_string(&file).map_err(ExperimentError::io(&file))?;
        Ok(profile::share(&text))
    }
}
