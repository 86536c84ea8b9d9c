//! What a composer repository's documents mean, read from a folder.

use std::path::Path;

use shirabe_mixed::{PhpMixed, json};
use shirabe_repository::ComposerRepository;
use shirabe_resolver::{KnownVersions, PackageSource, StabilityFilter};
use shirabe_semver::Stability;

use crate::support::{Setting, failure, load, shown, wanted, write};

const RELEASES: &str = r#"{"minified":"composer/2.0","packages":{"acme/a":[
    {"name":"acme/a","version":"2.0.0","version_normalized":"2.0.0.0","require":{"php":">=8"},"extra":{"x":1}},
    {"version":"1.1.0-RC1","version_normalized":"1.1.0.0-RC1","require":"__unset"},
    {"version":"1.0.0","version_normalized":"1.0.0.0","extra":"__unset","description":"old"}]}}"#;

const BRANCHES: &str = r#"{"minified":"composer/2.0","packages":{"acme/a":[
    {"name":"acme/a","version":"dev-main","version_normalized":"dev-main","default-branch":true,
     "extra":{"branch-alias":{"dev-main":"2.1.x-dev"}}},
    {"version":"dev-feature","version_normalized":"dev-feature","default-branch":"__unset","extra":"__unset"}]}}"#;

fn repository(folder: &Path) -> (Setting, ComposerRepository) {
    let setting = Setting::offline(folder);
    let url = format!("file://{}", folder.join("repo").display());
    let repository = ComposerRepository::new(setting.context.clone(), &url).unwrap();
    (setting, repository)
}

fn lazy(root: &str) -> (tempfile::TempDir, Setting, ComposerRepository) {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "repo/packages.json", root);
    write(folder.path(), "repo/p2/acme/a.json", RELEASES);
    write(folder.path(), "repo/p2/acme/a~dev.json", BRANCHES);
    let (setting, repository) = repository(folder.path());
    (folder, setting, repository)
}

