//! Branch aliases, aliases of default branches, and aliases by `as`.

use crate::project::Project;
use shirabe_resolver::{RootAlias, UpdateScope};
use shirabe_semver::Stability;

const BRANCHES: &str = r#"[
    {"name": "acme/a", "version": "dev-main", "default-branch": true,
     "source": {"type": "git", "url": "https://example.org/a", "reference": "1234567890123456789012345678901234567890"}},
    {"name": "acme/b", "version": "dev-main", "extra": {"branch-alias": {"dev-main": "2.1.x-dev"}},
     "require": {"acme/c": "self.version"}},
    {"name": "acme/c", "version": "2.1.x-dev"},
    {"name": "acme/c", "version": "2.0.x-dev"}
]"#;

#[test]
fn a_default_branch_satisfies_open_requirements() {
    let project = Project::new(BRANCHES)
        .require("acme/a", ">=1.0")
        .minimum_stability(Stability::Dev);
    assert_eq!(
        project.operations(),
        [
            "Installing acme/a (dev-main 1234567)",
            "Marking acme/a (9999999-dev 1234567) as installed, alias of acme/a (dev-main 1234567)"
        ]
    );
}

#[test]
fn self_version_of_an_alias_means_the_alias() {
    let project = Project::new(BRANCHES)
        .require("acme/b", "2.1.*@dev")
        .minimum_stability(Stability::Dev);
    // The branch itself requires a branch of the same name, which there is none of.
    assert!(project.problems().contains("acme/c dev-main"));
}

#[test]
fn an_alias_by_as_outranks_a_branch_alias() {
    let project = Project::new(
        r#"[
        {"name": "acme/a", "version": "dev-fix", "extra": {"branch-alias": {"dev-fix": "3.0.x-dev"}}},
        {"name": "acme/b", "version": "1.0.0", "require": {"acme/a": "^1.0"}}
    ]"#,
    )
    .require("acme/a", "dev-fix")
    .require("acme/b", "*")
    .minimum_stability(Stability::Dev)
    .alias("acme/a", "dev-fix", "1.0.0");
    assert_eq!(
        project.operations(),
        [
            "Installing acme/a (dev-fix)",
            "Marking acme/a (1.0.0) as installed, alias of acme/a (dev-fix)",
            "Marking acme/a (3.0.x-dev) as installed, alias of acme/a (dev-fix)",
            "Installing acme/b (1.0.0)",
        ]
    );
}

#[test]
fn only_aliases_in_use_are_locked() {
    let project = Project::new(BRANCHES)
        .require("acme/a", "dev-main")
        .minimum_stability(Stability::Dev)
        .alias("acme/a", "dev-main", "1.5.0")
        .alias("acme/b", "dev-main", "1.6.0");
    let used: Vec<RootAlias> = project
        .solve()
        .expect("a solution")
        .used_aliases(&project.set.root_aliases);
    assert_eq!(used.len(), 1);
    assert_eq!(used[0].alias, "1.5.0");
}

#[test]
fn a_reference_pins_package_and_aliases() {
    let mut project = Project::new(BRANCHES)
        .require("acme/a", "dev-main")
        .minimum_stability(Stability::Dev);
    project.set.root_references.insert(
        "acme/a".into(),
        "abcdefabcdefabcdefabcdefabcdefabcdefabcd".into(),
    );
    assert_eq!(
        project.operations(),
        [
            "Installing acme/a (dev-main abcdefa)",
            "Marking acme/a (9999999-dev abcdefa) as installed, alias of acme/a (dev-main abcdefa)"
        ]
    );
}

#[test]
fn an_alias_is_of_no_use_without_its_package() {
    let project = Project::new("[]")
        .require("acme/a", "^1.0")
        .locked(r#"[{"name": "acme/a", "version": "dev-main"}]"#)
        .locked_alias("acme/a", "1.0.0")
        .update(&["acme/none"], UpdateScope::OnlyListed);
    // The alias is stable and the branch, by now, is not stable enough.
    assert!(
        project
            .problems()
            .contains("acme/a 1.0.0 is an alias of acme/a dev-main")
    );
}
