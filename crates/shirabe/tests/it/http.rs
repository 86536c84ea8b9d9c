//! From a plain HTTP server on this machine, into a cache that is empty at first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shirabe_archive::sha1_file;
use shirabe_world::server::{Exchange, Fault};
use shirabe_world::{Options, Server, serve};

use crate::support::{PROGRAM, Place, Run, assert_same, has, tree, world};

/// In the paths of archives.
const ARCHIVE: &str = "/zipball/";

/// A server that goes wrong where a path contains `part`.
fn faulty(part: &'static str, fault: Fault) -> Server {
    serving(Options {
        faults: Some(Arc::new(move |path| path.contains(part).then_some(fault))),
        ..Options::default()
    })
}

fn serving(options: Options) -> Server {
    serve(world(), options).expect("a free port")
}

/// A project that has its packages from a server only.
fn project(place: &Place, server: &Server, require: &str) -> PathBuf {
    place.project(
        "app",
        &format!(
            r#"{{
                "require": {require},
                "repositories": [{{"packagist.org": false}}, {{"type": "composer", "url": "{}"}}],
                "config": {{"secure-http": false}}
            }}"#,
            server.url()
        ),
    )
}

fn online(place: &Place, app: &Path, arguments: &[&str]) -> Run {
    let output = place
        .online(PROGRAM, app)
        .args(arguments)
        .output()
        .expect("the program starts");
    Run::of(&output)
}

/// The exchanges about metadata.
fn documents(exchanges: &[Exchange]) -> Vec<&Exchange> {
    exchanges
        .iter()
        .filter(|exchange| exchange.path.ends_with(".json"))
        .collect()
}

fn archives(exchanges: &[Exchange]) -> usize {
    exchanges
        .iter()
        .filter(|exchange| exchange.path.contains(ARCHIVE))
        .count()
}

#[test]
fn the_main_job_over_http_makes_what_it_makes_offline() {
    let server = serving(Options::default());
    let place = Place::cold();
    let config = place.home().join("config.json");
    let text = fs::read(&config).expect("a configuration");
    let mut data: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    data["config"]["secure-http"] = false.into();
    data["repositories"] = serde_json::json!([
        {"packagist.org": false},
        {"type": "composer", "url": server.url()}
    ]);
    fs::write(&config, data.to_string()).expect("a configuration");
    let arguments = ["create-project", "laravel/laravel", "app", "--no-scripts"];
    let folder = place.folder().to_owned();
    online(&place, &folder, &arguments).succeeded();
    assert_eq!(archives(&server.exchanges()), 112);
    let app = place.at("app");
    let files = tree(&app.join("vendor"))
        .values()
        .filter(|what| what.starts_with("file"))
        .count();
    assert_eq!(files, 8_622);
}

#[test]
fn a_second_run_asks_whether_documents_changed_and_fetches_nothing_twice() {
    let server = serving(Options::default());
    let place = Place::cold();
    let app = project(
        &place,
        &server,
        r#"{"monolog/monolog": "^3", "symfony/console": "^7"}"#,
    );
    online(&place, &app, &["update"]).succeeded();
    let first = server.exchanges();
    assert!(
        documents(&first)
            .iter()
            .all(|document| document.status == 200)
    );
    assert!(documents(&first).iter().all(|document| document.gzip));
    let lock = sha1_file(&app.join("composer.lock")).expect("a lock");
    let before = tree(&app.join("vendor"));

    fs::remove_file(app.join("composer.lock")).expect("the lock goes");
    fs::remove_dir_all(app.join("vendor")).expect("vendor goes");
    online(&place, &app, &["update"]).succeeded();
    let second = &server.exchanges()[first.len()..];
    assert!(!documents(second).is_empty());
    assert!(
        documents(second)
            .iter()
            .all(|document| document.status == 304),
        "{second:#?}"
    );
    assert_eq!(archives(second), 0);
    assert_eq!(sha1_file(&app.join("composer.lock")).expect("a lock"), lock);
    assert_same(&before, &tree(&app.join("vendor")));
}

