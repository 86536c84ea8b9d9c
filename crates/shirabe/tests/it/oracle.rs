//! Real Composer on the same world: Debian's 2.5.5, older than the one we follow, so that what it is known
//! to write in another way is named here and taken out before comparing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::support::{PROGRAM, Place, Run, assert_same, copy, has, php, tree};

const COMPOSER: &str = "composer";

/// Ours by behaviour, not by text, with the licence that goes with them.
const RUN_TIME: [&str; 7] = [
    "autoload.php",
    "composer/ClassLoader.php",
    "composer/InstalledVersions.php",
    "composer/LICENSE",
    "composer/autoload_real.php",
    "composer/autoload_static.php",
    "composer/platform_check.php",
];

/// The maps, in which Composer's versions order the folders of one prefix differently; compared as PHP
/// loads them.
const MAPS: [&str; 4] = ["classmap", "psr4", "namespaces", "files"];

/// Folders in the maps by the project's place; several folders of one prefix in any order.
const PRINT_MAP: &str = r#"
    $app = dirname($argv[1], 3);
    $map = is_file($argv[1]) ? require $argv[1] : [];
    foreach ($map as $key => $value) {
        if (is_array($value)) { sort($value); }
        $map[$key] = str_replace($app, '', $value);
    }
    echo json_encode($map, JSON_PRETTY_PRINT);
"#;

/// The same project made by both.
struct Pair {
    place: Place,
}

impl Pair {
    fn ours(&self) -> PathBuf {
        self.place.at("ours/app")
    }

    fn theirs(&self) -> PathBuf {
        self.place.at("theirs/app")
    }

    /// Runs the same command in both projects.
    fn run(&self, arguments: &[&str]) {
        for (program, app) in [(PROGRAM, self.ours()), (COMPOSER, self.theirs())] {
            run(&self.place, program, &app, arguments).succeeded();
        }
    }

    /// Changes the manifests of both.
    fn edit(&self, from: &str, to: &str) {
        for app in [self.ours(), self.theirs()] {
            let manifest = app.join("composer.json");
            let text = fs::read_to_string(&manifest).expect("a manifest");
            assert!(text.contains(from), "{text}");
            fs::write(&manifest, text.replacen(from, to, 1)).expect("a manifest");
        }
    }

    #[track_caller]
    fn assert_alike(&self) {
        assert_eq!(lock(&self.ours()), lock_of_today(&self.theirs()));
        assert_same(&files(&self.theirs()), &files(&self.ours()));
        for map in MAPS {
            let print = |app: &Path| {
                let file = app.join(format!("vendor/composer/autoload_{map}.php"));
                php(PRINT_MAP, &file)
            };
            assert_eq!(print(&self.ours()), print(&self.theirs()), "{map}");
        }
        assert_eq!(loaded(&self.ours()), loaded(&self.theirs()));
    }
}

fn run(place: &Place, program: &str, folder: &Path, arguments: &[&str]) -> Run {
    let output = place
        .command(program, folder)
        .args(arguments)
        .output()
        .expect("the program starts");
    Run::of(&output)
}

/// The project made once by both; nothing where there is no Composer.
fn made() -> Option<&'static Pair> {
    static MADE: OnceLock<Option<Pair>> = OnceLock::new();
    MADE.get_or_init(|| {
        if !has(COMPOSER) {
            return None;
        }
        let pair = Pair {
            place: Place::new(),
        };
        for (program, folder) in [(PROGRAM, "ours"), (COMPOSER, "theirs")] {
            let folder = pair.place.at(folder);
            fs::create_dir(&folder).expect("a folder");
            let arguments = [
                "create-project",
                "laravel/laravel",
                "app",
                "--no-scripts",
                "--no-plugins",
            ];
            run(&pair.place, program, &folder, &arguments).succeeded();
        }
        Some(pair)
    })
    .as_ref()
}

/// A copy of both projects for a test that changes them.
fn copied() -> Option<Pair> {
    let made = made()?;
    let pair = Pair {
        place: Place::new(),
    };
    copy(&made.ours(), &pair.ours());
    copy(&made.theirs(), &pair.theirs());
    Some(pair)
}

