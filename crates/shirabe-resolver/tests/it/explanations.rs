//! Why there is no solution.

use crate::project::Project;
use shirabe_resolver::UpdateScope;

#[test]
fn an_unknown_package() {
    let project = Project::new("[]").require("acme/none", "^1");
    insta::assert_snapshot!(project.problems(), @r"

      Problem 1
        - Root composer.json requires acme/none, it could not be found in any version, there may be a typo in the package name.

    Potential causes:
     - A typo in the package name
     - The package is not available in a stable-enough version according to your minimum-stability setting
       see <https://getcomposer.org/doc/04-schema.md#minimum-stability> for more details.
     - It's a private package and you forgot to add a custom repository to find it

    Read <https://getcomposer.org/doc/articles/troubleshooting.md> for further common problems.
    ");
}

#[test]
fn a_version_or_stability_that_there_is_not() {
    let project = Project::new(
        r#"[{"name": "acme/a", "version": "1.0.0"}, {"name": "acme/b", "version": "1.0.0-beta1"}]"#,
    )
    .require("acme/a", "^2")
    .require("acme/b", "^1@beta");
    insta::assert_snapshot!(project.problems(), @r"

      Problem 1
        - Root composer.json requires acme/a ^2, found acme/a[1.0.0] but it does not match the constraint.
      Problem 2
        - Root composer.json requires acme/b ^1@beta, found acme/b[1.0.0-beta1] but it does not match your minimum-stability.
    ");
}

#[test]
fn a_chain_of_requirements() {
    let project = Project::new(
        r#"[
        {"name": "acme/a", "version": "1.0.0", "require": {"acme/c": "^1"}},
        {"name": "acme/a", "version": "1.1.0", "require": {"acme/c": "^1"}},
        {"name": "acme/b", "version": "1.0.0", "require": {"acme/c": "^2"}},
        {"name": "acme/c", "version": "1.0.0"},
        {"name": "acme/c", "version": "2.0.0"}
    ]"#,
    )
    .require("acme/a", "*")
    .require("acme/b", "*");
    insta::assert_snapshot!(project.problems(), @r"

      Problem 1
        - Root composer.json requires acme/a * -> satisfiable by acme/a[1.0.0, 1.1.0].
        - Root composer.json requires acme/b * -> satisfiable by acme/b[1.0.0].
        - acme/a[1.0.0, ..., 1.1.0] require acme/c ^1 -> satisfiable by acme/c[1.0.0].
        - acme/b 1.0.0 requires acme/c ^2 -> satisfiable by acme/c[2.0.0].
        - You can only install one version of a package, so only one of these can be installed: acme/c[1.0.0, 2.0.0].
    ");
}

#[test]
fn a_conflict_and_a_replacement() {
    let project = Project::new(
        r#"[
        {"name": "acme/a", "version": "1.0.0", "conflict": {"acme/part": "<2"}},
        {"name": "acme/full", "version": "1.0.0", "replace": {"acme/part": "1.0.0"}}
    ]"#,
    )
    .require("acme/a", "*")
    .require("acme/full", "*");
    insta::assert_snapshot!(project.problems(), @r"

      Problem 1
        - Root composer.json requires acme/a * -> satisfiable by acme/a[1.0.0].
        - Root composer.json requires acme/full * -> satisfiable by acme/full[1.0.0].
        - acme/a 1.0.0 conflicts with acme/part <2 (acme/full 1.0.0 replaces acme/part 1.0.0).
    ");
}

#[test]
fn a_missing_extension() {
    let project = Project::new(
        r#"[{"name": "acme/a", "version": "1.0.0", "require": {"ext-nowhere": "*"}},
            {"name": "acme/polyfill", "version": "1.0.0", "provide": {"ext-nowhere": "*"}, "description": "Does it in PHP"}]"#,
    )
    .require("acme/a", "*");
    insta::assert_snapshot!(project.problems(), @r"

      Problem 1
        - Root composer.json requires acme/a * -> satisfiable by acme/a[1.0.0].
        - acme/a 1.0.0 requires ext-nowhere * -> it is missing from your system. Install or enable PHP's nowhere extension.

          Alternatively you can require one of these packages that provide the extension (or parts of it):
          <warning>Keep in mind that the suggestions are automated and may not be valid or safe to use</warning>
          - acme/polyfill Does it in PHP


    Alternatively, you can run Composer with `--ignore-platform-req=ext-nowhere` to temporarily ignore these required extensions.
    ");
}

#[test]
fn the_lock_file_in_the_way() {
    let project = Project::new(
        r#"[{"name": "acme/a", "version": "2.0.0", "require": {"acme/b": "^2"}},
            {"name": "acme/b", "version": "2.0.0"}]"#,
    )
    .require("acme/a", "^2")
    .require("acme/b", "*")
    .locked(r#"[{"name": "acme/a", "version": "1.0.0"}, {"name": "acme/b", "version": "1.0.0"}]"#)
    .update(&["acme/a"], UpdateScope::OnlyListed);
    insta::assert_snapshot!(project.problems(), @r"

      Problem 1
        - Root composer.json requires acme/a ^2 -> satisfiable by acme/a[2.0.0].
        - acme/a 2.0.0 requires acme/b ^2 -> found acme/b[2.0.0] but the package is fixed to 1.0.0 (lock file version) by a partial update and that version does not match. Make sure you list it as an argument for the update command.

    Use the option --with-all-dependencies (-W) to allow upgrades, downgrades and removals for packages currently locked to specific versions.
    ");
}

#[test]
fn a_temporary_constraint() {
    let mut project =
        Project::new(r#"[{"name": "acme/a", "version": "1.0.0"}]"#).require("acme/a", "*");
    project.set.temporary_constraints.insert(
        "acme/a".into(),
        shirabe_semver::Constraint::parse("^2").expect("a constraint"),
    );
    insta::assert_snapshot!(project.problems(), @r"

      Problem 1
        - Root composer.json requires acme/a *, found acme/a[1.0.0] but it conflicts with your temporary update constraint (acme/a:^2).
    ");
}
