//! `--profile=FILE`: what the command spent where, as a callgrind profile or a flame graph.

use crate::cli::Input;
use crate::failure::Failure;

/// The flag, which without a file shows time and memory.
const FLAG: &str = "profile";

/// Whether `--profile` was given without a file.
pub(crate) fn shows_time_and_memory(input: &Input) -> bool {
    input.value(FLAG) == Some("")
}

/// The file that `--profile=FILE` names.
fn file(input: &Input) -> Option<&str> {
    input.value(FLAG).filter(|file| !file.is_empty())
}

#[cfg(feature = "profile")]
pub(crate) use recorded::Profiler;

#[cfg(not(feature = "profile"))]
pub(crate) use unrecorded::Profiler;

#[cfg(feature = "profile")]
mod recorded {
    use super::{Failure, Input, file};
    use crate::failure::system_advice;
    use crate::version;
    use shirabe_alloc::counters;
    use shirabe_callgraph::{Config, Counters, Recording, start};
    use std::fs::File;
    use std::io::{self, BufWriter, Write};
    use std::path::Path;

    /// A recording and the file that it goes to.
    pub(crate) struct Profiler {
        recording: Recording,
        name: String,
        file: File,
        command: String,
    }

    impl Profiler {
        /// Starts to record where the command line asks for it. The file is made here, so that a
        /// name that cannot be written is known before the work is done.
        pub(crate) fn begin(input: &Input, words: &[String]) -> Result<Option<Self>, Failure> {
            let Some(name) = file(input) else {
                return Ok(None);
            };
            let made = File::create(name).map_err(|error| cannot_write(name, &error))?;
            let config = if is_flame_graph(name) {
                Config {
                    separate_callers: usize::MAX,
                    separate_recs: 1,
                    ..Config::default()
                }
            } else {
                Config::default()
            };
            counters::switch(true);
            let recording = start(config, Some(count)).map_err(|error| {
                Failure::new(format_args!("The profile {name} cannot be made: {error}."))
            })?;
            Ok(Some(Self {
                recording,
                name: name.to_owned(),
                file: made,
                command: format!("{} {}", version::NAME.to_lowercase(), words.join(" ")),
            }))
        }

        /// Writes the file and returns its name.
        pub(crate) fn finish(self) -> Result<String, Failure> {
            let profile = self.recording.finish();
            counters::switch(false);
            let mut out = BufWriter::new(self.file);
            let written = if is_flame_graph(&self.name) {
                profile.write_flame_graph(&self.command, &mut out)
            } else {
                profile.write_callgrind(&self.command, &mut out)
            };
            written
                .and_then(|()| out.flush())
                .map_err(|error| cannot_write(&self.name, &error))?;
            Ok(self.name)
        }
    }

    fn is_flame_graph(name: &str) -> bool {
        Path::new(name)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("svg"))
    }

    fn cannot_write(name: &str, error: &io::Error) -> Failure {
        let failure = Failure::new(format_args!(
            "The profile {name} cannot be written: {error}."
        ));
        match system_advice(error) {
            Some(advice) => failure.advise(advice),
            None => failure,
        }
    }

    fn count() -> Counters {
        let counters = counters::of_this_thread();
        Counters {
            allocations: counters.allocations,
            bytes: counters.bytes,
            frees: counters.frees,
        }
    }
}

#[cfg(not(feature = "profile"))]
mod unrecorded {
    use super::{Failure, Input, file};
    use std::convert::Infallible;

    /// There is none in this build.
    pub(crate) struct Profiler(Infallible);

    impl Profiler {
        /// Refuses to record.
        pub(crate) fn begin(input: &Input, _: &[String]) -> Result<Option<Self>, Failure> {
            match file(input) {
                None => Ok(None),
                Some(name) => Err(Failure::new(format_args!(
                    "The profile {name} cannot be made: this program was built without profiles."
                ))
                .advise("build it with: cargo build --release -p shirabe --features profile")),
            }
        }

        /// Never called.
        pub(crate) fn finish(self) -> Result<String, Failure> {
            match self.0 {}
        }
    }
}