/// The text of our lock file.
fn lock(app: &Path) -> String {
    fs::read_to_string(app.join("composer.lock")).expect("a lock")
}

/// The text of a lock file of 2.5.5 as 2.10.2 would have written it.
fn lock_of_today(app: &Path) -> String {
    let text = lock(app);
    let data: Value = serde_json::from_str(&text).expect("JSON");
    let api = data["plugin-api-version"].as_str().expect("a version");
    text.replace(
        &format!("\"plugin-api-version\": \"{api}\""),
        "\"plugin-api-version\": \"2.9.0\"",
    )
    .replace("\"stability-flags\": []", "\"stability-flags\": {}")
    .replace("\"platform-dev\": []", "\"platform-dev\": {}")
}

/// Every file in `vendor/` whose content is no matter of taste.
fn files(app: &Path) -> BTreeMap<String, String> {
    let mut files = tree(&app.join("vendor"));
    files.retain(|name, what| {
        let is_map = MAPS
            .iter()
            .any(|map| *name == format!("composer/autoload_{map}.php"));
        if name.starts_with("bin/") || RUN_TIME.contains(&name.as_str()) || is_map {
            // That it is there, and how, is compared all the same.
            let words: Vec<&str> = what.split(' ').take(2).collect();
            *what = words.join(" ");
        }
        true
    });
    files
}

/// What the autoloader has to say once PHP has loaded it.
fn loaded(app: &Path) -> String {
    let code = r#"
        $loader = require $argv[1] . '/vendor/autoload.php';
        $real = function ($paths) {
            $paths = array_map('realpath', $paths);
            sort($paths);
            return $paths;
        };
        $map = $loader->getClassMap();
        ksort($map);
        $prefixes = array_map($real, $loader->getPrefixesPsr4());
        ksort($prefixes);
        $files = array_keys($GLOBALS['__composer_autoload_files']);
        sort($files);
        $installed = Composer\InstalledVersions::getAllRawData()[0];
        ksort($installed['versions']);
        $text = json_encode([
            array_map('realpath', $map),
            $prefixes,
            $real($loader->getFallbackDirsPsr4()),
            array_map($real, $loader->getPrefixes()),
            $real($loader->getFallbackDirs()),
            $loader->getUseIncludePath(),
            $loader->getApcuPrefix(),
            $loader->isClassMapAuthoritative(),
            $files,
            array_map('realpath', array_keys(Composer\Autoload\ClassLoader::getRegisteredLoaders())),
            class_exists('Illuminate\Foundation\Application'),
            Composer\InstalledVersions::getPrettyVersion('laravel/framework'),
            $installed,
        ], JSON_PRETTY_PRINT | JSON_THROW_ON_ERROR);
        echo preg_replace('~(\\\\/|/)(ours|theirs)(\\\\/|/)~', '/here/', $text);
    "#;
    php(code, app)
}

#[test]
fn create_project_makes_the_same() {
    let Some(pair) = made() else { return };
    pair.assert_alike();
}

#[test]
fn install_without_development_packages_makes_the_same() {
    let Some(pair) = copied() else { return };
    pair.run(&["install", "--no-dev", "--no-scripts", "--no-plugins"]);
    pair.assert_alike();
    pair.run(&["install", "--no-scripts", "--no-plugins"]);
    pair.assert_alike();
}

#[test]
fn update_after_a_requirement_went_makes_the_same() {
    let Some(pair) = copied() else { return };
    pair.edit(
        "\"laravel/tinker\": \"^2.10.1\"",
        "\"psr/log\": \"^2.0 || ^3.0\"",
    );
    pair.run(&["update", "--no-scripts", "--no-plugins"]);
    pair.assert_alike();
    assert!(!pair.ours().join("vendor/laravel/tinker").exists());
}

