//! Profiles in callgrind's format.
//!
//! The format is described in Valgrind's manual
//! (<https://valgrind.org/docs/manual/cl-format.html>). Written are names in full, one cost line
//! for what a function spent itself, and one for each function that it called. The line of a cost
//! is the one where the centre is named.

use crate::{Costs, Events, Profile};
use std::io::{self, Write};

/// The file that threads are shown in.
const NO_FILE: &str = "(outside spans)";

impl Profile {
    /// Writes the profile in callgrind's format. `command` is what was run, for those who read it.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn write_callgrind(&self, command: &str, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "# callgrind format")?;
        writeln!(out, "version: 1")?;
        writeln!(
            out,
            "creator: shirabe-callgraph {}",
            env!("CARGO_PKG_VERSION")
        )?;
        writeln!(out, "cmd: {}", command.replace(char::is_control, " "))?;
        if let Some(ns) = self.process {
            writeln!(out, "desc: Process: {ns} ns of user and system time")?;
        }
        writeln!(out, "positions: line")?;
        for (name, meaning, _) in self.events.of(&Costs::default()) {
            writeln!(out, "event: {name} : {meaning}")?;
        }
        let names: Vec<&str> = self
            .events
            .of(&Costs::default())
            .map(|(name, ..)| name)
            .collect();
        writeln!(out, "events: {}", names.join(" "))?;
        let total = numbers(self.events, &self.total());
        writeln!(out, "summary:{total}")?;

        let mut calls = self.calls.iter().peekable();
        for (number, function) in self.functions.iter().enumerate() {
            writeln!(out, "\nfl={}", file(function.file))?;
            writeln!(out, "fn={}", function.name)?;
            let own = numbers(self.events, &function.own);
            writeln!(out, "{}{own}", function.line)?;
            while let Some(call) = calls.next_if(|call| call.from == number) {
                let callee = &self.functions[call.to];
                writeln!(out, "cfl={}", file(callee.file))?;
                writeln!(out, "cfn={}", callee.name)?;
                writeln!(out, "calls={} {}", call.calls, callee.line)?;
                let inclusive = numbers(self.events, &call.inclusive);
                writeln!(out, "{}{inclusive}", function.line)?;
            }
        }
        writeln!(out, "\ntotals:{total}")
    }
}

fn file(name: &'static str) -> &'static str {
    if name.is_empty() { NO_FILE } else { name }
}

/// The costs in the order of the events, each after a space.
fn numbers(events: Events, costs: &Costs) -> String {
    let values = events.of(costs);
    values.map(|(.., value)| format!(" {value}")).collect()
}
