//! `update --bump-after-update`. What is expected is what Composer 2.10.2 did with the same project.

use std::fs;
use std::path::PathBuf;

use crate::support::{Place, assert_same, tree};

const MANIFEST: &str = "{\n\t\"type\": \"project\",\n\t\"repositories\": [{\"packagist.org\": false}, {\"type\": \"package\", \"package\": [\n\t\t{\"name\": \"acme/a\", \"version\": \"1.4.2\", \"type\": \"metapackage\"},\n\t\t{\"name\": \"acme/d\", \"version\": \"2.0.1\", \"type\": \"metapackage\"}]}],\n\t\"require\" : { \"acme/a\":\"^1.0 || ^2.0\" },\n\t\"require-dev\": {\"acme/d\": \"~2.0.0\"}\n}\n";

fn app(place: &Place) -> PathBuf {
    place.project("app", MANIFEST)
}

fn manifest(app: &std::path::Path) -> String {
    fs::read_to_string(app.join("composer.json")).expect("a manifest")
}

#[test]
fn requirements_are_raised_and_nothing_else_in_the_text_changes() {
    for (option, expected) in [
        (
            "--bump-after-update",
            MANIFEST
                .replace("^1.0 || ^2.0", "^1.4.2 || ^2.0")
                .replace("~2.0.0", "~2.0.1"),
        ),
        (
            "--bump-after-update=no-dev",
            MANIFEST.replace("^1.0 || ^2.0", "^1.4.2 || ^2.0"),
        ),
        (
            "--bump-after-update=dev",
            MANIFEST.replace("~2.0.0", "~2.0.1"),
        ),
    ] {
        let place = Place::cold();
        let app = app(&place);
        let run = place
            .run(&app, &["update", option, "--no-audit"])
            .succeeded();
        assert_eq!(manifest(&app), expected, "{option}");
        assert!(
            run.stdout.starts_with("./composer.json has been updated ("),
            "{run:#?}"
        );
        let run = place.run(&app, &["install", "--dry-run"]).succeeded();
        assert!(!run.stderr.contains("not up to date"), "{run:#?}");
        let run = place
            .run(&app, &["update", option, "--no-audit"])
            .succeeded();
        assert!(!run.stderr.contains("Bumping"), "{run:#?}");
    }
}

#[test]
fn a_dry_run_tells_and_fails() {
    let place = Place::cold();
    let app = app(&place);
    let before = tree(&app);
    let run = place.run(
        &app,
        &["update", "--bump-after-update", "--dry-run", "--no-audit"],
    );
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert_eq!(
        run.stdout,
        "./composer.json would be updated with:\n - require.acme/a: ^1.4.2 || ^2.0\n - require-dev.acme/d: ~2.0.1\n"
    );
    assert_same(&before, &tree(&app));
}

#[test]
fn a_library_is_warned_and_the_configuration_may_ask_for_it() {
    let place = Place::cold();
    let app = place.project(
        "app",
        &MANIFEST.replace(
            "\"type\": \"project\"",
            "\"config\": {\"bump-after-update\": true}",
        ),
    );
    let run = place.run(&app, &["update", "--no-audit"]).succeeded();
    assert!(
        run.stderr
            .contains("Bumping dependency constraints is not recommended for libraries"),
        "{run:#?}"
    );
    assert!(manifest(&app).contains("^1.4.2 || ^2.0"));
}
