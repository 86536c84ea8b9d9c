//! The threads of this process and the CPU time of each, where the system tells.

use rustc_hash::FxHashMap;
use std::fs;

/// A thread of the process.
pub(crate) struct Task {
    /// CPU time since it began, in nanoseconds.
    pub(crate) ns: u64,
    /// Its name, cut by the kernel.
    pub(crate) name: String,
}

/// The number that the system has given the current thread.
#[cfg(target_os = "linux")]
pub(crate) fn own_id() -> Option<i32> {
    Some(rustix::thread::gettid().as_raw_nonzero().get())
}

/// `None`: only Linux is asked.
#[cfg(not(target_os = "linux"))]
pub(crate) fn own_id() -> Option<i32> {
    None
}

/// Every thread that lives, by number; nothing where the system has no `/proc` of Linux's kind.
/// See `proc_pid_schedstat(5)`: the first number is the time on a CPU.
pub(crate) fn living() -> FxHashMap<i32, Task> {
    let mut found = FxHashMap::default();
    let Ok(entries) = fs::read_dir("/proc/self/task") else {
        return found;
    };
    for entry in entries.flatten() {
        let id = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        // A thread may end between the listing and the reading.
        let times = fs::read_to_string(entry.path().join("schedstat"));
        let ns = times
            .ok()
            .and_then(|text| text.split(' ').next()?.parse().ok());
        if let (Some(id), Some(ns)) = (id, ns) {
            let name = fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
            let name = name.trim_end().to_owned();
            found.insert(id, Task { ns, name });
        }
    }
    found
}
