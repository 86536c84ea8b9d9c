//! The order of operations.

use crate::project::packages;
use shirabe_resolver::{OperationStyle, Transaction};

fn operations(present: &str, result: &str) -> Vec<String> {
    Transaction::new(&packages(present), &packages(result))
        .operations()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn dependencies_come_first_and_circles_are_entered_by_name() {
    let result = r#"[
        {"name": "acme/z", "version": "1.0.0"},
        {"name": "acme/b", "version": "1.0.0", "require": {"acme/z": "*", "acme/c": "*"}},
        {"name": "acme/a", "version": "1.0.0"},
        {"name": "acme/c", "version": "1.0.0", "require": {"acme/b": "*"}}
    ]"#;
    assert_eq!(
        operations("[]", result),
        [
            "Installing acme/a (1.0.0)",
            "Installing acme/c (1.0.0)",
            "Installing acme/z (1.0.0)",
            "Installing acme/b (1.0.0)",
        ]
    );
}

#[test]
fn removals_come_before_all_and_plugins_before_the_rest() {
    let present = r#"[
        {"name": "acme/old-a", "version": "1.0.0"},
        {"name": "acme/old-b", "version": "1.0.0"}
    ]"#;
    let result = r#"[
        {"name": "acme/a", "version": "1.0.0"},
        {"name": "acme/needed", "version": "1.0.0"},
        {"name": "acme/plugin", "version": "1.0.0", "type": "composer-plugin", "require": {"acme/needed": "*"}},
        {"name": "acme/small-plugin", "version": "1.0.0", "type": "composer-plugin", "require": {"composer-plugin-api": "^2"}},
        {"name": "acme/fetcher", "version": "1.0.0", "type": "composer-plugin", "extra": {"plugin-modifies-downloads": true}}
    ]"#;
    assert_eq!(
        operations(present, result),
        [
            "Removing acme/old-b (1.0.0)",
            "Removing acme/old-a (1.0.0)",
            "Installing acme/fetcher (1.0.0)",
            "Installing acme/small-plugin (1.0.0)",
            "Installing acme/needed (1.0.0)",
            "Installing acme/plugin (1.0.0)",
            "Installing acme/a (1.0.0)",
        ]
    );
}

#[test]
fn the_same_version_is_updated_when_its_data_changes() {
    let version = |reference: &str, extra: &str| {
        format!(
            r#"[{{"name": "acme/a", "version": "1.0.0", "source": {{"type": "git", "url": "https://example.org/a",
                "reference": "{reference}"}}{extra}}}]"#
        )
    };
    let update = |present: &str, result: &str| operations(present, result);
    assert!(update(&version("one", ""), &version("one", "")).is_empty());
    assert_eq!(
        update(&version("one", ""), &version("two", "")),
        ["Upgrading acme/a (1.0.0 one => 1.0.0 two)"]
    );
    assert_eq!(
        update(
            &version("one", ""),
            &version("one", r#", "abandoned": true"#)
        ),
        ["Upgrading acme/a (1.0.0 => 1.0.0)"]
    );
    assert_eq!(
        update(
            &version("one", r#", "abandoned": "acme/b""#),
            &version("one", r#", "abandoned": "acme/c""#)
        ),
        ["Upgrading acme/a (1.0.0 => 1.0.0)"]
    );
}

#[test]
fn going_down_is_called_so_and_branches_always_go_up() {
    let at = |version: &str| format!(r#"[{{"name": "Acme/A", "version": "{version}"}}]"#);
    assert_eq!(
        operations(&at("2.0.0"), &at("1.0.0")),
        ["Downgrading Acme/A (2.0.0 => 1.0.0)"]
    );
    assert_eq!(
        operations(&at("2.0.0"), &at("dev-fix")),
        ["Upgrading Acme/A (2.0.0 => dev-fix)"]
    );
}

#[test]
fn operations_are_worded_for_lock_files_and_consoles() {
    let transaction = Transaction::new(
        &[],
        &packages(r#"[{"name": "acme/a", "version": "1.0.0"}]"#),
    );
    let describe = |lock, tags| transaction.operations()[0].describe(OperationStyle { lock, tags });
    assert_eq!(describe(true, false), "Locking acme/a (1.0.0)");
    assert_eq!(
        describe(false, true),
        "Installing <info>acme/a</info> (<comment>1.0.0</comment>)"
    );
}
