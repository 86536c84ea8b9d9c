//! Loading and dumping.

use crate::{data, package, shown};
use shirabe_package::{Loader, dumper, loader};

#[test]
fn every_key_comes_back_in_its_place() {
    let text = r#"{
        "unknown": 1,
        "funding": [{"type": "x", "url": "https://example.org/fund"}],
        "support": {"issues": "https://example.org/issues"},
        "keywords": ["zeta", "10", "9", "alpha"],
        "homepage": "https://example.org",
        "description": "Does things",
        "authors": [{"name": "Ada"}],
        "license": "MIT",
        "scripts": {"test": "phpunit"},
        "archive": {"exclude": ["/tests"]},
        "php-ext": {"extension-name": "x"},
        "include-path": ["lib"],
        "notification-url": "https://example.org/downloads/",
        "autoload-dev": {"psr-4": {"Acme\\Tests\\": "tests/"}},
        "autoload": {"psr-4": {"Acme\\": "src/"}},
        "installation-source": "dist",
        "extra": {"a": 1},
        "type": "Library",
        "bin": "/bin/run",
        "default-branch": true,
        "time": "2024-02-29 12:00:00",
        "suggest": {"ext-z": "for speed", "ext-a": "self.version"},
        "require-dev": {"acme/t": "*"},
        "replace": {"acme/r": "self.version"},
        "provide": {"acme/p": "1.0"},
        "conflict": {"acme/c": "<2"},
        "require": {"php": ">=8.1", "Acme/B": "^1 || ^2", "ext-json": "*"},
        "dist": {"url": "https://example.org/a.zip", "type": "zip", "shasum": "", "reference": "abc"},
        "source": {"reference": "abc", "url": "https://example.org/a.git", "type": "git"},
        "target-dir": "/a/../b",
        "abandoned": "acme/new",
        "transport-options": {"symlink": false},
        "version": "v1.2",
        "name": "Acme/Thing"
    }"#;
    let loaded = package(text);
    insta::assert_snapshot!(shown(dumper::dump(loaded.base())));
}

#[test]
fn what_is_dumped_loads_alike() {
    let text = r#"{"name": "acme/a", "version": "dev-main", "require": {"b/b": "self.version"},
        "source": {"type": "git", "url": "u", "reference": 12}, "scripts": {"a": ["b"]}}"#;
    let once = dumper::dump(package(text).base());
    let twice = dumper::dump(Loader::new().load(once.clone()).unwrap().base());
    assert_eq!(shown(once), shown(twice));
}

#[test]
fn transport_options_are_for_the_lock_alone() {
    let text = r#"{"name": "acme/a", "version": "1.0", "transport-options": {"symlink": true}}"#;
    let plain = loader::load(data(text)).unwrap();
    assert!(plain.base().transport_options().is_none());
    assert!(package(text).base().transport_options().is_some());
}

#[test]
fn a_loader_shares_names_and_constraints() {
    let mut loader = Loader::new();
    let mut load = |version: &str| {
        loader
            .load(data(&format!(
                r#"{{"name": "acme/a", "version": "{version}", "require": {{"acme/b": "^1.0"}}}}"#
            )))
            .unwrap()
    };
    let (one, two) = (load("1.0"), load("1.1"));
    assert!(
        one.requires()[0]
            .constraint
            .ptr_eq(&two.requires()[0].constraint)
    );
    assert!(std::sync::Arc::ptr_eq(
        one.name().as_arc(),
        two.name().as_arc()
    ));
}

#[test]
fn a_repository_may_not_say_what_a_lock_may() {
    let to_itself =
        r#"{"name": "acme/a", "version": "1.0", "require": {"acme/a": "*", "b/b": "*"}}"#;
    let mut loader = Loader::new();
    assert_eq!(loader.load(data(to_itself)).unwrap().requires().len(), 2);
    let strict = loader.load_from_repository(data(to_itself)).unwrap();
    assert_eq!(strict.requires().len(), 1);
    let no_text = r#"{"name": "acme/a", "version": "1.0", "require": {"b/b": 1}}"#;
    assert!(loader.load(data(no_text)).unwrap().requires().is_empty());
    let error = loader.load_from_repository(data(no_text)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Link constraint in acme/a requires > b/b should be a string, got int (1)"
    );
}

#[test]
fn two_spellings_of_a_name_are_one_link() {
    let loaded = package(
        r#"{"name": "a/a", "version": "1", "require": {"B/b": "^1", "c/c": "*", "b/B": "^2"}}"#,
    );
    let shown: Vec<String> = loaded
        .requires()
        .iter()
        .map(|link| format!("{} {}", link.target, link.pretty_constraint))
        .collect();
    assert_eq!(shown, ["b/b ^2", "c/c *"]);
}

#[test]
fn what_cannot_be_loaded_is_named() {
    let cases = [
        (
            r#"{"version": "1"}"#,
            "Unknown package has no name defined ({\"version\":\"1\"}).",
        ),
        (r#"{"name": "a/a"}"#, "Package a/a has no version defined."),
        (
            r#"{"name": "a/a", "version": "bogus version"}"#,
            "Failed to normalize version for package \"a/a\": Invalid version string \"bogus version\"",
        ),
        (
            r#"{"name": "a/a", "version": "1", "require": {"b/b": "^^1"}}"#,
            "Link constraint in a/a requires > b/b should be a valid version constraint, got \"^^1\"",
        ),
        (
            r#"{"name": "a/a", "version": "1", "dist": {"type": "zip"}}"#,
            "Package a/a's dist key should be specified as {\"type\": ..., \"url\": ..., \
             \"reference\": ..., \"shasum\": ...},\n{\"type\":\"zip\"} given.",
        ),
        (
            r#"{"name": "a/a", "version": "1", "autoload": "src"}"#,
            "Package a/a: the key \"autoload\" should be an array, string given.",
        ),
    ];
    for (text, expected) in cases {
        let error = loader::load(data(text)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_commit_moves_the_url_where_the_host_makes_archives_of_any() {
    let old = "a".repeat(40);
    let new = "b".repeat(40);
    let text = |url: &str| {
        format!(
            r#"{{"name": "a/a", "version": "dev-main",
                "source": {{"type": "git", "url": "u", "reference": "{old}"}},
                "dist": {{"type": "zip", "url": "{url}", "reference": "{old}"}}}}"#
        )
    };
    let hosted = package(&text(&format!(
        "https://api.github.com/repos/a/a/zipball/{old}"
    )))
    .with_base(|package| package.set_source_dist_references(&new));
    assert_eq!(
        hosted.base().dist_url(),
        Some(format!("https://api.github.com/repos/a/a/zipball/{new}").as_str())
    );
    let elsewhere = package(&text(&format!("https://example.org/{old}.zip")))
        .with_base(|package| package.set_source_dist_references(&new));
    assert_eq!(
        elsewhere.base().dist_url(),
        Some(format!("https://example.org/{old}.zip").as_str())
    );
    assert_eq!(elsewhere.base().dist_reference(), Some(new.as_str()));
    assert_eq!(elsewhere.base().source_reference(), Some(new.as_str()));
}
