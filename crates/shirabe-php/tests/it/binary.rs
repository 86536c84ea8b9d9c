//! Finding the interpreter.

use crate::support::Project;
use shirabe_package::Environment;
use shirabe_php::{PhpBinary, executable};

fn variables(pairs: &[(&str, &str)]) -> Environment {
    pairs.iter().copied().collect()
}

#[test]
fn the_variable_beats_the_path() {
    let project = Project::new("{}");
    project.write_program("one/php", "#!/bin/sh\n");
    project.write_program("two/php8", "#!/bin/sh\n");
    project.write("three/php", "not executable");
    let text = |name: &str| project.path(name).to_string_lossy().into_owned();
    let path = format!("{}:{}:{}", text("three"), text("one"), text("two"));
    let found = |pairs: &[(&str, &str)]| PhpBinary::find(&variables(pairs));
    let at = |name: &str| Some(PhpBinary::at(project.path(name)));
    assert_eq!(found(&[("PATH", &path)]), at("one/php"));
    assert_eq!(
        found(&[("PATH", &path), ("PHP_BINARY", "php8")]),
        at("two/php8")
    );
    assert_eq!(found(&[("PHP_BINARY", &text("two/php8"))]), at("two/php8"));
    assert_eq!(
        found(&[("PATH", &path), ("PHP_BINARY", "/nowhere/php")]),
        None
    );
    assert_eq!(found(&[("PATH", &text("two"))]), None);
    assert_eq!(found(&[]), None);
}

#[test]
fn folders_are_no_programs() {
    let project = Project::new("{}");
    project.write("tools/inside/file", "");
    let path = project.path("tools").to_string_lossy().into_owned();
    assert_eq!(
        executable::find("inside", &variables(&[("PATH", &path)])),
        None
    );
}
