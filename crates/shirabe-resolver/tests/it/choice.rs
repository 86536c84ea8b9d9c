//! Which of several packages is chosen.

use crate::project::Project;
use shirabe_package::PackageName;
use shirabe_semver::{Stability, Version};

const VERSIONS: &str = r#"[
    {"name": "acme/a", "version": "1.0.0"},
    {"name": "acme/a", "version": "1.1.0"},
    {"name": "acme/a", "version": "2.0.0-beta1"}
]"#;

#[test]
fn the_newest_acceptable_version_is_chosen() {
    let project = Project::new(VERSIONS).require("acme/a", "*");
    assert_eq!(project.operations(), ["Installing acme/a (1.1.0)"]);
}

#[test]
fn less_stable_versions_count_once_they_may() {
    let project = Project::new(VERSIONS)
        .require("acme/a", "*")
        .minimum_stability(Stability::Beta);
    assert_eq!(project.operations(), ["Installing acme/a (2.0.0-beta1)"]);
}

#[test]
fn stable_versions_can_be_preferred() {
    let mut project = Project::new(VERSIONS)
        .require("acme/a", "*")
        .minimum_stability(Stability::Dev);
    project.policy.prefer_stable = true;
    assert_eq!(project.operations(), ["Installing acme/a (1.1.0)"]);
}

#[test]
fn the_lowest_version_can_be_preferred() {
    let mut project = Project::new(VERSIONS).require("acme/a", "*");
    project.policy.prefer_lowest = true;
    assert_eq!(project.operations(), ["Installing acme/a (1.0.0)"]);
}

#[test]
fn with_lowest_and_stable_a_branch_can_outrank_a_prerelease() {
    let versions = r#"[
        {"name": "acme/a", "version": "1.0.0-alpha1"},
        {"name": "acme/a", "version": "1.0.x-dev"}
    ]"#;
    let mut project = Project::new(versions)
        .require("acme/a", "*")
        .minimum_stability(Stability::Dev);
    project.policy.prefer_lowest = true;
    project.policy.prefer_stable = true;
    assert_eq!(project.operations(), ["Installing acme/a (1.0.0-alpha1)"]);
    project.policy.prefer_dev_over_prerelease = true;
    assert_eq!(project.operations(), ["Installing acme/a (1.0.x-dev)"]);
}

#[test]
fn a_version_can_be_kept_although_there_are_newer_ones() {
    let mut project = Project::new(VERSIONS).require("acme/a", "*");
    let kept = Version::parse("1.0.0").expect("a version");
    project.policy.preferred_versions =
        Some([(PackageName::new("acme/a"), kept)].into_iter().collect());
    assert_eq!(project.operations(), ["Installing acme/a (1.0.0)"]);
}

#[test]
fn the_newest_version_gives_way_where_others_exclude_it() {
    let project = Project::new(
        r#"[
        {"name": "acme/a", "version": "2.0.0", "require": {"acme/c": "^1"}},
        {"name": "acme/a", "version": "1.0.0", "require": {"acme/c": "*"}},
        {"name": "acme/b", "version": "1.0.0", "require": {"acme/c": "^2"}},
        {"name": "acme/c", "version": "1.0.0"},
        {"name": "acme/c", "version": "2.0.0"}
    ]"#,
    )
    .require("acme/a", "*")
    .require("acme/b", "*");
    assert_eq!(
        project.operations(),
        [
            "Installing acme/c (2.0.0)",
            "Installing acme/a (1.0.0)",
            "Installing acme/b (1.0.0)"
        ]
    );
}

#[test]
fn among_replacers_the_vendor_that_was_asked_for_is_preferred() {
    let project = Project::new(
        r#"[
        {"name": "other/full", "version": "1.0.0", "replace": {"acme/part": "1.0.0"}},
        {"name": "acme/full", "version": "1.0.0", "replace": {"acme/part": "1.0.0"}},
        {"name": "acme/user", "version": "1.0.0", "require": {"acme/part": "*"}},
        {"name": "acme/anything", "version": "1.0.0", "require": {"other/full": "*", "acme/full": "*"},
         "conflict": {"acme/user": "*"}}
    ]"#,
    )
    .require("acme/user", "*");
    // Nothing requires the replacers, so they are not even loaded, and what is replaced is missing.
    assert!(project.problems().contains("acme/part"));
    let named = Project {
        requires: vec![
            ("acme/user".into(), "*".into()),
            ("acme/full".into(), "*".into()),
        ],
        ..project
    };
    assert_eq!(
        named.operations(),
        [
            "Installing acme/full (1.0.0)",
            "Installing acme/user (1.0.0)"
        ]
    );
}

#[test]
fn platform_requirements_decide_and_can_be_ignored() {
    let mut project = Project::new(
        r#"[
        {"name": "acme/a", "version": "2.0.0", "require": {"php": ">=8.4"}},
        {"name": "acme/a", "version": "1.0.0", "require": {"php": "<8.0"}}
    ]"#,
    )
    .require("acme/a", "^2")
    .platform(r#"[{"name": "php", "version": "8.3.0"}]"#);
    assert!(
        project
            .problems()
            .contains("your php version (8.3.0) does not satisfy")
    );
    project.platform_filter = shirabe_resolver::PlatformRequirementFilter::IgnoreAll;
    assert_eq!(project.operations(), ["Installing acme/a (2.0.0)"]);
    project.requires[0].1 = "^1".into();
    project.platform_filter = shirabe_resolver::PlatformRequirementFilter::from_list(&["php+"]);
    assert_eq!(project.operations(), ["Installing acme/a (1.0.0)"]);
}

#[test]
fn types_can_be_left_out() {
    use shirabe_resolver::{
        MemorySource, PoolOptions, RepositorySet, Request, SetOptions, SourceKind, StabilityFilter,
    };
    let packages = crate::project::packages(
        r#"[{"name": "acme/a", "version": "1.0.0", "type": "php-ext"},
            {"name": "acme/a", "version": "1.1.0", "type": "library"}]"#,
    );
    let count = |ignored: &[&str], allowed: Option<&[&str]>| {
        let owned = |types: &[&str]| types.iter().map(|text| (*text).to_owned()).collect();
        let mut set = RepositorySet::new(SetOptions::new(StabilityFilter::any()));
        set.add(MemorySource::new(
            "repo",
            SourceKind::Repository,
            packages.clone(),
        ));
        let mut request = Request::new(None);
        request
            .require(PackageName::new("acme/a"), None)
            .expect("once");
        let options = PoolOptions {
            ignored_types: owned(ignored),
            allowed_types: allowed.map(owned),
            ..PoolOptions::default()
        };
        let built = set.build_pool(&mut request, options).expect("a pool");
        built.pool.len()
    };
    assert_eq!(count(&[], None), 2);
    assert_eq!(count(&["php-ext"], None), 1);
    assert_eq!(count(&[], Some(&["php-ext"])), 1);
    assert_eq!(count(&["library"], Some(&["library"])), 0);
}
