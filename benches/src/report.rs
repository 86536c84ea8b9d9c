//! What an experiment found: Markdown for people, JSON for programs.

use crate::build;
use crate::error::ExperimentError;
use crate::measure::Sample;
use crate::summary::{Summary, gain};
use crate::variant::{BASELINE, CONTROL, Variant};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs;

/// The version of the JSON's shape; changes when a reader of the old one would err.
const SCHEMA: u32 = 1;

/// The findings of one experiment. Times in seconds, memory in MiB, gains in percent.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    schema: u32,
    experiment: &'static str,
    /// What was run, `{variant}` standing for the variant's folder.
    command: String,
    /// Where the program wrote.
    scratch: String,
    runs: usize,
    cpus: usize,
    /// How far apart the two equal variants are, in percent of the first: gains below it mean
    /// nothing.
    control_difference: Differences,
    variants: Vec<Measured>,
}

#[derive(Debug, Serialize)]
struct Measured {
    name: &'static str,
    allocator: &'static str,
    #[serde(flatten)]
    summary: Summary,
    gain_over_system: Differences,
    samples: Vec<Sample>,
}

/// Percents.
#[derive(Debug, Clone, Copy, Serialize)]
struct Differences {
    wall: f64,
    user: f64,
    peak_rss: f64,
}

impl Differences {
    fn of(this: &Summary, baseline: &Summary) -> Self {
        Self {
            wall: gain(this.wall, baseline.wall),
            user: gain(this.user, baseline.user),
            peak_rss: gain(this.peak_rss, baseline.peak_rss),
        }
    }
}

impl Report {
    /// Sums up the samples of each variant; there is at least one of each, and one variant is the
    /// baseline.
    pub(crate) fn new(
        experiment: &'static str,
        command: String,
        scratch: String,
        samples: Vec<(Variant, Vec<Sample>)>,
    ) -> Self {
        let summaries: Vec<_> = samples
            .iter()
            .map(|(variant, samples)| (variant.name, Summary::of(samples)))
            .collect();
        let summary_of = |name| {
            let found = summaries.iter().find(|(other, _)| *other == name);
            found.map_or(summaries[0].1, |(_, summary)| *summary)
        };
        let baseline = summary_of(BASELINE);
        Self {
            schema: SCHEMA,
            experiment,
            command,
            scratch,
            runs: samples.first().map_or(0, |(_, samples)| samples.len()),
            cpus: std::thread::available_parallelism().map_or(1, usize::from),
            control_difference: Differences::of(&summary_of(CONTROL[1]), &summary_of(CONTROL[0])),
            variants: samples
                .into_iter()
                .map(|(variant, samples)| {
                    let summary = Summary::of(&samples);
                    Measured {
                        name: variant.name,
                        allocator: variant.allocator,
                        summary,
                        gain_over_system: Differences::of(&summary, &baseline),
                        samples,
                    }
                })
                .collect(),
        }
    }

    /// A table, and below it what to hold it against.
    pub(crate) fn markdown(&self) -> String {
        let mut out = format!(
            "| allocator | wall s | user s | sys s | peak RSS MiB | wall gain over {BASELINE} | user gain | peak RSS gain |\n\
             |---|---|---|---|---|---|---|---|\n"
        );
        for variant in &self.variants {
            let Summary {
                wall,
                user,
                sys,
                peak_rss,
            } = variant.summary;
            let gain = variant.gain_over_system;
            // Writing to a `String` cannot fail.
            let _ = writeln!(
                out,
                "| {} | {wall:.3} | {user:.3} | {sys:.3} | {peak_rss:.1} | {:+.1} % | {:+.1} % | {:+.1} % |",
                variant.name, gain.wall, gain.user, gain.peak_rss,
            );
        }
        let control = self.control_difference;
        let _ = write!(
            out,
            "\nMean ± standard deviation of {} interleaved runs on {} processors, writing to {}.\n\
             {} and {} are the same build: {:+.1} % wall, {:+.1} % user, {:+.1} % peak RSS between them is noise.\n\
             `{}`\n",
            self.runs,
            self.cpus,
            self.scratch,
            CONTROL[0],
            CONTROL[1],
            control.wall,
            control.user,
            control.peak_rss,
            self.command,
        );
        out
    }

    /// Prints the table and writes `target/experiment/<name>.json` and `.md`.
    pub(crate) fn publish(&self) -> Result<(), ExperimentError> {
        let markdown = self.markdown();
        let json = serde_json::to_string_pretty(self).map_err(|cause| ExperimentError::Answer {
            what: format!("the experiment {}", self.experiment),
            cause,
        })?;
        for (extension, text) in [("md", &markdown), ("json", &format!("{json}\n"))] {
            let path = build::folder().join(format!("{}.{extension}", self.experiment));
            fs::write(&path, text).map_err(ExperimentError::io(&path))?;
            eprintln!("written: {}", path.display());
        }
        print!("{markdown}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    fn report() -> Report {
        let sample = |wall: f64| Sample {
            wall,
            user: wall / 2.0,
            sys: 0.1,
            peak_rss: wall * 10.0,
        };
        let samples = VARIANTS
            .into_iter()
            .zip([1.0, 1.1, 2.0, 3.0, 4.0])
            .map(|(variant, wall)| (variant, vec![sample(wall), sample(wall + 0.2)]));
        Report::new(
            "x",
            "{variant}/x".to_owned(),
            "/tmp".to_owned(),
            samples.collect(),
        )
    }

    #[test]
    fn the_table_compares_with_the_system() {
        let table = report().markdown();
        assert!(table.contains("| mimalloc | 1.100 ± 0.141 |"), "{table}");
        assert!(table.contains("| system | 4.100 ± 0.141 |"), "{table}");
        assert!(table.contains("| +73.2 % |"), "{table}");
        assert!(table.contains("-9.1 % wall"), "{table}");
    }

    #[test]
    fn the_json_names_its_schema_and_keeps_every_sample() {
        let json = serde_json::to_value(report()).unwrap();
        assert_eq!(json["schema"], SCHEMA);
        assert_eq!(json["variants"][4]["name"], "system");
        assert_eq!(json["variants"][4]["gain_over_system"]["wall"], 0.0);
        assert_eq!(json["variants"][0]["samples"][1]["wall"], 1.2);
        assert_eq!(json["runs"], 2);
    }
}
