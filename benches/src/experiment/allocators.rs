//! The whole program, or a part of its work, under each allocator.

mod against;
mod published;
mod report;
mod run;

use super::{Job, Options, world};
use crate::build::{self, Program};
use crate::callgrind::{self, Callgrind};
use crate::error::ExperimentError;
use crate::plot::Plot;
use crate::report::{Header, publish};
use crate::stats::Bootstrap;
use crate::variant::{BASELINE, VARIANTS};
use report::JobReport;
use serde::Serialize;

const NAME: &str = "allocators";

#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    header: Header,
    jobs: Vec<JobReport>,
}

/// Builds the variants, does each job under all of them in turns and reports.
///
/// # Errors
/// Where a variant cannot be built or fails, runs under another allocator, or has another result than
/// the rest.
pub fn run(options: &Options, jobs: &[Job], rounds: usize) -> Result<(), ExperimentError> {
    let variants = options.choose(VARIANTS, BASELINE)?;
    let world = world()?;
    let callgrind = Callgrind::find();
    let mut header = Header::new(NAME, options);
    header.set("runs", options.runs);
    let chance = Bootstrap::new(options.seed);
    header.set("resamples", chance.resamples);
    header.set("hasher", "fixed keys");
    match (&callgrind, options.instructions) {
        (Some(callgrind), true) => header.set("instructions", callgrind.version.clone()),
        (None, true) => header.note(callgrind::MISSING),
        (_, false) => header.note("instructions were not asked for"),
    }
    let callgrind = callgrind.filter(|_| options.instructions);

    let mut built: Vec<Program> = Vec::new();
    let mut reports = Vec::new();
    for &job in jobs {
        if !built.contains(&job.program()) {
            build::build(job.program(), &variants, options.profile())?;
            built.push(job.program());
        }
        eprintln!("{}", job.name());
        let measured = run::run(job, rounds, options, &variants, &world, callgrind.as_ref())?;
        reports.push(JobReport::new(job, rounds, &variants, &measured, chance));
    }
    let mut markdown = header.markdown();
    for report in &reports {
        markdown.push_str(&report.markdown());
    }
    markdown.push_str(&against::markdown(&reports));
    let plot = Plot {
        title: format!("Gain over {BASELINE}, 95 % intervals; grey: two copies of one build"),
        panels: reports.iter().flat_map(JobReport::panels).collect(),
    };
    let report = Report {
        header,
        jobs: reports,
    };
    publish(NAME, &markdown, &report, &plot)
}
