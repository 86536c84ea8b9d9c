//! Cache, mirrors, checksums, no network.

use std::fs;
use std::path::Path;

use shirabe_archive::{Content, Entry, WriteOptions, sha1_hex, write_tar_gz};
use shirabe_http::Network;
use shirabe_installer::FilesCache;
use shirabe_package::InstallationSource;
use shirabe_package::config::PreferredInstall;

use crate::support::{World, install, names, package, zip};

#[test]
fn archives_go_to_composers_place_in_the_cache() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
    world.execute(&[install(&one)]).unwrap();
    assert_eq!(
        fs::read(world.cached(&one)).unwrap(),
        fs::read(world.archive_of("acme/one", "1.0.0")).unwrap()
    );
}

#[test]
fn without_network_the_cache_serves() {
    let mut world = World::new();
    let one = package(
        r#"{"name": "acme/one", "version": "1.0.0", "dist": {"type": "zip", "url": "https://example.org/one.zip"}}"#,
    );
    let cached = world.cached(&one);
    fs::create_dir_all(cached.parent().unwrap()).unwrap();
    fs::write(&cached, zip(&[("x", 0o644, "1")])).unwrap();
    world.network = Network::Disabled;
    world.execute(&[install(&one)]).unwrap();
    assert_eq!(world.read("acme/one/x"), "1");
    assert_eq!(world.lines()[0], "  - Loading acme/one (1.0.0) from cache");
    assert!(cached.exists());
}

#[test]
fn without_network_and_cache_the_error_names_package_and_url() {
    let mut world = World::new();
    world.network = Network::Disabled;
    let one = package(
        r#"{"name": "acme/one", "version": "1.0.0", "dist": {"type": "zip", "url": "https://example.org/one.zip"}}"#,
    );
    let error = world.execute(&[install(&one)]).unwrap_err().to_string();
    assert!(
        error.contains("acme/one 1.0.0") && error.contains("https://example.org/one.zip"),
        "{error}"
    );
    assert!(error.contains("disabled"), "{error}");
    assert!(!world.vendor("acme").exists());
}

#[test]
fn one_failed_download_changes_nothing() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
    let lost = world.publish("acme/lost", "1.0.0", &[("x", 0o644, "1")], "");
    fs::remove_file(world.archive_of("acme/lost", "1.0.0")).unwrap();
    let error = world
        .execute(&[install(&one), install(&lost)])
        .unwrap_err()
        .to_string();
    assert!(error.contains("acme/lost"), "{error}");
    assert!(!world.vendor("acme").exists());
    assert!(world.heard.events.borrow().is_empty());
}

#[test]
fn mirrors_are_tried_in_their_order() {
    let mut world = World::new();
    let mirror = world.root().join("mirror/acme/one");
    fs::create_dir_all(&mirror).unwrap();
    fs::write(
        mirror.join("1.0.0.0-abc.zip"),
        zip(&[("x", 0o644, "mirror")]),
    )
    .unwrap();
    let url = format!(
        "file://{}/mirror/%package%/%version%-%reference%.%type%",
        world.root().display()
    );
    let preferred = |preferred| {
        package(&format!(
            r#"{{"name": "acme/one", "version": "1.0.0", "dist": {{"type": "zip", "url": "file://{}/missing.zip", "reference": "abc",
            "mirrors": [{{"url": "{url}", "preferred": {preferred}}}]}}}}"#,
            world.root().display()
        ))
    };
    let (last, first) = (preferred(false), preferred(true));
    world.execute(&[install(&last)]).unwrap();
    assert_eq!(world.read("acme/one/x"), "mirror");
    assert!(
        world.lines()[1].contains("Failed downloading acme/one, trying the next URL"),
        "{:?}",
        world.lines()
    );

    let mut world = World {
        dir: world.dir,
        ..World::new()
    };
    world.execute(&[install(&first)]).unwrap();
    assert_eq!(world.lines().len(), 2, "{:?}", world.lines());
}

#[test]
fn checksums_are_verified() {
    let mut world = World::new();
    let archive = zip(&[("x", 0o644, "1")]);
    let url = world.root().join("one.zip");
    fs::write(&url, &archive).unwrap();
    let with_sum = |sum: &str| {
        package(&format!(
            r#"{{"name": "acme/one", "version": "1.0.0", "dist": {{"type": "zip", "url": "file://{}", "shasum": "{sum}"}}}}"#,
            url.display()
        ))
    };
    let wrong = with_sum(&"0".repeat(40));
    let error = world.execute(&[install(&wrong)]).unwrap_err().to_string();
    assert!(
        error.contains("checksum verification of the file failed"),
        "{error}"
    );
    assert!(!world.vendor("acme").exists());
    assert!(!world.cached(&wrong).exists());

    let right = with_sum(&sha1_hex(&archive));
    // What lies in the cache under the right name with the wrong content is not taken.
    let cached = world.cached(&right);
    fs::create_dir_all(cached.parent().unwrap()).unwrap();
    fs::write(&cached, zip(&[("x", 0o644, "evil")])).unwrap();
    world.execute(&[install(&right)]).unwrap();
    assert_eq!(world.read("acme/one/x"), "1");
}

