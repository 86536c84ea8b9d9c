//! Profiles as flame graphs.

use crate::Profile;
use inferno::flamegraph::{self, Options};
use std::io::{self, Write};

impl Profile {
    /// Writes a flame graph as SVG: of CPU time where that was recorded, else of calls. Its stacks
    /// are as deep as contexts are; with [`separate_callers`](crate::Config::separate_callers) at
    /// `usize::MAX` they are whole. What threads did outside every span stands beside them.
    ///
    /// # Errors
    /// What writing to `out` gives, and where there is nothing to draw.
    pub fn write_flame_graph(&self, title: &str, out: impl Write) -> io::Result<()> {
        let (event, unit) = if self.events.time {
            ("CPU time", "ns")
        } else {
            ("calls", "calls")
        };
        let mut lines = Vec::new();
        for function in &self.functions {
            let cost = if self.events.time {
                function.own.ns
            } else {
                function.own.calls
            };
            if cost > 0 {
                lines.push(format!("{} {cost}", function.stack.join(";")));
            }
        }
        let mut options = Options::default();
        options.title = title.replace(char::is_control, " ");
        options.subtitle = Some(event.to_owned());
        unit.clone_into(&mut options.count_name);
        "Centre:".clone_into(&mut options.name_type);
        options.deterministic = true;
        flamegraph::from_lines(&mut options, lines.iter().map(String::as_str), out)
            .map_err(io::Error::other)
    }
}
