//! Archives that are damaged or hostile.

use std::fs;

use shirabe_archive::{Content, Entry, WriteOptions, write_zip};
use shirabe_http::Network;

use crate::support::{World, install, package, update};

#[test]
fn a_damaged_cached_archive_is_fetched_again() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "whole")], "");
    let cached = world.cached(&one);
    fs::create_dir_all(cached.parent().unwrap()).unwrap();
    let whole = fs::read(world.archive_of("acme/one", "1.0.0")).unwrap();
    fs::write(&cached, &whole[..whole.len() / 2]).unwrap();
    world.execute(&[install(&one)]).unwrap();
    assert_eq!(world.read("acme/one/x"), "whole");
    assert_eq!(fs::read(&cached).unwrap(), whole);
    let lines = world.lines().join("\n");
    assert!(
        lines.contains(&cached.display().to_string()) && lines.contains("fetched again"),
        "{lines}"
    );
}

#[test]
fn a_damaged_cached_archive_without_network_is_thrown_away_and_named() {
    let mut world = World::new();
    world.network = Network::Disabled;
    let one = package(
        r#"{"name": "acme/one", "version": "1.0.0", "dist": {"type": "zip", "url": "https://example.org/one.zip"}}"#,
    );
    let cached = world.cached(&one);
    fs::create_dir_all(cached.parent().unwrap()).unwrap();
    fs::write(&cached, "no zip").unwrap();
    let error = world.execute(&[install(&one)]).unwrap_err().to_string();
    assert!(
        error.contains("acme/one 1.0.0") && error.contains(&cached.display().to_string()),
        "{error}"
    );
    assert!(error.contains("removed from the cache"), "{error}");
    assert!(!cached.exists());
    assert!(!world.vendor("acme/one").exists());
    assert_eq!(world.litter(), [""; 0]);
    assert_eq!(
        world.lines().last().unwrap(),
        "    Install of acme/one failed"
    );
}

#[test]
fn a_damaged_download_does_not_stay_in_the_cache() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
    fs::write(
        world.archive_of("acme/one", "1.0.0"),
        "<html>not found</html>",
    )
    .unwrap();
    let error = world.execute(&[install(&one)]).unwrap_err().to_string();
    assert!(error.contains("not a valid zip archive"), "{error}");
    assert!(!world.cached(&one).exists());
    // The next run, with the server well again, goes through.
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
    world.execute(&[install(&one)]).unwrap();
}

#[test]
fn a_hostile_archive_changes_nothing() {
    let mut world = World::new();
    let good = world.publish("acme/a", "1.0.0", &[("x", 0o644, "1")], "");
    let evil = world.publish("acme/a", "2.0.0", &[("x", 0o644, "2")], "");
    let entries = [
        Entry {
            path: "top/x".into(),
            mode: 0o644,
            content: Content::File(b"2".as_slice().into()),
        },
        Entry {
            path: "top/l".into(),
            mode: 0o777,
            content: Content::Symlink("../../../../etc/passwd".into()),
        },
    ];
    let bytes = write_zip(
        std::io::Cursor::new(Vec::new()),
        entries,
        &WriteOptions::default(),
    )
    .unwrap()
    .into_inner();
    fs::write(world.archive_of("acme/a", "2.0.0"), bytes).unwrap();
    world.execute(&[install(&good)]).unwrap();
    let error = world
        .execute(&[update(&good, &evil)])
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("acme/a 2.0.0") && error.contains("\"top/l\""),
        "{error}"
    );
    assert_eq!(world.read("acme/a/x"), "1", "the old version stays");
    assert_eq!(world.recorded(), ["acme/a 1.0.0"]);
    assert_eq!(world.litter(), [""; 0]);
}