#[test]
fn updates_from_the_lowest_up_lock_the_same_step_by_step() {
    let Some(pair) = copied() else { return };
    for step in [
        &["--prefer-lowest"][..],
        &["psr/log"],
        &["nesbot/carbon", "--with-dependencies"],
        &["symfony/c*", "--with-all-dependencies"],
        &["--with=symfony/string:7.2.*"],
        &["mirrors"],
    ] {
        let arguments: Vec<&str> = ["update", "--no-install", "--no-scripts", "--no-plugins"]
            .iter()
            .chain(step)
            .copied()
            .collect();
        let before = lock(&pair.ours());
        pair.run(&arguments);
        assert_eq!(
            lock(&pair.ours()),
            lock_of_today(&pair.theirs()),
            "{step:?}"
        );
        assert_eq!(
            before == lock(&pair.ours()),
            *step == ["mirrors"],
            "{step:?}"
        );
    }
}

#[test]
fn every_way_of_dumping_the_autoloader_makes_the_same() {
    let Some(pair) = copied() else { return };
    for options in [
        &["--no-scripts"][..],
        &["--optimize", "--no-scripts"],
        &["--classmap-authoritative", "--no-scripts"],
        &["--no-dev", "--no-scripts"],
        &["--optimize", "--apcu", "--apcu-prefix=x", "--no-scripts"],
        &["--ignore-platform-reqs", "--no-scripts"],
    ] {
        let arguments: Vec<&str> = ["dump-autoload", "--no-plugins"]
            .iter()
            .chain(options)
            .copied()
            .collect();
        pair.run(&arguments);
        pair.assert_alike();
    }
}

/// What an executable in PHP tells about how it was called.
const TOLD: &str = r#"<?php
declare(strict_types=1);
$app = dirname(__DIR__, 4);
echo json_encode([
    array_slice($argv, 1),
    str_replace($app, '', __FILE__),
    str_replace($app, '', $GLOBALS['_composer_autoload_path'] ?? 'none'),
    str_replace($app, '', $GLOBALS['_composer_bin_dir'] ?? 'none'),
    class_exists('Composer\\Autoload\\ClassLoader', false),
    str_contains(stream_get_contents(STDIN), 'piped'),
], JSON_UNESCAPED_SLASHES), "\n";
exit(5);
"#;

const SHELL: &str = r#"#!/bin/sh
echo "shell $# $1 $(basename "$0") ${COMPOSER_RUNTIME_BIN_DIR##*/vendor}"
cat
exit 3
"#;

/// Packages with executables of each kind.
fn tools(place: &Place) {
    let folder = place.at("tools");
    fs::create_dir_all(folder.join("bin")).expect("a folder");
    let manifest = r#"{
        "name": "acme/tools",
        "version": "1.0.0",
        "bin": ["bin/told", "bin/bare.php", "bin/shell"]
    }"#;
    for (path, text) in [
        ("composer.json", manifest),
        ("bin/told", &format!("#!/usr/bin/env php\n{TOLD}")),
        ("bin/bare.php", TOLD),
        ("bin/shell", SHELL),
    ] {
        fs::write(folder.join(path), text).expect("a file");
    }
}

/// Runs an executable in a project, with something to read, and tells what became of it.
fn answer(place: &Place, mut command: Command) -> String {
    let input = place.at("input");
    fs::write(&input, "piped").expect("a file");
    let output = command
        .args(["one word", "--two=2"])
        .stdin(fs::File::open(&input).expect("a file"))
        .output()
        .expect("the executable starts");
    let run = Run::of(&output);
    format!("{:?} {}{}", run.code, run.stdout, run.stderr)
}

