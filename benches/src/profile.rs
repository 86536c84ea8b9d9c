//! Reading a profile that callgrind wrote: what the calls into the allocator cost.
//!
//! The format: <https://valgrind.org/docs/manual/cl-format.html>.

use crate::allocator_names::{is_entry, is_inside};
use serde::Serialize;
use std::collections::HashMap;

/// What a profile says of the allocator.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Share {
    /// Instructions of everything.
    pub(crate) total: f64,
    /// Instructions within calls that allocate, change or free a block, whatever those call.
    pub(crate) allocator: f64,
    /// How many such calls there were.
    pub(crate) calls: f64,
}

impl Share {
    /// The allocator's part, in percent.
    pub(crate) fn percent(&self) -> f64 {
        if self.total > 0.0 {
            100.0 * self.allocator / self.total
        } else {
            0.0
        }
    }
}

/// Reads a profile. Lines that mean nothing here are passed over.
pub(crate) fn share(profile: &str) -> Share {
    let mut names: HashMap<&str, bool> = HashMap::new();
    let mut inside: HashMap<&str, bool> = HashMap::new();
    let mut share = Share {
        total: 0.0,
        allocator: 0.0,
        calls: 0.0,
    };
    let (mut caller_inside, mut callee_entry) = (false, false);
    let mut calls = None;
    for line in profile.lines() {
        if let Some(function) = line.strip_prefix("fn=") {
            caller_inside = resolve(function, &mut inside, is_inside);
            resolve(function, &mut names, is_entry);
        } else if let Some(function) = line.strip_prefix("cfn=") {
            callee_entry = resolve(function, &mut names, is_entry);
            resolve(function, &mut inside, is_inside);
        } else if let Some(count) = line.strip_prefix("calls=") {
            calls = count.split(' ').next().and_then(|count| count.parse().ok());
        } else if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c)) {
            let cost = line.split(' ').nth(1).and_then(|cost| cost.parse().ok());
            let cost: f64 = cost.unwrap_or(0.0);
            match calls.take() {
                None => share.total += cost,
                Some(count) if callee_entry && !caller_inside => {
                    let count: f64 = count;
                    share.calls += count;
                    share.allocator += cost;
                }
                Some(_) => {}
            }
        }
    }
    share
}

/// What holds of a function, which is written `(number) name` where it comes first and `(number)`
/// from then on.
fn resolve<'p>(
    function: &'p str,
    known: &mut HashMap<&'p str, bool>,
    holds: fn(&str) -> bool,
) -> bool {
    match function.split_once(' ') {
        Some((number, name)) => *known.entry(number).or_insert_with(|| holds(name)),
        None => known.get(function).copied().unwrap_or(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `main` costs 100 itself and calls `__rust_alloc` 3 times for 60, which calls `malloc` for 45;
    /// `work` costs 40 and frees twice for 20.
    const PROFILE: &str = "\
# callgrind format
positions: line
events: Ir
summary: 220

fl=(1) main.rs
fn=(1) main
1 90
+2 10
cfi=(2) alloc.rs
cfn=(2) __rustc::__rust_alloc
calls=3 10
+1 60
cfn=(4) work
calls=1 7
* 60

fn=(2)
10 15
cfn=(3) malloc
calls=3 99
* 45

fn=(3)
99 45

fn=(4)
7 40
cfn=(5) free
calls=2 1
7 20

fn=(5)
1 20
";

    #[test]
    fn calls_from_outside_are_counted_with_all_that_they_call() {
        let share = share(PROFILE);
        assert_eq!(share.total, 220.0);
        assert_eq!(share.allocator, 80.0);
        assert_eq!(share.calls, 5.0);
        assert!((share.percent() - 36.36).abs() < 0.01);
    }

    #[test]
    fn an_empty_profile_has_no_share() {
        assert_eq!(share("").percent(), 0.0);
    }
}
