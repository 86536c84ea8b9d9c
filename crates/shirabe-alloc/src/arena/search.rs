//! Finding the lowest list that has a block: the one thing in which the two arenas differ.

use super::size_class::LISTS;
use std::fmt::Debug;

/// How the next non-empty list is found.
pub trait Search: Debug + Send + 'static {
    /// The name, as in the feature `alloc-arena-NAME`.
    const NAME: &'static str;
    /// With all lists empty.
    const NEW: Self;

    /// A list that was empty now has a block.
    fn filled(&mut self, list: usize);

    /// A list has lost its last block.
    fn emptied(&mut self, list: usize);

    /// The lowest list at or above `from` that is not empty, and how many lists were looked at to
    /// find it. `empty` tells of a list whether it is.
    fn next(&self, from: usize, empty: impl Fn(usize) -> bool) -> (Option<usize>, usize);

    /// Whether what the search knows is what the lists say.
    fn agrees(&self, empty: impl Fn(usize) -> bool) -> bool;
}

/// Walks over the heads of the lists until one is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scan;

impl Search for Scan {
    const NAME: &'static str = "scan";
    const NEW: Self = Self;

    #[inline]
    fn filled(&mut self, _list: usize) {}

    #[inline]
    fn emptied(&mut self, _list: usize) {}

    #[inline]
    fn next(&self, from: usize, empty: impl Fn(usize) -> bool) -> (Option<usize>, usize) {
        let mut list = from;
        while list < LISTS {
            if !empty(list) {
                return (Some(list), list - from + 1);
            }
            list += 1;
        }
        (None, LISTS - from)
    }

    fn agrees(&self, _empty: impl Fn(usize) -> bool) -> bool {
        true
    }
}

/// Keeps one bit for each list, set while it has a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bitmap {
    /// Two words, so that a look at one is enough for most requests.
    words: [u64; 2],
}

const WORD: usize = u64::BITS as usize;

impl Bitmap {
    const fn bit(list: usize) -> (usize, u64) {
        (list / WORD, 1 << (list % WORD))
    }
}

impl Search for Bitmap {
    const NAME: &'static str = "bitmap";
    const NEW: Self = Self { words: [0; 2] };

    #[inline]
    fn filled(&mut self, list: usize) {
        let (word, bit) = Self::bit(list);
        self.words[word] |= bit;
    }

    #[inline]
    fn emptied(&mut self, list: usize) {
        let (word, bit) = Self::bit(list);
        self.words[word] &= !bit;
    }

    #[inline]
    fn next(&self, from: usize, _empty: impl Fn(usize) -> bool) -> (Option<usize>, usize) {
        if from >= LISTS {
            return (None, 0);
        }
        let (word, bit) = Self::bit(from);
        // The bits at and above `from`.
        let here = self.words[word] & bit.wrapping_neg();
        if here != 0 {
            return (Some(word * WORD + here.trailing_zeros() as usize), 1);
        }
        if word == 0 && self.words[1] != 0 {
            return (Some(WORD + self.words[1].trailing_zeros() as usize), 1);
        }
        (None, 0)
    }

    fn agrees(&self, empty: impl Fn(usize) -> bool) -> bool {
        (0..LISTS).all(|list| {
            let (word, bit) = Self::bit(list);
            (self.words[word] & bit == 0) == empty(list)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn both_find_the_lowest_list(
            changes in prop::collection::vec((0..LISTS, any::<bool>()), 0..300),
            from in 0..=LISTS,
        ) {
            let mut lists = BTreeSet::new();
            let (mut scan, mut bitmap) = (Scan, Bitmap::NEW);
            for (list, fill) in changes {
                if fill && lists.insert(list) {
                    scan.filled(list);
                    bitmap.filled(list);
                } else if !fill && lists.remove(&list) {
                    scan.emptied(list);
                    bitmap.emptied(list);
                }
            }
            let empty = |list| !lists.contains(&list);
            let expected = lists.range(from..).next().copied();
            let (found, inspected) = scan.next(from, empty);
            prop_assert_eq!(found, expected);
            prop_assert_eq!(inspected, expected.map_or(LISTS - from, |list| list - from + 1));
            let (found, inspected) = bitmap.next(from, empty);
            prop_assert_eq!(found, expected);
            prop_assert!(inspected <= 1);
            prop_assert!(bitmap.agrees(empty));
        }
    }

    #[test]
    fn a_map_that_is_not_the_lists_is_found_out() {
        let mut bitmap = Bitmap::NEW;
        bitmap.filled(100);
        assert!(!bitmap.agrees(|_| true));
        assert!(bitmap.agrees(|list| list != 100));
    }
}
