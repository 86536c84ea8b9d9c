//! A composer repository without a network, out of the cache alone.

use std::path::Path;

use shirabe_repository::ComposerRepository;
use shirabe_semver::Stability;

use crate::support::{DATE, Setting, failure, load, wanted, write};

const FOLDER: &str = "cache/repo/https---repo.example.org";

fn cached(folder: &Path, file: &str, content: &str) {
    write(folder, &format!("{FOLDER}/{file}"), content);
}

fn with_root(folder: &Path) -> (Setting, ComposerRepository) {
    let root = format!(r#"{{"metadata-url":"\/p2\/%package%.json","last-modified":"{DATE}"}}"#);
    cached(folder, "packages.json", &root);
    let setting = Setting::offline(folder);
    let repository =
        ComposerRepository::new(setting.context.clone(), "https://repo.example.org").unwrap();
    (setting, repository)
}

#[test]
fn dated_documents_count_and_nothing_starts() {
    let folder = tempfile::tempdir().unwrap();
    let document = format!(
        r#"{{"packages":{{"acme/a":[{{"name":"acme/a","version":"1.0"}}]}},"last-modified":"{DATE}"}}"#
    );
    cached(folder.path(), "provider-acme~a.json", &document);
    let (setting, mut repository) = with_root(folder.path());
    for _ in 0..2 {
        let (_, found) = load(&mut repository, &[wanted("acme/a", "*")], Stability::Stable);
        assert_eq!(found, ["acme/a 1.0.0.0"]);
    }
    assert!(setting.notices().is_empty());
    assert!(!setting.context.http.has_started());
}

#[test]
fn what_is_not_cached_is_not_there_and_one_warning_says_why() {
    let folder = tempfile::tempdir().unwrap();
    cached(
        folder.path(),
        "provider-acme~undated.json",
        r#"{"packages":{"acme/undated":[{"name":"acme/undated","version":"1.0"}]}}"#,
    );
    let (setting, mut repository) = with_root(folder.path());
    let names = [wanted("acme/none", "*"), wanted("acme/undated", "*")];
    let (found, _) = load(&mut repository, &names, Stability::Stable);
    assert!(found.is_empty());
    assert_eq!(
        setting.notices(),
        [
            "https://repo.example.org could not be fully loaded (Network disabled, request canceled: https://repo.example.org/p2/acme/none.json), package information was loaded from the local cache and may be out of date"
        ]
    );
}

#[test]
fn without_a_cached_root_document_there_is_no_repository() {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::offline(folder.path());
    let mut repository =
        ComposerRepository::new(setting.context, "https://repo.example.org").unwrap();
    assert_eq!(
        failure(&mut repository, "acme/a"),
        "composer repo (https://repo.example.org): Network disabled, request canceled: https://repo.example.org/packages.json"
    );
}

#[test]
fn a_damaged_document_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let dated = format!("{{\"packages\":{{\"acme/b\":[x]}},\"last-modified\":\"{DATE}\"}}");
    cached(
        folder.path(),
        "provider-acme~a.json",
        "{\"packages\":{\"acme/a\":[{\"na",
    );
    cached(folder.path(), "provider-acme~b.json", &dated);
    let (_setting, mut repository) = with_root(folder.path());
    for name in ["a", "b"] {
        let message = failure(&mut repository, &format!("acme/{name}"));
        let file = folder
            .path()
            .join(FOLDER)
            .join(format!("provider-acme~{name}.json"));
        assert!(message.contains(&file.display().to_string()), "{message}");
        assert!(message.contains("line 1"), "{message}");
        assert!(message.contains("Network disabled"), "{message}");
    }
}
