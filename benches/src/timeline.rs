//! The timeline of phases that the program writes: when each of its threads went from one cost centre
//! to another.

use std::collections::HashMap;

/// The variable that names the file to write.
pub(crate) const TIMELINE: &str = "SHIRABE_PHASE_TIMELINE";

/// Which centre each thread was in, and when.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Timeline<'t> {
    /// Of each thread, the nanoseconds of its changes, in order, and what each led to.
    threads: HashMap<u32, Vec<(u64, &'t str)>>,
    /// The thread that the program began with, whose number is the process's.
    pub(crate) process: Option<u32>,
}

impl<'t> Timeline<'t> {
    /// Reads a timeline. A line that means nothing is passed over.
    pub(crate) fn read(text: &'t str) -> Self {
        let mut this = Self::default();
        for line in text.lines() {
            let mut words = line.splitn(3, ' ');
            let thread = words.next().and_then(|word| word.parse().ok());
            let time = words.next().and_then(|word| word.parse().ok());
            if let (Some(thread), Some(time), Some(centre)) = (thread, time, words.next()) {
                this.process.get_or_insert(thread);
                this.threads.entry(thread).or_default().push((time, centre));
            }
        }
        this
    }

    /// The centre that a thread was in; empty outside of all.
    pub(crate) fn centre(&self, thread: u32, nanoseconds: u64) -> &'t str {
        let Some(changes) = self.threads.get(&thread) else {
            return "";
        };
        let after = changes.partition_point(|(time, _)| *time <= nanoseconds);
        after.checked_sub(1).map_or("", |last| changes[last].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_in_a_centre_from_a_change_to_the_next() {
        let text = "7 100 command\n8 120 decode\n7 150 solve\nnonsense\n7 200 command\n7 300 \n";
        let timeline = Timeline::read(text);
        assert_eq!(timeline.process, Some(7));
        for (thread, time, centre) in [
            (7, 99, ""),
            (7, 100, "command"),
            (7, 149, "command"),
            (7, 150, "solve"),
            (7, 299, "command"),
            (7, 300, ""),
            (8, 119, ""),
            (8, 999, "decode"),
            (9, 150, ""),
        ] {
            assert_eq!(timeline.centre(thread, time), centre, "{thread} {time}");
        }
    }
}
