//! The PHP files that run: what they do, not how they read. Each script in `runtime/` runs with
//! our files and, where Composer is installed, with Composer's: both must print the same.

use crate::php;
use crate::project::{Project, options, tree};
use shirabe_autoload::AutoloadOptions;
use shirabe_package::config::PlatformCheck;
use std::fs;

const FILES: &[(&str, &str)] = &[
    ("one/B/C.php", "<?php"),
    ("one/B/D.php", "<?php"),
    ("two/C.php", "<?php"),
    ("any/E.php", "<?php"),
    ("old/F/G.php", "<?php"),
    ("old/N_S/F/G.php", "<?php"),
    ("rest/H/I.php", "<?php"),
    ("path/J.php", "<?php"),
];

/// What the script prints with the run-time files of a project, which come to be in `d/composer`.
fn print(project: &Project, script: &str) -> String {
    let temp = tempfile::tempdir().unwrap();
    let dir = fs::canonicalize(temp.path()).unwrap();
    tree(&dir, FILES);
    let installed = include_str!("runtime/installed.php");
    let other = installed
        .replace("demo/app", "other/app")
        .replace("'a/lib'", "'e/only'")
        .replace("v1.2.0", "9.0");
    tree(
        &dir,
        &[
            ("d/composer/installed.php", installed),
            ("e/composer/installed.php", &other),
            ("script.php", script),
        ],
    );
    for name in ["ClassLoader.php", "InstalledVersions.php"] {
        let from = project.path("vendor/composer").join(name);
        fs::copy(from, dir.join("d/composer").join(name)).unwrap();
    }
    let code = "require 'd/composer/ClassLoader.php'; require 'd/composer/InstalledVersions.php'; require 'script.php';";
    php::run(&dir, code).replace(dir.to_str().unwrap(), "%")
}

/// What the script prints with our files, having compared it with Composer's.
fn ours(script: &str) -> Option<String> {
    if !php::has("php") {
        return None;
    }
    let project = Project::new("{}");
    project.dump(&options());
    let ours = print(&project, script);
    if php::has("composer") {
        let project = Project::new("{}");
        project.composer(&["install"]);
        assert_eq!(ours, print(&project, script));
    }
    Some(ours)
}

#[test]
fn the_loader_finds_files_in_the_order_of_the_standards() {
    if let Some(printed) = ours(include_str!("runtime/finds_files.php")) {
        insta::assert_snapshot!(printed);
    }
}

#[test]
fn the_loader_keeps_prefixes() {
    if let Some(printed) = ours(include_str!("runtime/keeps_prefixes.php")) {
        insta::assert_snapshot!(printed);
    }
}

#[test]
fn loaders_register_by_vendor_folder() {
    if let Some(printed) = ours(include_str!("runtime/registers.php")) {
        insta::assert_snapshot!(printed);
    }
}

#[test]
fn installed_versions_answer() {
    if let Some(printed) = ours(include_str!("runtime/answers_about_packages.php")) {
        insta::assert_snapshot!(printed);
    }
}

#[test]
fn installed_versions_know_all_vendor_folders() {
    if let Some(printed) = ours(include_str!("runtime/knows_all_vendor_folders.php")) {
        insta::assert_snapshot!(printed);
    }
}

#[test]
fn an_unfit_php_is_stopped() {
    if !php::has("php") {
        return;
    }
    let options = AutoloadOptions {
        platform_check: PlatformCheck::All,
        ..options()
    };
    for (require, says) in [
        (r#""php": ">=7.0", "ext-json": "*""#, None),
        (r#""php": ">=99.1""#, Some("PHP >= 99.1.0")),
        (
            r#""ext-none": "*""#,
            Some("extensions, which are missing: none."),
        ),
    ] {
        let project = Project::new(&format!(r#"{{"require": {{{require}}}}}"#));
        project.dump(&options);
        let output = php::attempt(&project.dir, "require 'vendor/autoload.php'; echo 'runs';");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        match says {
            None => assert_eq!(output.stdout, b"runs", "{text}"),
            Some(says) => {
                assert_eq!(output.status.code(), Some(255));
                assert!(text.contains(says), "{text}");
            }
        }
    }
}

#[test]
fn switches_reach_the_loader() {
    if !php::has("php") {
        return;
    }
    let project = Project::new(r#"{"autoload": {"files": ["f.php"]}}"#)
        .write("f.php", "<?php echo isset($this) ? 'scope' : 'clean', ' ';");
    project.dump(&AutoloadOptions {
        class_map_authoritative: true,
        use_include_path: true,
        prepend: false,
        ..options()
    });
    let printed = php::run(
        &project.dir,
        "spl_autoload_register(fn ($class) => null);
         $loader = require 'vendor/autoload.php';
         echo json_encode([$loader->isClassMapAuthoritative(), $loader->getUseIncludePath(), ComposerAutoloaderInitTest::getLoader() === $loader,
            array_keys(Composer\\Autoload\\ClassLoader::getRegisteredLoaders()) === [getcwd() . '/vendor'],
            is_array(spl_autoload_functions()[1]), $GLOBALS['__composer_autoload_files']]);",
    );
    insta::assert_snapshot!(printed);
}

#[test]
fn root_packages_with_a_target_folder_load() {
    if !php::has("php") {
        return;
    }
    let project =
        Project::new(r#"{"target-dir": "App/Main", "autoload": {"psr-0": {"App\\Main": ""}}}"#)
            .write("Sub/A.php", "<?php namespace App\\Main\\Sub; class A {}");
    project.dump(&options());
    let printed = php::run(
        &project.dir,
        "require 'vendor/autoload.php'; echo json_encode([class_exists('App\\\\Main\\\\Sub\\\\A'), class_exists('App\\\\Main\\\\B')]);",
    );
    assert_eq!(printed, "[true,false]");
}
