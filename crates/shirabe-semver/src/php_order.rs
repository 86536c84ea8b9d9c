//! Sorting as PHP sorts, for orders that are not consistent.
//!
//! Named branches are neither below nor above one another, so what sorting makes of them depends
//! on which pairs are compared. PHP sorts up to sixteen values by insertion and partitions longer
//! lists; values that compare equal keep their order. See <https://www.php.net/usort>.

use std::cmp::Ordering;

/// The longest list that is sorted by insertion.
const SHORT: usize = 16;
/// From this length on, five values are looked at for a pivot instead of three.
const LONG: usize = 1024;

/// Sorts `values`; never fails, whatever `compare` answers.
pub(crate) fn sort_by<T>(values: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let mut numbered: Vec<(usize, T)> = values.drain(..).enumerate().collect();
    let greater = |a: &(usize, T), b: &(usize, T)| compare(&a.1, &b.1).then(a.0.cmp(&b.0)).is_gt();
    sort(&mut numbered, &greater);
    values.extend(numbered.into_iter().map(|(_, value)| value));
}

fn sort<T>(mut list: &mut [T], greater: &impl Fn(&T, &T) -> bool) {
    while list.len() > SHORT {
        let border = partition(list, greater);
        let (low, rest) = list.split_at_mut(border);
        let high = &mut rest[1..];
        // The longer side stays in the loop, so that the stack stays shallow.
        if low.len() < high.len() {
            sort(low, greater);
            list = high;
        } else {
            sort(high, greater);
            list = low;
        }
    }
    insertion(list, greater);
}

/// Puts a pivot in its place, lower values before it, and says where that is.
fn partition<T>(list: &mut [T], greater: &impl Fn(&T, &T) -> bool) -> usize {
    let (middle, last) = (list.len() / 2, list.len() - 1);
    if list.len() >= LONG {
        let quarter = middle / 2;
        network(list, &[0, quarter, middle, middle + quarter, last], greater);
    } else {
        network(list, &[0, middle, last], greater);
    }
    list.swap(1, middle);
    let (mut low, mut high) = (2, last);
    'search: loop {
        while greater(&list[1], &list[low]) {
            low += 1;
            if low == high {
                break 'search;
            }
        }
        high -= 1;
        if high == low {
            break;
        }
        while greater(&list[high], &list[1]) {
            high -= 1;
            if high == low {
                break 'search;
            }
        }
        list.swap(low, high);
        low += 1;
        if low == high {
            break;
        }
    }
    list.swap(1, low - 1);
    low - 1
}

/// Sorts the few values at `at`, each new one sinking from the end.
fn network<T>(list: &mut [T], at: &[usize], greater: &impl Fn(&T, &T) -> bool) {
    match *at {
        [a, b] if greater(&list[a], &list[b]) => list.swap(a, b),
        [_, _] => {}
        [a, b, c] => {
            if !greater(&list[a], &list[b]) {
                if greater(&list[b], &list[c]) {
                    list.swap(b, c);
                    network(list, &[a, b], greater);
                }
            } else if !greater(&list[c], &list[b]) {
                list.swap(a, c);
            } else {
                list.swap(a, b);
                network(list, &[b, c], greater);
            }
        }
        [.., _, _] => {
            let (last, rest) = (at[at.len() - 1], &at[..at.len() - 1]);
            network(list, rest, greater);
            let mut place = last;
            for &before in rest.iter().rev() {
                if !greater(&list[before], &list[place]) {
                    break;
                }
                list.swap(before, place);
                place = before;
            }
        }
        _ => {}
    }
}

fn insertion<T>(list: &mut [T], greater: &impl Fn(&T, &T) -> bool) {
    if list.len() <= 5 {
        let at = [0, 1, 2, 3, 4];
        return network(list, &at[..list.len()], greater);
    }
    for new in 1..list.len() {
        let place = if new < 6 {
            (0..new)
                .rev()
                .find(|&before| !greater(&list[before], &list[new]))
                .map_or(0, |before| before + 1)
        } else {
            place_by_pairs(list, new, greater)
        };
        list[place..=new].rotate_right(1);
    }
}

/// Where the value at `new` belongs among those before it, looking at every second one.
fn place_by_pairs<T>(list: &[T], new: usize, greater: &impl Fn(&T, &T) -> bool) -> usize {
    let mut at = new - 1;
    if !greater(&list[at], &list[new]) {
        return new;
    }
    loop {
        at -= 2;
        if !greater(&list[at], &list[new]) {
            at += 1;
            return if greater(&list[at], &list[new]) {
                at
            } else {
                at + 1
            };
        }
        match at {
            0 => return 0,
            1 => return usize::from(greater(&list[new], &list[0])),
            _ => {}
        }
    }
}
