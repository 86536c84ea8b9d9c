//! Running one command line.

mod tree;

use super::Verbosity;
use super::settings::ScriptSettings;
use crate::ScriptError;
use shirabe_package::Environment;
use std::io::IsTerminal;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often a waiting program looks whether it was told to stop.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// A shell that runs `line`.
pub(super) fn shell(line: &str) -> Command {
    let (program, flag) = if cfg!(windows) {
        ("cmd", "/C")
    } else {
        ("sh", "-c")
    };
    let mut command = Command::new(program);
    command.arg(flag).arg(line);
    command
}

/// Runs a command in `folder` with our own standard streams and gives its exit code. `line` names
/// it in errors.
pub(super) fn run(
    mut command: Command,
    line: &str,
    folder: &Path,
    environment: &Environment,
    timeout: Option<Duration>,
    settings: &ScriptSettings,
) -> Result<i32, ScriptError> {
    let talks = settings.interactive && std::io::stdin().is_terminal();
    let output = || match settings.verbosity {
        Verbosity::Quiet => Stdio::null(),
        _ => Stdio::inherit(),
    };
    let mut child = command
        .current_dir(folder)
        .env_clear()
        .envs(environment.iter())
        .stdin(if talks {
            Stdio::inherit()
        } else {
            Stdio::null()
        })
        .stdout(output())
        .stderr(output())
        .spawn()
        .map_err(|cause| ScriptError::Start {
            command: line.to_owned(),
            cause,
        })?;
    let id = child.id();
    let (sender, ended) = mpsc::channel();
    std::thread::spawn(move || {
        let _ = sender.send(child.wait());
    });
    let deadline = timeout.and_then(|limit| Instant::now().checked_add(limit));
    let mut interrupted = None;
    loop {
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let wait = match (left, &settings.signal) {
            (Some(left), Some(_)) => left.min(SIGNAL_INTERVAL),
            (Some(left), None) => left,
            (None, Some(_)) => SIGNAL_INTERVAL,
            (None, None) => Duration::from_secs(3600),
        };
        match ended.recv_timeout(wait) {
            Ok(status) => {
                let status = status.map_err(|cause| ScriptError::Start {
                    command: line.to_owned(),
                    cause,
                })?;
                return match interrupted {
                    Some(signal) => Err(ScriptError::Interrupted {
                        command: line.to_owned(),
                        signal,
                    }),
                    None => Ok(exit_code(status)),
                };
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(1),
        }
        if interrupted.is_none()
            && let Some(signal) = pending(settings)
        {
            tree::signal(id, signal);
            interrupted = Some(signal);
        }
        if deadline.is_some_and(|end| Instant::now() >= end) {
            tree::end(id, &ended);
            return Err(ScriptError::TimedOut {
                command: line.to_owned(),
                seconds: timeout.unwrap_or_default().as_secs(),
            });
        }
    }
}

/// The signal that the program has noted, if any.
fn pending(settings: &ScriptSettings) -> Option<i32> {
    let signal = settings.signal.as_ref()?.load(Ordering::SeqCst);
    i32::try_from(signal).ok().filter(|signal| *signal != 0)
}

/// The code as a shell tells it: that of a killed process is 128 and the signal's number.
fn exit_code(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    status
        .code()
        .unwrap_or_else(|| signal.map_or(1, |signal| 128 + signal))
}
