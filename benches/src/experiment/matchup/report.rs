//! Tables, JSON and bars of two variants against each other.

use crate::compare::{Compared, Judged};
use crate::plot::Panel;
use crate::report::{Header, table};
use crate::stats::{Gain, Verdict, mean};
use crate::variant::Variant;
use serde::Serialize;

/// The findings. Gains in percent; instructions and seconds are of the measured work alone.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    pub(super) header: Header,
    pub(super) matches: Vec<Match>,
}

/// A base and a head over all benchmarks.
#[derive(Debug, Serialize)]
pub(super) struct Match {
    base: &'static str,
    head: &'static str,
    benchmarks: Vec<Row>,
    /// The means over all benchmarks: base to head, base to base, head to head.
    mean_instructions: Option<[f64; 3]>,
    mean_time: Option<[f64; 3]>,
}

/// One benchmark.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) benchmark: &'static str,
    pub(super) about: &'static str,
    pub(super) instructions: Option<Compared>,
    /// Processor time in the program.
    pub(super) time: Option<Compared>,
    /// Instructions of both copies of base and head.
    pub(super) counts: Vec<Vec<f64>>,
    /// Seconds of both copies of base and head, round by round.
    pub(super) samples: Vec<Vec<f64>>,
    /// The same for every run.
    pub(super) checksum: String,
    /// Spans that the profiler recorded in a run.
    pub(super) calls: u64,
}

impl Match {
    pub(super) fn new([base, head]: &[Variant; 2], benchmarks: Vec<Row>) -> Self {
        Self {
            base: base.name,
            head: head.name,
            mean_instructions: means(&benchmarks, |row| row.instructions.as_ref()),
            mean_time: means(&benchmarks, |row| row.time.as_ref()),
            benchmarks,
        }
    }

    /// A row for each benchmark, and their means below.
    pub(super) fn markdown(&self) -> String {
        let mut out = format!(
            "\n## {} → {}\n\n{} benchmarks; all runs of each have the same result.\n",
            self.base,
            self.head,
            self.benchmarks.len()
        );
        let head = [
            "benchmark",
            "instructions: base → head",
            "base → base",
            "head → head",
            "user time: base → head",
            "base → base",
            "head → head",
        ];
        let mut rows: Vec<Vec<String>> = self.benchmarks.iter().map(Row::cells).collect();
        let mut last = vec!["**mean**".to_owned()];
        for means in [self.mean_instructions, self.mean_time] {
            last.extend(
                (0..3).map(|at| {
                    means.map_or_else(missing, |means| format!("**{:+.2} %**", means[at]))
                }),
            );
        }
        rows.push(last);
        out.push_str(&table(&head.map(str::to_owned), &rows));
        out.push_str(&self.count());
        out
    }

    /// How many gains, losses and cases of noise there are.
    fn count(&self) -> String {
        let mut out = String::from("\n");
        for (title, of) in [
            (
                "instructions",
                (|row| row.instructions.as_ref()) as fn(&Row) -> Option<&Compared>,
            ),
            ("user time", |row| row.time.as_ref()),
        ] {
            let gains: Vec<&Judged> = self
                .benchmarks
                .iter()
                .filter_map(of)
                .filter_map(only)
                .collect();
            if gains.is_empty() {
                continue;
            }
            let how_many = |verdict| gains.iter().filter(|it| it.verdict == verdict).count();
            out.push_str(&format!(
                "{title}: {} gains, {} losses, {} noise. ",
                how_many(Verdict::Gain),
                how_many(Verdict::Loss),
                how_many(Verdict::Noise)
            ));
        }
        out.push('\n');
        out
    }

