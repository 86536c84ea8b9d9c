//! What was measured of one job, as tables, JSON and bars.

use super::published::{self, Beside};
use super::run::Measured;
use crate::compare::{Compared, Kind, Pair};
use crate::experiment::Job;
use crate::measure::{METRICS, Metric, Sample};
use crate::plot::Panel;
use crate::report::table;
use crate::stats::{Bootstrap, Spread};
use crate::variant::{BASELINE, Variant};
use serde::Serialize;
use std::collections::BTreeMap;

/// The metric that callgrind counts.
const INSTRUCTIONS: (&str, &str) = ("instructions", "M instructions");

/// The metrics that are drawn.
const DRAWN: [&str; 3] = ["wall", "user", "instructions"];

/// The findings of one job. Times in seconds, memory in MiB, gains in percent.
#[derive(Debug, Serialize)]
pub(super) struct JobReport {
    pub(super) job: &'static str,
    /// What was run.
    command: String,
    /// Where it wrote.
    scratch: String,
    runs: usize,
    /// How many results were compared, and the bytes of the one that they all are.
    identical_results: usize,
    result_bytes: usize,
    variants: Vec<VariantReport>,
    /// One for each metric.
    pub(super) compared: Vec<Compared>,
    /// Only of the job that was published.
    published: Vec<Beside>,
    /// The share of malloc and free in the baseline's instructions, in percent.
    pub(super) malloc_share: Option<f64>,
}

#[derive(Debug, Serialize)]
struct VariantReport {
    #[serde(flatten)]
    variant: Variant,
    /// Both copies together, by metric.
    summary: BTreeMap<&'static str, Spread>,
    /// Of each copy.
    instructions: Option<[f64; 2]>,
    samples: [Vec<Sample>; 2],
}

impl JobReport {
    /// Sums up and compares.
    pub(super) fn new(
        job: Job,
        rounds: usize,
        variants: &[Variant],
        measured: &Measured,
        chance: Bootstrap,
    ) -> Self {
        let pairs = |of: fn(&Sample) -> f64| -> Vec<Pair> {
            let twins = measured.samples.chunks_exact(2);
            let values = |samples: &[Sample]| samples.iter().map(of).collect();
            variants
                .iter()
                .zip(twins)
                .map(|(variant, twins)| Pair {
                    name: variant.name.to_owned(),
                    twins: [values(&twins[0]), values(&twins[1])],
                })
                .collect()
        };
        let mut compared: Vec<Compared> = METRICS
            .iter()
            .filter_map(|metric| {
                let names = (metric.key, metric.title);
                Compared::new(names, Kind::Varies, &pairs(metric.of), BASELINE, chance)
            })
            .collect();
        let counts = measured.instructions.as_deref().unwrap_or_default();
        let counted: Vec<Pair> = variants
            .iter()
            .zip(counts.chunks_exact(2))
            .map(|(variant, twins)| Pair {
                name: variant.name.to_owned(),
                twins: [vec![twins[0]], vec![twins[1]]],
            })
            .collect();
        compared.extend(Compared::new(
            INSTRUCTIONS,
            Kind::Steady,
            &counted,
            BASELINE,
            chance,
        ));
        let reports = variants.iter().enumerate().map(|(at, variant)| {
            let twins = [0, 1].map(|twin| measured.samples[2 * at + twin].clone());
            let all = twins.concat();
            let spread = |metric: &Metric| {
                let values: Vec<f64> = all.iter().map(metric.of).collect();
                (!values.is_empty()).then(|| (metric.key, Spread::of(&values)))
            };
            VariantReport {
                variant: *variant,
                summary: METRICS.iter().filter_map(spread).collect(),
                instructions: counts.get(2 * at..2 * at + 2).map(|two| [two[0], two[1]]),
                samples: twins,
            }
        });
        Self {
            job: job.name(),
            command: job.shown(rounds),
            scratch: measured.place.display().to_string(),
            runs: measured.samples.first().map_or(0, Vec::len),
            identical_results: measured.results.runs,
            result_bytes: measured.results.bytes(),
            variants: reports.collect(),
            published: match job {
                Job::CreateProject => published::beside(&compared),
                _ => Vec::new(),
            },
            compared,
            malloc_share: measured.malloc_share,
        }
    }

    /// Four tables: what each variant took, gained, its control, and what was published.
    pub(super) fn markdown(&self) -> String {
        let mut out = format!(
            "\n## {}\n\n`{}`, writing to {}. {} rounds, in each both copies of every variant once. \
             All {} results are the same, {} bytes.\n",
            self.job,
            self.command,
            self.scratch,
            self.runs,
            self.identical_results,
            self.result_bytes
        );
        out.push_str(&self.took());
        out.push_str(&self.gained());
        out.push_str(&self.controls());
        if !self.published.is_empty() {
            out.push_str(&published::markdown(&self.compared).unwrap_or_default());
        }
        out
    }

    fn took(&self) -> String {
        let mut head = vec!["variant".to_owned()];
        head.extend(self.compared.iter().map(|it| it.title.clone()));
        let rows: Vec<Vec<String>> = self
            .variants
            .iter()
            .map(|it| {
                let mut row = vec![it.variant.name.to_owned()];
                row.extend(METRICS.iter().filter_map(|metric| {
                    let spread = it.summary.get(metric.key)?;
                    Some(format!("{spread:.*}", metric.decimals))
                }));
                row.extend(
                    it.instructions
                        .map(|[a, b]| format!("{:.1}", (a + b) / 2.0 / 1e6)),
                );
                row
            })
            .collect();
        table(&head, &rows)
    }

    fn gained(&self) -> String {
        let mut head = vec![format!("gain over {BASELINE}")];
        head.extend(self.compared.iter().map(|it| it.metric.clone()));
        let heads = self.variants.iter().map(|it| it.variant.name);
        let rows: Vec<Vec<String>> = heads
            .filter(|name| *name != BASELINE)
            .map(|name| {
                let cell = |it: &Compared| {
                    it.gain_of(name)
                        .map_or_else(String::new, |judged| judged.cell(1))
                };
                let mut row = vec![name.to_owned()];
                row.extend(self.compared.iter().map(cell));
                row
            })
            .collect();
        table(&head, &rows)
    }

    fn controls(&self) -> String {
        let mut head = vec!["control: copy b over copy a".to_owned()];
        head.extend(self.compared.iter().map(|it| it.metric.clone()));
        let mut rows: Vec<Vec<String>> = self
            .variants
            .iter()
            .enumerate()
            .map(|(at, it)| {
                let mut row = vec![it.variant.name.to_owned()];
                let control = |it: &Compared| format!("{:.2}", it.controls[at].difference);
                row.extend(self.compared.iter().map(control));
                row
            })
            .collect();
        let mut floors = vec!["**noise floor** (the widest)".to_owned()];
        let floor = |it: &Compared| format!("**{:.2} %** ({})", it.floor.percent(), it.floor.of);
        floors.extend(self.compared.iter().map(floor));
        rows.push(floors);
        table(&head, &rows)
    }

    /// A panel for each metric that is drawn.
    pub(super) fn panels(&self) -> impl Iterator<Item = Panel> {
        let drawn = self.compared.iter();
        drawn
            .filter(|it| DRAWN.contains(&it.metric.as_str()))
            .map(|it| Panel {
                title: format!("{}: {}", self.job, it.metric),
                floor: it.floor.percent(),
                bars: it
                    .gains
                    .iter()
                    .map(|judged| (judged.variant.clone(), judged.gain))
                    .collect(),
            })
    }
}
