//! What holds for any input.

use proptest::prelude::*;
use shirabe_semver::intervals::{self, compact};
use shirabe_semver::{Constraint, Stability, Version, normalize, php_version_compare, sort};
use std::cmp::Ordering;

/// Texts made of the pieces that the grammar knows.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "1",
        "2",
        "0",
        "10",
        "2010",
        "20100102",
        "99999999999999999999",
        ".",
        ".",
        "-",
        "_",
        "+",
        " ",
        ",",
        "|",
        "||",
        "~",
        "^",
        ">",
        ">=",
        "<",
        "<=",
        "!=",
        "=",
        "*",
        "x",
        ".x",
        "v",
        "dev",
        "-dev",
        "dev-",
        "foo",
        "a",
        "b",
        "beta",
        "RC",
        "rc1",
        "stable",
        "pl",
        "@dev",
        "@beta",
        " as ",
        "#",
        "#abc",
        "\n",
        "\0",
        "é",
        ":",
        " - ",
    ]);
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

/// Versions as people write them. None is `0.0.0.0-dev`: Composer forgets the branches that
/// `!= 0.0.0.0-dev` matches when it compacts.
fn version() -> impl Strategy<Value = Version> {
    let modifier =
        prop::sample::select(vec!["", "", "", "-dev", "-alpha1", "-beta2", "-RC1", "-p1"]);
    let numeric = (1_u8..4, 0_u8..4, 0_u8..3, modifier)
        .prop_map(|(a, b, c, modifier)| format!("{a}.{b}.{c}{modifier}"));
    let branch = prop::sample::select(vec!["dev-a", "dev-b", "dev-c"]).prop_map(str::to_owned);
    prop_oneof![4 => numeric, 1 => branch]
        .prop_map(|text| Version::parse(&text).expect("a version"))
}

/// Constraints made of comparisons and ranges.
fn constraint() -> impl Strategy<Value = Constraint> {
    let op = prop::sample::select(vec!["", ">", ">=", "<", "<=", "!=", "^", "~"]);
    let leaf = (op, version()).prop_map(|(op, version)| {
        let op = if version.is_branch() && op != "!=" {
            ""
        } else {
            op
        };
        Constraint::parse(&format!("{op}{version}")).expect("a constraint")
    });
    leaf.prop_recursive(3, 12, 4, |inner| {
        (prop::collection::vec(inner, 1..4), any::<bool>())
            .prop_map(|(parts, conjunctive)| Constraint::multi(parts, conjunctive))
    })
}

proptest! {
    #[test]
    fn parsing_never_panics(text in prop_oneof![pieces(), any::<String>()]) {
        let _ = Constraint::parse(&text).map(|c| (compact(&c), c.lower_bound(), c.upper_bound()));
        let _ = Stability::of(&text);
        let _ = Version::normalize_branch(&text);
        let _ = php_version_compare(&text, "1.0");
    }

    #[test]
    fn normalising_twice_changes_nothing(text in pieces()) {
        if let Ok(once) = normalize(&text, None) {
            // A branch may have any name, even one that reads as a version with a flag. A date of fewer than four
            // parts reads as a version the second time, and gets four of them.
            let is_short_date = once.split('-').next().is_some_and(|number| number.split('.').count() < 4);
            if !once.starts_with("dev-") && !is_short_date {
                prop_assert_eq!(normalize(&once, None), Ok(once));
            }
        }
    }

    #[test]
    fn stability_survives_normalising(version in version()) {
        prop_assert_eq!(Stability::of(version.as_str()), version.stability());
    }

    #[test]
    fn the_order_is_total(a in version(), b in version(), c in version()) {
        prop_assert_eq!(a.php_cmp(&a), Ordering::Equal);
        prop_assert_eq!(a.php_cmp(&b), b.php_cmp(&a).reverse());
        if a.php_cmp(&b).is_le() && b.php_cmp(&c).is_le() {
            prop_assert!(a.php_cmp(&c).is_le());
        }
        prop_assert_eq!(a.php_cmp(&b), php_version_compare(a.as_str(), b.as_str()));
    }

    #[test]
    fn admitting_is_matching_equality(constraint in constraint(), version in version()) {
        let equality = Constraint::single(shirabe_semver::Op::Eq, version.clone());
        prop_assert_eq!(constraint.admits(&version), constraint.matches(&equality));
        prop_assert_eq!(constraint.admits(&version), equality.matches(&constraint));
    }

    #[test]
    fn ranges_admit_what_the_constraint_admits(constraint in constraint(), version in version()) {
        let found = intervals::get(&constraint);
        let admits = if version.is_branch() {
            found.branches.exclude != found.branches.names().any(|name| *name == version)
        } else {
            found.numeric.iter().any(|interval| {
                interval.start.to_constraint().admits(&version)
                    && interval.end.to_constraint().admits(&version)
            })
        };
        prop_assert_eq!(admits, constraint.admits(&version));
    }

    #[test]
    fn compacting_admits_the_same_numbers(constraint in constraint(), version in version()) {
        // Not the same branches: `!=` admits them and ranges do not, and Composer makes one of the other.
        if !version.is_branch() {
            prop_assert_eq!(compact(&constraint).admits(&version), constraint.admits(&version));
        }
    }

    #[test]
    fn what_both_admit_is_an_intersection(a in constraint(), b in constraint(), version in version()) {
        if a.admits(&version) && b.admits(&version) {
            prop_assert!(a.matches(&b));
            prop_assert!(intervals::have_intersections(&a, &b));
        }
    }

    #[test]
    fn subsets_admit_no_more(a in constraint(), b in constraint(), version in version()) {
        if intervals::is_subset_of(&a, &b) && a.admits(&version) {
            prop_assert!(b.admits(&version));
        }
    }

    #[test]
    fn sorting_keeps_every_version(versions in prop::collection::vec(version(), 0..70)) {
        let texts: Vec<&str> = versions.iter().map(Version::as_str).collect();
        let mut sorted = sort(&texts).expect("versions");
        let numeric: Vec<Version> = sorted
            .iter()
            .filter(|text| !text.starts_with("dev-"))
            .map(|text| Version::from_normalized(text))
            .collect();
        prop_assert!(numeric.is_sorted_by(|a, b| a.php_cmp(b).is_le()) || texts.len() > numeric.len());
        let mut texts = texts.clone();
        sorted.sort_unstable();
        texts.sort_unstable();
        prop_assert_eq!(sorted, texts);
    }
}
