//! Sorting in the order of comparisons that PHP makes.
//!
//! The preference between packages that replace each other is no total order: `a` may be better
//! than `b`, `b` than `c` and `c` than `a`. What a sort does with such a relation depends on which
//! pairs it compares, so the lock file of a project can depend on the sorting algorithm. This is
//! the hybrid of insertion sort and quicksort that PHP 8 uses for `usort`, made stable by the
//! original position, as PHP does it.

use std::cmp::Ordering;

const INSERTION_LIMIT: usize = 16;

/// Sorts as PHP's `usort` does, whether or not `compare` is consistent.
pub(crate) fn usort<T, F>(items: &mut [T], mut compare: F)
where
    T: Copy,
    F: FnMut(&T, &T) -> Ordering,
{
    let mut keyed: Vec<(usize, T)> = items.iter().copied().enumerate().collect();
    Sorter {
        items: &mut keyed,
        greater: &mut |left: &(usize, T), right: &(usize, T)| {
            compare(&left.1, &right.1).then(left.0.cmp(&right.0)) == Ordering::Greater
        },
    }
    .sort(0, items.len());
    for (slot, (_, item)) in items.iter_mut().zip(keyed) {
        *slot = item;
    }
}

struct Sorter<'a, T> {
    items: &'a mut [T],
    greater: &'a mut dyn FnMut(&T, &T) -> bool,
}

