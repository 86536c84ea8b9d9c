//! CPU time of a thread and of the process.

/// Nanoseconds of CPU that the current thread has used since it began; 0 where the system has no
/// such clock.
#[cfg(unix)]
pub(crate) fn of_this_thread() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    (time.tv_sec as u64)
        .wrapping_mul(1_000_000_000)
        .wrapping_add(time.tv_nsec as u64)
}

/// User and system time of the whole process in nanoseconds, its ended threads included.
#[cfg(unix)]
pub(crate) fn of_the_process() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Some(u64::try_from(microseconds).ok()? * 1_000)
}

/// 0: this system's clocks are not known here.
#[cfg(not(unix))]
pub(crate) fn of_this_thread() -> u64 {
    0
}

/// `None`: this system's clocks are not known here.
#[cfg(not(unix))]
pub(crate) fn of_the_process() -> Option<u64> {
    None
}
