//! Repositories by their definitions.

use std::path::Path;

use shirabe_mixed::json;
use shirabe_package::config::{Config, RepositoryDefinition};
use shirabe_repository::factory;
use shirabe_resolver::PackageSource;
use shirabe_semver::Stability;

use crate::support::{Setting, load, wanted, write};

fn create(folder: &Path, definition: &str) -> Result<Box<dyn PackageSource>, String> {
    let setting = Setting::offline(folder);
    let definition = json::decode(definition.as_bytes()).unwrap();
    factory::create_one(&setting.context, "0", &definition).map_err(|error| error.to_string())
}

#[test]
fn every_type_says_its_name() {
    let folder = tempfile::tempdir().unwrap();
    for (definition, name) in [
        (
            r#"{"type":"composer","url":"https://packagist.org"}"#,
            "composer repo (https://repo.packagist.org)",
        ),
        (
            r#"{"type":"composer","url":"https://u:p@example.org/x/"}"#,
            "composer repo (https://u:***@example.org/x)",
        ),
        (r#"{"type":"path","url":"pk/*"}"#, "path repo (pk/*)"),
        (
            r#"{"type":"package","package":{"name":"acme/a","version":"1"}}"#,
            "package repo (defining 1 package)",
        ),
        (
            r#"{"type":"package","package":[{"name":"acme/a","version":"1"},{"name":"acme/b","version":"1"}]}"#,
            "package repo (defining 2 packages)",
        ),
    ] {
        assert_eq!(create(folder.path(), definition).unwrap().name(), name);
    }
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (definition, part) in [
        (
            "\"https://example.org\"",
            "only a single repository was given",
        ),
        ("5", "Repository \"0\" (5) should be an array, int given"),
        (
            r#"{"url":"x"}"#,
            "Repository \"0\" ({\"url\":\"x\"}) must have a type defined",
        ),
        (
            r#"{"type":"magic"}"#,
            "Repository type is not registered: magic",
        ),
        (
            r#"{"type":"vcs","url":"https://u:p@example.org/a.git"}"#,
            "(https://u:***@example.org/a.git) is of type \"vcs\", which is not supported yet",
        ),
        (r#"{"type":"composer"}"#, "must have its url defined"),
        (
            r#"{"type":"path"}"#,
            "You must specify the `url` configuration",
        ),
        (r#"{"type":"package"}"#, "under the key \"package\""),
        (
            r#"{"type":"package","package":{"name":"acme/a"}}"#,
            "invalid package definition",
        ),
        (
            r#"{"type":"package","package":{"name":"acme","version":"1"}}"#,
            "Invalid package information: \nname : acme is invalid, it should have a vendor name",
        ),
        (
            r#"{"type":"path","url":"x","only":"a"}"#,
            "\"only\" key for repository path repo (x) should be an array",
        ),
        (
            r#"{"type":"path","url":"x","only":[],"exclude":[]}"#,
            "Only one of \"only\" and \"exclude\"",
        ),
        (
            r#"{"type":"path","url":"x","canonical":1}"#,
            "\"canonical\" key for repository path repo (x) should be a boolean",
        ),
    ] {
        let Err(message) = create(folder.path(), definition) else {
            panic!("{definition} can be used");
        };
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn packagist_is_there_unless_it_is_turned_off() {
    let folder = tempfile::tempdir().unwrap();
    let environment = [("HOME", folder.path())].into_iter().collect();
    let names = |document: &str| {
        let mut config = Config::new(&environment, folder.path()).unwrap();
        let document = json::decode(document.as_bytes()).unwrap();
        config
            .merge(document.as_map().unwrap(), "composer.json")
            .unwrap();
        let setting = Setting::offline(folder.path());
        let definitions: &[RepositoryDefinition] = config.repositories();
        let repositories = factory::create(&setting.context, definitions).unwrap();
        repositories
            .iter()
            .map(|repository| repository.name())
            .collect::<Vec<_>>()
    };
    const PACKAGIST: &str = "composer repo (https://repo.packagist.org)";
    let path = r#"{"type":"path","url":"a"}"#;
    for (repositories, expected) in [
        (format!("[{path}]"), vec!["path repo (a)", PACKAGIST]),
        (
            format!("{{\"x\":{path}}}"),
            vec!["path repo (a)", PACKAGIST],
        ),
        (
            format!("[{path},{{\"packagist.org\":false}}]"),
            vec!["path repo (a)"],
        ),
        (
            format!("{{\"packagist.org\":false,\"x\":{path}}}"),
            vec!["path repo (a)"],
        ),
        (
            format!("{{\"packagist\":false,\"x\":{path}}}"),
            vec!["path repo (a)"],
        ),
    ] {
        assert_eq!(
            names(&format!("{{\"repositories\":{repositories}}}")),
            expected
        );
    }
}

#[test]
fn filters_choose_names_and_who_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let packages = r#""type":"package","package":[{"name":"acme/a","version":"1"},{"name":"other/b","version":"1"}]"#;
    let both = [wanted("acme/a", "*"), wanted("other/b", "*")];
    for (filter, names, count) in [
        (r#""only":["acme/*"]"#, vec!["acme/a"], 1),
        (r#""exclude":["acme/a"]"#, vec!["other/b"], 1),
        (r#""canonical":false"#, vec![], 2),
        (r#""canonical":true"#, vec!["acme/a", "other/b"], 2),
        (r#""only":[]"#, vec![], 0),
    ] {
        let mut repository = create(folder.path(), &format!("{{{packages},{filter}}}")).unwrap();
        let (found, loaded) = load(&mut *repository, &both, Stability::Stable);
        assert_eq!(found, names, "{filter}");
        assert_eq!(loaded.len(), count, "{filter}");
        assert_eq!(repository.packages().unwrap().len(), count, "{filter}");
    }
}

#[test]
fn the_option_takes_urls_files_and_definitions() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "packages.json", r#"{"packages":{"a/b":[]}}"#);
    write(folder.path(), "other.json", "{}");
    let url = |text: &str| {
        factory::definition_of(text, folder.path())
            .map(|definition| {
                definition
                    .get("url")
                    .and_then(|url| url.as_str())
                    .unwrap()
                    .to_owned()
            })
            .map_err(|error| error.to_string())
    };
    assert_eq!(url("https://example.org").unwrap(), "https://example.org");
    assert!(url("packages.json").unwrap().starts_with("file:///"));
    assert_eq!(url(r#"{"type":"vcs","url":"x"}"#).unwrap(), "x");
    assert!(
        url("other.json")
            .unwrap_err()
            .contains("does not contain a valid composer repository")
    );
    assert!(
        url("none.json")
            .unwrap_err()
            .contains("none.json could not be read")
    );
    assert!(
        url("words")
            .unwrap_err()
            .contains("Invalid repository url (words) given")
    );
}
