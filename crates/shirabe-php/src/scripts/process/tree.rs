//! Signals for a process and all that it started.

use std::sync::mpsc::Receiver;
use std::time::Duration;

/// How long processes may take to end when they are asked to.
const GRACE: Duration = Duration::from_secs(1);

/// Ends a process and its descendants: asks first, then insists. `ended` tells of the process.
pub(super) fn end<T>(id: u32, ended: &Receiver<T>) {
    let family = family(id);
    #[cfg(unix)]
    {
        use nix::sys::signal::Signal;
        send(&family, Signal::SIGTERM);
        let _ = ended.recv_timeout(GRACE);
        // Descendants that were not asked by their parent are still there.
        send(&family, Signal::SIGKILL);
    }
    #[cfg(windows)]
    {
        let _ = family;
        let _ = std::process::Command::new("taskkill")
            .args(["/F", "/T", "/PID", &id.to_string()])
            .output();
        let _ = ended.recv_timeout(GRACE);
    }
}

/// Hands a signal on.
pub(super) fn signal(id: u32, signal: i32) {
    #[cfg(unix)]
    if let Ok(signal) = nix::sys::signal::Signal::try_from(signal) {
        send(&family(id), signal);
    }
    #[cfg(windows)]
    let _ = (id, signal);
}

#[cfg(unix)]
fn send(processes: &[i32], signal: nix::sys::signal::Signal) {
    for id in processes {
        // A process that is gone needs no signal.
        let _ = nix::sys::signal::kill(nix::unistd::Pid::from_raw(*id), signal);
    }
}

/// The process and its descendants, where the system tells them.
fn family(id: u32) -> Vec<i32> {
    let Ok(id) = i32::try_from(id) else {
        return Vec::new();
    };
    let parents = parents();
    let mut family = vec![id];
    let mut next = 0;
    while let Some(&parent) = family.get(next) {
        let children = parents
            .iter()
            .filter(|(_, of)| *of == parent)
            .map(|(child, _)| *child);
        family.extend(children);
        next += 1;
    }
    family
}

/// Every process with its parent.
fn parents() -> Vec<(i32, i32)> {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    processes
        .filter_map(|entry| {
            let id = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            // The name in parentheses may hold anything; state and parent follow it.
            let (_, rest) = stat.rsplit_once(')')?;
            Some((id, rest.split_whitespace().nth(1)?.parse().ok()?))
        })
        .collect()
}
