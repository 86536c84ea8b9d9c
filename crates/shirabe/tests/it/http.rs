//! From a plain HTTP server on this machine, into a cache that is empty at first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shirabe_archive::{sha1_file, sha1_hex};
use shirabe_world::server::{Exchange, Fault};
use shirabe_world::{Options, Server, serve};

use crate::main_job::recorded;
use crate::stub::{self, Answer, Stub};
use crate::support::{PROGRAM, Place, Run, assert_same, has, packages_sum, tree, world};

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
    project_of(place, server.url(), require)
}

fn project_of(place: &Place, url: &str, require: &str) -> PathBuf {
    place.project(
        "app",
        &format!(
            r#"{{
                "require": {require},
                "repositories": [{{"packagist.org": false}}, {{"type": "composer", "url": "{}"}}],
                "config": {{"secure-http": false}}
            }}"#,
            url
        ),
    )
}

/// A project that requires the package of a stub.
fn with_lib(place: &Place, stub: &Stub) -> PathBuf {
    project_of(place, &stub.url(""), r#"{"acme/lib": "^1"}"#)
}

/// The version of `acme/lib` that lies in `vendor/`.
fn installed_lib(app: &Path) -> Option<String> {
    fs::read_to_string(app.join("vendor/acme/lib/version.txt")).ok()
}

/// `COMPOSER_HOME/config.json` of a place, changed.
fn configure(place: &Place, change: impl FnOnce(&mut serde_json::Value)) {
    let config = place.home().join("config.json");
    let text = fs::read(&config).expect("a configuration");
    let mut data = serde_json::from_slice(&text).expect("JSON");
    change(&mut data);
    fs::write(&config, data.to_string()).expect("a configuration");
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
    configure(&place, |data| {
        data["config"]["secure-http"] = false.into();
        data["repositories"] = serde_json::json!([
            {"packagist.org": false},
            {"type": "composer", "url": server.url()}
        ]);
    });
    let arguments = ["create-project", "laravel/laravel", "app", "--no-scripts"];
    let folder = place.folder().to_owned();
    online(&place, &folder, &arguments).succeeded();
    assert_eq!(archives(&server.exchanges()), 112);
    let app = place.at("app");
    assert_eq!(packages_sum(&app), recorded::PACKAGES);
    let lock = fs::read_to_string(app.join("composer.lock")).expect("a lock");
    let lock = lock
        .replace(
            &format!("{}/dists", server.url()),
            "https://api.github.com/repos",
        )
        .replace(server.url(), "https://packagist.org");
    assert_eq!(sha1_hex(lock.as_bytes()), recorded::LOCK);
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

#[test]
fn what_was_fetched_online_serves_without_a_network() {
    let server = serving(Options::default());
    let place = Place::cold();
    let app = project(&place, &server, r#"{"monolog/monolog": "^3"}"#);
    online(&place, &app, &["update"]).succeeded();
    let before = tree(&app);
    let asked = server.exchanges().len();
    fs::remove_file(app.join("composer.lock")).expect("the lock goes");
    fs::remove_dir_all(app.join("vendor")).expect("vendor goes");
    place.run(&app, &["update"]).succeeded();
    assert_same(&before, &tree(&app));
    assert_eq!(server.exchanges().len(), asked);
}

#[test]
fn create_project_takes_the_repository_of_the_command_line_into_the_project() {
    let stub = Stub::new();
    let place = Place::cold();
    configure(&place, |data| {
        data["config"]["secure-http"] = false.into();
        data["repositories"] = serde_json::json!([{"packagist.org": false}]);
    });
    fs::create_dir(place.at("skeleton")).expect("a folder");
    fs::write(
        place.at("skeleton/composer.json"),
        r#"{
  "name": "acme/app",
  "version": "1.0.0",
  "repositories": {"old": {"type": "path", "url": "old"}},
  "require": {"acme/lib": "^1"}
}
"#,
    )
    .expect("a manifest");
    fs::create_dir(place.at("skeleton/old")).expect("a folder");
    fs::write(
        place.at("skeleton/old/composer.json"),
        r#"{"name": "acme/old"}"#,
    )
    .expect("a manifest");
    let skeleton =
        serde_json::json!({"type": "path", "url": place.at("skeleton"), "name": "not this"});
    let arguments = [
        "create-project",
        "acme/app",
        "app",
        "--add-repository",
        &format!("--repository={skeleton}"),
        &format!("--repository={}", stub.url("")),
        "--repository={\"packagist.org\": false}",
    ];
    online(&place, place.folder(), &arguments).succeeded();
    let app = place.at("app");
    assert_eq!(installed_lib(&app).as_deref(), Some("1.0.0"));
    let text = fs::read_to_string(app.join("composer.json")).expect("a manifest");
    let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    // What Composer 2.10.2 writes.
    assert_eq!(
        data["repositories"],
        serde_json::json!([
            {"name": &stub.url("")["http://".len()..], "type": "composer", "url": stub.url("")},
            {"name": place.at("skeleton"), "type": "path", "url": place.at("skeleton")},
            {"name": "old", "type": "path", "url": "old"},
            {"packagist.org": false},
        ])
    );
    let keys: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("  \""))
        .collect();
    assert!(keys[2].starts_with("  \"repositories\""), "{text}");
}

#[test]
fn create_project_reads_plain_http_only_where_it_may() {
    let server = serving(Options::default());
    let place = Place::cold();
    let create = |more: &[&str]| {
        let mut arguments = vec![
            "create-project",
            "psr/log",
            "app",
            "--no-install",
            "--repository-url",
            server.url(),
        ];
        arguments.extend(more);
        online(&place, place.folder(), &arguments)
    };
    let run = create(&[]);
    assert_eq!(run.code, Some(100), "{run:#?}");
    assert!(run.stderr.contains("secure-http"), "{run:#?}");
    assert!(!place.at("app").exists());
    assert!(server.exchanges().is_empty());
    create(&["--no-secure-http"]).succeeded();
    assert!(place.at("app/composer.json").is_file());
}

#[test]
fn a_document_that_changed_is_taken_anew() {
    let stub = Stub::new();
    let place = Place::cold();
    let app = with_lib(&place, &stub);
    let first = stub.document(&[stub.release("1.0.0")]);
    stub.put(
        stub::DOCUMENT,
        first.modified("Mon, 01 Jan 2024 00:00:00 GMT"),
    );
    online(&place, &app, &["update"]).succeeded();
    online(&place, &app, &["update"]).succeeded();
    assert_eq!(installed_lib(&app).as_deref(), Some("1.0.0"));

    let second = stub.document(&[stub.release("1.1.0"), stub.release("1.0.0")]);
    stub.put(
        stub::DOCUMENT,
        second.modified("Tue, 02 Jan 2024 00:00:00 GMT"),
    );
    stub.put("/lib-1.1.0.zip", stub::archive("1.1.0"));
    let run = online(&place, &app, &["update"]).succeeded();
    assert!(
        run.stderr
            .contains("  - Upgrading acme/lib (1.0.0 => 1.1.0)"),
        "{run:#?}"
    );
    assert_eq!(installed_lib(&app).as_deref(), Some("1.1.0"));
    assert_eq!(stub.times(stub::ARCHIVE), 1);
}

#[test]
fn a_connection_that_breaks_is_an_error_and_nothing_of_it_is_kept() {
    let place = Place::cold();
    let stub = Stub::new();
    let app = with_lib(&place, &stub);
    let whole = stub.document(&[stub.release("1.0.0")]);
    for (path, whole) in [
        (stub::DOCUMENT, whole),
        (stub::ARCHIVE, stub::archive("1.0.0")),
    ] {
        stub.put(path, whole.clone().broken());
        let run = online(&place, &app, &["update"]);
        assert_eq!(run.code, Some(100), "{run:#?}");
        assert!(run.stderr.contains(&stub.url(path)), "{run:#?}");
        assert_eq!(installed_lib(&app), None);
        stub.put(path, whole);
    }
    assert!(!place.cache().join(stub.cached_archive()).exists());
    online(&place, &app, &["install"]).succeeded();
    assert_eq!(installed_lib(&app).as_deref(), Some("1.0.0"));
    assert!(place.cache().join(stub.cached_archive()).is_file());
}

#[test]
fn an_archive_with_another_checksum_is_refused() {
    let place = Place::cold();
    let stub = Stub::new();
    let app = with_lib(&place, &stub);
    let mut release = stub.release("1.0.0");
    release["dist"]["shasum"] = "0".repeat(40).into();
    stub.put(stub::DOCUMENT, stub.document(&[release]));
    let run = online(&place, &app, &["update"]);
    assert_eq!(run.code, Some(1), "{run:#?}");
    let message = format!(
        "The checksum verification of the file failed (downloaded from {})",
        stub.url(stub::ARCHIVE)
    );
    assert!(run.stderr.contains(&message), "{run:#?}");
    assert_eq!(installed_lib(&app), None);
    assert!(!place.cache().join(stub.cached_archive()).exists());
}

#[test]
fn an_archive_that_moved_is_followed_and_cached_under_its_old_address() {
    let place = Place::cold();
    let stub = Stub::new();
    let app = with_lib(&place, &stub);
    stub.put(stub::ARCHIVE, Answer::moved_to("/elsewhere"));
    stub.put("/elsewhere", stub::archive("1.0.0"));
    online(&place, &app, &["update"]).succeeded();
    assert_eq!(installed_lib(&app).as_deref(), Some("1.0.0"));
    assert!(place.cache().join(stub.cached_archive()).is_file());
    assert_eq!(stub.times("/elsewhere"), 1);
}

#[test]
fn what_is_no_repository_is_refused_by_its_address() {
    let place = Place::cold();
    let stub = Stub::new();
    let app = with_lib(&place, &stub);
    stub.put(stub::ROOT, Answer::of("<html>Welcome</html>"));
    let run = online(&place, &app, &["update"]);
    assert_eq!(run.code, Some(1), "{run:#?}");
    let message = format!("\"{}\" does not contain valid JSON", stub.url(stub::ROOT));
    assert!(run.stderr.contains(&message), "{run:#?}");

    let nowhere = project_of(&place, &stub.url("/nowhere"), r#"{"acme/lib": "^1"}"#);
    let run = online(&place, &nowhere, &["update"]);
    assert_eq!(run.code, Some(100), "{run:#?}");
    assert!(run.stderr.contains("404 Not Found"), "{run:#?}");
    assert!(!app.join("composer.lock").exists());
}
