//! Running a program and measuring the process as the system counts it.

use crate::error::ExperimentError;
use serde::Serialize;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Instant;
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
    /// Pages that the kernel had to give without reading anything.
    pub(crate) minor_faults: f64,
    /// Pages that it had to read first.
    pub(crate) major_faults: f64,
}

/// One of the numbers of a [`Sample`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Metric {
    /// The key in JSON.
    pub(crate) key: &'static str,
    /// The name in tables, with the unit.
    pub(crate) title: &'static str,
    /// Decimals in tables.
    pub(crate) decimals: usize,
    /// The number.
    pub(crate) of: fn(&Sample) -> f64,
}

/// Every metric of a whole process.
pub(crate) const METRICS: &[Metric] = &[
    Metric {
        key: "wall",
        title: "wall s",
        decimals: 3,
        of: |sample| sample.wall,
    },
    Metric {
        key: "user",
        title: "user s",
        decimals: 3,
        of: |sample| sample.user,
    },
    Metric {
        key: "sys",
        title: "sys s",
        decimals: 3,
        of: |sample| sample.sys,
    },
    Metric {
        key: "peak_rss",
        title: "peak RSS MiB",
        decimals: 1,
        of: |sample| sample.peak_rss,
    },
    Metric {
        key: "minor_faults",
        title: "minor faults",
        decimals: 0,
        of: |sample| sample.minor_faults,
    },
    Metric {
        key: "major_faults",
        title: "major faults",
        decimals: 0,
        of: |sample| sample.major_faults,
    },
];

/// A run that succeeded.
#[derive(Debug)]
pub(crate) struct Run {
    /// What it took.
    pub(crate) sample: Sample,
    /// What it printed.
    pub(crate) stdout: String,
    /// What it said beside.
    pub(crate) stderr: String,
}

/// How much of a failed program's output is shown.
const SHOWN_LINES: usize = 20;

/// Runs a program to its end with no input. One at a time: page faults are those of all children
/// that ended meanwhile.
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
    let faults = faults();
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
    let [minor_faults, major_faults] = self::faults();
    Ok(Run {
        sample: Sample {
            wall: wall.as_secs_f64(),
            user: used.rusage.utime.as_secs_f64(),
            sys: used.rusage.stime.as_secs_f64(),
            peak_rss: used.rusage.maxrss as f64 / f64::from(1 << 20),
            minor_faults: minor_faults - faults[0],
            major_faults: major_faults - faults[1],
        },
        stdout,
        stderr,
    })
}

/// A program that runs another, given it as its last arguments, in the other's folder and environment.
pub(crate) fn within(mut outer: Command, inner: &Command) -> Command {
    outer.arg(inner.get_program()).args(inner.get_args());
    if let Some(folder) = inner.get_current_dir() {
        outer.current_dir(folder);
    }
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    outer
}

/// Minor and major page faults of all children that have ended.
#[cfg(unix)]
fn faults() -> [f64; 2] {
    use nix::sys::resource::{UsageWho, getrusage};

    getrusage(UsageWho::RUSAGE_CHILDREN).map_or([0.0; 2], |usage| {
        [usage.minor_page_faults(), usage.major_page_faults()].map(|count| count as f64)
    })
}

#[cfg(not(unix))]
fn faults() -> [f64; 2] {
    [0.0; 2]
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
        let run = shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo $i; echo so >&2")
            .unwrap();
        assert_eq!(run.stdout, "20000\n");
        assert_eq!(run.stderr, "so\n");
        assert!(run.sample.user > 0.0, "{run:?}");
        assert!(run.sample.wall >= run.sample.user * 0.5, "{run:?}");
        assert!((0.1..200.0).contains(&run.sample.peak_rss), "{run:?}");
        assert!(run.sample.minor_faults > 10.0, "{run:?}");
    }

    #[test]
    fn metrics_have_keys_of_their_own_and_read_other_numbers() {
        let sample = Sample {
            wall: 1.0,
            user: 2.0,
            sys: 3.0,
            peak_rss: 4.0,
            minor_faults: 5.0,
            major_faults: 6.0,
        };
        let json = serde_json::to_value(sample).unwrap();
        for metric in METRICS {
            assert_eq!(json[metric.key], (metric.of)(&sample), "{}", metric.key);
        }
        assert_eq!(METRICS.len(), json.as_object().unwrap().len());
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
