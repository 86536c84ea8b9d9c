//! Versions as written and as normalised.

use shirabe_semver::{Stability, Version, parse_numeric_alias_prefix};

fn normalized(text: &str) -> String {
    Version::parse(text).map_or_else(|error| error.to_string(), |version| version.to_string())
}

#[test]
fn numbers_are_filled_up_to_four() {
    assert_eq!(normalized("v3"), "3.0.0.0");
    assert_eq!(normalized(" 7.4.33 "), "7.4.33.0");
    assert_eq!(normalized("1.02.3.4"), "1.02.3.4");
    assert_eq!(normalized("12."), "12.0.0.0");
    assert_eq!(normalized("5.1.0+build.7"), "5.1.0.0");
}

#[test]
fn modifiers_are_spelled_out() {
    assert_eq!(normalized("2.0b3"), "2.0.0.0-beta3");
    assert_eq!(normalized("2.0.A-1.2"), "2.0.0.0-alpha1.2");
    assert_eq!(normalized("2.0rc.4-dev"), "2.0.0.0-RC4-dev");
    assert_eq!(normalized("2.0-pl2"), "2.0.0.0-patch2");
    assert_eq!(normalized("2.0-STABLE"), "2.0.0.0");
    assert_eq!(normalized("2.0_dev"), "2.0.0.0-dev");
}

#[test]
fn dates_are_versions() {
    assert_eq!(normalized("2021-03-04"), "2021.03.04");
    assert_eq!(normalized("20210304"), "20210304");
    assert_eq!(normalized("2021-03-04-15:16-beta"), "2021.03.04.15.16-beta");
    assert_eq!(normalized("202103.1"), "202103.1");
    assert_eq!(normalized("1234567"), "1234567");
    assert_eq!(normalized("12345"), "12345.0.0.0");
}

#[test]
fn branches_keep_their_names_unless_numeric() {
    assert_eq!(normalized("DEV-Feature/x"), "dev-Feature/x");
    assert_eq!(normalized("trunk"), "dev-trunk");
    assert_eq!(normalized("4.x-dev"), "4.9999999.9999999.9999999-dev");
    let branch = |name| Version::normalize_branch(name).to_string();
    assert_eq!(branch("v2.*"), "2.9999999.9999999.9999999-dev");
    assert_eq!(branch("3.1"), "3.1.9999999.9999999-dev");
    assert_eq!(branch("1.2.3.4.5"), "dev-1.2.3.4.5");
    let old_default = Version::from_normalized("dev-master").normalize_default_branch();
    assert_eq!(old_default.as_str(), "9999999-dev");
    let other = Version::from_normalized("dev-main").normalize_default_branch();
    assert_eq!(other.as_str(), "dev-main");
}

#[test]
fn aliases_and_flags_are_left_aside() {
    assert_eq!(normalized("dev-main as 2.0"), "dev-main");
    assert_eq!(normalized("1.4@beta"), "1.4.0.0");
    assert_eq!(normalized("1.4-rc1@DEV"), "1.4.0.0-RC1");
}

#[test]
fn what_is_no_version_says_so() {
    assert_eq!(normalized(""), "Invalid version string \"\"");
    assert_eq!(normalized("feature"), "Invalid version string \"feature\"");
    assert_eq!(normalized("foo-dev"), "Invalid version string \"foo-dev\"");
    assert_eq!(
        normalized("1.2.3.4.5"),
        "Invalid version string \"1.2.3.4.5\""
    );
    let alias = Version::parse_within("main", "dev-x as main").expect_err("no version");
    assert_eq!(
        alias.to_string(),
        "Invalid version string \"main\" in \"dev-x as main\", the alias must be an exact version"
    );
    let source = Version::parse_within("main", "main as 1.0").expect_err("no version");
    assert_eq!(
        source.to_string(),
        "Invalid version string \"main\" in \"main as 1.0\", the alias source must be an exact \
         version, if it is a branch name you should prefix it with dev-"
    );
}

#[test]
fn stabilities_are_read_from_versions() {
    for (version, stability) in [
        ("1.0.0.0", Stability::Stable),
        ("1.0-p3", Stability::Stable),
        ("1.0-rc2", Stability::RC),
        ("1.0.0.0-beta2+x", Stability::Beta),
        ("1.0a", Stability::Alpha),
        ("1.0-alpha.dev", Stability::Dev),
        ("dev-main#abcdef", Stability::Dev),
        ("1.0#beta", Stability::Stable),
    ] {
        assert_eq!(Stability::of(version), stability, "{version}");
    }
    assert_eq!("rC".parse(), Ok(Stability::RC));
    assert_eq!(Stability::RC.to_string(), "RC");
    assert!("releases".parse::<Stability>().is_err());
    assert_eq!(Stability::from_number(15), Some(Stability::Alpha));
    assert_eq!(Stability::from_number(16), None);
}

#[test]
fn numeric_branches_have_a_prefix() {
    let prefix = |branch| parse_numeric_alias_prefix(branch);
    assert_eq!(prefix("2.1.x-dev").as_deref(), Some("2.1."));
    assert_eq!(prefix("3-DEV").as_deref(), Some("3."));
    assert_eq!(prefix("dev-main"), None);
    assert_eq!(prefix("2.x"), None);
}
