//! Path packages.

use std::fs;

use shirabe_package::AnyPackage;
use shirabe_resolver::Operation;

use crate::support::{World, install, mode, package, tree};

fn lib(world: &World, url: &str, options: &str) -> AnyPackage {
    let folder = world.layout.project.join("lib");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/A.php"), "<?php").unwrap();
    package(&format!(
        r#"{{"name": "acme/lib", "version": "1.0.0", "dist": {{"type": "path", "url": "{url}"}}, "transport-options": {options}}}"#
    ))
}

#[test]
fn links_are_relative_unless_told() {
    let mut world = World::new();
    let relative = lib(&world, "lib", "{}");
    world.execute(&[install(&relative)]).unwrap();
    let link = world.vendor("acme/lib");
    assert_eq!(fs::read_link(&link).unwrap().to_str(), Some("../../lib/"));
    assert_eq!(world.read("acme/lib/src/A.php"), "<?php");
    assert_eq!(
        world.lines(),
        ["  - Installing acme/lib (1.0.0): Symlinking from lib"]
    );
    assert!(
        world
            .read("composer/installed.json")
            .contains(r#""install-path": "../acme/lib""#)
    );

    world.execute(&[install(&relative)]).unwrap();
    assert_eq!(
        world.lines(),
        ["  - Installing acme/lib (1.0.0): Source already present"]
    );

    world.execute(&[Operation::Uninstall(relative)]).unwrap();
    assert!(!link.exists() && world.layout.project.join("lib/src/A.php").exists());

    let absolute = lib(&world, "lib", r#"{"relative": false}"#);
    world.execute(&[install(&absolute)]).unwrap();
    assert_eq!(
        fs::read_link(&link).unwrap().to_str().unwrap(),
        format!("{}/", world.layout.project.join("lib").display())
    );
}

#[test]
fn mirrored_where_told() {
    for (options, by_default) in [(r#"{"symlink": false}"#, false), ("{}", true)] {
        let mut world = World::new();
        world.options.mirror_path_packages = by_default;
        let lib = lib(&world, "./lib", options);
        world.execute(&[install(&lib)]).unwrap();
        assert!(!world.vendor("acme/lib").is_symlink());
        assert_eq!(world.read("acme/lib/src/A.php"), "<?php");
        assert_eq!(
            world.lines(),
            ["  - Installing acme/lib (1.0.0): Mirroring from ./lib"]
        );
    }
    let mut world = World::new();
    world.options.mirror_path_packages = true;
    let lib = lib(&world, "lib", r#"{"symlink": true}"#);
    world.execute(&[install(&lib)]).unwrap();
    assert!(world.vendor("acme/lib").is_symlink());
}

#[test]
fn a_mirror_has_what_the_package_would_have() {
    let mut world = World::new();
    let lib = lib(&world, "lib", r#"{"symlink": false}"#);
    let folder = world.layout.project.join("lib");
    let write = |path: &str, content: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    write(
        ".gitattributes",
        "/tests export-ignore\n*.dist export-ignore\n",
    );
    write(".git/config", "");
    write("src/.hg/x", "");
    write("tests/T.php", "");
    write("phpunit.xml.dist", "");
    write(".env", "hidden");
    write("bin/run", "#!/bin/sh\n");
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder.join("bin/run"), fs::Permissions::from_mode(0o744)).unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    std::os::unix::fs::symlink("src/A.php", folder.join("inside")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", folder.join("outside")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.join("dangling")).unwrap();
    std::os::unix::fs::symlink("src", folder.join("folder")).unwrap();
    world.execute(&[install(&lib)]).unwrap();
    let copy = tree(&world.vendor("acme/lib"));
    assert_eq!(
        copy.keys().collect::<Vec<_>>(),
        [".env", ".gitattributes", "bin/run", "inside", "src/A.php"]
    );
    assert_eq!(copy["inside"], "-> src/A.php");
    assert_eq!(mode(&world.vendor("acme/lib/bin/run")) & 0o111, 0o100);
    assert!(world.vendor("acme/lib/empty").is_dir());
    assert!(!world.vendor("acme/lib/tests").exists());
}

#[test]
fn a_missing_source_is_named() {
    let mut world = World::new();
    let lost = package(
        r#"{"name": "acme/lost", "version": "1.0.0", "dist": {"type": "path", "url": "../lost"}}"#,
    );
    let error = world.execute(&[install(&lost)]).unwrap_err().to_string();
    assert_eq!(
        error,
        "Source path \"../lost\" is not found for package acme/lost"
    );
}

#[test]
fn a_source_around_the_project_is_refused() {
    let mut world = World::new();
    fs::create_dir_all(world.vendor("acme/lib")).unwrap();
    let around = package(
        r#"{"name": "acme/lib", "version": "1.0.0", "dist": {"type": "path", "url": "."}, "transport-options": {"symlink": false}}"#,
    );
    let error = world.execute(&[install(&around)]).unwrap_err().to_string();
    assert!(error.contains("inside its source"), "{error}");
}

#[test]
fn a_source_in_the_vendor_folder_stays() {
    let mut world = World::new();
    fs::create_dir_all(world.vendor("acme/lib")).unwrap();
    fs::write(world.vendor("acme/lib/x"), "mine").unwrap();
    let own = package(
        r#"{"name": "acme/lib", "version": "1.0.0", "dist": {"type": "path", "url": "vendor/acme/lib"}}"#,
    );
    world.execute(&[install(&own)]).unwrap();
    assert_eq!(
        world.lines(),
        ["  - Installing acme/lib (1.0.0): Source already present"]
    );
    world.execute(&[Operation::Uninstall(own)]).unwrap();
    assert!(
        world.lines()[0].contains("source is still present in"),
        "{:?}",
        world.lines()
    );
    assert_eq!(world.read("acme/lib/x"), "mine");
}
