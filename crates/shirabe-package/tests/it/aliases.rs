//! Branch aliases, the default branch's, and `self.version` under them.

use crate::package;
use shirabe_package::{AnyPackage, LinkKind};

fn alias_of(text: &str) -> Option<(String, String)> {
    let loaded = package(text);
    let alias = loaded.as_alias()?;
    Some((alias.version.to_string(), alias.pretty_version.to_string()))
}

fn pair(version: &str, pretty: &str) -> Option<(String, String)> {
    Some((version.to_owned(), pretty.to_owned()))
}

#[test]
fn a_branch_may_have_an_alias() {
    let with = |version: &str, extra: &str| {
        alias_of(&format!(
            r#"{{"name": "a/a", "version": "{version}", "extra": {{"branch-alias": {extra}}}}}"#
        ))
    };
    assert_eq!(
        with("dev-main", r#"{"dev-main": "1.2.x-dev"}"#),
        pair("1.2.9999999.9999999-dev", "1.2.x-dev")
    );
    assert_eq!(with("dev-main", r#"{"dev-other": "1.x-dev"}"#), None);
    assert_eq!(with("dev-main", r#"{"dev-main": "1.2"}"#), None);
    assert_eq!(with("1.0", r#"{"1.0": "1.x-dev"}"#), None);
    assert_eq!(
        with("1.x-dev", r#"{"1.x-dev": "1.5.x-dev"}"#),
        pair("1.5.9999999.9999999-dev", "1.5.x-dev")
    );
    assert_eq!(with("1.x-dev", r#"{"1.x-dev": "2.0.x-dev"}"#), None);
}

#[test]
fn the_default_branch_has_one_where_its_name_is_no_number() {
    let head = |version: &str| {
        alias_of(&format!(
            r#"{{"name": "a/a", "version": "{version}", "default-branch": true}}"#
        ))
    };
    assert_eq!(head("dev-main"), pair("9999999-dev", "9999999-dev"));
    assert_eq!(head("2.x-dev"), None);
    assert_eq!(head("v2.x-dev"), None);
}

#[test]
fn self_version_means_the_alias() {
    let loaded = package(
        r#"{"name": "a/a", "version": "dev-main", "require": {"a/b": "self.version", "c/c": "^1"},
            "replace": {"a/r": "self.version"}, "extra": {"branch-alias": {"dev-main": "2.x-dev"}}}"#,
    );
    let alias = loaded.as_alias().unwrap();
    assert!(alias.has_self_version_requires);
    let shown = |kind| -> Vec<String> {
        loaded
            .links(kind)
            .iter()
            .map(|link| format!("{} {}", link.target, link.pretty_constraint))
            .collect()
    };
    assert_eq!(shown(LinkKind::Require), ["a/b 2.x-dev", "c/c ^1"]);
    assert_eq!(
        shown(LinkKind::Replace),
        ["a/r self.version", "a/r 2.x-dev"]
    );
    assert_eq!(
        loaded.requires()[0].constraint.to_string(),
        "== 2.9999999.9999999.9999999-dev"
    );
    assert_eq!(loaded.names(true), ["a/a", "a/r"]);
    assert_eq!(
        loaded.to_string(),
        "a/a-2.9999999.9999999.9999999-dev (alias of dev-main)"
    );
}

#[test]
fn a_changed_package_keeps_its_alias() {
    let loaded = package(
        r#"{"name": "a/a", "version": "dev-main", "default-branch": true,
            "source": {"type": "git", "url": "u", "reference": "one"}}"#,
    );
    let changed = loaded.with_base(|package| package.set_source_reference(Some("two".into())));
    assert!(changed.is_alias());
    assert_eq!(changed.base().source_reference(), Some("two"));
    assert_eq!(loaded.base().source_reference(), Some("one"));
    assert!(matches!(changed, AnyPackage::Alias(_)));
    assert!(!changed.is_same(&loaded));
}