impl<T> Sorter<'_, T> {
    fn greater(&mut self, left: usize, right: usize) -> bool {
        (self.greater)(&self.items[left], &self.items[right])
    }

    /// Puts the smaller of two places first; says whether they were exchanged.
    fn order(&mut self, left: usize, right: usize) -> bool {
        let wrong = self.greater(left, right);
        if wrong {
            self.items.swap(left, right);
        }
        wrong
    }

    fn sort(&mut self, mut start: usize, mut end: usize) {
        while end - start > INSERTION_LIMIT {
            let split = self.partition(start, end);
            let (left, right) = ((start, split - 1), (split, end));
            if left.1 - left.0 + 1 < right.1 - right.0 + 1 {
                self.sort(left.0, left.1);
                (start, end) = right;
            } else {
                self.sort(right.0, right.1);
                (start, end) = left;
            }
        }
        self.insertion(start, end);
    }

    /// Splits around a median; the pivot ends at the returned place minus one.
    fn partition(&mut self, start: usize, end: usize) -> usize {
        let count = end - start;
        let half = count >> 1;
        let middle = start + half;
        if count >> 10 > 0 {
            let quarter = half >> 1;
            self.five([start, start + quarter, middle, middle + quarter, end - 1]);
        } else {
            self.three(start, middle, end - 1);
        }
        let pivot = start + 1;
        self.items.swap(pivot, middle);
        let mut low = pivot + 1;
        let mut high = end - 1;
        'scan: loop {
            while self.greater(pivot, low) {
                low += 1;
                if low == high {
                    break 'scan;
                }
            }
            high -= 1;
            if high == low {
                break;
            }
            while self.greater(high, pivot) {
                high -= 1;
                if high == low {
                    break 'scan;
                }
            }
            self.items.swap(low, high);
            low += 1;
            if low == high {
                break;
            }
        }
        self.items.swap(pivot, low - 1);
        low
    }

    fn insertion(&mut self, start: usize, end: usize) {
        match end - start {
            0 | 1 => {}
            2 => {
                self.order(start, start + 1);
            }
            3 => self.three(start, start + 1, start + 2),
            4 => self.four([start, start + 1, start + 2, start + 3]),
            5 => self.five([start, start + 1, start + 2, start + 3, start + 4]),
            _ => {
                for next in start + 1..end {
                    if !self.greater(next - 1, next) {
                        continue;
                    }
                    let place = if next < start + 6 {
                        self.place_by_ones(start, next)
                    } else {
                        self.place_by_twos(start, next)
                    };
                    self.items[place..=next].rotate_right(1);
                }
            }
        }
    }

    fn place_by_ones(&mut self, start: usize, next: usize) -> usize {
        let mut place = next - 1;
        while place != start {
            if !self.greater(place - 1, next) {
                break;
            }
            place -= 1;
        }
        place
    }

    fn place_by_twos(&mut self, start: usize, next: usize) -> usize {
        let mut place = next - 1;
        loop {
            place -= 2;
            if !self.greater(place, next) {
                place += 1;
                if !self.greater(place, next) {
                    place += 1;
                }
                return place;
            }
            if place == start {
                return place;
            }
            if place == start + 1 {
                place -= 1;
                if self.greater(next, place) {
                    place += 1;
                }
                return place;
            }
        }
    }

    fn three(&mut self, a: usize, b: usize, c: usize) {
        if !self.greater(a, b) {
            if self.order(b, c) {
                self.order(a, b);
            }
            return;
        }
        if !self.greater(c, b) {
            self.items.swap(a, c);
            return;
        }
        self.items.swap(a, b);
        self.order(b, c);
    }

    fn four(&mut self, [a, b, c, d]: [usize; 4]) {
        self.three(a, b, c);
        if self.order(c, d) && self.order(b, c) {
            self.order(a, b);
        }
    }

    fn five(&mut self, [a, b, c, d, e]: [usize; 5]) {
        self.four([a, b, c, d]);
        if self.order(d, e) && self.order(c, d) && self.order(b, c) {
            self.order(a, b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::usort;
    use std::cmp::Ordering;

    /// Two relations that are no orders; `seed` tells them apart.
    fn compare(kind: u8, seed: i64, x: i64, y: i64) -> Ordering {
        if kind == 0 {
            return ((x * 7919 + y * 104_729 + seed) % 3).cmp(&1);
        }
        if x == y {
            return Ordering::Equal;
        }
        let bit = (((x ^ y) * 2_654_435_761 + seed) >> 7) & 1;
        if (x < y) == (bit == 1) {
            Ordering::Greater
        } else {
            Ordering::Less
        }
    }

    /// Kind, count, seed, and what PHP 8.2 makes of the numbers from 0.
    const SORTED_BY_PHP: &[(u8, i64, i64, &[i64])] = &[
        (0, 4, 351802, &[0, 1, 3, 2]),
        (
            0,
            16,
            996815,
            &[0, 2, 1, 3, 5, 8, 11, 14, 4, 6, 7, 9, 10, 12, 13, 15],
        ),
        (
            0,
            33,
            684234,
            &[
                6, 3, 9, 12, 15, 32, 1, 29, 4, 26, 7, 23, 10, 20, 13, 17, 16, 5, 14, 19, 11, 22, 8,
                25, 28, 2, 31, 18, 21, 24, 27, 30, 0,
            ],
        ),
        (2, 4, 238071, &[1, 0, 3, 2]),
        (2, 13, 315167, &[1, 2, 4, 7, 8, 0, 3, 5, 6, 11, 9, 10, 12]),
        (
            2,
            21,
            970751,
            &[
                13, 18, 20, 3, 17, 5, 6, 9, 16, 8, 11, 14, 10, 12, 15, 1, 19, 2, 4, 7, 0,
            ],
        ),
    ];

    #[test]
    fn inconsistent_relations_end_as_in_php() {
        for &(kind, count, seed, expected) in SORTED_BY_PHP {
            let mut numbers: Vec<i64> = (0..count).collect();
            usort(&mut numbers, |&x, &y| compare(kind, seed, x, y));
            assert_eq!(numbers, expected, "kind {kind}, {count} numbers");
        }
    }

    #[test]
    fn equal_items_keep_their_places() {
        let mut numbers: Vec<(i32, usize)> = (0..100)
            .map(|place| (7 * place % 5, place as usize))
            .collect();
        usort(&mut numbers, |one, two| one.0.cmp(&two.0));
        assert!(numbers.is_sorted());
    }
}
