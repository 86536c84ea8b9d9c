//! Real Composer runs on the world.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use shirabe_world::World;

use crate::tools::{WORLD, files, total_size};

/// Whether PHP and Composer are here. With `SHIRABE_REQUIRE_PHP=1` they have to be.
fn is_composer_here() -> bool {
    let runs = |program: &str| {
        Command::new(program)
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let here = runs("php") && runs("composer");
    let required = std::env::var_os("SHIRABE_REQUIRE_PHP").is_some_and(|value| value == "1");
    assert!(
        here || !required,
        "SHIRABE_REQUIRE_PHP=1, but `php` and `composer` do not both run"
    );
    if !here {
        eprintln!("skipped: `php` and `composer` do not both run here");
    }
    here
}

fn run(world: &World, folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output: Output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env_remove("COMPOSER")
        .env_remove("COMPOSER_VENDOR_DIR")
        .envs(world.variables())
        .output()
        .unwrap();
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}\n{text}",
        output.status
    );
    text
}

#[test]
fn composer_creates_the_project_without_a_network() {
    if !is_composer_here() {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let world = WORLD.copy(&scratch.path().join("world")).unwrap();
    let app = scratch.path().join("app");
    let arguments = [
        "create-project",
        "laravel/laravel",
        "app",
        "--no-interaction",
        "--no-plugins",
        "--no-progress",
    ];
    let output = run(&world, scratch.path(), "composer", &arguments);
    for unwanted in [
        "could not be fully loaded",
        "does not comply",
        "Ambiguous class",
        "Downloading",
    ] {
        assert!(!output.contains(unwanted), "{output}");
    }

    let lock: Value =
        serde_json::from_slice(&fs::read(app.join("composer.lock")).unwrap()).unwrap();
    let chosen = |key: &str| -> Vec<(String, String)> {
        let packages = lock[key].as_array().unwrap().iter();
        packages
            .map(|package| (text(&package["name"]), text(&package["version"])))
            .collect()
    };
    assert_eq!(chosen("packages").len(), 76);
    assert_eq!(chosen("packages-dev").len(), 35);
    let mut chosen = [chosen("packages"), chosen("packages-dev")].concat();
    chosen.sort();
    let solved = World::solved()
        .unwrap()
        .into_iter()
        .filter(|version| version.name != "laravel/laravel");
    let expected: Vec<_> = solved
        .map(|version| (version.name, version.version))
        .collect();
    assert_eq!(chosen, expected);

    let vendor = files(&app.join("vendor"));
    assert!(
        (8_600..8_640).contains(&vendor.len()),
        "{} files",
        vendor.len()
    );
    let size = total_size(&vendor);
    assert!((41_500_000..42_700_000).contains(&size), "{size} bytes");

    let environment = fs::read_to_string(app.join(".env")).unwrap();
    assert!(environment.contains("\nAPP_KEY=base64:"), "{environment}");
    assert!(app.join("database/database.sqlite").is_file());
    let discovered = fs::read_to_string(app.join("bootstrap/cache/packages.php")).unwrap();
    assert!(
        discovered.contains("Laravel\\\\Tinker\\\\TinkerServiceProvider"),
        "{discovered}"
    );

    assert_eq!(
        run(&world, &app, "php", &["artisan", "--version"]),
        "Laravel Framework 12.67.0\n"
    );
    assert_eq!(
        run(&world, &app, "php", &["vendor/bin/phpunit", "one", "two"]),
        "phpunit (phpunit/phpunit 11.5.56) one two\n"
    );

    let loaded = run(&world, &app, "php", &["-r", LOAD_EVERYTHING]);
    let count: usize = loaded.trim().parse().unwrap_or_else(|_| panic!("{loaded}"));
    assert!((6_440..6_470).contains(&count), "{count} classes");
}

/// Loads every class of the optimised map and parses every other file; prints how many classes there were.
const LOAD_EVERYTHING: &str = r#"
    require 'vendor/autoload.php';
    $classes = array_filter(require 'vendor/composer/autoload_classmap.php', fn ($file) => is_file($file));
    foreach ($classes as $class => $file) {
        if (! class_exists($class) && ! interface_exists($class) && ! trait_exists($class)) {
            exit("$class is not in $file");
        }
    }
    $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator('.', FilesystemIterator::SKIP_DOTS));
    foreach ($files as $file) {
        if (str_ends_with($file, '.php')) {
            token_get_all(file_get_contents($file), TOKEN_PARSE);
        }
    }
    echo count($classes), PHP_EOL;
"#;

#[test]
fn composer_creates_the_project_from_the_server() {
    if !is_composer_here() {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let server = shirabe_world::serve(&WORLD, shirabe_world::Options::default()).unwrap();
    let home = scratch.path().join("home");
    fs::create_dir(&home).unwrap();
    let platform = fs::read(WORLD.home().join("config.json")).unwrap();
    let mut config: Value = serde_json::from_slice(&platform).unwrap();
    config["config"]["secure-http"] = false.into();
    config["repositories"] =
        serde_json::json!([{"type": "composer", "url": server.url()}, {"packagist.org": false}]);
    fs::write(home.join("config.json"), config.to_string()).unwrap();

    let output = Command::new("composer")
        .args([
            "create-project",
            "laravel/laravel",
            "app",
            "--no-interaction",
            "--no-plugins",
            "--no-progress",
        ])
        .args(["--no-scripts", "--no-dev"])
        .current_dir(scratch.path())
        .env_remove("COMPOSER_DISABLE_NETWORK")
        .env("COMPOSER_HOME", &home)
        .env("COMPOSER_CACHE_DIR", scratch.path().join("cache"))
        .env("COMPOSER_ALLOW_SUPERUSER", "1")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        scratch
            .path()
            .join("app/vendor/laravel/framework/composer.json")
            .is_file()
    );

    let exchanges = server.exchanges();
    let count = |start: &str| {
        exchanges
            .iter()
            .filter(|exchange| exchange.path.starts_with(start))
            .count()
    };
    assert_eq!(count("/dists/"), 77, "the skeleton and its 76 packages");
    assert!(count("/p2/") >= 111);
    assert!(
        exchanges
            .iter()
            .filter(|exchange| exchange.path.starts_with("/p2/"))
            .all(|exchange| { exchange.gzip || exchange.status == 404 || exchange.status == 304 })
    );
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
