//! The configuration.

use crate::data;
use shirabe_package::config::{BinCompat, DiscardChanges, PluginDecision};
use shirabe_package::{Config, Environment, InstallationSource};
use std::path::{Path, PathBuf};

fn config(variables: &[(&str, &str)], layers: &[&str]) -> Config {
    let mut environment: Environment = variables.iter().copied().collect();
    if environment.get("COMPOSER_HOME").is_none() {
        environment.set("COMPOSER_HOME", "/home/ada/.composer");
    }
    environment.set("HOME", "/home/ada");
    let mut config = Config::new(&environment, Path::new("/app")).unwrap();
    for layer in layers {
        config.merge(&data(layer), "layer.json").unwrap();
    }
    config
}

fn repositories(layers: &[&str]) -> Vec<String> {
    config(&[], layers)
        .repositories()
        .iter()
        .map(|repository| repository.key.to_string())
        .collect()
}

#[test]
fn folders_follow_one_another() {
    let plain = config(
        &[],
        &[r#"{"config": {"vendor-dir": "lib/", "cache-dir": "~/c"}}"#],
    );
    assert_eq!(plain.vendor_dir().unwrap(), PathBuf::from("/app/lib"));
    assert_eq!(plain.bin_dir().unwrap(), PathBuf::from("/app/lib/bin"));
    assert_eq!(
        plain.cache_files_dir().unwrap(),
        PathBuf::from("/home/ada/c/files")
    );
    let told = config(
        &[
            ("COMPOSER_VENDOR_DIR", "v"),
            ("COMPOSER_CACHE_DIR", "/c"),
            ("WHERE", "/w"),
        ],
        &[r#"{"config": {"bin-dir": "$WHERE/b", "data-dir": "{$home}/d"}}"#],
    );
    assert_eq!(told.relative_vendor_dir().unwrap(), "v");
    assert_eq!(told.bin_dir().unwrap(), PathBuf::from("/w/b"));
    assert_eq!(told.cache_repo_dir().unwrap(), PathBuf::from("/c/repo"));
    assert_eq!(
        told.data_dir().unwrap(),
        PathBuf::from("/home/ada/.composer/d")
    );
    let circle = config(
        &[],
        &[r#"{"config": {"vendor-dir": "{$bin-dir}", "bin-dir": "{$vendor-dir}"}}"#],
    );
    assert!(circle.vendor_dir().is_err());
}

#[test]
fn the_home_folder_is_found() {
    let environment: Environment = [("HOME", "/nowhere/ada/"), ("XDG_CONFIG_HOME", "/x")]
        .into_iter()
        .collect();
    let config = Config::new(&environment, Path::new("/app")).unwrap();
    assert_eq!(config.home(), PathBuf::from("/x/composer"));
    assert_eq!(
        config.cache_dir().unwrap(),
        PathBuf::from("/nowhere/ada/.cache/composer")
    );
    let nothing = Environment::default();
    assert!(Config::new(&nothing, Path::new("/app")).is_err());
}

#[test]
fn the_home_config_is_the_first_layer() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(
        home.path().join("config.json"),
        r#"{"config": {"platform": {"php": "8.2.0"}}}"#,
    )
    .unwrap();
    let environment: Environment = [("COMPOSER_HOME", home.path())].into_iter().collect();
    let config = Config::load(&environment, Path::new("/app")).unwrap();
    assert_eq!(config.platform(), [("php".to_owned(), "8.2.0".into())]);
    std::fs::write(home.path().join("config.json"), "{").unwrap();
    let error = Config::load(&environment, Path::new("/app")).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("config.json\" does not contain valid JSON")
    );
}

#[test]
fn repositories_of_later_layers_come_first() {
    assert_eq!(repositories(&[]), ["packagist.org"]);
    assert_eq!(
        repositories(&[
            r#"{"repositories": {"global": {"type": "path", "url": "g"}}}"#,
            r#"{"repositories": [{"type": "path", "url": "a"}, {"type": "path", "url": "b"}]}"#,
        ]),
        ["0", "1", "global", "packagist.org"]
    );
    assert!(repositories(&[r#"{"repositories": {"packagist.org": false}}"#]).is_empty());
    assert!(repositories(&[r#"{"repositories": [{"packagist": false}]}"#]).is_empty());
    assert_eq!(
        repositories(&[
            r#"{"repositories": {"mine": {"type": "composer", "url": "https://packagist.org"}}}"#
        ]),
        ["mine"]
    );
    assert_eq!(
        repositories(&[
            r#"{"repositories": {"mine": {"type": "composer", "url": "https://packagist.org.example.org"}}}"#
        ]),
        ["mine", "packagist.org"]
    );
}

#[test]
fn some_keys_add_up() {
    let merged = config(
        &[],
        &[
            r#"{"config": {"allow-plugins": {"a/a": true}, "preferred-install": "source",
                "github-domains": ["git.example.org"], "http-basic": {"one": {}}}}"#,
            r#"{"config": {"allow-plugins": {"b/*": false, "a/a": false}, "preferred-install": {"acme/*": "dist"},
                "http-basic": {"two": {}}}}"#,
        ],
    );
    let plugins = merged.allow_plugins().unwrap();
    assert_eq!(plugins.decide("a/a"), PluginDecision::Denied);
    assert_eq!(plugins.decide("b/x"), PluginDecision::Denied);
    assert_eq!(plugins.decide("c/c"), PluginDecision::Undecided);
    let preferred = merged.preferred_install().unwrap();
    assert_eq!(
        preferred.for_package("acme/a", true),
        InstallationSource::Dist
    );
    assert_eq!(
        preferred.for_package("b/b", false),
        InstallationSource::Source
    );
    let domains = merged.get("github-domains").unwrap().unwrap();
    assert_eq!(domains.as_list().map(<[_]>::len), Some(2));
    assert_eq!(
        merged.raw()["http-basic"]
            .as_map()
            .map(indexmap::IndexMap::len),
        Some(2)
    );
}

#[test]
fn single_settings() {
    let config = config(
        &[
            ("COMPOSER_PROCESS_TIMEOUT", "7"),
            ("COMPOSER_DISCARD_CHANGES", "stash"),
            ("COMPOSER_BIN_COMPAT", "full"),
        ],
        &[
            r#"{"config": {"cache-files-maxsize": "1.5 g", "cache-ttl": 10, "disable-tls": true, "lock": "false",
            "sort-packages": true, "allow-plugins": true}}"#,
        ],
    );
    assert_eq!(config.process_timeout(), 7);
    assert_eq!(config.discard_changes().unwrap(), DiscardChanges::Stash);
    assert_eq!(config.bin_compat().unwrap(), BinCompat::Full);
    assert_eq!(config.cache_files_maxsize().unwrap(), 1_610_612_736);
    assert_eq!(config.cache_files_ttl(), 10);
    assert!(!config.secure_http());
    assert!(!config.lock());
    assert!(config.is_on("sort-packages"));
    assert_eq!(
        config.allow_plugins().unwrap().decide("x/x"),
        PluginDecision::Allowed
    );
}

#[test]
fn impossible_values_are_refused() {
    assert!(
        config(&[("COMPOSER_DISCARD_CHANGES", "maybe")], &[])
            .discard_changes()
            .is_err()
    );
    assert!(
        config(&[], &[r#"{"config": {"bin-compat": "x"}}"#])
            .bin_compat()
            .is_err()
    );
    assert!(
        config(&[], &[r#"{"config": {"cache-files-maxsize": "much"}}"#])
            .cache_files_maxsize()
            .is_err()
    );
}
