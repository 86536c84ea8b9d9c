//! A composer repository on a server, with the cache that is filled on the way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shirabe_repository::ComposerRepository;
use shirabe_resolver::{PackageSource, StabilityFilter, Wanted};
use shirabe_semver::Stability;

use crate::server::{Answer, Seen, Server, body, status};
use crate::support::{DATE, Setting, failure, load, read, wanted};

fn release(name: &str) -> String {
    format!(r#"{{"packages":{{"{name}":[{{"name":"{name}","version":"1.0.0"}}]}}}}"#)
}

/// Serves `acme/*` with dates; `acme/none` is not there.
fn answer(seen: &Seen) -> Answer {
    if seen.header("if-modified-since") == Some(DATE) {
        return status(304, "");
    }
    match seen.path.as_str() {
        "/packages.json" => {
            body(r#"{"metadata-url":"/p2/%package%.json"}"#).with("Last-Modified", DATE)
        }
        "/p2/acme/none.json" => status(404, "{}"),
        path if path.starts_with("/p2/acme/") && !path.contains("~dev") => {
            let name = path.trim_start_matches("/p2/").trim_end_matches(".json");
            body(release(name)).with("Last-Modified", DATE)
        }
        _ => status(404, "{}"),
    }
}

fn names(count: usize) -> Vec<Wanted> {
    (0..count)
        .map(|number| wanted(&format!("acme/p{number}"), "*"))
        .collect()
}

fn cache_folder(server: &Server) -> String {
    let url = server.url("");
    let dashed: String = url
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '.' {
                c
            } else {
                '-'
            }
        })
        .collect();
    format!("cache/repo/{dashed}")
}