    /// A panel for instructions and one for time. The floor is the widest of all benchmarks.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let panel = |title: &str, of: fn(&Row) -> Option<&Compared>| {
            let rows = self
                .benchmarks
                .iter()
                .filter_map(|row| Some((row.benchmark, of(row)?)));
            let floors = rows.clone().map(|(_, it)| it.floor.percent());
            let bars: Vec<(String, Gain)> = rows
                .filter_map(|(name, it)| Some((name.to_owned(), only(it)?.gain)))
                .collect();
            (!bars.is_empty()).then(|| Panel {
                title: format!("{} → {}: {title}", self.base, self.head),
                floor: floors.fold(0.0, f64::max),
                bars,
            })
        };
        let panels = [
            panel("instructions", |row| row.instructions.as_ref()),
            panel("user time", |row| row.time.as_ref()),
        ];
        panels.into_iter().flatten().collect()
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let mut cells = vec![format!("{}: {}", self.benchmark, self.about)];
        for (compared, decimals) in [(&self.instructions, 2), (&self.time, 1)] {
            match compared {
                Some(compared) => {
                    cells.push(only(compared).map_or_else(missing, |it| it.cell(decimals)));
                    let controls = compared.controls.iter();
                    cells.extend(controls.map(|it| format!("{:.decimals$}", it.difference)));
                }
                None => cells.extend([missing(), missing(), missing()]),
            }
        }
        cells
    }
}

/// The one gain of a comparison of two.
fn only(compared: &Compared) -> Option<&Judged> {
    compared.gains.first()
}

fn missing() -> String {
    "–".to_owned()
}

fn means(rows: &[Row], of: fn(&Row) -> Option<&Compared>) -> Option<[f64; 3]> {
    let numbers: Vec<[f64; 3]> = rows
        .iter()
        .filter_map(of)
        .filter_map(|compared| {
            let gain = only(compared)?.gain.percent;
            match compared.controls.as_slice() {
                [base, head] => Some([gain, base.difference.percent, head.difference.percent]),
                _ => None,
            }
        })
        .collect();
    let column = |at: usize| mean(&numbers.iter().map(|row| row[at]).collect::<Vec<_>>());
    (!numbers.is_empty()).then(|| [column(0), column(1), column(2)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Kind, Pair};
    use crate::stats::Bootstrap;
    use crate::variant::plain;

    fn row(benchmark: &'static str, counts: [f64; 4]) -> Row {
        let pair = |name: &str, a: f64, b: f64| Pair {
            name: name.to_owned(),
            twins: [vec![a], vec![b]],
        };
        let pairs = [
            pair("x", counts[0], counts[1]),
            pair("y", counts[2], counts[3]),
        ];
        let instructions = Compared::new(("i", "i"), Kind::Steady, &pairs, "x", Bootstrap::new(1));
        Row {
            benchmark,
            about: "some work",
            instructions,
            time: None,
            counts: counts.map(|count| vec![count]).to_vec(),
            samples: Vec::new(),
            checksum: "1".to_owned(),
            calls: 0,
        }
    }

    #[test]
    fn every_benchmark_has_its_gain_and_both_controls() {
        let rows = vec![
            row("one", [100.0, 100.0, 98.0, 98.0]),
            row("two", [100.0, 101.0, 100.5, 100.5]),
        ];
        let found = Match::new(&[plain("x"), plain("y")], rows);
        let text = found.markdown();
        let line = "| one: some work | +2.00 % | +0.00 % | +0.00 % | – | – | – |";
        assert!(text.contains(line), "{text}");
        assert!(
            text.contains("noise (+0.00 %) | -1.00 % | +0.00 %"),
            "{text}"
        );
        assert!(
            text.contains("| **mean** | **+1.00 %** | **-0.50 %** |"),
            "{text}"
        );
        assert!(
            text.contains("instructions: 1 gains, 0 losses, 1 noise."),
            "{text}"
        );
        let panels = found.panels();
        assert_eq!(panels.len(), 1);
        assert_eq!(panels[0].bars.len(), 2);
        assert!((panels[0].floor - 1.0).abs() < 1e-9);
    }
}
