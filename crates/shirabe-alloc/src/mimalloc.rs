//! mimalloc, of either version.

use crate::Statistics;
use std::ffi::{CStr, c_char};

unsafe extern "C" {
    // Both versions have it; the binding's crate declares it for version 3 alone.
    fn mi_stats_get_json(size: usize, buffer: *mut c_char) -> *mut c_char;
}

/// From `mi_stats_get_json`.
pub(crate) fn statistics() -> Option<Statistics> {
    // What this thread has counted goes into the sum only now.
    #[cfg(feature = "alloc-mimalloc-v2")]
    // SAFETY: takes nothing, and may be called at any time.
    unsafe {
        libmimalloc_sys::mi_stats_merge();
    }
    // SAFETY: without a buffer it returns one of its own, or null.
    let text = unsafe { mi_stats_get_json(0, std::ptr::null_mut()) };
    if text.is_null() {
        return None;
    }
    // SAFETY: it is a C string, ours until it is freed below.
    let json = unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned();
    // SAFETY: the buffer is mimalloc's, and nothing borrows it any more.
    unsafe { libmimalloc_sys::mi_free(text.cast()) };
    // SAFETY: takes nothing.
    let version = unsafe { libmimalloc_sys::mi_version() };
    Some(Statistics {
        library: format!("mimalloc {}", dotted(version)),
        handed_out: number(&json, "malloc_huge", "total")?,
        held: number(&json, "committed", "current")?,
    })
}

/// The version in its usual form: 3.1.5 is reported as 315, later ones as 30105.
fn dotted(version: i32) -> String {
    let base = if version >= 10_000 { 100 } else { 10 };
    format!(
        "{}.{}.{}",
        version / (base * base),
        version / base % base,
        version % base
    )
}

/// The number under a key of an object under a key of mimalloc's own JSON.
fn number(json: &str, object: &str, key: &str) -> Option<u64> {
    let object = json.split_once(&format!("\"{object}\":"))?.1;
    let object = object.split_once('}')?.0;
    let value = object.split_once(&format!("\"{key}\":"))?.1.trim_start();
    let end = value.find(|char: char| !char.is_ascii_digit());
    value[..end.unwrap_or(value.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_dotted() {
        assert_eq!(dotted(315), "3.1.5");
        assert_eq!(dotted(20_204), "2.2.4");
    }

    #[test]
    fn numbers_are_found_by_object_and_key() {
        let json =
            r#"{ "a_committed": {"current": 1}, "committed": { "total": 2, "current": 34 } }"#;
        assert_eq!(number(json, "committed", "current"), Some(34));
        assert_eq!(number(json, "committed", "peak"), None);
        assert_eq!(number(json, "malloc_huge", "total"), None);
    }
}
