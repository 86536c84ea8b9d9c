//! Whether a search is only a search: the trace of a real `create-project`, run again on the
//! arenas with either, and compared place by place.

use super::{Job, Options, traced};
use crate::error::ExperimentError;
use crate::plot::{Panel, Plot};
use crate::replay::{Compared, Pair, compare};
use crate::report::{Header, publish, table};
use crate::stats::Gain;
use serde::Serialize;

const NAME: &str = "replay";

#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    header: Header,
    compared: Compared,
}

/// Records a trace, runs it again on both arenas with and without their magazine, and reports.
///
/// # Errors
/// Where the program cannot be built or fails, or a block came to lie in two places.
pub fn run(options: &Options) -> Result<(), ExperimentError> {
    let script = traced::record(options.profile())?;
    let compared = compare(&script).map_err(|error| ExperimentError::Replay {
        cause: error.to_string(),
    })?;
    let mut header = Header::new(NAME, options);
    header.set("job", Job::CreateProject.name());
    header.set("steps", script.steps.len());
    let markdown = format!("{}{}", header.markdown(), compared.markdown());
    let plot = Plot {
        title: "Heads of lists looked at: how many fewer with the map, in percent".to_owned(),
        panels: vec![Panel {
            title: "of those that the walk looks at".to_owned(),
            floor: 0.0,
            bars: compared.pairs.iter().map(Pair::bar).collect(),
        }],
    };
    publish(NAME, &markdown, &Report { header, compared }, &plot)
}

impl Compared {
    fn markdown(&self) -> String {
        let mut out = format!(
            "\n{} blocks taken, {} freed, {} resized, by {} threads.\n",
            self.taken, self.freed, self.resized, self.threads
        );
        let head = [
            "",
            "places compared",
            "that differ",
            "arenas",
            "searches",
            "heads, walk",
            "heads, map",
            "per search, walk",
            "per search, map",
            "factor",
        ];
        let rows: Vec<Vec<String>> = self.pairs.iter().map(Pair::row).collect();
        out.push_str(&table(&head.map(str::to_owned), &rows));
        let head = [
            "counted alike",
            "bytes on loan",
            "blocks on loan",
            "superblocks",
            "ever mapped",
            "bytes mapped",
            "splits",
            "coalescings",
            "grown in place",
            "handed back",
        ];
        let rows: Vec<Vec<String>> = self
            .pairs
            .iter()
            .map(|pair| {
                let counted = pair.counted;
                let mut row = vec![pair.name().to_owned()];
                row.extend(
                    [
                        counted.bytes_on_loan,
                        counted.blocks_on_loan,
                        counted.superblocks,
                        counted.superblocks_mapped,
                        counted.bytes_mapped,
                        counted.splits,
                        counted.coalescings,
                        counted.grown_in_place,
                        counted.handed_back,
                    ]
                    .map(|number| number.to_string()),
                );
                row
            })
            .collect();
        out.push_str(&table(&head.map(str::to_owned), &rows));
        out
    }
}

impl Pair {
    const fn name(&self) -> &'static str {
        if self.magazine {
            "with the magazine"
        } else {
            "without the magazine"
        }
    }

    fn row(&self) -> Vec<String> {
        let per_search = |heads: u64| heads as f64 / self.counted.searches.max(1) as f64;
        vec![
            self.name().to_owned(),
            self.places.to_string(),
            // More than none is an error, and there is no report.
            "0".to_owned(),
            self.arenas.to_string(),
            self.counted.searches.to_string(),
            self.heads_scan.to_string(),
            self.heads_bitmap.to_string(),
            format!("{:.2}", per_search(self.heads_scan)),
            format!("{:.2}", per_search(self.heads_bitmap)),
            format!(
                "{:.1}",
                self.heads_scan as f64 / self.heads_bitmap.max(1) as f64
            ),
        ]
    }

    fn bar(&self) -> (String, Gain) {
        let gain = Gain::exact(self.heads_bitmap as f64, self.heads_scan as f64);
        (self.name().to_owned(), gain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::Counted;

    #[test]
    fn heads_are_told_for_each_search() {
        let counted = Counted {
            searches: 100,
            ..Counted::default()
        };
        let pair = Pair {
            magazine: false,
            places: 7,
            arenas: 2,
            counted,
            heads_scan: 5_000,
            heads_bitmap: 125,
        };
        let row = pair.row();
        assert_eq!(row[7..], ["50.00", "1.25", "40.0"]);
        assert!((pair.bar().1.percent - 97.5).abs() < 1e-9);
    }
}
