//! Running a program and measuring the process as the system counts it.

use crate::error::ExperimentError;
use serde::Serialize;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// What one run of a process took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Sample {
    /// Seconds from start to end.
    pub(crate) wall: f64,
    /// Seconds of processor time in the program.
    pub(crate) user: f64,
    /// Seconds of processor time in the kernel on the program's behalf.
    pub(crate) sys: f64,
    /// The most memory that was resident at once, in MiB.
    pub(crate) peak_rss: f64,
}

/// A run that succeeded.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) sample: Sample,
    pub(crate) stdout: String,
}

/// How much of a failed program's output is shown.
const SHOWN_LINES: usize = 20;

/// Runs a program to its end with no input.
///
/// # Errors
/// Where it cannot be started or fails; with the end of what it said.
pub(crate) fn run(mut command: Command, what: &str) -> Result<Run, ExperimentError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let spawn = |cause| ExperimentError::Spawn {
        program: program.clone(),
        cause,
    };
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let started = Instant::now();
    let mut child = command.spawn().map_err(spawn)?;
    let stdout = child.stdout.take();
    let stderr = child.stderr.take();
    let (stdout, stderr) = std::thread::scope(|scope| {
        let stderr = scope.spawn(|| read(stderr));
        (read(stdout), stderr.join().unwrap_or_default())
    });
    let used = child.wait4().map_err(spawn)?;
    let wall = started.elapsed();
    if !used.status.success() {
        let said = format!("{stdout}{stderr}");
        let lines: Vec<&str> = said.lines().collect();
        return Err(ExperimentError::Failed {
            what: what.to_owned(),
            status: used.status,
            said: lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n"),
        });
    }
    Ok(Run {
        sample: Sample {
            wall: wall.as_secs_f64(),
            user: seconds(used.rusage.utime),
            sys: seconds(used.rusage.stime),
            peak_rss: used.rusage.maxrss as f64 / f64::from(1 << 20),
        },
        stdout,
    })
}

fn read(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        // What cannot be read is missing from a message at worst: how the process ends is what
        // counts.
        let _ = stream.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Result<Run, ExperimentError> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, "the script")
    }

    #[test]
    fn a_process_is_measured() {
        let run = shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo $i").unwrap();
        assert_eq!(run.stdout, "20000\n");
        assert!(run.sample.user > 0.0, "{run:?}");
        assert!(run.sample.wall >= run.sample.user * 0.5, "{run:?}");
        assert!((0.1..200.0).contains(&run.sample.peak_rss), "{run:?}");
    }

    #[test]
    fn a_failure_is_told_with_its_last_words() {
        let error = shell("echo out; echo err >&2; exit 3")
            .unwrap_err()
            .to_string();
        assert!(error.contains("the script failed"), "{error}");
        assert!(
            error.contains("3") && error.contains("out") && error.contains("err"),
            "{error}"
        );
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(Command::new("/nonexistent/program"), "it").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("/nonexistent/program cannot be run")
        );
    }
}