#[test]
fn without_a_cache_nothing_is_left_over() {
    for cache in [
        FilesCache::disabled(),
        FilesCache::new(Path::new("/dev/null/cache"), false),
    ] {
        let mut world = World::new();
        world.cache = cache;
        let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
        world.execute(&[install(&one)]).unwrap();
        assert_eq!(world.read("acme/one/x"), "1");
        assert_eq!(world.litter(), [""; 0]);
        assert!(!world.root().join("cache").exists());
    }
}

#[test]
fn a_read_only_cache_is_read_only() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
    world.cache = FilesCache::new(&world.root().join("cache"), true);
    world.execute(&[install(&one)]).unwrap();
    assert!(!world.root().join("cache").exists());
}

#[test]
fn download_only_fills_the_cache() {
    let world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("x", 0o644, "1")], "");
    world
        .with(|installer| installer.fetch_only(&[install(&one)]))
        .unwrap();
    assert!(world.cached(&one).exists());
    assert!(!world.layout.vendor.exists());
    assert_eq!(world.lines(), ["  - Downloading acme/one (1.0.0)"]);
}

#[test]
fn tar_and_single_files() {
    let mut world = World::new();
    let entries = [Entry {
        path: "top/x".into(),
        mode: 0o644,
        content: Content::File(b"tar".as_slice().into()),
    }];
    fs::write(
        world.root().join("a.tar.gz"),
        write_tar_gz(Vec::new(), entries, &WriteOptions::default()).unwrap(),
    )
    .unwrap();
    fs::write(world.root().join("tool.phar"), "<?php echo 1;").unwrap();
    let tar = package(&format!(
        r#"{{"name": "acme/tar", "version": "1.0.0", "dist": {{"type": "tar", "url": "file://{}/a.tar.gz"}}}}"#,
        world.root().display()
    ));
    let file = package(&format!(
        r#"{{"name": "acme/file", "version": "1.0.0", "bin": "tool.phar", "dist": {{"type": "file", "url": "file://{}/tool.phar"}}}}"#,
        world.root().display()
    ));
    world.execute(&[install(&tar), install(&file)]).unwrap();
    assert_eq!(world.read("acme/tar/x"), "tar");
    assert_eq!(names(&world.vendor("acme/file")), ["tool.phar"]);
    assert_eq!(
        crate::support::mode(&world.vendor("acme/file/tool.phar")) & 0o100,
        0o100
    );
    assert_eq!(world.lines()[3], "  - Installing acme/file (1.0.0)");
}

#[test]
fn relative_urls_start_at_the_project() {
    let mut world = World::new();
    fs::write(
        world.layout.project.join("a.zip"),
        zip(&[("x", 0o644, "1")]),
    )
    .unwrap();
    let one = package(
        r#"{"name": "acme/one", "version": "1.0.0", "dist": {"type": "zip", "url": "a.zip"}}"#,
    );
    world.execute(&[install(&one)]).unwrap();
    assert_eq!(world.read("acme/one/x"), "1");
}

#[test]
fn packages_without_a_dist_are_named() {
    let mut world = World::new();
    let source = package(
        r#"{"name": "acme/git", "version": "1.0.0", "source": {"type": "git", "url": "https://example.org/a.git", "reference": "abc"}}"#,
    );
    let error = world.execute(&[install(&source)]).unwrap_err().to_string();
    assert!(
        error.contains("acme/git 1.0.0") && error.contains("https://example.org/a.git"),
        "{error}"
    );
    let nothing = package(r#"{"name": "acme/none", "version": "1.0.0"}"#);
    let error = world.execute(&[install(&nothing)]).unwrap_err().to_string();
    assert_eq!(
        error,
        "Package acme/none 1.0.0 must have a source or dist specified"
    );
    let odd = package(
        r#"{"name": "acme/odd", "version": "1.0.0", "dist": {"type": "rar", "url": "x.rar"}}"#,
    );
    let error = world.execute(&[install(&odd)]).unwrap_err().to_string();
    assert!(
        error.contains("acme/odd") && error.contains("rar"),
        "{error}"
    );
}

#[test]
fn where_a_source_is_preferred_the_dist_serves_with_a_word() {
    let mut world = World::new();
    world.options.preference = PreferredInstall::all(Some(InstallationSource::Source));
    let both = world.publish(
        "acme/both",
        "1.0.0",
        &[("x", 0o644, "1")],
        r#", "source": {"type": "git", "url": "https://example.org/a.git", "reference": "abc"}"#,
    );
    world.execute(&[install(&both)]).unwrap();
    assert_eq!(world.read("acme/both/x"), "1");
    assert!(
        world.lines()[0].contains("acme/both 1.0.0"),
        "{:?}",
        world.lines()
    );
}

#[test]
fn names_that_leave_the_vendor_folder_are_refused() {
    let mut world = World::new();
    let mut evil = shirabe_package::Package::clone(
        world
            .publish("acme/evil", "1.0.0", &[("x", 0o644, "1")], "")
            .base(),
    );
    evil.pretty_name = "../evil".into();
    let error = world
        .execute(&[install(&evil.into())])
        .unwrap_err()
        .to_string();
    assert!(error.contains("outside of the vendor folder"), "{error}");
    assert!(!world.layout.project.join("evil").exists());
}