#[test]
fn install_from_a_lock_file_reads_no_package_metadata() {
    let server = serving(Options::default());
    let place = Place::cold();
    let app = project(&place, &server, r#"{"monolog/monolog": "^3"}"#);
    online(&place, &app, &["update", "--no-install"]).succeeded();
    let before = server.exchanges().len();
    online(&place, &app, &["install"]).succeeded();
    let exchanges = server.exchanges().split_off(before);
    assert!(
        !exchanges
            .iter()
            .any(|exchange| exchange.path.starts_with("/p2/")),
        "{exchanges:#?}"
    );
    assert!(archives(&exchanges) > 0);
}

#[test]
fn every_document_is_asked_for_once() {
    let server = serving(Options::default());
    let place = Place::cold();
    let app = project(&place, &server, r#"{"laravel/framework": "^12"}"#);
    online(&place, &app, &["update", "--no-install"]).succeeded();
    let exchanges = server.exchanges();
    let mut paths: Vec<&str> = documents(&exchanges)
        .iter()
        .map(|exchange| exchange.path.as_str())
        .collect();
    let all = paths.len();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths.len(), all, "{paths:#?}");
}

#[test]
fn an_answer_that_is_an_error_is_said_with_its_address_and_status() {
    let server = faulty("/p2/psr/log.json", Fault::Status(500));
    let place = Place::cold();
    let app = project(&place, &server, r#"{"monolog/monolog": "^3"}"#);
    let run = online(&place, &app, &["update"]);
    assert_eq!(run.code, Some(100), "{run:#?}");
    assert!(run.stderr.contains("/p2/psr/log.json"), "{run:#?}");
    assert!(run.stderr.contains("500"), "{run:#?}");
    assert!(!app.join("composer.lock").exists() && !app.join("vendor").exists());
}

#[test]
fn what_the_server_does_not_have_is_a_package_that_is_not_found() {
    let server = faulty("/p2/psr/log", Fault::Status(404));
    let place = Place::cold();
    let app = project(&place, &server, r#"{"psr/log": "^3"}"#);
    let run = online(&place, &app, &["update"]);
    assert_eq!(run.code, Some(2), "{run:#?}");
    assert!(run.stderr.contains("psr/log"), "{run:#?}");
}

#[test]
fn a_cut_document_is_an_error_and_does_not_stay_in_the_cache() {
    let place = Place::cold();
    {
        let server = faulty("/p2/psr/log.json", Fault::Truncated);
        let app = project(&place, &server, r#"{"psr/log": "^3"}"#);
        let run = online(&place, &app, &["update"]);
        assert_eq!(run.code, Some(100), "{run:#?}");
        assert!(run.stderr.contains("/p2/psr/log.json"), "{run:#?}");
    }
    let server = serving(Options::default());
    let app = project(&place, &server, r#"{"psr/log": "^3"}"#);
    online(&place, &app, &["update"]).succeeded();
}

#[test]
fn a_cut_archive_is_an_error_and_the_next_run_fetches_it_anew() {
    let place = Place::cold();
    {
        let server = faulty(ARCHIVE, Fault::Truncated);
        let app = project(&place, &server, r#"{"psr/log": "^3"}"#);
        let run = online(&place, &app, &["update"]);
        assert_ne!(run.code, Some(0), "{run:#?}");
        assert!(run.stderr.contains("psr/log"), "{run:#?}");
        assert!(!app.join("vendor/psr/log").exists());
    }
    let server = serving(Options::default());
    let app = project(&place, &server, r#"{"psr/log": "^3"}"#);
    online(&place, &app, &["update"]).succeeded();
    assert!(app.join("vendor/psr/log/composer.json").is_file());
}

#[test]
fn a_server_that_is_gone_leaves_the_cache_to_work_with() {
    let place = Place::cold();
    let app = {
        let server = serving(Options::default());
        let app = project(&place, &server, r#"{"psr/log": "^3"}"#);
        online(&place, &app, &["update"]).succeeded();
        app
    };
    fs::remove_dir_all(app.join("vendor")).expect("vendor goes");
    let run = online(&place, &app, &["update"]).succeeded();
    assert!(run.stderr.contains("may be out of date"), "{run:#?}");
    assert!(app.join("vendor/psr/log/composer.json").is_file());
}

#[test]
fn plain_http_is_refused_where_it_is_not_allowed() {
    let server = serving(Options::default());
    let place = Place::cold();
    let app = place.project(
        "app",
        &format!(
            r#"{{"repositories": [{{"type": "composer", "url": "{}"}}], "require": {{"psr/log": "^3"}}}}"#,
            server.url()
        ),
    );
    let run = online(&place, &app, &["update"]);
    assert_ne!(run.code, Some(0), "{run:#?}");
    assert!(run.stderr.contains("secure-http"), "{run:#?}");
    assert!(server.exchanges().is_empty());
}

#[test]
fn composer_makes_the_same_lock_from_the_same_server() {
    if !has("composer") {
        return;
    }
    let server = serving(Options::default());
    let mut locks = Vec::new();
    for program in [PROGRAM, "composer"] {
        let place = Place::cold();
        let app = project(
            &place,
            &server,
            r#"{"monolog/monolog": "^3", "symfony/console": "^7"}"#,
        );
        let output = place
            .online(program, &app)
            .args(["update", "--no-plugins"])
            .output()
            .expect("the program starts");
        Run::of(&output).succeeded();
        let lock = fs::read(app.join("composer.lock")).expect("a lock");
        let lock: serde_json::Value = serde_json::from_slice(&lock).expect("JSON");
        locks.push((lock["packages"].clone(), lock["content-hash"].clone()));
    }
    assert_eq!(locks[0], locks[1]);
}
