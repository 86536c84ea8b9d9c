//! The audit at the end of a run. What is expected is what Composer 2.10.2 said of the same repository.

use std::fs;
use std::path::PathBuf;

use crate::support::Place;

const FOUND: &str = "Found 3 security vulnerability advisories affecting 2 packages.\nRun \"composer audit\" for a full list of advisories.\n";

/// A repository in a folder with two advisories about `acme/a` 1.0.0 and one about `acme/b` 1.0.0, and one that
/// affects nothing.
fn repository(place: &Place) -> String {
    let folder = place.at("repository");
    fs::create_dir_all(folder.join("acme")).expect("a folder");
    let url = format!("file://{}", folder.display());
    let root = serde_json::json!({
        "packages": [],
        "metadata-url": format!("{url}/%package%.json"),
        "available-packages": ["acme/a", "acme/b"],
        "security-advisories": {"metadata": true, "api-url": null},
    });
    fs::write(folder.join("packages.json"), root.to_string()).expect("a root document");
    for (name, advisories) in [
        (
            "a",
            &[("PKSA-1", "<2"), ("PKSA-2", "=1.0.0"), ("PKSA-3", ">5")][..],
        ),
        ("b", &[("PKSA-4", "<2")]),
    ] {
        let package = format!("acme/{name}");
        let advisories: Vec<_> = advisories
            .iter()
            .map(|(id, versions)| {
                serde_json::json!({
                    "advisoryId": id,
                    "packageName": package,
                    "affectedVersions": versions,
                    "title": format!("What {id} is about"),
                    "sources": [{"name": "x", "remoteId": format!("X-{id}")}],
                    "reportedAt": "2026-01-01 00:00:00",
                })
            })
            .collect();
        let document = serde_json::json!({
            "packages": {&package: [{"name": package, "version": "1.0.0", "type": "metapackage"}]},
            "security-advisories": advisories,
        });
        fs::write(folder.join(format!("{package}.json")), document.to_string())
            .expect("a document");
        fs::write(
            folder.join(format!("{package}~dev.json")),
            r#"{"packages": {}}"#,
        )
        .expect("a document");
    }
    url
}

/// A project that requires both, with more keys of `policy.advisories`.
fn project(place: &Place, url: &str, policy: &str) -> PathBuf {
    place.project(
        "app",
        &format!(
            r#"{{
                "repositories": [{{"packagist.org": false}}, {{"type": "composer", "url": "{url}"}}],
                "require": {{"acme/a": "*", "acme/b": "*"}},
                "config": {{"policy": {{"advisories": {{"block": false{policy}}}}}}}
            }}"#
        ),
    )
}

#[test]
fn update_counts_advisories_and_succeeds() {
    let place = Place::cold();
    let app = project(&place, &repository(&place), "");
    for options in [&["update"][..], &["update", "--no-install"]] {
        let run = place.run(&app, options).succeeded();
        assert_eq!(run.stdout, FOUND);
    }
    let run = place.run(&app, &["update", "--no-audit"]).succeeded();
    assert_eq!(run.stdout, "");
}

#[test]
fn install_audits_where_it_is_asked_to_and_fails_then() {
    let place = Place::cold();
    let app = project(&place, &repository(&place), "");
    place.run(&app, &["update", "--no-audit"]).succeeded();
    let run = place.run(&app, &["install"]).succeeded();
    assert_eq!(run.stdout, "");
    let run = place.run(&app, &["install", "--audit"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(5), FOUND));
}

#[test]
fn exceptions_are_counted_apart() {
    let place = Place::cold();
    let url = repository(&place);
    for (exceptions, said) in [
        (
            r#", "ignore": ["acme/b"]"#,
            "Found 1 ignored security vulnerability advisory affecting 1 package.\nFound 2 security vulnerability advisories affecting 1 package.\nRun \"composer audit\" for a full list of advisories.\n",
        ),
        (
            r#", "ignore": ["acme/a", "acme/b"]"#,
            "Found 3 ignored security vulnerability advisories affecting 2 packages.\nRun \"composer audit\" for a full list of advisories.\n",
        ),
    ] {
        let app = project(&place, &url, exceptions);
        let run = place.run(&app, &["update"]).succeeded();
        assert_eq!(run.stdout, said);
    }
    let run = place
        .run(&place.at("app"), &["install", "--audit"])
        .succeeded();
    assert!(run.stdout.starts_with("Found 3 ignored"), "{run:#?}");
}

#[test]
fn advisories_keep_versions_out_of_a_solve_unless_that_is_switched_off() {
    let place = Place::cold();
    let url = repository(&place);
    let app = place.project(
        "app",
        &format!(
            r#"{{"repositories": [{{"packagist.org": false}}, {{"type": "composer", "url": "{url}"}}], "require": {{"acme/a": "*"}}}}"#
        ),
    );
    let run = place.run(&app, &["update"]);
    assert_eq!(run.code, Some(2), "{run:#?}");
    assert!(run.stderr.contains("PKSA-1"), "{run:#?}");
    place
        .run(&app, &["update", "--no-security-blocking"])
        .succeeded();
}

#[test]
fn where_there_is_nothing_there_is_nothing_to_audit() {
    let place = Place::cold();
    let app = place.project("app", r#"{"repositories": [{"packagist.org": false}]}"#);
    let run = place.run(&app, &["update"]).succeeded();
    assert!(
        run.stderr
            .ends_with("No installed packages - skipping audit.\n"),
        "{run:#?}"
    );
}
