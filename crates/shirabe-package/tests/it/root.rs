//! The root package.

use crate::data;
use shirabe_package::root::GuessedVersion;
use shirabe_package::{Environment, PackageError, RootPackage};
use shirabe_semver::Stability;

fn root(text: &str) -> Result<RootPackage, PackageError> {
    RootPackage::load(data(text), None)
}

fn refusal(text: &str) -> String {
    root(text).unwrap_err().to_string()
}

#[test]
fn requirements_say_more_than_constraints() {
    let root = root(
        r#"{"name": "acme/app", "minimum-stability": "beta", "prefer-stable": true,
            "require": {"a/a": "dev-main#abc123 as 1.0.x-dev", "b/b": "^1@alpha", "c/c": "^2"},
            "require-dev": {"d/d": "1.x-dev"}}"#,
    )
    .unwrap();
    assert_eq!(root.minimum_stability, Stability::Beta);
    assert!(root.prefer_stable);
    let alias = &root.aliases[0];
    assert_eq!(alias.package, "a/a");
    assert_eq!(alias.version.as_str(), "dev-main");
    assert_eq!(alias.alias_normalized.as_str(), "1.0.9999999.9999999-dev");
    let flags: Vec<(String, u8)> = root
        .stability_flags
        .iter()
        .map(|(name, stability)| (name.to_string(), stability.number()))
        .collect();
    assert_eq!(
        flags,
        [
            ("a/a".to_owned(), 20),
            ("b/b".to_owned(), 15),
            ("d/d".to_owned(), 20)
        ]
    );
    assert_eq!(
        root.references.get("a/a").map(String::as_str),
        Some("abc123")
    );
}

#[test]
fn a_version_is_found_or_stands_in() {
    let none = root(r#"{"name": "acme/app"}"#).unwrap();
    assert_eq!(none.package.version.as_str(), "1.0.0.0");
    assert_eq!(&*none.package.pretty_version, "1.0.0+no-version-set");
    assert!(
        none.missing_version_warning()
            .is_some_and(|text| text.contains("acme/app"))
    );
    let project = root(r#"{"name": "acme/app", "type": "project"}"#).unwrap();
    assert_eq!(project.missing_version_warning(), None);

    let guessed = GuessedVersion {
        pretty_version: "dev-main".into(),
        version: Some("dev-main".into()),
        commit: Some("abc".into()),
    };
    let text = r#"{"extra": {"branch-alias": {"dev-main": "3.x-dev"}}}"#;
    let guess = RootPackage::load(data(text), Some(&guessed)).unwrap();
    assert_eq!(guess.name().as_str(), "__root__");
    assert_eq!(guess.version().as_str(), "3.9999999.9999999.9999999-dev");
    assert_eq!(guess.package.source_reference(), Some("abc"));
    let own = RootPackage::load(data(r#"{"version": "2.0"}"#), Some(&guessed)).unwrap();
    assert_eq!(own.version().as_str(), "2.0.0.0");
}

#[test]
fn the_environment_may_tell_the_version() {
    let told = |text: &str| {
        let environment: Environment = [("COMPOSER_ROOT_VERSION", text)].into_iter().collect();
        GuessedVersion::from_environment(&environment).map(|guessed| guessed.pretty_version)
    };
    assert_eq!(told("1.2-dev").as_deref(), Some("1.2.x-dev"));
    assert_eq!(told("1.2.3").as_deref(), Some("1.2.3"));
    assert_eq!(told("dev-main").as_deref(), Some("dev-main"));
    assert_eq!(told(""), None);
}

#[test]
fn what_a_root_package_may_not_say() {
    assert!(
        refusal(r#"{"name": "Acme/App"}"#).starts_with("Your package name Acme/App is invalid")
    );
    assert!(refusal(r#"{"require": {"Acme": "*"}}"#).starts_with("require.Acme is invalid"));
    assert!(
        refusal(r#"{"name": "a/a", "require": {"a/a": "*"}}"#)
            .starts_with("Root package 'a/a' cannot require itself in its composer.json")
    );
    assert_eq!(
        refusal(r#"{"require": {"a/a": "^1 as"}}"#),
        "composer.json: Link constraint in __root__ requires > a/a should be a valid version \
         constraint, got \"^1 as\""
    );
    assert!(refusal(r#"{"minimum-stability": "shaky"}"#).contains("minimum-stability"));
}
