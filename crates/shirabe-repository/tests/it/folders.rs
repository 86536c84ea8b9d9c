//! Packages in folders of this machine.

use std::path::Path;
use std::process::Command;

use shirabe_mixed::{PhpMixed, json};
use shirabe_package::AnyPackage;
use shirabe_repository::{PathRepository, VersionGuesser};
use shirabe_resolver::PackageSource;

use crate::support::{Setting, shown, write};

fn repository(folder: &Path, definition: &str) -> PathRepository {
    let setting = Setting::offline(folder);
    let definition = json::decode(definition.as_bytes()).unwrap();
    PathRepository::new(setting.context, definition.as_map().unwrap()).unwrap()
}

fn packages(folder: &Path, definition: &str) -> Vec<AnyPackage> {
    repository(folder, definition).packages().unwrap()
}

/// A folder that no git checkout is around, so that no version is guessed.
fn plain() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn manifest(name: &str) -> String {
    format!("{{\n    \"name\": \"acme/{name}\",\n    \"version\": \"1.0.0\"\n}}\n")
}

#[test]
fn references_are_those_of_composer() {
    let folder = plain();
    for name in ["auto", "none", "conf", "copy"] {
        write(
            folder.path(),
            &format!("pk/{name}/composer.json"),
            &manifest(name),
        );
    }
    // The references are what Composer 2.10.2 locked for these very files and options.
    for (definition, url, reference, transport) in [
        (
            r#"{"url":"pk/auto"}"#,
            "pk/auto",
            Some("709c0705aa4cef8cbae8a86cf1c67ca57a1e0d63"),
            r#"{"relative":true}"#,
        ),
        (
            r#"{"url":"pk/none","options":{"reference":"none"}}"#,
            "pk/none",
            None,
            r#"{"relative":true}"#,
        ),
        (
            r#"{"url":"pk/conf/","options":{"reference":"config","symlink":false}}"#,
            "pk/conf",
            Some("9c8e9975848a6e12e37f3db39bbf86dab3007ab1"),
            r#"{"symlink":false,"relative":true}"#,
        ),
        (
            r#"{"url":"./pk/co*y","options":{"symlink":false,"relative":true}}"#,
            "./pk/copy",
            Some("a9d0fd4f6000a829c433bfa0c9d8cee0badad380"),
            r#"{"symlink":false,"relative":true}"#,
        ),
    ] {
        let packages = packages(folder.path(), definition);
        assert_eq!(packages.len(), 1, "{definition}");
        let package = packages[0].base();
        assert_eq!(package.dist_kind(), Some("path"));
        assert_eq!(package.dist_url(), Some(url));
        assert_eq!(package.dist_reference(), reference, "{definition}");
        let options = json::decode(transport.as_bytes()).unwrap();
        assert_eq!(package.transport_options(), Some(&options));
    }
    let absolute = format!("{{\"url\":\"{}/pk/auto\"}}", folder.path().display());
    let packages = packages(folder.path(), &absolute);
    let relative = packages[0]
        .base()
        .transport_options()
        .unwrap()
        .get("relative");
    assert_eq!(relative, Some(&PhpMixed::Bool(false)));
}

