//! The order of versions.

use shirabe_semver::{Op, Version, compare, is_upgrade, php_version_compare, rsort, sort};
use std::cmp::Ordering;

#[test]
fn versions_compare_as_in_php() {
    let ascending = [
        "dev-main",
        "1.0.0.0-dev",
        "1.0.0.0-alpha1",
        "1.0.0.0-beta",
        "1.0.0.0-beta2",
        "1.0.0.0-RC1-dev",
        "1.0.0.0-RC1",
        "1.0.0.0",
        "1.0.0.0-patch1",
        "1.0.0.1",
        "1.0.10.0",
        "1.9999999.9999999.9999999-dev",
        "20250101",
        "20250101123456",
        "9223372036854775807.0.0.0",
    ];
    for (n, low) in ascending.iter().enumerate() {
        let low_version = Version::from_normalized(low);
        assert_eq!(php_version_compare(low, low), Ordering::Equal);
        for high in &ascending[n + 1..] {
            let high_version = Version::from_normalized(high);
            assert_eq!(
                php_version_compare(low, high),
                Ordering::Less,
                "{low} {high}"
            );
            assert_eq!(low_version.php_cmp(&high_version), Ordering::Less);
            assert_eq!(high_version.php_cmp(&low_version), Ordering::Greater);
        }
    }
}

#[test]
fn php_has_its_oddities() {
    assert_eq!(php_version_compare("", ""), Ordering::Equal);
    assert_eq!(php_version_compare("", "0"), Ordering::Less);
    assert_eq!(php_version_compare("1", "1.0"), Ordering::Less);
    assert_eq!(php_version_compare("1.", "1."), Ordering::Less);
    assert_eq!(php_version_compare("#1", "5"), Ordering::Equal);
    assert_eq!(php_version_compare("1.0-rc", "1.0RC"), Ordering::Equal);
    assert_eq!(php_version_compare("1.0-Rc", "1.0-dev"), Ordering::Less);
    assert_eq!(php_version_compare("1.foo", "1.qux"), Ordering::Equal);
    assert_eq!(
        php_version_compare("99999999999999999999", "9223372036854775807"),
        Ordering::Equal
    );
}

#[test]
fn sorting_takes_old_default_branches_for_the_highest() {
    let versions = ["2.0", "dev-master", "dev-x", "2.0-beta"];
    assert_eq!(
        sort(&versions).expect("versions"),
        ["dev-x", "2.0-beta", "2.0", "dev-master"]
    );
    assert_eq!(
        rsort(&versions).expect("versions"),
        ["dev-master", "2.0", "2.0-beta", "dev-x"]
    );
    assert!(sort(&["1.0", "nothing"]).is_err());
}

#[test]
fn sorting_branches_depends_on_the_comparisons_as_in_php() {
    // Sorted by PHP 8.2.
    let few = ["dev-a", "dev-b", "1.0", "dev-c", "dev-d", "0.5", "dev-e"];
    assert_eq!(
        sort(&few).expect("versions"),
        ["dev-d", "dev-e", "dev-c", "dev-b", "dev-a", "0.5", "1.0"]
    );
}

#[test]
fn a_branch_compares_with_numbers_by_its_text() {
    let v = Version::from_normalized;
    assert!(compare(&v("dev-main"), Op::Lt, &v("0.0.1.0")));
    assert!(!compare(&v("dev-a"), Op::Lt, &v("dev-b")));
    assert!(compare(&v("dev-a"), Op::Ne, &v("dev-b")));
    assert!(compare(&v("dev-a"), Op::Eq, &v("dev-a")));
}

#[test]
fn upgrades_are_known() {
    let is = |from, to| {
        is_upgrade(
            &Version::from_normalized(from),
            &Version::from_normalized(to),
        )
    };
    assert!(is("1.0.0.0", "1.0.1.0"));
    assert!(!is("1.0.1.0", "1.0.0.0"));
    assert!(is("1.0.0.0", "dev-master"));
    assert!(!is("dev-master", "1.0.0.0"));
    assert!(is("dev-feature", "1.0.0.0"));
}
