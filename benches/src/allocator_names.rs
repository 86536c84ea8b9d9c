//! What the functions of allocators are called in profiles.

/// Functions by which blocks are asked for and given back: those of Rust's standard library, those
/// of C, and what they are called in the allocators that stand in for it.
const ENTRIES: [&str; 22] = [
    "__rust_alloc",
    "__rust_alloc_zeroed",
    "__rust_dealloc",
    "__rust_realloc",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "cfree",
    "posix_memalign",
    "aligned_alloc",
    "memalign",
    "mi_malloc",
    "mi_zalloc",
    "mi_realloc",
    "mi_free",
    "mi_malloc_aligned",
    "mi_zalloc_aligned",
    "mi_realloc_aligned",
    "_rjem_malloc",
    "_rjem_mallocx",
    "_rjem_sdallocx",
];

/// Beginnings of the names of an allocator's own functions, whose calls of one another are not calls
/// from outside.
const INSIDE: [&str; 5] = [
    "mi_",
    "_mi_",
    "_rjem_",
    "shirabe_alloc::",
    "<shirabe_alloc::",
];

/// `'2` and the like, which callgrind appends to tell recursion apart, the version of a library's
/// function, and the crate that Rust's own functions are said to be in, are no part of a name.
fn plain(name: &str) -> &str {
    let name = name.split(['\'', '@']).next().unwrap_or(name);
    name.strip_prefix("__rustc::").unwrap_or(name)
}

/// Whether a block is asked for or given back by this function.
pub(crate) fn is_entry(name: &str) -> bool {
    ENTRIES.contains(&plain(name))
}

/// Whether the function is an allocator's own.
pub(crate) fn is_inside(name: &str) -> bool {
    let name = plain(name);
    is_entry(name) || INSIDE.iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_functions_are_told_apart() {
        for name in [
            "malloc",
            "__rustc::__rust_realloc",
            "free'2",
            "mi_free",
            "_rjem_sdallocx",
            "cfree@GLIBC_2.2.5",
        ] {
            assert!(is_entry(name), "{name}");
        }
        for name in [
            "malloc_consolidate",
            "alloc::vec::Vec",
            "free_all",
            "_mi_malloc_generic",
        ] {
            assert!(!is_entry(name), "{name}");
        }
        assert!(is_inside("_mi_malloc_generic") && !is_inside("main"));
    }
}
