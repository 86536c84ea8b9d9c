//! Constraints as ranges.

use shirabe_semver::intervals::{compact, get, have_intersections, is_subset_of};
use shirabe_semver::{Constraint, Version};

fn constraint(text: &str) -> Constraint {
    Constraint::parse(text).expect("constraint")
}

fn ranges(text: &str) -> String {
    let found = get(&constraint(text));
    let mut words: Vec<String> = found
        .numeric
        .iter()
        .map(|interval| format!("{} {}", interval.start, interval.end))
        .collect();
    words.push(format!(
        "{}[{}]",
        if found.branches.exclude {
            "all but "
        } else {
            ""
        },
        found
            .branches
            .names()
            .map(Version::as_str)
            .collect::<Vec<_>>()
            .join(" ")
    ));
    words.join(", ")
}

#[test]
fn overlapping_ranges_are_joined() {
    assert_eq!(
        ranges("^1.0 || >=1.5 <3 || 5.0 || dev-x"),
        ">= 1.0.0.0-dev < 3.0.0.0-dev, >= 5.0.0.0 <= 5.0.0.0, [dev-x]"
    );
    assert_eq!(
        ranges("!=2.0"),
        ">= 0.0.0.0-dev < 2.0.0.0, > 2.0.0.0 < 9223372036854775807.0.0.0, all but []"
    );
    assert_eq!(ranges(">=2 <1"), "[]");
    assert_eq!(ranges(">1.0 <=1.0"), "[]");
}

#[test]
fn branches_form_sets() {
    let set = |text| {
        ranges(text)
            .rsplit(", ")
            .next()
            .map(str::to_owned)
            .expect("a set")
    };
    assert_eq!(set("dev-a || dev-b || dev-a"), "[dev-a dev-b]");
    assert_eq!(set("!=dev-a || dev-a"), "all but []");
    assert_eq!(set("!=dev-a !=dev-b"), "all but [dev-a dev-b]");
    assert_eq!(set("!=dev-a !=dev-b || !=dev-b"), "all but [dev-b]");
    assert_eq!(set("!=dev-a dev-a"), "[]");
    assert_eq!(set("!=dev-a dev-b"), "[dev-b]");
}

#[test]
fn subsets() {
    let subset = |a, b| is_subset_of(&constraint(a), &constraint(b));
    assert!(subset("^1.2", "^1.0 || ^2.0"));
    assert!(subset("dev-a", "dev-a || dev-b"));
    assert!(!subset("^1.0", "^1.2"));
    assert!(!subset("*", "^1.0"));
    assert!(!subset("!=dev-a", "dev-a"));
    assert!(is_subset_of(&constraint("1.0"), &Constraint::all()));
    assert!(!is_subset_of(&Constraint::none(), &constraint("1.0")));
    // The place of a branch in the list counts, as it does in Composer.
    assert!(!subset("dev-a || dev-b", "!=dev-c dev-b || dev-b"));
}

#[test]
fn intersections() {
    let meet = |a, b| have_intersections(&constraint(a), &constraint(b));
    assert!(meet("^1.0", "~1.4.2"));
    assert!(!meet("^1.0", "^2.0"));
    assert!(!meet("dev-a", ">=0"));
    assert!(meet("!=dev-a", "!=dev-b"));
    assert!(!have_intersections(&Constraint::none(), &constraint("1.0")));
}

#[test]
fn compacting_says_the_same_in_fewer_words() {
    let compacted = |parts: &[&str], conjunctive| {
        let parts = parts.iter().map(|text| constraint(text)).collect();
        compact(&Constraint::multi(parts, conjunctive)).to_string()
    };
    assert_eq!(
        compacted(&["^1.0", "^1.5 || ^2.2", "2.4.1"], false),
        "[[>= 1.0.0.0-dev < 2.0.0.0-dev] || [>= 2.2.0.0-dev < 3.0.0.0-dev]]"
    );
    assert_eq!(
        compacted(&["<1.5", ">1.5"], false),
        "[< 1.5.0.0-dev || > 1.5.0.0]"
    );
    assert_eq!(
        compacted(&["!=1.5", ">=1.0", "!=2.0"], true),
        "[>= 1.0.0.0-dev != 1.5.0.0 != 2.0.0.0]"
    );
    assert_eq!(compacted(&["!=1.5", "1.5", "dev-a"], false), "*");
    assert_eq!(compacted(&["1.0", "2.0"], true), "[]");
    assert_eq!(compacted(&[">1.0", "!=dev-a"], true), "> 1.0.0.0");
    assert_eq!(
        compacted(&["*", "!=dev-a", "!=dev-b"], true),
        "[!= dev-a != dev-b]"
    );
    assert_eq!(
        compacted(&["!=1.5", "!=dev-a"], true),
        "[!= 1.5.0.0 != dev-a]"
    );
    assert_eq!(
        compacted(&[">=1.0-dev <=1.0", "dev-x"], false),
        "[[>= 1.0.0.0-dev <= 1.0.0.0] || == dev-x]"
    );
}
