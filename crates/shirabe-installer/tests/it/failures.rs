//! Runs that stop half-way, and the run after.

use std::fs;
use std::sync::Arc;

use shirabe_installer::InstallError;
use shirabe_resolver::Operation;

use crate::support::{World, install, names, update};

#[test]
fn what_was_complete_is_recorded_and_the_rest_follows_in_the_next_run() {
    let mut world = World::new();
    world.options.threads = 1;
    // The largest archive comes first.
    let good = world.publish(
        "acme/good",
        "1.0.0",
        &[("x", 0o644, &"0123456789abcdef".repeat(9000))],
        "",
    );
    let bad = world.publish("acme/bad", "1.0.0", &[("x", 0o644, "1")], "");
    fs::write(world.archive_of("acme/bad", "1.0.0"), "no zip").unwrap();
    let late = world.publish("acme/late", "1.0.0", &[("x", 0o644, "1")], "");
    let operations = [install(&good), install(&bad), install(&late)];
    world.execute(&operations).unwrap_err();
    assert!(world.recorded().contains(&"acme/good 1.0.0".to_owned()));
    assert!(!world.recorded().contains(&"acme/bad 1.0.0".to_owned()));
    assert!(!world.vendor("acme/bad").exists());
    assert_eq!(world.litter(), [""; 0]);

    let bad = world.publish("acme/bad", "1.0.0", &[("x", 0o644, "1")], "");
    world.execute(&[install(&bad), install(&late)]).unwrap();
    assert_eq!(
        world.recorded(),
        ["acme/bad 1.0.0", "acme/good 1.0.0", "acme/late 1.0.0"]
    );
}

#[test]
fn a_file_in_place_of_a_folder_is_named_and_kept() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
    fs::create_dir(&world.layout.vendor).unwrap();
    fs::write(world.vendor("acme"), "a file").unwrap();
    let error = world.execute(&[install(&one)]).unwrap_err().to_string();
    assert!(
        error.contains(&world.vendor("acme").display().to_string()),
        "{error}"
    );
    assert_eq!(world.read("acme"), "a file");
    assert_eq!(world.litter(), [""; 0]);

    let mut world = World::new();
    fs::write(&world.layout.vendor, "a file").unwrap();
    let error = world.execute(&[install(&one)]).unwrap_err().to_string();
    assert!(
        error.contains(&world.layout.vendor.display().to_string()),
        "{error}"
    );
    assert_eq!(fs::read(&world.layout.vendor).unwrap(), b"a file");
}

#[test]
fn a_script_that_fails_before_a_package_ends_the_run() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
    let two = world.publish("acme/two", "1.0.0", &[("x", 0o644, "1")], "");
    *world.heard.failing.borrow_mut() = Some("pre-package-install acme/two".into());
    let error = world.execute(&[install(&one), install(&two)]).unwrap_err();
    assert_eq!(error.to_string(), "the script said no");
    assert!(!world.vendor("acme/two").exists());
    *world.heard.failing.borrow_mut() = None;
    world.execute(&[install(&one), install(&two)]).unwrap();
    assert_eq!(world.recorded().len(), 2);
}

#[test]
fn an_interrupted_run_records_what_it_has() {
    let mut world = World::new();
    let one = world.publish(
        "acme/one",
        "1.0.0",
        &[("x", 0o644, "1")],
        r#", "type": "composer-plugin""#,
    );
    let two = world.publish("acme/two", "1.0.0", &[("x", 0o644, "1")], "");
    *world.heard.stop.borrow_mut() = Some((
        "post-package-install acme/one".into(),
        Arc::clone(&world.options.interrupted),
    ));
    let error = world.execute(&[install(&one), install(&two)]).unwrap_err();
    assert!(matches!(error, InstallError::Interrupted));
    assert_eq!(world.recorded(), ["acme/one 1.0.0"]);
    assert!(!world.vendor("acme/two").exists());
    assert_eq!(world.litter(), [""; 0]);
}

#[test]
fn a_failed_update_keeps_the_old_version_with_its_programs() {
    let mut world = World::new();
    let one = world.publish(
        "acme/a",
        "1.0.0",
        &[("run", 0o755, "#!/bin/sh\n")],
        r#", "bin": "run""#,
    );
    let two = world.publish(
        "acme/a",
        "2.0.0",
        &[("run", 0o755, "#!/bin/sh\n")],
        r#", "bin": "run""#,
    );
    fs::write(world.archive_of("acme/a", "2.0.0"), "no zip").unwrap();
    world.execute(&[install(&one)]).unwrap();
    world.execute(&[update(&one, &two)]).unwrap_err();
    assert_eq!(world.recorded(), ["acme/a 1.0.0"]);
    assert!(world.vendor("acme/a/run").exists());
    assert!(world.vendor("bin/run").exists());
    assert_eq!(world.lines().last().unwrap(), "    Update of acme/a failed");
}

#[test]
fn what_a_killed_run_left_is_cleared_away() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
    // No process has this number: it is above the largest that Linux gives.
    let left = world.vendor("composer/tmp-4194999-0");
    fs::create_dir_all(left.join("half")).unwrap();
    let alive = world.vendor("composer/tmp-1-0");
    fs::create_dir_all(&alive).unwrap();
    fs::create_dir_all(world.vendor("composer/tmp-mine")).unwrap();
    world.execute(&[install(&one)]).unwrap();
    assert!(!left.exists());
    assert_eq!(
        world.litter(),
        ["tmp-1-0", "tmp-mine"],
        "only what a dead process left is cleared away"
    );
}

#[test]
fn read_only_folders_of_a_package_can_be_removed() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("sub/x", 0o444, "1")], "");
    world.execute(&[install(&one)]).unwrap();
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(
        world.vendor("acme/one/sub"),
        fs::Permissions::from_mode(0o555),
    )
    .unwrap();
    world.execute(&[Operation::Uninstall(one)]).unwrap();
    assert_eq!(names(&world.layout.vendor), ["composer"]);
}