#[test]
fn what_is_fetched_is_cached_as_composer_does_and_asked_for_by_date() {
    let server = Server::start(answer);
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::online(folder.path());
    let mut repository =
        ComposerRepository::new(setting.context.clone(), &server.url("/")).unwrap();
    let (found, packages) = load(&mut repository, &names(3), Stability::Stable);
    assert_eq!((found.len(), packages.len()), (3, 3));
    let cache = folder.path().join(cache_folder(&server));
    assert_eq!(
        read(&cache, "packages.json"),
        format!(r#"{{"metadata-url":"/p2/%package%.json","last-modified":"{DATE}"}}"#)
    );
    assert_eq!(
        read(&cache, "provider-acme~p1.json"),
        release("acme/p1").replace("]}}", &format!("]}},\"last-modified\":\"{DATE}\"}}"))
    );
    // In the same run nothing is asked for twice.
    let before = server.seen.lock().unwrap().len();
    load(&mut repository, &names(3), Stability::Stable);
    assert_eq!(server.seen.lock().unwrap().len(), before);

    server.seen.lock().unwrap().clear();
    let mut next = ComposerRepository::new(setting.context.clone(), &server.url("/")).unwrap();
    let (_, packages) = load(&mut next, &names(3), Stability::Stable);
    assert_eq!(packages.len(), 3);
    let seen = server.seen.lock().unwrap();
    assert_eq!(seen.len(), 4);
    assert!(
        seen.iter()
            .all(|seen| seen.header("if-modified-since") == Some(DATE))
    );
    assert!(setting.notices().is_empty(), "{:?}", setting.notices());
}

#[test]
fn a_missing_package_is_just_not_there() {
    let server = Server::start(answer);
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::online(folder.path());
    let mut repository = ComposerRepository::new(setting.context.clone(), &server.url("")).unwrap();
    for _ in 0..2 {
        let (found, _) = load(&mut repository, &[wanted("acme/none", "*")], Stability::Dev);
        assert!(found.is_empty());
    }
    // Root, and the two documents once.
    assert_eq!(server.seen.lock().unwrap().len(), 3);
    assert!(setting.notices().is_empty());
}

#[test]
fn names_to_come_are_fetched_at_once() {
    let server = Server::start(answer);
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::online(folder.path());
    let mut repository = ComposerRepository::new(setting.context, &server.url("")).unwrap();
    let all = names(70);
    repository.prefetch(&all, &StabilityFilter::new(Stability::Stable));
    assert_eq!(server.seen.lock().unwrap().len(), 71);
    for batch in all.chunks(50) {
        let (found, _) = load(&mut repository, batch, Stability::Stable);
        assert_eq!(found.len(), batch.len());
    }
    assert_eq!(server.seen.lock().unwrap().len(), 71);
}

#[test]
fn without_a_writable_cache_nothing_is_asked_for_twice_either() {
    let server = Server::start(answer);
    let folder = tempfile::tempdir().unwrap();
    let mut setting = Setting::online(folder.path());
    setting.context.cache_read_only = true;
    let mut repository = ComposerRepository::new(setting.context.clone(), &server.url("")).unwrap();
    for _ in 0..2 {
        let (_, packages) = load(&mut repository, &names(2), Stability::Stable);
        assert_eq!(packages.len(), 2);
    }
    assert_eq!(server.seen.lock().unwrap().len(), 3);
    assert!(!folder.path().join("cache").exists());

    std::fs::write(folder.path().join("cache"), "a file, not a folder").unwrap();
    setting.context.cache_read_only = false;
    let mut repository = ComposerRepository::new(setting.context.clone(), &server.url("")).unwrap();
    let (_, packages) = load(&mut repository, &names(2), Stability::Stable);
    assert_eq!(packages.len(), 2);
    let notices = setting.notices();
    assert_eq!(notices.len(), 1);
    assert!(
        notices[0].contains("Cannot write into the cache"),
        "{notices:?}"
    );
}

#[test]
fn a_server_in_trouble_is_replaced_by_the_cache_with_a_warning() {
    let down = Arc::new(AtomicBool::new(false));
    let is_down = Arc::clone(&down);
    let server = Server::start(move |seen| {
        if is_down.load(Ordering::SeqCst) {
            status(500, "")
        } else {
            answer(seen)
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::online(folder.path());
    let mut repository = ComposerRepository::new(setting.context.clone(), &server.url("")).unwrap();
    load(&mut repository, &names(2), Stability::Stable);
    down.store(true, Ordering::SeqCst);
    let mut repository = ComposerRepository::new(setting.context.clone(), &server.url("")).unwrap();
    let (_, packages) = load(&mut repository, &names(2), Stability::Stable);
    assert_eq!(packages.len(), 2);
    let notices = setting.notices();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(
        notices[0].contains("could not be fully loaded"),
        "{notices:?}"
    );
    assert!(notices[0].contains("500"), "{notices:?}");

    let message = failure(&mut repository, "acme/p9");
    assert!(message.contains("/p2/acme/p9.json"), "{message}");
    assert!(message.contains("500"), "{message}");
}

#[test]
fn a_truncated_answer_is_an_error_and_never_cached() {
    let server = Server::start(|seen| match seen.path.as_str() {
        "/packages.json" => answer(seen),
        _ => body("{\"packages\":{\"acme/p0\":[{\"name\"").with("Last-Modified", DATE),
    });
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::online(folder.path());
    let mut repository = ComposerRepository::new(setting.context, &server.url("")).unwrap();
    let message = failure(&mut repository, "acme/p0");
    assert!(
        message.contains(&server.url("/p2/acme/p0.json")),
        "{message}"
    );
    assert!(message.contains("does not contain valid JSON"), "{message}");
    let cache = folder.path().join(cache_folder(&server));
    assert!(!cache.join("provider-acme~p0.json").exists());
}

#[test]
fn a_damaged_cached_document_is_fetched_anew() {
    let server = Server::start(answer);
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::online(folder.path());
    let mut repository = ComposerRepository::new(setting.context.clone(), &server.url("")).unwrap();
    load(&mut repository, &names(2), Stability::Stable);
    let cache = folder.path().join(cache_folder(&server));
    let good = read(&cache, "provider-acme~p0.json");
    for damaged in [good[..30].to_owned(), good.replace("1.0.0", "1.0.0\"")] {
        std::fs::write(cache.join("provider-acme~p0.json"), &damaged).unwrap();
        let mut repository =
            ComposerRepository::new(setting.context.clone(), &server.url("")).unwrap();
        let (_, packages) = load(&mut repository, &names(2), Stability::Stable);
        assert_eq!(packages, ["acme/p0 1.0.0.0", "acme/p1 1.0.0.0"]);
        assert_eq!(read(&cache, "provider-acme~p0.json"), good);
    }
}

#[test]
fn servers_may_speak_to_people() {
    let server = Server::start(|seen| match seen.path.as_str() {
        "/packages.json" => body(
            r#"{"metadata-url":"/p2/%package%.json","infos":[{"versions":">=2.0","message":"We move."}],
                "warning":"Old.","warning-versions":"<1.10"}"#,
        ),
        _ => answer(seen),
    });
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::online(folder.path());
    let mut repository = ComposerRepository::new(setting.context.clone(), &server.url("")).unwrap();
    load(&mut repository, &names(1), Stability::Stable);
    assert_eq!(
        setting.notices(),
        [format!("Info from {}: We move.", server.url(""))]
    );
}
