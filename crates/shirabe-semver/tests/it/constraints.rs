//! Constraints as written, and what they match.

use shirabe_semver::{Bound, Constraint, Op, Version, satisfied_by, satisfies};

fn parsed(text: &str) -> String {
    Constraint::parse(text).map_or_else(
        |error| error.to_string(),
        |constraint| constraint.to_string(),
    )
}

#[test]
fn ranges_are_two_comparisons() {
    assert_eq!(parsed("^1.4"), "[>= 1.4.0.0-dev < 2.0.0.0-dev]");
    assert_eq!(parsed("^0.4.1"), "[>= 0.4.1.0-dev < 0.5.0.0-dev]");
    assert_eq!(parsed("^0.0.7"), "[>= 0.0.7.0-dev < 0.0.8.0-dev]");
    assert_eq!(parsed("^2.0-beta2"), "[>= 2.0.0.0-beta2 < 3.0.0.0-dev]");
    assert_eq!(parsed("~1.4"), "[>= 1.4.0.0-dev < 2.0.0.0-dev]");
    assert_eq!(parsed("~1.4.2.8"), "[>= 1.4.2.8-dev < 1.4.3.0-dev]");
    assert_eq!(
        parsed("~3.x-dev"),
        "[>= 3.9999999.9999999.9999999-dev < 4.0.0.0-dev]"
    );
    assert_eq!(parsed("5.1.*"), "[>= 5.1.0.0-dev < 5.2.0.0-dev]");
    assert_eq!(parsed("0.*"), "< 1.0.0.0-dev");
    assert_eq!(parsed("1.0 - 2.1"), "[>= 1.0.0.0-dev < 2.2.0.0-dev]");
    assert_eq!(parsed("1.0-RC1 - 2.1.0"), "[>= 1.0.0.0-RC1 <= 2.1.0.0]");
    assert_eq!(
        parsed("^123456.1.1.1-RC"),
        "Invalid version string \"123456.1.1.1-RC\""
    );
    assert_eq!(
        parsed("9223372036854775807.*"),
        "[>= 9223372036854775807.0.0.0-dev < 9.2233720368548E+18.0.0.0-dev]"
    );
}

#[test]
fn comparisons_take_development_versions_into_account() {
    assert_eq!(parsed(">=1.2"), ">= 1.2.0.0-dev");
    assert_eq!(parsed("< 1.2"), "< 1.2.0.0-dev");
    assert_eq!(parsed(">1.2"), "> 1.2.0.0");
    assert_eq!(parsed(">=1.2-beta"), ">= 1.2.0.0-beta");
    assert_eq!(parsed(">=1.2-rc1"), ">= 1.2.0.0-RC1-dev");
    assert_eq!(parsed(">=1.2@alpha"), ">= 1.2.0.0-alpha");
    assert_eq!(parsed("1.2@alpha"), "== 1.2.0.0");
    assert_eq!(parsed("<>1.2"), "!= 1.2.0.0");
}

#[test]
fn wildcards_and_branches() {
    assert_eq!(parsed("*"), "*");
    assert_eq!(parsed("@dev"), "*");
    assert_eq!(parsed("*.*"), ">= 0.0.0.0-dev");
    assert_eq!(parsed("dev-main#1f2e3d"), "== dev-main");
    assert_eq!(parsed("feature/x-dev"), "== dev-feature/x");
    assert_eq!(parsed("1.x-dev#abc"), "== 1.9999999.9999999.9999999-dev");
    assert_eq!(parsed("dev-main as 1.0"), "== dev-main");
}

#[test]
fn conjunctions_and_alternatives() {
    assert_eq!(
        parsed(">1.0, <2 !=1.5"),
        "[> 1.0.0.0 < 2.0.0.0-dev != 1.5.0.0]"
    );
    assert_eq!(
        parsed("1.0|2.0 || dev-x"),
        "[== 1.0.0.0 || == 2.0.0.0 || == dev-x]"
    );
    assert_eq!(parsed("^1.0||^2.0||^3.0"), "[>= 1.0.0.0-dev < 4.0.0.0-dev]");
    assert_eq!(
        parsed("^1.0||^2.0||^4.0"),
        "[[>= 1.0.0.0-dev < 3.0.0.0-dev] || [>= 4.0.0.0-dev < 5.0.0.0-dev]]"
    );
}

