//! Which of the free lists a block belongs to.

/// Blocks begin and end at multiples of this many bytes.
pub const GRANULE: usize = 16;
/// The smallest block, in bytes: a tag, two links and the size again at its end.
pub const SMALLEST: usize = 2 * GRANULE;
/// How many free lists there are.
pub const LISTS: usize = 112;
/// How many of them hold blocks of one exact size each: 32, 48, 64 … 1,040 bytes.
pub const EXACT: usize = 64;
/// Each doubling of the size is cut into this many of the lists above.
const STEPS: usize = 1 << STEPS_BITS;
const STEPS_BITS: u32 = 2;
/// The size class from which on lists widen.
const FIRST_WIDE: usize = SMALLEST + EXACT * GRANULE;
const FIRST_WIDE_LOG: u32 = FIRST_WIDE.ilog2();

/// The list of blocks of `size` bytes (a multiple of [`GRANULE`], at least [`SMALLEST`]).
///
/// The last list is open-ended.
#[inline]
#[must_use]
pub const fn of(size: usize) -> usize {
    debug_assert!(size >= SMALLEST && size.is_multiple_of(GRANULE));
    let exact = size / GRANULE - SMALLEST / GRANULE;
    if exact < EXACT {
        return exact;
    }
    let log = size.ilog2();
    let step = (size >> (log - STEPS_BITS)) & (STEPS - 1);
    let wide = (log - FIRST_WIDE_LOG) as usize * STEPS + step;
    if EXACT + wide < LISTS {
        EXACT + wide
    } else {
        LISTS - 1
    }
}

/// The size of the block that holds `bytes` bytes of a caller; `None` where that is beyond all
/// memory.
#[inline]
#[must_use]
pub const fn block_size(bytes: usize) -> Option<usize> {
    // A block's own cost is its tag.
    let Some(size) = bytes.checked_add(size_of::<u64>() + GRANULE - 1) else {
        return None;
    };
    let size = size & !(GRANULE - 1);
    Some(if size < SMALLEST { SMALLEST } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_lists_hold_one_size_each() {
        for list in 0..EXACT {
            assert_eq!(of(SMALLEST + list * GRANULE), list);
        }
        assert_eq!(of(SMALLEST + EXACT * GRANULE), EXACT);
    }

    #[test]
    fn lists_ascend_without_a_gap_to_the_open_end() {
        let mut list = 0;
        for size in (SMALLEST..16 << 20).step_by(GRANULE) {
            let next = of(size);
            assert!(next == list || next == list + 1, "{size}: {list} to {next}");
            list = next;
        }
        assert_eq!(list, LISTS - 1);
        assert_eq!(of(usize::MAX & !(GRANULE - 1)), LISTS - 1);
    }

    #[test]
    fn wide_lists_grow_in_geometric_steps() {
        let first = |list| {
            (SMALLEST..4 << 20)
                .step_by(GRANULE)
                .find(|size| of(*size) == list)
                .expect("a size")
        };
        for list in EXACT + 1..LISTS - STEPS {
            assert_eq!(first(list + STEPS), 2 * first(list), "list {list}");
        }
    }

    #[test]
    fn a_block_holds_its_bytes_and_a_tag() {
        assert_eq!(block_size(0), Some(32));
        assert_eq!(block_size(24), Some(32));
        assert_eq!(block_size(25), Some(48));
        assert_eq!(block_size(1 << 20), Some((1 << 20) + 16));
        assert_eq!(block_size(usize::MAX), None);
    }
}