#[test]
fn minified_documents_are_expanded_and_filtered() {
    let (_folder, _setting, mut repository) = lazy(r#"{"metadata-url":"p2/%package%.json"}"#);
    assert!(repository.name().starts_with("composer repo (file:///"));
    let all = [wanted("acme/a", "*")];
    assert_eq!(
        load(&mut repository, &all, Stability::Stable),
        (
            vec!["acme/a".to_owned()],
            vec!["acme/a 2.0.0.0".to_owned(), "acme/a 1.0.0.0".to_owned()]
        )
    );
    let (_, found) = load(&mut repository, &all, Stability::RC);
    assert_eq!(found.len(), 3);
    let (names, found) = load(
        &mut repository,
        &[wanted("acme/a", "^3")],
        Stability::Stable,
    );
    assert_eq!((names.len(), found.len()), (1, 0));

    let filter = StabilityFilter::new(Stability::Stable);
    let packages = repository
        .load_packages(
            &[wanted("acme/a", "^1")],
            &filter,
            &KnownVersions::default(),
        )
        .unwrap()
        .packages;
    let package = packages[0].base();
    assert!(package.requires.is_empty());
    assert!(package.extra().is_none());
    assert_eq!(package.description(), Some("old"));
}

#[test]
fn branches_come_with_their_aliases_where_development_is_accepted() {
    let (_folder, _setting, mut repository) = lazy(r#"{"metadata-url":"p2/%package%.json"}"#);
    let all = [wanted("acme/a", "*")];
    let (_, found) = load(&mut repository, &all, Stability::Dev);
    assert_eq!(
        found,
        [
            "acme/a 2.0.0.0",
            "acme/a 1.1.0.0-RC1",
            "acme/a 1.0.0.0",
            "acme/a 2.1.9999999.9999999-dev (alias of dev-main)",
            "acme/a dev-main",
            "acme/a dev-feature",
        ]
    );
    // The alias alone fits; the branch comes with it.
    let (_, found) = load(
        &mut repository,
        &[wanted("acme/a", "~2.1@dev")],
        Stability::Dev,
    );
    assert_eq!(
        found,
        [
            "acme/a 2.1.9999999.9999999-dev (alias of dev-main)",
            "acme/a dev-main"
        ]
    );
    let mut flagged = StabilityFilter::new(Stability::Stable);
    flagged.flags.insert("acme/a".into(), Stability::Dev);
    let loaded = repository
        .load_packages(&all, &flagged, &KnownVersions::default())
        .unwrap();
    assert_eq!(loaded.packages.len(), 6);
}

#[test]
fn known_versions_are_not_handed_out_again() {
    let (_folder, _setting, mut repository) = lazy(r#"{"metadata-url":"p2/%package%.json"}"#);
    let filter = StabilityFilter::new(Stability::Stable);
    let mut known = KnownVersions::default();
    let all = [wanted("acme/a", "*")];
    let first = repository.load_packages(&all, &filter, &known).unwrap();
    known.insert(&first.packages[0]);
    let second = repository.load_packages(&all, &filter, &known).unwrap();
    assert_eq!(shown(&second.packages), ["acme/a 1.0.0.0"]);
    assert_eq!(second.names_found, ["acme/a"]);
}

#[test]
fn only_available_packages_are_asked_for() {
    for (root, is_there) in [
        (
            r#"{"metadata-url":"p2/%package%.json","available-packages":["Acme/A"]}"#,
            true,
        ),
        (
            r#"{"metadata-url":"p2/%package%.json","available-packages":["acme/b"]}"#,
            false,
        ),
        (
            r#"{"metadata-url":"p2/%package%.json","available-package-patterns":["acme/*"]}"#,
            true,
        ),
        (
            r#"{"metadata-url":"p2/%package%.json","available-package-patterns":["*/b"]}"#,
            false,
        ),
    ] {
        let (_folder, _setting, mut repository) = lazy(root);
        let (names, _) = load(&mut repository, &[wanted("acme/a", "*")], Stability::Stable);
        assert_eq!(!names.is_empty(), is_there, "{root}");
    }
}

#[test]
fn platform_names_are_no_documents() {
    let (_folder, _setting, mut repository) = lazy(r#"{"metadata-url":"p2/%package%.json"}"#);
    let names = [
        wanted("php", "*"),
        wanted("ext-json", "*"),
        wanted("__root__", "*"),
    ];
    let (found, _) = load(&mut repository, &names, Stability::Dev);
    assert!(found.is_empty());
}

#[test]
fn inline_packages_take_the_place_of_documents() {
    let root = r#"{"metadata-url":"p2/%package%.json","packages":{
        "acme/a":{"9.0":{"name":"acme/a","version":"9.0"},"dev":{"name":"acme/a","version":"dev-main","default-branch":true}},
        "acme/wrong":[{"name":"acme/right","version":"1.0","provide":{"acme/virtual":"1"},"description":"It"}]}}"#;
    let (_folder, setting, mut repository) = lazy(root);
    let (_, found) = load(&mut repository, &[wanted("acme/a", "*")], Stability::Stable);
    assert_eq!(found, ["acme/a 9.0.0.0"]);
    let (_, found) = load(
        &mut repository,
        &[wanted("acme/a", "dev-main")],
        Stability::Dev,
    );
    assert_eq!(
        found,
        ["acme/a dev-main", "acme/a 9999999-dev (alias of dev-main)"]
    );
    let notices = setting.notices();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].contains(
        "'acme/wrong' doesn't match the name defined in the package metadata 'acme/right'"
    ));
    let providers = repository.providers(&"acme/virtual".into()).unwrap();
    assert_eq!(providers[0].name, "acme/right");
    assert_eq!(providers[0].description.as_deref(), Some("It"));
}

#[test]
fn a_repository_may_be_one_document_with_others_included() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        "repo/packages.json",
        r#"{"packages":{"acme/a":{"1.0":{"name":"acme/a","version":"1.0"}}},
            "includes":{"include/more.json":{"sha1":"0000000000000000000000000000000000000000"}}}"#,
    );
    write(
        folder.path(),
        "repo/include/more.json",
        r#"{"packages":{"acme/b":{"dev-main":{"name":"acme/b","version":"dev-main","extra":{"branch-alias":{"dev-main":"1.x-dev"}}}}}}"#,
    );
    let (_setting, mut repository) = repository(folder.path());
    let both = [wanted("acme/a", "*"), wanted("acme/b", "*")];
    let (names, found) = load(&mut repository, &both, Stability::Dev);
    assert_eq!(names, ["acme/a", "acme/b"]);
    assert_eq!(
        found,
        [
            "acme/a 1.0.0.0",
            "acme/b 1.9999999.9999999.9999999-dev (alias of dev-main)",
            "acme/b dev-main"
        ]
    );
    let all = repository.packages().unwrap();
    assert_eq!(all.len(), 3);
    let alias = shirabe_semver::Constraint::parse("^1.0").unwrap();
    let found = repository
        .find_packages(&"acme/b".into(), Some(&alias))
        .unwrap();
    assert_eq!(
        shown(&found),
        ["acme/b 1.9999999.9999999.9999999-dev (alias of dev-main)"]
    );
}

