//! The shares as tables, JSON and bars.

use super::tally::{Counts, Tally};
use crate::census;
use crate::plot::Panel;
use crate::profile::Share;
use crate::report::{Header, table};
use crate::stats::{Bootstrap, Gain};
use crate::variant::Variant;
use serde::Serialize;
use std::collections::BTreeMap;

/// Phases with fewer of the program's samples than this many percent are put together in the table.
const LEAST_PERCENT: f64 = 2.0;

/// The findings.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    pub(super) header: Header,
    pub(super) variants: Vec<VariantReport>,
    /// What was allocated, by phase and size.
    pub(super) census: Vec<census::Row>,
}

/// The findings of one variant. A share is what would be gained if the allocator cost nothing.
#[derive(Debug, Serialize)]
pub(super) struct VariantReport {
    #[serde(flatten)]
    variant: Variant,
    /// Of all samples, in percent.
    share: Option<Gain>,
    /// Of each copy.
    twins: Vec<Gain>,
    /// All runs together.
    counts: Counts,
    /// By phase, all runs together, and the share of the phase's samples.
    phases: BTreeMap<String, Phase>,
    /// Under callgrind, on one thread.
    instructions: Option<Share>,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Phase {
    #[serde(flatten)]
    counts: Counts,
    share: Gain,
}

impl VariantReport {
    /// Sums up the tallies of both copies, round by round; there may be none.
    pub(super) fn new(
        variant: &Variant,
        twins: &[Vec<Tally>],
        instructions: Option<Share>,
        chance: Bootstrap,
    ) -> Self {
        let share = |runs: &[Counts]| -> Gain {
            let all: Vec<f64> = runs.iter().map(|run| run.samples as f64).collect();
            let rest = runs.iter().map(|run| (run.samples - run.allocator) as f64);
            chance.gain(&rest.collect::<Vec<_>>(), &all)
        };
        let whole = |tallies: &[Tally]| -> Vec<Counts> { tallies.iter().map(Tally::all).collect() };
        let tallies = twins.concat();
        let mut phases: BTreeMap<String, Vec<Counts>> = BTreeMap::new();
        for tally in &tallies {
            for (phase, counts) in &tally.phases {
                phases.entry(phase.clone()).or_default().push(*counts);
            }
        }
        let phases = phases.into_iter().map(|(name, runs)| {
            let counts = sum(&runs);
            let share = share(&runs);
            (name, Phase { counts, share })
        });
        Self {
            variant: *variant,
            share: (!tallies.is_empty()).then(|| share(&whole(&tallies))),
            twins: twins.iter().map(|twin| share(&whole(twin))).collect(),
            counts: sum(&whole(&tallies)),
            phases: phases.collect(),
            instructions,
        }
    }

    fn row(&self) -> Vec<String> {
        let percent = |part: u64| match self.counts.samples {
            0 => String::new(),
            all => format!("{:.1} %", 100.0 * part as f64 / all as f64),
        };
        let counts = self.counts;
        vec![
            self.variant.name.to_owned(),
            self.share.map_or_else(String::new, shown),
            match self.twins.as_slice() {
                [a, b] => format!("{:+.1}", b.percent - a.percent),
                _ => String::new(),
            },
            percent(counts.allocator_kernel),
            percent(counts.page_faults),
            percent(counts.kernel),
            self.instructions
                .map_or_else(String::new, |it| format!("{:.1} %", it.percent())),
            self.instructions
                .map_or_else(String::new, |it| format!("{:.2}", it.calls / 1e6)),
            self.instructions.map_or_else(String::new, |it| {
                format!("{:.1}", it.allocator / it.calls.max(1.0))
            }),
        ]
    }
}

fn sum(runs: &[Counts]) -> Counts {
    let mut sum = Counts::default();
    runs.iter().for_each(|run| sum += *run);
    sum
}

/// `12.3 % [11.9, 12.8]`
fn shown(share: Gain) -> String {
    let percent = share.percent;
    match share.interval {
        Some([low, high]) => format!("{percent:.1} % [{low:.1}, {high:.1}]"),
        None => format!("{percent:.1} %"),
    }
}

impl Report {
    /// The tables.
    pub(super) fn markdown(&self) -> String {
        let head = [
            "variant",
            "samples in the allocator",
            "copy b − a, points",
            "of which in the kernel",
            "page faults elsewhere",
            "all in the kernel",
            "instructions in the allocator",
            "M calls into it",
            "instructions a call",
        ];
        let rows: Vec<Vec<String>> = self.variants.iter().map(VariantReport::row).collect();
        let mut out = self.header.markdown();
        out.push_str(&table(&head.map(str::to_owned), &rows));
        if let Some((head, rows)) = self.by_phase() {
            out.push_str("\nThe allocator's share of each phase's samples:\n");
            out.push_str(&table(&head, &rows));
        }
        out
    }

    /// The phases, those first that take most under the first variant.
    fn ranked(&self) -> Vec<(&str, f64)> {
        let Some(first) = self.variants.first() else {
            return Vec::new();
        };
        let all = first.counts.samples as f64;
        let mut phases: Vec<(&str, f64)> = first
            .phases
            .iter()
            .map(|(name, phase)| (name.as_str(), 100.0 * phase.counts.samples as f64 / all))
            .filter(|(_, percent)| *percent >= LEAST_PERCENT)
            .collect();
        phases.sort_by(|a, b| b.1.total_cmp(&a.1));
        phases
    }

