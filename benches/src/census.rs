//! What a trace allocated, as tables: by phase, and by size.

use crate::report::table;
use serde::Serialize;
use shirabe_alloc::trace::{Census, Lifetimes, SizeClass};
use std::collections::BTreeSet;

/// Phases that took fewer of the blocks than this share are put together.
const LEAST_SHARE: f64 = 0.005;

/// How many bytes of a phase's name a trace keeps.
const KEPT: usize = 8;

/// One row: blocks of one phase, of one size, or of both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    /// The phase; empty outside of every phase.
    pub(crate) phase: String,
    /// The largest size in bytes; none where all sizes are meant, or the open class.
    pub(crate) up_to: Option<usize>,
    pub(crate) blocks: u64,
    pub(crate) bytes: u64,
    /// Freed before 4 KiB more were allocated.
    pub(crate) fleeting: u64,
    /// Freed before 1 MiB more were.
    pub(crate) short: u64,
    /// Freed later.
    pub(crate) long: u64,
    /// Never freed.
    pub(crate) kept: u64,
}

impl Row {
    fn add(&mut self, lifetimes: Lifetimes) {
        self.blocks += lifetimes.blocks;
        self.bytes += lifetimes.bytes;
        self.fleeting += lifetimes.fleeting;
        self.short += lifetimes.short;
        self.long += lifetimes.long;
        self.kept += lifetimes.kept;
    }

    fn cells(&self, name: String) -> Vec<String> {
        let percent =
            |part: u64| format!("{:.1} %", 100.0 * part as f64 / self.blocks.max(1) as f64);
        vec![
            name,
            self.blocks.to_string(),
            format!("{:.1}", self.bytes as f64 / f64::from(1 << 20)),
            percent(self.fleeting),
            percent(self.short),
            percent(self.long),
            percent(self.kept),
        ]
    }
}

/// Gives every phase its whole name: that which begins with what the trace kept, if one alone does.
pub(crate) fn named_in_full(census: Census, names: &BTreeSet<&str>) -> Census {
    let phases = census.phases.into_iter().map(|(kept, sizes)| {
        let mut begin = names.iter().filter(|name| name.starts_with(&kept));
        match (begin.next(), begin.next()) {
            (Some(name), None) if kept.len() == KEPT => ((*name).to_owned(), sizes),
            _ => (kept, sizes),
        }
    });
    Census {
        phases: phases.collect(),
    }
}

/// Every phase with every size: what the JSON holds.
pub(crate) fn rows(census: &Census) -> Vec<Row> {
    let phases = census.phases.iter();
    phases
        .flat_map(|(phase, sizes)| {
            sizes.iter().map(|(size, lifetimes)| {
                let mut row = Row {
                    phase: phase.clone(),
                    up_to: size.bound(),
                    ..Row::default()
                };
                row.add(*lifetimes);
                row
            })
        })
        .collect()
}

/// Two tables, the phases by how many blocks they took.
pub(crate) fn markdown(census: &Census) -> String {
    let mut phases: Vec<Row> = census
        .phases
        .iter()
        .map(|(phase, sizes)| {
            let mut row = Row {
                phase: phase.clone(),
                ..Row::default()
            };
            sizes.values().for_each(|lifetimes| row.add(*lifetimes));
            row
        })
        .collect();
    phases.sort_by_key(|row| std::cmp::Reverse(row.blocks));
    let all: u64 = phases.iter().map(|row| row.blocks).sum();
    let (many, few): (Vec<Row>, Vec<Row>) = phases
        .into_iter()
        .partition(|row| row.blocks as f64 >= LEAST_SHARE * all as f64);
    let mut by_phase: Vec<Vec<String>> = many
        .iter()
        .map(|row| {
            let name = if row.phase.is_empty() {
                "(none)"
            } else {
                &row.phase
            };
            row.cells(name.to_owned())
        })
        .collect();
    if !few.is_empty() {
        let mut rest = Row::default();
        for row in &few {
            rest.blocks += row.blocks;
            rest.bytes += row.bytes;
            rest.fleeting += row.fleeting;
            rest.short += row.short;
            rest.long += row.long;
            rest.kept += row.kept;
        }
        by_phase.push(rest.cells(format!("{} others", few.len())));
    }
    let by_size: Vec<Vec<String>> = SizeClass::all()
        .map(|size| {
            let mut row = Row::default();
            let sizes = census.phases.values().filter_map(|sizes| sizes.get(&size));
            sizes.for_each(|lifetimes| row.add(*lifetimes));
            row.cells(match size.bound() {
                Some(bound) => format!("≤ {bound}"),
                None => "larger".to_owned(),
            })
        })
        .collect();
    let head = |first: &str| -> Vec<String> {
        let lifetimes = [
            "blocks",
            "MiB",
            "freed within 4 KiB",
            "within 1 MiB",
            "later",
            "never",
        ];
        std::iter::once(first)
            .chain(lifetimes)
            .map(str::to_owned)
            .collect()
    };
    format!(
        "\nWhat was allocated, and how much more the program allocated before it was freed:\n{}{}",
        table(&head("phase"), &by_phase),
        table(&head("size in bytes"), &by_size)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn census() -> Census {
        let some = |blocks, kept| Lifetimes {
            blocks,
            bytes: blocks << 20,
            fleeting: blocks - kept,
            kept,
            ..Lifetimes::default()
        };
        let mut census = Census::default();
        let decode = census.phases.entry("decode".to_owned()).or_default();
        decode.insert(SizeClass::of(16), some(800, 200));
        decode.insert(SizeClass::of(64), some(200, 0));
        let rare = census.phases.entry("rare".to_owned()).or_default();
        rare.insert(SizeClass::of(64), some(1, 1));
        census
    }

    #[test]
    fn phases_and_sizes_are_added_up() {
        let text = markdown(&census());
        assert!(
            text.contains("| decode | 1000 | 1000.0 | 80.0 % | 0.0 % | 0.0 % | 20.0 % |"),
            "{text}"
        );
        assert!(text.contains("| 1 others | 1 |"), "{text}");
        assert!(text.contains("| ≤ 64 | 201 |"), "{text}");
        assert!(text.contains("| larger | 0 |"), "{text}");
    }

    #[test]
    fn a_name_that_the_trace_cut_is_completed_if_one_alone_begins_so() {
        let mut census = Census::default();
        for kept in ["write-fi", "write-un", "pool", "scan-dir"] {
            census.phases.insert(kept.to_owned(), BTreeMap::new());
        }
        let known = ["write-file", "write-un-a", "write-un-b", "pool-filter"];
        let census = named_in_full(census, &BTreeSet::from(known));
        let names: Vec<&str> = census.phases.keys().map(String::as_str).collect();
        assert_eq!(names, ["pool", "scan-dir", "write-file", "write-un"]);
    }

    #[test]
    fn the_json_keeps_every_phase_with_every_size() {
        let rows = rows(&census());
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[2].phase, "rare");
        assert_eq!((rows[2].up_to, rows[2].kept), (Some(64), 1));
    }
}