#[test]
fn what_is_no_constraint_says_so() {
    assert_eq!(
        parsed("^1.0 nothing"),
        "Could not parse version constraint nothing: Invalid version string \"nothing\""
    );
    assert_eq!(
        parsed("~>2.0"),
        "Could not parse version constraint ~>2.0: Invalid operator \"~>\", you probably meant to \
         use the \"~\" operator"
    );
    assert!(Constraint::parse("").is_err());
    assert!(Constraint::parse("1.0 ||").is_err());
}

#[test]
fn the_written_text_is_kept() {
    let constraint = Constraint::parse(" ^1.0").expect("constraint");
    assert_eq!(constraint.pretty(), " ^1.0");
    assert_eq!(
        Constraint::parse("0").expect("constraint").pretty(),
        "== 0.0.0.0"
    );
    assert_eq!(Constraint::all().pretty(), "*");
    assert_eq!(constraint, Constraint::parse("~1.0").expect("constraint"));
}

#[test]
fn versions_are_admitted() {
    let yes = |version, constraint| satisfies(version, constraint).expect("both parse");
    assert!(yes("1.9.3", "^1.2 || ^3"));
    assert!(yes("3.0-dev", "^1.2 || ^3"));
    assert!(!yes("2.0", "^1.2 || ^3"));
    assert!(yes("dev-main", "!=dev-old"));
    assert!(!yes("dev-main", ">=0"));
    assert!(!yes("dev-old", "!=dev-old"));
    assert!(yes("20250101123456", ">20250101123455"));
    assert_eq!(
        satisfied_by(&["1.0", "1.5-beta", "2.0"], "^1.1").expect("all parse"),
        ["1.5-beta"]
    );
    assert!(satisfies("x", "*").is_err());
    assert!(satisfies("1.0", "x y").is_err());
}

#[test]
fn constraints_meet_where_ranges_do() {
    let meet = |a, b| {
        let a = Constraint::parse(a).expect("constraint");
        a.matches(&Constraint::parse(b).expect("constraint"))
    };
    assert!(meet("^1.0", ">=1.5"));
    assert!(!meet(">2.0", "<=2.0"));
    assert!(!meet(">=2.0.0-stable", "<2.0.0-stable"));
    assert!(!meet(">1 <2", "<1 || >2"));
    assert!(meet("!=1.0", "!=1.0"));
    assert!(!meet("!=1.0", "1.0"));
    assert!(!meet("dev-a", "dev-b"));
    assert!(!Constraint::none().matches(&Constraint::all()));
    assert!(
        !Constraint::parse("1.0")
            .expect("constraint")
            .matches(&Constraint::none())
    );
}

#[test]
fn bounds_are_the_ends() {
    let constraint = Constraint::parse("^1.2 || >3").expect("constraint");
    assert_eq!(
        constraint.lower_bound().to_string(),
        "1.2.0.0-dev [inclusive]"
    );
    assert!(constraint.upper_bound().is_positive_infinity());
    let both = Constraint::parse(">=1.2 >1.2.0-dev <=4").expect("constraint");
    assert_eq!(both.lower_bound().to_string(), "1.2.0.0-dev [exclusive]");
    assert_eq!(both.upper_bound().to_string(), "4.0.0.0 [inclusive]");
    assert!(
        Constraint::parse("dev-x")
            .expect("constraint")
            .lower_bound()
            .is_zero()
    );
    assert_eq!(Constraint::all().upper_bound(), Bound::positive_infinity());
    let none = Constraint::none();
    assert_eq!(none.lower_bound(), none.upper_bound());
}

#[test]
fn several_become_one() {
    let single = |op, v| Constraint::single(op, Version::from_normalized(v));
    let a = single(Op::Ge, "1.0.0.0");
    assert!(Constraint::multi(vec![], true).is_all());
    assert!(Constraint::multi(vec![a.clone()], false).ptr_eq(&a));
    let both = Constraint::multi(vec![a, single(Op::Lt, "2.0.0.0")], true);
    assert_eq!(both.to_string(), "[>= 1.0.0.0 < 2.0.0.0]");
}