    fn by_phase(&self) -> Option<(Vec<String>, Vec<Vec<String>>)> {
        let phases = self.ranked();
        let first = self.variants.first()?;
        if phases.is_empty() {
            return None;
        }
        let mut head = vec![
            "phase".to_owned(),
            format!("of all samples ({})", first.variant.name),
        ];
        head.extend(self.variants.iter().map(|it| it.variant.name.to_owned()));
        let mut rows: Vec<Vec<String>> = phases
            .iter()
            .map(|(phase, percent)| {
                let mut row = vec![named(phase).to_owned(), format!("{percent:.1} %")];
                row.extend(self.variants.iter().map(|it| {
                    let phase = it.phases.get(*phase);
                    phase.map_or_else(String::new, |phase| shown(phase.share))
                }));
                row
            })
            .collect();
        let known = |name: &str| phases.iter().any(|(known, _)| *known == name);
        let rest = |it: &VariantReport| -> Counts {
            let rest = it.phases.iter().filter(|(name, _)| !known(name));
            sum(&rest.map(|(_, phase)| phase.counts).collect::<Vec<_>>())
        };
        let percent =
            |part: u64, all: u64| format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64);
        let mut row = vec![
            "all others".to_owned(),
            percent(rest(first).samples, first.counts.samples),
        ];
        row.extend(self.variants.iter().map(|it| {
            let rest = rest(it);
            percent(rest.allocator, rest.samples)
        }));
        rows.push(row);
        Some((head, rows))
    }

    /// A panel for the whole and one for each of the largest phases.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let panel = |title: &str, share: &dyn Fn(&VariantReport) -> Option<Gain>| Panel {
            title: title.to_owned(),
            floor: 0.0,
            bars: self
                .variants
                .iter()
                .filter_map(|it| Some((it.variant.name.to_owned(), share(it)?)))
                .collect(),
        };
        if self.variants.iter().all(|it| it.share.is_none()) {
            return vec![panel("instructions", &|it| {
                let share = it.instructions?;
                Some(Gain::exact(share.total - share.allocator, share.total))
            })];
        }
        let mut panels = vec![panel("the whole program", &|it| it.share)];
        panels.extend(self.ranked().into_iter().map(|(phase, percent)| {
            let title = format!("{}: {percent:.1} % of the program", named(phase));
            panel(&title, &|it| it.phases.get(phase).map(|phase| phase.share))
        }));
        panels
    }
}

fn named(phase: &str) -> &str {
    if phase.is_empty() { "(none)" } else { phase }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Options;
    use crate::variant::plain;

    fn tally(decode: [u64; 2], solve: [u64; 2]) -> Tally {
        let counts = |[samples, allocator]: [u64; 2]| Counts {
            samples,
            allocator,
            ..Counts::default()
        };
        Tally {
            phases: [("decode", decode), ("solve", solve)]
                .map(|(name, both)| (name.to_owned(), counts(both)))
                .into(),
        }
    }

    fn report() -> Report {
        let twins = [
            vec![tally([100, 50], [100, 10]); 4],
            vec![tally([100, 52], [100, 10]); 4],
        ];
        let share = Share {
            total: 1_000.0,
            allocator: 250.0,
            calls: 10.0,
        };
        let variant = |instructions| {
            VariantReport::new(&plain("system"), &twins, instructions, Bootstrap::new(1))
        };
        Report {
            header: Header::new("share", &Options::of_a_test(1)),
            variants: vec![variant(Some(share)), variant(None)],
            census: Vec::new(),
        }
    }

    #[test]
    fn shares_are_of_the_whole_and_of_each_phase() {
        let report = report();
        let row = report.variants[0].row();
        assert!(row[1].starts_with("30.5 % ["), "{row:?}");
        assert_eq!(row[2], "+1.0");
        assert_eq!(row[6..], ["25.0 %", "0.00", "25.0"]);
        let (head, rows) = report.by_phase().unwrap();
        assert_eq!(head.len(), rows[0].len());
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0][..2], ["decode", "50.0 %"]);
        assert!(rows[0][2].starts_with("51.0 %"), "{rows:?}");
        assert!(rows[1][2].starts_with("10.0 %"), "{rows:?}");
        assert_eq!(rows[2][1], "0.0 %");
        assert_eq!(report.panels().len(), 3);
    }

    #[test]
    fn without_samples_instructions_are_drawn() {
        let share = Share {
            total: 4.0,
            allocator: 1.0,
            calls: 1.0,
        };
        let report = Report {
            header: Header::new("share", &Options::of_a_test(1)),
            variants: vec![VariantReport::new(
                &plain("system"),
                &[],
                Some(share),
                Bootstrap::new(1),
            )],
            census: Vec::new(),
        };
        let panels = report.panels();
        assert_eq!(panels[0].bars[0].1.percent, 25.0);
        assert!(report.by_phase().is_none());
        assert!(!report.markdown().contains("each phase"));
    }
}
