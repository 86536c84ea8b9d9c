//! The C library's allocator.

use crate::Statistics;

/// From `mallinfo2(3)`; other C libraries than glibc count nothing.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn statistics() -> Option<Statistics> {
    use std::ffi::CStr;

    // SAFETY: takes nothing, and returns a structure of plain numbers.
    let info = unsafe { libc::mallinfo2() };
    // SAFETY: returns a string that lives as long as the process.
    let version = unsafe { CStr::from_ptr(libc::gnu_get_libc_version()) };
    Some(Statistics {
        library: format!("glibc {}", version.to_string_lossy()),
        handed_out: (info.uordblks + info.hblkhd) as u64,
        held: (info.arena + info.hblkhd) as u64,
    })
}

/// None: only glibc counts.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn statistics() -> Option<Statistics> {
    None
}