#[test]
fn executables_answer_alike_when_called_through_their_proxies() {
    if !has(COMPOSER) {
        return;
    }
    let place = Place::new();
    tools(&place);
    let mut answers = Vec::new();
    for (program, name) in [(PROGRAM, "ours"), (COMPOSER, "theirs")] {
        let app = place.project(
            name,
            r#"{
                "repositories": [
                    {"packagist.org": false},
                    {"type": "path", "url": "../tools", "options": {"symlink": false}}
                ],
                "require": {"acme/tools": "*"}
            }"#,
        );
        run(&place, program, &app, &["update", "--no-plugins"]).succeeded();
        let mut answered = BTreeMap::new();
        for binary in ["told", "bare.php", "shell"] {
            let proxy = app.join("vendor/bin").join(binary);
            let linked = app.join(format!("linked-{binary}"));
            std::os::unix::fs::symlink(format!("vendor/bin/{binary}"), &linked).expect("a link");
            let direct = place.command(&proxy, place.folder());
            answered.insert(format!("{binary} directly"), answer(&place, direct));
            let through_link = place.command(&linked, &app);
            answered.insert(format!("{binary} by a link"), answer(&place, through_link));
            if binary != "shell" {
                let mut by_php = place.command("php", &app);
                by_php.arg(format!("vendor/bin/{binary}"));
                answered.insert(format!("{binary} by php"), answer(&place, by_php));
            }
        }
        answers.push(answered);
    }
    let ours = &answers[0];
    assert_eq!(
        ours["told directly"],
        "Some(5) [[\"one word\",\"--two=2\"],\"/vendor/acme/tools/bin/told\",\
         \"/vendor/bin/../autoload.php\",\"/vendor/bin\",false,true]\n"
    );
    assert_eq!(
        ours["shell directly"],
        "Some(3) shell 2 one word shell /bin\npiped"
    );
    assert_same(ours, &answers[1]);
}

/// A project's requirements and configuration, and whether the PHP that is here may load its autoloader.
const PLATFORMS: [(&str, &str, bool); 6] = [
    (r#"{"php": ">=99.1"}"#, "{}", false),
    (r#"{"php": ">=99.1"}"#, r#"{"platform-check": false}"#, true),
    (r#"{"php": ">=8.0 <100"}"#, "{}", true),
    (r#"{"ext-nowhere": "*"}"#, "{}", true),
    (
        r#"{"ext-nowhere": "*"}"#,
        r#"{"platform-check": true}"#,
        false,
    ),
    (
        r#"{"ext-nowhere": "*", "acme/polyfill": "*"}"#,
        r#"{"platform-check": true}"#,
        true,
    ),
];

#[test]
fn a_php_that_does_not_do_is_turned_away_alike() {
    if !has(COMPOSER) {
        return;
    }
    let place = Place::new();
    let polyfill = place.at("polyfill");
    fs::create_dir(&polyfill).expect("a folder");
    fs::write(
        polyfill.join("composer.json"),
        r#"{"name": "acme/polyfill", "version": "1.0.0", "provide": {"ext-nowhere": "*"}}"#,
    )
    .expect("a manifest");
    for (index, (require, config, loads)) in PLATFORMS.into_iter().enumerate() {
        let mut answers = Vec::new();
        for (program, name) in [(PROGRAM, "ours"), (COMPOSER, "theirs")] {
            let mut config: Value = serde_json::from_str(config).expect("JSON");
            config["platform"] = serde_json::json!({
                "php": "99.2",
                "ext-nowhere": "1.0",
            });
            let require: Value = serde_json::from_str(require).expect("JSON");
            let manifest = serde_json::json!({
                "require": require,
                "config": config,
                "repositories": [{"packagist.org": false}, {"type": "path", "url": polyfill}],
            });
            let app = place.project(&format!("{name}-{index}"), &manifest.to_string());
            run(&place, program, &app, &["update", "--no-plugins"]).succeeded();
            let output = place
                .command("php", &app)
                .args(["-r", "require 'vendor/autoload.php'; echo 'loaded';"])
                .output()
                .expect("php starts");
            let run = Run::of(&output);
            assert_eq!(run.stdout.contains("loaded"), loads, "{manifest} {run:#?}");
            let said = format!("{}{}", run.stdout, run.stderr);
            answers.push((
                run.code,
                ["99.1.0", "nowhere"].map(|reason| said.contains(reason)),
                app.join("vendor/composer/platform_check.php").exists(),
            ));
        }
        assert_eq!(answers[0], answers[1], "{require} {config}");
    }
}
