//! Several repositories.

use crate::project::Project;

#[test]
fn the_first_repository_that_knows_a_name_hides_the_others() {
    let project = Project::new(r#"[{"name": "acme/a", "version": "1.0.0"}]"#)
        .repository(
            r#"[{"name": "acme/a", "version": "2.0.0"}, {"name": "acme/b", "version": "3.0.0"}]"#,
        )
        .require("acme/a", "*")
        .require("acme/b", "*");
    assert_eq!(
        project.operations(),
        ["Installing acme/a (1.0.0)", "Installing acme/b (3.0.0)"]
    );
}

#[test]
fn a_hidden_version_is_explained() {
    let project = Project::new(r#"[{"name": "acme/a", "version": "1.0.0"}]"#)
        .repository(r#"[{"name": "acme/a", "version": "2.0.0"}]"#)
        .require("acme/a", "^2");
    insta::assert_snapshot!(project.problems(), @r"

      Problem 1
        - Root composer.json requires acme/a ^2, it is satisfiable by acme/a[2.0.0] from repo 2 but acme/a[1.0.0] from repo 1 has higher repository priority. The packages from the higher priority repository do not match your constraint and are therefore not installable. That repository is canonical so the lower priority repo's packages are not installable. See https://getcomposer.org/repoprio for details and assistance.
    ");
}
