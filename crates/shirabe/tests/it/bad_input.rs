//! What is wrong with the input is said, nothing is lost, and a rerun with good input goes through.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Place, Run, assert_same, redacted, tree};

/// A repository with `acme/a` 1.0.0 and 1.1.0 and `acme/b` 1.0.0, and no other.
const REPOSITORIES: &str = r#""repositories": [
    {"packagist.org": false},
    {"type": "package", "package": [
        {"name": "acme/a", "version": "1.0.0", "type": "metapackage"},
        {"name": "acme/a", "version": "1.1.0", "type": "metapackage"},
        {"name": "acme/b", "version": "1.0.0", "type": "metapackage", "require": {"acme/a": "^1.0"}}
    ]}
]"#;

fn requiring(requirements: &str) -> String {
    format!("{{\"require\": {requirements}, {REPOSITORIES}}}\n")
}

/// Runs a command that has to fail and to leave the folder as it is.
#[track_caller]
fn refused(place: &Place, folder: &Path, arguments: &[&str], code: i32) -> String {
    let before = tree(folder);
    let run = place.run(folder, arguments);
    assert_eq!(run.code, Some(code), "{run:#?}");
    assert_same(&before, &tree(folder));
    redacted(&run.stderr, place)
}

/// A line of its own, so that a longer text around it does not matter.
#[track_caller]
fn assert_says(run: &Run, line: &str) {
    assert!(
        run.stderr.lines().any(|said| said.contains(line)),
        "{run:#?}"
    );
}

#[test]
fn a_manifest_that_is_no_json_is_refused_with_the_place() {
    let place = Place::cold();
    let app = place.project(
        "app",
        "{\n    \"name\": \"acme/app\",\n    \"require\": {\n",
    );
    insta::assert_snapshot!(refused(&place, &app, &["install"], 1));
}

#[test]
fn a_manifest_with_wrong_types_is_refused_with_every_fault() {
    let place = Place::cold();
    let app = place.project(
        "app",
        r#"{"require": "acme/a", "minimum-stability": "good"}"#,
    );
    insta::assert_snapshot!(refused(&place, &app, &["update"], 1));
}

#[test]
fn a_folder_without_a_manifest_is_refused() {
    let place = Place::cold();
    let app = place.at("app");
    fs::create_dir(&app).expect("a folder");
    insta::assert_snapshot!(refused(&place, &app, &["install"], 1));
}