#[test]
fn notify_url_mirrors_and_options_go_into_packages() {
    let folder = tempfile::tempdir().unwrap();
    let base = format!("file://{}", folder.path().join("repo").display());
    write(
        folder.path(),
        "repo/packages.json",
        r#"{"metadata-url":"p2/%package%.json","notify-batch":"https://example.org/downloads",
            "mirrors":[{"dist-url":"https://mirror.example.org/%package%/%reference%.%type%","preferred":true},
                       {"git-url":"https://git.example.org/%package%.git","preferred":false}]}"#,
    );
    write(
        folder.path(),
        "repo/p2/acme/a.json",
        &format!(
            r#"{{"packages":{{"acme/a":[{{"name":"acme/a","version":"1.0",
            "source":{{"type":"git","url":"https://example.org/a.git","reference":"abc"}},
            "dist":{{"type":"zip","url":"{base}/a.zip","reference":"abc","shasum":"","mirrors":[{{"url":"https://foreign.example.org","preferred":true}}]}},
            "transport-options":{{"evil":true}}}}]}}}}"#
        ),
    );
    write(
        folder.path(),
        "repo/p2/acme/a~dev.json",
        r#"{"packages":{}}"#,
    );
    let setting = Setting::offline(folder.path());
    let options = json::decode(br#"{"ssl":{"verify_peer":false}}"#).unwrap();
    let mut repository =
        ComposerRepository::with_options(setting.context.clone(), &base, options.clone()).unwrap();
    let packages = repository.find_packages(&"acme/a".into(), None).unwrap();
    let package = packages[0].base();
    assert_eq!(
        package.notification_url(),
        Some("https://example.org/downloads")
    );
    let mirrors = &package.dist.as_ref().unwrap().mirrors;
    assert_eq!(mirrors.len(), 1);
    assert_eq!(
        mirrors[0].url,
        "https://mirror.example.org/%package%/%reference%.%type%"
    );
    assert!(mirrors[0].preferred);
    assert_eq!(
        package.source.as_ref().unwrap().mirrors[0].url,
        "https://git.example.org/%package%.git"
    );
    assert_eq!(package.transport_options(), Some(&options));

    let mut plain = ComposerRepository::new(setting.context, &base).unwrap();
    let packages = plain.find_packages(&"acme/a".into(), None).unwrap();
    assert_eq!(
        packages[0]
            .base()
            .transport_options()
            .filter(|options| **options != PhpMixed::Null),
        None
    );
}

#[test]
fn a_missing_document_of_a_folder_is_an_error_that_names_it() {
    let (folder, _setting, mut repository) = lazy(r#"{"metadata-url":"p2/%package%.json"}"#);
    let message = failure(&mut repository, "acme/none");
    let file = folder.path().join("repo/p2/acme/none.json");
    assert!(
        message.contains(&format!("file://{}", file.display())),
        "{message}"
    );
}

#[test]
fn bad_documents_are_named_with_the_place_of_the_error() {
    for (root, document, parts) in [
        (
            "{\"packages\": [}",
            RELEASES,
            &["packages.json", "line 1"][..],
        ),
        (
            r#"{"metadata-url":5}"#,
            RELEASES,
            &["packages.json", "\"metadata-url\" should be a string"],
        ),
        ("{}", RELEASES, &["packages.json", "neither"]),
        (
            r#"{"providers-url":"/p/%package%"}"#,
            RELEASES,
            &["packages.json", "Composer 1"],
        ),
        ("[1]", RELEASES, &["packages.json", "object was expected"]),
        (
            r#"{"metadata-url":"p2/%package%.json"}"#,
            "{\"packages\":{\"acme/a\":[\n{\"name\":\"acme/a\",",
            &["p2/acme/a.json", "line 2"],
        ),
        (
            r#"{"metadata-url":"p2/%package%.json"}"#,
            r#"{"packages":{"acme/a":[{"name":"acme/a"}]}}"#,
            &["p2/acme/a.json", "acme/a has no version defined"],
        ),
        (
            r#"{"metadata-url":"p2/%package%.json"}"#,
            r#"{"packages":{"acme/a":[{"name":"acme/a","version":"1.0","require":{"x/y":5}}]}}"#,
            &["p2/acme/a.json", "requires > x/y should be a string"],
        ),
        (
            r#"{"metadata-url":"p2/%package%.json"}"#,
            r#"{"packages":{"acme/a":["1.0"]}}"#,
            &["p2/acme/a.json", "object was expected for each version"],
        ),
    ] {
        let (folder, _setting, mut repository) = lazy(root);
        write(folder.path(), "repo/p2/acme/a.json", document);
        let message = failure(&mut repository, "acme/a");
        assert!(message.starts_with("composer repo (file://"), "{message}");
        for part in parts {
            assert!(message.contains(part), "{part} is not in: {message}");
        }
    }
}
