//! `create-project`.

use std::fs;

use shirabe_installer::InstallError;

use crate::support::{World, names, package, tree};

#[test]
fn a_new_folder_and_an_empty_one() {
    let world = World::new();
    let app = world.publish(
        "acme/app",
        "1.0.0",
        &[(".env.example", 0o644, "A=1"), ("artisan", 0o755, "<?php")],
        "",
    );
    for target in [
        world.root().join("new/deep/app"),
        world.root().join("empty"),
    ] {
        if target.ends_with("empty") {
            fs::create_dir(&target).unwrap();
        }
        let installed = world
            .with(|installer| installer.install_root_project(app.base(), &target))
            .unwrap();
        assert_eq!(
            installed.installation_source,
            Some(shirabe_package::InstallationSource::Dist)
        );
        assert_eq!(
            tree(&target).into_keys().collect::<Vec<_>>(),
            [".env.example", "artisan"]
        );
        assert_eq!(names(&target), [".env.example", "artisan"]);
    }
    assert_eq!(names(&world.root().join("new/deep")), ["app"]);
    assert_eq!(
        world.lines()[..2],
        [
            "  - Downloading acme/app (1.0.0)",
            "  - Installing acme/app (1.0.0): Extracting archive"
        ]
    );
}

#[test]
fn a_folder_with_something_in_it_is_refused_and_kept() {
    let world = World::new();
    let app = world.publish("acme/app", "1.0.0", &[("x", 0o644, "1")], "");
    let target = world.root().join("full");
    fs::create_dir(&target).unwrap();
    fs::write(target.join("mine"), "precious").unwrap();
    let error = world
        .with(|installer| installer.install_root_project(app.base(), &target))
        .unwrap_err();
    assert!(matches!(error, InstallError::ProjectNotEmpty { .. }));
    assert_eq!(
        error.to_string(),
        format!("Project directory {} is not empty.", target.display())
    );
    assert_eq!(names(&target), ["mine"]);

    let file = world.root().join("file");
    fs::write(&file, "precious").unwrap();
    world
        .with(|installer| installer.install_root_project(app.base(), &file))
        .unwrap_err();
    assert_eq!(fs::read(&file).unwrap(), b"precious");
}

#[test]
fn a_failure_leaves_no_trace() {
    let world = World::new();
    let app = world.publish("acme/app", "1.0.0", &[("x", 0o644, "1")], "");
    fs::write(world.archive_of("acme/app", "1.0.0"), "no zip").unwrap();
    for target in [
        world.root().join("new/deep/app"),
        world.root().join("empty"),
    ] {
        if target.ends_with("empty") {
            fs::create_dir(&target).unwrap();
        }
        world
            .with(|installer| installer.install_root_project(app.base(), &target))
            .unwrap_err();
    }
    assert!(!world.root().join("new").exists());
    assert_eq!(names(&world.root().join("empty")), [""; 0]);
    // The same call goes through when the archive is well again.
    let app = world.publish("acme/app", "1.0.0", &[("x", 0o644, "1")], "");
    world
        .with(|installer| installer.install_root_project(app.base(), &world.root().join("empty")))
        .unwrap();
}

#[test]
fn a_workshop_of_a_killed_run_is_no_obstacle() {
    let world = World::new();
    let app = world.publish("acme/app", "1.0.0", &[("x", 0o644, "1")], "");
    let target = world.root().join("app");
    fs::create_dir_all(target.join(".create-project/tmp-4194999-0/half")).unwrap();
    world
        .with(|installer| installer.install_root_project(app.base(), &target))
        .unwrap();
    assert_eq!(names(&target), ["x"]);
}

#[test]
fn from_a_path() {
    let world = World::new();
    let lib = world.layout.project.join("lib");
    fs::create_dir(&lib).unwrap();
    fs::write(lib.join("x"), "1").unwrap();
    let copied = package(
        r#"{"name": "acme/app", "version": "1.0.0", "dist": {"type": "path", "url": "lib"}, "transport-options": {"symlink": false}}"#,
    );
    let linked = package(
        r#"{"name": "acme/app", "version": "1.0.0", "dist": {"type": "path", "url": "lib"}}"#,
    );
    for (number, app) in [&copied, &linked].into_iter().enumerate() {
        for there in [false, true] {
            let target = world.root().join(format!("app{number}{there}"));
            if there {
                fs::create_dir(&target).unwrap();
            }
            world
                .with(|installer| installer.install_root_project(app.base(), &target))
                .unwrap();
            assert_eq!(fs::read_to_string(target.join("x")).unwrap(), "1");
            assert_eq!(target.is_symlink(), number == 1);
        }
    }
}