#[test]
fn a_constraint_that_is_none_is_refused() {
    let place = Place::cold();
    let app = place.project("app", &requiring(r#"{"acme/a": "about one"}"#));
    insta::assert_snapshot!(refused(&place, &app, &["update"], 1));
}

#[test]
fn an_unknown_package_is_named() {
    let place = Place::cold();
    let app = place.project("app", &requiring(r#"{"acme/nope": "^1.0"}"#));
    insta::assert_snapshot!(refused(&place, &app, &["update"], 2));
}

#[test]
fn an_impossible_constraint_is_explained() {
    let place = Place::cold();
    let app = place.project("app", &requiring(r#"{"acme/a": "^2.0", "acme/b": "^1.0"}"#));
    insta::assert_snapshot!(refused(&place, &app, &["update"], 2));
}

#[test]
fn a_missing_extension_is_named_with_the_way_around() {
    let place = Place::cold();
    let app = place.project("app", &requiring(r#"{"ext-nope": "*"}"#));
    let said = refused(&place, &app, &["update"], 2);
    // Where PHP is, its ini files are listed in between.
    for line in [
        "    - Root composer.json requires PHP extension ext-nope * but it is missing from your system. Install or enable PHP's nope extension.",
        "Alternatively, you can run Composer with `--ignore-platform-req=ext-nope` to temporarily ignore these required extensions.",
    ] {
        assert!(said.lines().any(|said| said == line), "{said}");
    }
    place
        .run(&app, &["update", "--ignore-platform-req=ext-nope"])
        .succeeded();
}

#[test]
fn a_refused_update_keeps_lock_and_vendor_and_the_mended_one_goes_through() {
    let place = Place::cold();
    let app = place.project("app", &requiring(r#"{"acme/a": "1.0.0"}"#));
    place.run(&app, &["update"]).succeeded();
    let good = fs::read(app.join("composer.lock")).expect("a lock");
    for bad in [r#"{"acme/a": "^9"}"#, r#"{"acme/nope": "*"}"#] {
        place.project("app", &requiring(bad));
        refused(&place, &app, &["update"], 2);
    }
    assert_eq!(fs::read(app.join("composer.lock")).expect("a lock"), good);
    place.project("app", &requiring(r#"{"acme/a": "^1.0"}"#));
    let run = place.run(&app, &["update"]).succeeded();
    assert_says(&run, "Upgrading acme/a (1.0.0 => 1.1.0)");
}

#[test]
fn a_lock_file_that_is_no_json_is_refused_by_install_and_replaced_by_update() {
    let place = Place::cold();
    let app = place.project("app", &requiring(r#"{"acme/a": "^1.0"}"#));
    place.run(&app, &["update"]).succeeded();
    let good = fs::read(app.join("composer.lock")).expect("a lock");
    fs::write(app.join("composer.lock"), "{\"packages\": [").expect("a lock");
    insta::assert_snapshot!(refused(&place, &app, &["install"], 1));
    place.run(&app, &["update"]).succeeded();
    assert_eq!(fs::read(app.join("composer.lock")).expect("a lock"), good);
}

#[test]
fn a_lock_file_with_an_unresolved_merge_is_refused() {
    let place = Place::cold();
    let app = place.project("app", &requiring(r#"{"acme/a": "^1.0"}"#));
    fs::write(
        app.join("composer.lock"),
        "{\n<<<<<<< HEAD\n    \"packages\": []\n=======\n    \"packages\": [ ]\n>>>>>>> other\n}\n",
    )
    .expect("a lock");
    insta::assert_snapshot!(refused(&place, &app, &["install"], 1));
}

#[test]
fn a_lock_file_that_lacks_a_requirement_is_refused() {
    let place = Place::cold();
    let app = place.project("app", &requiring(r#"{"acme/a": "^1.0"}"#));
    place.run(&app, &["update"]).succeeded();
    place.project("app", &requiring(r#"{"acme/a": "^1.0", "acme/b": "^1.0"}"#));
    insta::assert_snapshot!(refused(&place, &app, &["install"], 4));
}

#[test]
fn a_partial_update_without_a_lock_file_is_refused() {
    let place = Place::cold();
    let app = place.project("app", &requiring(r#"{"acme/a": "^1.0"}"#));
    insta::assert_snapshot!(refused(&place, &app, &["update", "acme/a"], 3));
}

#[test]
fn without_a_network_an_empty_cache_is_an_error_with_advice() {
    let place = Place::cold();
    let app = place.project("app", r#"{"require": {"psr/log": "^3"}}"#);
    insta::assert_snapshot!(refused(&place, &app, &["update"], 100));
}

/// A project with one package out of the world's cache.
fn logging() -> (Place, PathBuf) {
    let place = Place::new();
    let app = place.project("app", r#"{"require": {"psr/log": "^3"}}"#);
    (place, app)
}

/// The cached archive of the project's only package.
fn cached_archive(place: &Place) -> PathBuf {
    fs::read_dir(place.cache().join("files/psr/log"))
        .expect("a cache")
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.extension().is_some_and(|extension| extension == "zip"))
        .expect("an archive")
}

#[test]
fn a_damaged_archive_in_the_cache_is_named_and_its_package_not_taken_for_installed() {
    let whole = {
        let (place, app) = logging();
        place.run(&app, &["update"]).succeeded();
        tree(&app.join("vendor/psr"))
    };
    for kind in ["garbage", "cut", "changed"] {
        let (place, app) = logging();
        let archive = cached_archive(&place);
        let good = fs::read(&archive).expect("an archive");
        let mut bad = good.clone();
        match kind {
            "garbage" => bad = b"<html>not found</html>".to_vec(),
            "cut" => bad.truncate(good.len() / 2),
            // In the middle of some file's data.
            _ => bad[good.len() / 2..][..64].fill(0),
        }
        fs::write(&archive, &bad).expect("an archive");
        let run = place.run(&app, &["update"]);
        let code = if kind == "changed" { 1 } else { 19 };
        assert_eq!(run.code, Some(code), "{kind}: {run:#?}");
        assert_says(&run, "Failed to extract psr/log 3.0.2: ");
        assert_says(&run, &archive.display().to_string());
        assert_says(
            &run,
            "run the command again with network access to fetch it anew",
        );
        assert!(!app.join("vendor/psr/log").exists(), "{kind}");
        assert!(!archive.exists(), "{kind}");

        fs::write(&archive, &good).expect("an archive");
        place.run(&app, &["install"]).succeeded();
        assert_same(&whole, &tree(&app.join("vendor/psr")));
    }
}

#[test]
fn a_cut_document_in_the_cache_is_named_with_the_place() {
    let (place, app) = logging();
    let document = place
        .cache()
        .join("repo/https---repo.packagist.org/provider-psr~log.json");
    let good = fs::read(&document).expect("a document");
    fs::write(&document, &good[..3000]).expect("a document");
    insta::assert_snapshot!(refused(&place, &app, &["update"], 2));
    fs::write(&document, good).expect("a document");
    place.run(&app, &["update"]).succeeded();
    assert!(app.join("vendor/psr/log/composer.json").is_file());
}

#[test]
fn a_vendor_folder_that_cannot_be_made_is_an_error_that_names_it() {
    let (place, app) = logging();
    fs::write(app.join("vendor"), "not a folder").expect("a file");
    let said = refused(&place, &app, &["update"], 1);
    insta::assert_snapshot!(said);
    fs::remove_file(app.join("vendor")).expect("the file goes");
    place.run(&app, &["update"]).succeeded();
}

#[test]
#[cfg(target_os = "linux")]
fn a_read_only_project_is_an_error_that_names_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let (place, app) = logging();
    fs::set_permissions(&app, fs::Permissions::from_mode(0o555)).expect("permissions");
    if fs::write(app.join("probe"), "").is_ok() {
        // Nothing is read-only for root: the folder below is not writable for anyone.
        let run = place.run(Path::new("/proc"), &["create-project", "psr/log", "app"]);
        assert_eq!(run.code, Some(1), "{run:#?}");
        assert_says(&run, "Cannot create the folder /proc/");
    } else {
        let run = place.run(&app, &["update"]);
        assert_eq!(run.code, Some(1), "{run:#?}");
        assert_says(&run, "composer.lock");
        assert!(!app.join("vendor").exists());
    }
    fs::set_permissions(&app, fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[test]
fn create_project_leaves_a_folder_with_content_alone() {
    let place = Place::new();
    let app = place.at("app");
    fs::create_dir(&app).expect("a folder");
    fs::write(app.join("mine.txt"), "mine").expect("a file");
    let before = tree(&app);
    let run = place.run(
        place.folder(),
        &["create-project", "laravel/laravel", "app"],
    );
    assert_eq!(run.code, Some(1), "{run:#?}");
    insta::assert_snapshot!(redacted(&run.stderr, &place));
    assert_same(&before, &tree(&app));
}

#[test]
fn create_project_does_not_take_a_file_for_a_folder() {
    let place = Place::new();
    fs::write(place.at("app"), "mine").expect("a file");
    let run = place.run(
        place.folder(),
        &["create-project", "laravel/laravel", "app"],
    );
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert_says(&run, "it exists as a file");
    assert_eq!(fs::read(place.at("app")).expect("the file"), b"mine");
}

#[test]
fn create_project_of_what_there_is_not_leaves_no_folder() {
    let place = Place::new();
    for (package, code) in [("acme/nope", 1), ("laravel/laravel:^99.0", 1)] {
        let run = place.run(place.folder(), &["create-project", package, "app"]);
        assert_eq!(run.code, Some(code), "{run:#?}");
        assert_says(&run, "Could not find package");
        assert!(!place.at("app").exists());
    }
}

#[test]
fn a_failing_script_gives_its_exit_code() {
    let place = Place::cold();
    let app = place.project("app", r#"{"scripts": {"post-autoload-dump": "exit 7"}}"#);
    let run = place.run(&app, &["dump-autoload"]);
    assert_eq!(run.code, Some(7), "{run:#?}");
    assert_says(&run, "post-autoload-dump");
}
