//! What an experiment found: Markdown for people, JSON for programs, a plot to look at.

use crate::build;
use crate::error::ExperimentError;
use crate::experiment::Options;
use crate::machine::Machine;
use crate::plot::Plot;
use serde::Serialize;
use std::fmt::Write as _;
use std::fs;

/// The version of the JSON's shape; changes when a reader of the old one would err.
pub(crate) const SCHEMA: u32 = 2;

/// What every report begins with.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Header {
    schema: u32,
    experiment: &'static str,
    machine: Machine,
    /// Draws the order of the runs and the bootstrap's resamples.
    seed: u64,
    /// What was set, by name.
    settings: serde_json::Map<String, serde_json::Value>,
    /// What could not be measured, and why.
    notes: Vec<String>,
}

impl Header {
    /// Of an experiment on this machine.
    pub(crate) fn new(experiment: &'static str, options: &Options) -> Self {
        let quick = "a quick run, of builds that are not optimised: it shows that the experiment works, and no number means anything";
        Self {
            schema: SCHEMA,
            experiment,
            machine: Machine::this(),
            seed: options.seed,
            settings: serde_json::Map::new(),
            notes: options
                .quick
                .then(|| quick.to_owned())
                .into_iter()
                .collect(),
        }
    }

    /// Adds a setting.
    pub(crate) fn set(&mut self, name: &str, value: impl Into<serde_json::Value>) {
        self.settings.insert(name.to_owned(), value.into());
    }

    /// Adds what could not be measured.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Title, machine, seed and settings.
    pub(crate) fn markdown(&self) -> String {
        let mut out = format!("# {}\n\n{}.\n\n", self.experiment, self.machine.line());
        // Writing to a `String` cannot fail.
        let _ = write!(out, "Seed {}", self.seed);
        for (name, value) in &self.settings {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let _ = write!(out, "; {name}: {value}");
        }
        out.push_str(".\n");
        for note in &self.notes {
            let _ = writeln!(out, "\n**Note:** {note}.");
        }
        out
    }
}

/// Prints the Markdown, and writes it with the JSON and the plot to `target/experiment/<name>.*`.
///
/// # Errors
/// Where a file cannot be written.
pub(crate) fn publish(
    name: &str,
    markdown: &str,
    json: &impl Serialize,
    plot: &Plot,
) -> Result<(), ExperimentError> {
    let json = serde_json::to_string_pretty(json).map_err(|cause| ExperimentError::Answer {
        what: format!("the experiment {name}"),
        cause,
    })?;
    let mut files = vec![("md", markdown.to_owned()), ("json", format!("{json}\n"))];
    files.extend(plot.svg().map(|svg| ("svg", svg)));
    let folder = build::folder();
    fs::create_dir_all(&folder).map_err(ExperimentError::io(&folder))?;
    for (extension, text) in files {
        let path = folder.join(format!("{name}.{extension}"));
        fs::write(&path, text).map_err(ExperimentError::io(&path))?;
        eprintln!("written: {}", path.display());
    }
    print!("{markdown}");
    Ok(())
}

/// A Markdown table. Every row has as many cells as the head.
pub(crate) fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let mut out = format!("\n| {} |\n|", head.join(" | "));
    out.push_str(&"---|".repeat(head.len()));
    out.push('\n');
    for row in rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_tells_seed_settings_and_what_is_missing() {
        let mut header = Header::new("x", &Options::of_a_test(42));
        header.set("runs", 8);
        header.set("job", "decode");
        header.note("there was no valgrind");
        let text = header.markdown();
        assert!(text.starts_with("# x\n"), "{text}");
        assert!(text.contains("Seed 42; runs: 8; job: decode."), "{text}");
        assert!(text.contains("**Note:** there was no valgrind."), "{text}");
        let json = serde_json::to_value(&header).unwrap();
        assert_eq!(json["schema"], SCHEMA);
        assert_eq!(json["notes"].as_array().map(Vec::len), Some(1));
        assert_eq!(json["settings"]["runs"], 8);
        assert_eq!(json["machine"]["processors"], header.machine.processors);
    }

    #[test]
    fn a_quick_run_says_that_its_numbers_mean_nothing() {
        let quick = Options {
            quick: true,
            ..Options::of_a_test(1)
        };
        let text = Header::new("x", &quick).markdown();
        assert!(text.contains("no number means anything"), "{text}");
    }

    #[test]
    fn tables_have_a_line_below_their_head() {
        let cells = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
        let head: Vec<String> = cells(&["a", "b"]);
        assert_eq!(
            table(&head, &[cells(&["1", "2"])]),
            "\n| a | b |\n|---|---|\n| 1 | 2 |\n"
        );
    }
}
