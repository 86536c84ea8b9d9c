//! Updates of some packages only.

use crate::project::Project;
use shirabe_resolver::UpdateScope;

const REPOSITORY: &str = r#"[
    {"name": "acme/a", "version": "1.0.0", "require": {"acme/dep": "^1"}},
    {"name": "acme/a", "version": "1.1.0", "require": {"acme/dep": "^1.1"}},
    {"name": "acme/b", "version": "1.0.0", "require": {"acme/dep": "*"}},
    {"name": "acme/b", "version": "1.1.0", "require": {"acme/dep": "*"}},
    {"name": "acme/dep", "version": "1.0.0"},
    {"name": "acme/dep", "version": "1.1.0"}
]"#;

const LOCK: &str = r#"[
    {"name": "acme/a", "version": "1.0.0", "require": {"acme/dep": "^1"}},
    {"name": "acme/b", "version": "1.0.0", "require": {"acme/dep": "*"}},
    {"name": "acme/dep", "version": "1.0.0"}
]"#;

fn project() -> Project {
    Project::new(REPOSITORY)
        .require("acme/a", "*")
        .require("acme/b", "*")
        .locked(LOCK)
}

#[test]
fn a_full_update_moves_everything() {
    assert_eq!(
        project().operations(),
        [
            "Upgrading acme/dep (1.0.0 => 1.1.0)",
            "Upgrading acme/a (1.0.0 => 1.1.0)",
            "Upgrading acme/b (1.0.0 => 1.1.0)"
        ]
    );
}

#[test]
fn only_the_listed_package_moves() {
    let only = |names: &[&str]| {
        project()
            .update(names, UpdateScope::OnlyListed)
            .operations()
    };
    assert_eq!(only(&["acme/b"]), ["Upgrading acme/b (1.0.0 => 1.1.0)"]);
    // The new version needs what stays locked.
    assert!(only(&["acme/a"]).is_empty());
    assert_eq!(only(&["ACME/*"]), project().operations());
}

#[test]
fn dependencies_move_along_if_asked() {
    assert_eq!(
        project()
            .update(&["acme/a"], UpdateScope::WithDependencies)
            .operations(),
        [
            "Upgrading acme/dep (1.0.0 => 1.1.0)",
            "Upgrading acme/a (1.0.0 => 1.1.0)"
        ]
    );
}

#[test]
fn a_dependency_that_the_root_requires_stays_and_is_warned_of() {
    let project = project()
        .require("acme/dep", "*")
        .update(&["acme/a"], UpdateScope::WithDependencies);
    let (warnings, result) = project.solve_filtered(Vec::new(), false);
    assert!(result.expect("a solution").operations().is_empty());
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].starts_with("Dependency acme/dep is also a root requirement."));
    let project = Project {
        scope: UpdateScope::WithAllDependencies,
        ..project
    };
    assert_eq!(
        project.operations(),
        [
            "Upgrading acme/dep (1.0.0 => 1.1.0)",
            "Upgrading acme/a (1.0.0 => 1.1.0)"
        ]
    );
}

#[test]
fn patterns_without_effect_are_warned_of() {
    let (warnings, _) = project()
        .require("php", "*")
        .platform(r#"[{"name": "php", "version": "8.3.0"}]"#)
        .update(&["acme/none", "other/*", "ph*"], UpdateScope::OnlyListed)
        .solve_filtered(Vec::new(), false);
    assert_eq!(
        warnings,
        [
            "Package \"acme/none\" listed for update is not locked.",
            "Pattern \"other/*\" listed for update does not match any locked packages.",
            "Pattern \"ph*\" listed for update matches platform packages, but these cannot be updated by Composer."
        ]
    );
}

#[test]
fn what_nothing_requires_any_more_is_removed() {
    let project = Project::new(REPOSITORY)
        .require("acme/dep", "*")
        .locked(LOCK)
        .update(&["acme/none"], UpdateScope::OnlyListed);
    assert_eq!(
        project.operations(),
        ["Removing acme/b (1.0.0)", "Removing acme/a (1.0.0)"]
    );
}

#[test]
fn a_replacer_that_drops_its_replacement_brings_the_replaced_package() {
    let project = Project::new(
        r#"[
        {"name": "acme/full", "version": "1.0.0", "replace": {"acme/part": "1.0.0"}},
        {"name": "acme/full", "version": "2.0.0"},
        {"name": "acme/part", "version": "1.0.0"},
        {"name": "acme/user", "version": "1.0.0", "require": {"acme/part": "^1"}}
    ]"#,
    )
    .require("acme/full", "*")
    .require("acme/user", "*")
    .locked(
        r#"[
        {"name": "acme/full", "version": "1.0.0", "replace": {"acme/part": "1.0.0"}},
        {"name": "acme/user", "version": "1.0.0", "require": {"acme/part": "^1"}}
    ]"#,
    );
    let project = project.update(&["acme/full"], UpdateScope::WithDependencies);
    assert_eq!(
        project.operations(),
        [
            "Upgrading acme/full (1.0.0 => 2.0.0)",
            "Installing acme/part (1.0.0)"
        ]
    );
}

#[test]
fn packages_of_linked_path_repositories_follow_their_folder() {
    let in_path = |version: &str, extra: &str| {
        format!(
            r#"[{{"name": "acme/local", "version": "{version}",
                "dist": {{"type": "path", "url": "../local", "reference": "{version}"}}{extra}}}]"#
        )
    };
    let project = |extra| {
        Project::new(REPOSITORY)
            .repository(&in_path("1.1.0", extra))
            .require("acme/local", "*")
            .require("acme/b", "*")
            .locked(&format!(
                "[{},{}",
                in_path("1.0.0", extra).trim_matches(['[', ']']),
                &LOCK.trim_start()[1..]
            ))
            .update(&["acme/none"], UpdateScope::OnlyListed)
            .operations()
    };
    let moved = "Upgrading acme/local (1.0.0 => 1.1.0)".to_owned();
    assert!(project("").contains(&moved));
    let copied = r#", "transport-options": {"symlink": false}"#;
    assert!(!project(copied).contains(&moved));
}