#[test]
fn versions_come_from_options_manifest_or_a_default() {
    let folder = plain();
    write(
        folder.path(),
        "pk/opt/composer.json",
        r#"{"name":"acme/opt","version":"1.0.0"}"#,
    );
    write(
        folder.path(),
        "pk/plain/composer.json",
        r#"{"name":"acme/plain"}"#,
    );
    write(
        folder.path(),
        "pk/alias/composer.json",
        r#"{"name":"acme/alias","extra":{"branch-alias":{"dev-main":"1.4.x-dev"}}}"#,
    );
    write(
        folder.path(),
        "pk/nest/a/inner/composer.json",
        r#"{"name":"acme/inner","version":"v1.2"}"#,
    );
    write(folder.path(), "pk/nest/a/no-manifest/readme", "x");
    let find = |definition: &str| shown(&packages(folder.path(), definition));
    assert_eq!(
        find(r#"{"url":"pk/opt","options":{"versions":{"acme/opt":"3.2.1","acme/unused":"9"}}}"#),
        ["acme/opt 3.2.1.0"]
    );
    assert_eq!(
        find(r#"{"url":"pk/{plain,alias}"}"#),
        [
            "acme/plain dev-main",
            "acme/alias 1.4.9999999.9999999-dev (alias of dev-main)",
            "acme/alias dev-main"
        ]
    );
    assert_eq!(find(r#"{"url":"pk/nest/*/*"}"#), ["acme/inner 1.2.0.0"]);
}

#[test]
fn what_is_missing_or_broken_is_named() {
    let folder = plain();
    write(
        folder.path(),
        "pk/bad/composer.json",
        "{\n  \"name\": acme\n}",
    );
    write(folder.path(), "pk/nameless/composer.json", "{}");
    let fail = |url: &str| {
        repository(folder.path(), &format!("{{\"url\":\"{url}\"}}"))
            .packages()
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        fail("pk/none"),
        "path repo (pk/none): The `url` supplied for the path (pk/none) repository does not exist"
    );
    assert!(fail("none/*").contains("does not exist"));
    assert!(packages(folder.path(), r#"{"url":"pk/none*"}"#).is_empty());
    let message = fail("pk/bad");
    assert!(
        message.contains("pk/bad/composer.json") && message.contains("line 2"),
        "{message}"
    );
    let message = fail("pk/nameless");
    assert!(
        message.contains("Failed loading the package in"),
        "{message}"
    );
    assert!(message.contains("has no name defined"), "{message}");
}

fn git(folder: &Path, arguments: &[&str]) {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=me",
            "-c",
            "user.email=me@example.org",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {output:?}");
}

fn guess(folder: &Path, manifest: &str) -> Option<(String, Option<String>)> {
    let setting = Setting::offline(folder);
    let data = json::decode(manifest.as_bytes())
        .unwrap()
        .into_map()
        .unwrap();
    let guesser = VersionGuesser::new(&setting.context.environment);
    let guessed = guesser.guess(&data, folder)?;
    assert_eq!(guessed.commit.map(|commit| commit.len()), Some(40));
    Some((guessed.pretty_version, guessed.feature_pretty_version))
}

#[test]
fn checkouts_tell_versions_and_commits() {
    if Command::new("git").arg("--version").output().is_err() {
        eprintln!("skipped: no git");
        return;
    }
    let folder = plain();
    let package = folder.path().join("pk");
    write(&package, "composer.json", r#"{"name":"acme/a"}"#);
    assert_eq!(guess(&package, "{}"), None);
    git(&package, &["init", "-q"]);
    git(&package, &["add", "."]);
    git(&package, &["commit", "-qm", "one"]);
    assert_eq!(guess(&package, "{}"), Some(("dev-main".to_owned(), None)));

    let found = packages(folder.path(), r#"{"url":"pk"}"#);
    assert_eq!(found[0].base().dist_reference().unwrap().len(), 40);
    let setting = Setting::offline(folder.path());
    let guesser = VersionGuesser::new(&setting.context.environment);
    assert_eq!(
        guesser.checked_out_commit(&package).as_deref(),
        found[0].base().dist_reference()
    );
    assert!(guesser.is_same_checkout(&package, &package));
    assert!(!guesser.is_same_checkout(&package, folder.path()));

    git(&package, &["checkout", "-qb", "1.2"]);
    assert_eq!(guess(&package, "{}"), Some(("1.2.x-dev".to_owned(), None)));
    git(&package, &["checkout", "-qb", "my-feature"]);
    write(&package, "more", "x");
    git(&package, &["add", "."]);
    git(&package, &["commit", "-qm", "two"]);
    // Equally far from main and 1.2: the older release is taken.
    let feature = Some(("1.2.x-dev".to_owned(), Some("dev-my-feature".to_owned())));
    assert_eq!(guess(&package, "{}"), feature);
    assert_eq!(
        guess(&package, r#"{"non-feature-branches":["my-.*"]}"#),
        Some(("dev-my-feature".to_owned(), None))
    );
    assert_eq!(
        guess(
            &package,
            r#"{"extra":{"branch-alias":{"dev-my-feature":"3.x-dev"}}}"#
        ),
        Some(("dev-my-feature".to_owned(), None))
    );
    let found = packages(folder.path(), r#"{"url":"pk"}"#);
    assert_eq!(
        shown(&found),
        ["acme/a dev-my-feature", "acme/a 1.2.9999999.9999999-dev"]
    );

    git(&package, &["tag", "v4.5.6"]);
    git(&package, &["checkout", "-q", "--detach", "HEAD"]);
    assert_eq!(guess(&package, "{}"), Some(("v4.5.6".to_owned(), None)));
}
