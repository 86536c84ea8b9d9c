//! Counting instructions with valgrind's callgrind.

use crate::error::ExperimentError;
use crate::measure::{self, Run};
use std::path::Path;
use std::process::Command;

/// A valgrind that can be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Callgrind {
    /// What it calls itself.
    pub(crate) version: String,
}

/// What the report says where there is none.
pub(crate) const MISSING: &str = "valgrind is not installed, so instructions were not counted";

impl Callgrind {
    /// The valgrind of this machine; `None` where it has none.
    pub(crate) fn find() -> Option<Self> {
        let output = Command::new("valgrind").arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        (output.status.success() && !version.is_empty()).then_some(Self { version })
    }

    /// Runs a command on one processor and gives how many instructions it executed in user space, in
    /// all threads. `only` is a function, with `*` for any text, outside of which nothing is counted.
    /// The profile goes to `profile`.
    ///
    /// # Errors
    /// Where the command fails, or valgrind tells no count.
    pub(crate) fn count(
        &self,
        command: &Command,
        only: Option<&str>,
        profile: &Path,
        what: &str,
    ) -> Result<(f64, Run), ExperimentError> {
        let mut under = Command::new("valgrind");
        under.arg("--tool=callgrind");
        let mut out = std::ffi::OsString::from("--callgrind-out-file=");
        out.push(profile);
        under.arg(out);
        if let Some(function) = only {
            under.arg(format!("--toggle-collect={function}"));
        }
        let run = on_one_processor(measure::within(under, command), what)?;
        let collected = collected(&run.stderr).ok_or_else(|| ExperimentError::NoCount {
            what: what.to_owned(),
        })?;
        Ok((collected, run))
    }
}

/// The number that callgrind says at the end.
fn collected(said: &str) -> Option<f64> {
    let line = said.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}

/// Runs a program that sees one processor, and so uses one thread: how work is shared out among
/// threads differs from run to run.
#[cfg(target_os = "linux")]
fn on_one_processor(command: Command, what: &str) -> Result<Run, ExperimentError> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    // A child inherits the affinity of the thread that starts it; this thread ends with the run.
    let run = || {
        if let Ok(mine) = sched_getaffinity(None) {
            let first = (0..CpuSet::MAX_CPU).find(|cpu| mine.is_set(*cpu));
            let mut one = CpuSet::new();
            one.set(first.unwrap_or(0));
            // Where it is refused, the count is less steady: the controls show it.
            let _ = sched_setaffinity(None, &one);
        }
        measure::run(command, what)
    };
    std::thread::scope(|scope| match scope.spawn(run).join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

#[cfg(not(target_os = "linux"))]
fn on_one_processor(command: Command, what: &str) -> Result<Run, ExperimentError> {
    measure::run(command, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read() {
        let said = "==1== Events    : Ir\n==1== Collected : 3387355952\n==1== \n";
        assert_eq!(collected(said), Some(3_387_355_952.0));
        assert_eq!(collected("==1== nothing\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_program_sees_one_processor() {
        let run = on_one_processor(Command::new("nproc"), "nproc").unwrap();
        assert_eq!(run.stdout.trim(), "1");
    }

    #[test]
    fn the_same_program_takes_the_same_instructions() {
        let Some(callgrind) = Callgrind::find() else {
            assert!(
                std::env::var_os("SHIRABE_REQUIRE_PHP").is_none(),
                "valgrind is missing"
            );
            eprintln!("skipped: {MISSING}");
            return;
        };
        let folder = tempfile::tempdir().unwrap();
        let profile = folder.path().join("profile");
        let mut command = Command::new("sh");
        command.args(["-c", "echo $COUNTED"]).env("COUNTED", "yes");
        let count = || callgrind.count(&command, None, &profile, "sh").unwrap();
        let (first, run) = count();
        assert_eq!(run.stdout, "yes\n");
        assert!(first > 10_000.0, "{first}");
        let (second, _) = count();
        assert!((first - second).abs() < first / 100.0, "{first} {second}");
        assert!(profile.exists());
    }
}
