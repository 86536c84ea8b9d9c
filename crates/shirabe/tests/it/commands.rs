//! Commands, options and variables on small projects. What is expected is what Composer 2.10.2 did with the
//! same project and command line.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{PROGRAM, Place, Run, assert_same, has, tree};

const MANIFEST: &str = r#"{
    "name": "acme/app",
    "repositories": [
        {"packagist.org": false},
        {"type": "package", "package": [
            {"name": "acme/a", "version": "1.0.0", "type": "metapackage"},
            {"name": "acme/a", "version": "1.1.0", "type": "metapackage"},
            {"name": "acme/b", "version": "1.0.0", "type": "metapackage", "require": {"acme/a": "^1.0"}},
            {"name": "acme/b", "version": "2.0.0", "type": "metapackage", "require": {"acme/a": "^1.0"}},
            {"name": "acme/d", "version": "1.0.0", "type": "metapackage"}
        ]}
    ],
    "require": {"acme/b": "^1.0 || ^2.0"},
    "require-dev": {"acme/d": "*"},
    "autoload": {"psr-4": {"Acme\\": "src/"}},
    "scripts": {
        "hello": "echo hello",
        "env": ["@putenv GREETING=hi", "echo $GREETING"],
        "both": ["@hello", "echo second"],
        "php": "@php -r \"echo 'from php', PHP_EOL;\"",
        "self": "@composer --version",
        "call": "Acme\\Scripts::run",
        "fail": ["exit 3", "echo never"],
        "slow": "sleep 30"
    },
    "scripts-descriptions": {"hello": "Says hello"}
}
"#;

const SCRIPTS: &str = r#"<?php
namespace Acme;

class Scripts
{
    public static function run($event)
    {
        $config = $event->getComposer()->getConfig();
        echo $event->getName(), ' ', json_encode($event->getArguments()), ' ',
            basename($config->get('vendor-dir')), ' ', var_export($event->isDevMode(), true), PHP_EOL;
        $event->getIO()->write('written');
    }
}
"#;

fn app() -> (Place, PathBuf) {
    let place = Place::cold();
    let app = place.project("app", MANIFEST);
    fs::create_dir(app.join("src")).expect("a folder");
    fs::write(app.join("src/Scripts.php"), SCRIPTS).expect("a class");
    (place, app)
}

/// Runs with further variables.
fn run_with(place: &Place, app: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Run {
    let output = place
        .command(PROGRAM, app)
        .envs(variables.iter().copied())
        .args(arguments)
        .output()
        .expect("the program starts");
    Run::of(&output)
}

#[track_caller]
fn assert_lines(said: &str, lines: &[&str]) {
    for line in lines {
        assert!(said.lines().any(|said| said == *line), "{line}\n{said}");
    }
}

/// The locked versions by name.
fn locked(app: &Path) -> Vec<(String, String)> {
    let text = fs::read(app.join("composer.lock")).expect("a lock");
    let lock: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let mut locked = Vec::new();
    for key in ["packages", "packages-dev"] {
        for package in lock[key].as_array().expect("a list") {
            let text = |key: &str| package[key].as_str().expect("a text").to_owned();
            locked.push((text("name"), text("version")));
        }
    }
    locked
}

#[track_caller]
fn assert_locked(app: &Path, expected: &[(&str, &str)]) {
    let locked = locked(app);
    let locked: Vec<_> = locked
        .iter()
        .map(|(name, version)| (name.as_str(), version.as_str()))
        .collect();
    assert_eq!(locked, expected);
}

#[test]
fn update_says_what_it_does_line_by_line() {
    let (place, app) = app();
    let run = place.run(&app, &["update"]).succeeded();
    assert_lines(
        &run.stderr,
        &[
            "Loading composer repositories with package information",
            "Updating dependencies",
            "Lock file operations: 3 installs, 0 updates, 0 removals",
            "  - Locking acme/a (1.1.0)",
            "  - Locking acme/b (2.0.0)",
            "  - Locking acme/d (1.0.0)",
            "Writing lock file",
            "Installing dependencies from lock file (including require-dev)",
            "Package operations: 3 installs, 0 updates, 0 removals",
            "Generating autoload files",
        ],
    );
}

#[test]
fn partial_updates_move_what_they_name_and_with_w_what_that_requires() {
    let (place, app) = app();
    place
        .run(&app, &["update", "--prefer-lowest", "--no-install"])
        .succeeded();
    let lowest = [
        ("acme/a", "1.0.0"),
        ("acme/b", "1.0.0"),
        ("acme/d", "1.0.0"),
    ];
    assert_locked(&app, &lowest);
    place
        .run(&app, &["update", "acme/b", "--no-install"])
        .succeeded();
    assert_locked(
        &app,
        &[
            ("acme/a", "1.0.0"),
            ("acme/b", "2.0.0"),
            ("acme/d", "1.0.0"),
        ],
    );
    place
        .run(&app, &["update", "acme/b", "-w", "--no-install"])
        .succeeded();
    assert_locked(
        &app,
        &[
            ("acme/a", "1.1.0"),
            ("acme/b", "2.0.0"),
            ("acme/d", "1.0.0"),
        ],
    );
    place
        .run(&app, &["update", "--with", "acme/b:^1.0", "--no-install"])
        .succeeded();
    assert_locked(
        &app,
        &[
            ("acme/a", "1.1.0"),
            ("acme/b", "1.0.0"),
            ("acme/d", "1.0.0"),
        ],
    );
}

#[test]
fn lock_alone_takes_over_the_hash_and_moves_nothing() {
    let (place, app) = app();
    place
        .run(&app, &["update", "--prefer-lowest", "--no-install"])
        .succeeded();
    let before = locked(&app);
    place.project("app", &MANIFEST.replace("^1.0 || ^2.0", "^1.0 || ^2"));
    let run = place.run(&app, &["install", "--dry-run"]).succeeded();
    assert!(
        run.stderr.contains("The lock file is not up to date"),
        "{run:#?}"
    );
    place
        .run(&app, &["update", "--lock", "--no-install"])
        .succeeded();
    assert_eq!(locked(&app), before);
    let run = place.run(&app, &["install", "--dry-run"]).succeeded();
    assert!(!run.stderr.contains("not up to date"), "{run:#?}");
}

#[test]
fn dry_runs_change_nothing() {
    let (place, app) = app();
    let before = tree(&app);
    place.run(&app, &["update", "--dry-run"]).succeeded();
    assert_same(&before, &tree(&app));
    place.run(&app, &["update", "--no-install"]).succeeded();
    let before = tree(&app);
    let run = place.run(&app, &["install", "--dry-run"]).succeeded();
    assert_lines(
        &run.stderr,
        &["Package operations: 3 installs, 0 updates, 0 removals"],
    );
    assert_same(&before, &tree(&app));
}

#[test]
fn without_development_packages_they_are_locked_and_not_installed() {
    for (variables, options) in [
        (&[][..], &["--no-dev"][..]),
        (&[("COMPOSER_NO_DEV", "1")], &[]),
    ] {
        let (place, app) = app();
        let arguments: Vec<&str> = ["update"].iter().chain(options).copied().collect();
        let run = run_with(&place, &app, variables, &arguments).succeeded();
        assert_lines(
            &run.stderr,
            &[
                "  - Locking acme/d (1.0.0)",
                "Package operations: 2 installs, 0 updates, 0 removals",
            ],
        );
        let installed = fs::read_to_string(app.join("vendor/composer/installed.json"))
            .expect("what is installed");
        assert!(!installed.contains("acme/d"));
        assert!(installed.contains("\"dev\": false"));
    }
}

#[test]
fn no_autoloader_writes_none_and_dump_autoload_makes_up_for_it() {
    let (place, app) = app();
    place.run(&app, &["update", "--no-autoloader"]).succeeded();
    assert!(!app.join("vendor/autoload.php").exists());
    place.run(&app, &["dump-autoload"]).succeeded();
    assert!(app.join("vendor/autoload.php").is_file());
    let class_map =
        || fs::read_to_string(app.join("vendor/composer/autoload_classmap.php")).expect("a map");
    assert!(!class_map().contains("Acme\\\\Scripts"));
    let run = place.run(&app, &["dump-autoload", "-o"]).succeeded();
    assert!(class_map().contains("Acme\\\\Scripts"));
    assert_lines(
        &run.stdout,
        &["Generated optimized autoload files containing 2 classes"],
    );
}

#[test]
fn strict_psr_finds_classes_in_wrong_places() {
    let (place, app) = app();
    fs::write(
        app.join("src/Other.php"),
        "<?php namespace Acme\\Wrong; class Other {}\n",
    )
    .expect("a class");
    let run = place.run(&app, &["dump-autoload", "-o", "--strict-psr"]);
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert!(run.stderr.contains("Acme\\Wrong\\Other"), "{run:#?}");
    let run = place.run(&app, &["dump-autoload", "--strict-psr"]);
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert!(
        run.stderr.contains("only works with optimized autoloader"),
        "{run:#?}"
    );
}

#[test]
fn scripts_run_in_every_form() {
    let (place, app) = app();
    place.run(&app, &["update"]).succeeded();
    let mut expected = vec![
        ("hello", "hello\n"),
        ("env", "hi\n"),
        ("both", "hello\nsecond\n"),
    ];
    if has("php") {
        expected.push(("php", "from php\n"));
        expected.push(("call", "call [] vendor true\nwritten\n"));
    }
    for (script, output) in expected {
        let run = place.run(&app, &["run-script", script]).succeeded();
        assert_eq!(run.stdout, output, "{script}");
    }
    let run = place.run(&app, &["run-script", "self"]).succeeded();
    assert!(run.stdout.starts_with("Shirabe version "), "{run:#?}");
    let run = place.run(&app, &["hello", "--", "a b", "c"]).succeeded();
    assert_eq!(run.stdout, "hello a b c\n");
}

#[test]
fn a_failing_script_ends_its_list_with_its_code() {
    let (place, app) = app();
    let run = place.run(&app, &["run-script", "fail"]);
    assert_eq!(run.code, Some(3), "{run:#?}");
    assert!(!run.stdout.contains("never"), "{run:#?}");
    assert!(
        run.stderr
            .contains("Script exit 3 handling the fail event returned with error code 3"),
        "{run:#?}"
    );
}

#[test]
fn a_script_that_takes_too_long_is_ended() {
    let (place, app) = app();
    let run = run_with(
        &place,
        &app,
        &[("COMPOSER_PROCESS_TIMEOUT", "1")],
        &["run-script", "slow"],
    );
    assert_ne!(run.code, Some(0), "{run:#?}");
    assert!(
        run.stderr.contains("exceeded the timeout of 1 second"),
        "{run:#?}"
    );
}

#[test]
fn run_script_lists_the_scripts_and_refuses_others() {
    let (place, app) = app();
    let run = place.run(&app, &["run-script", "--list"]).succeeded();
    assert!(run.stdout.contains("hello Says hello"), "{run:#?}");
    assert!(
        run.stdout
            .contains("env   Runs the env script as defined in composer.json"),
        "{run:#?}"
    );
    let run = place.run(&app, &["run-script", "nope"]);
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert!(
        run.stderr
            .contains("Script \"nope\" is not defined in this package"),
        "{run:#?}"
    );
}

#[test]
fn scripts_of_events_run_unless_they_are_switched_off() {
    let place = Place::cold();
    let app = place.project(
        "app",
        r#"{
            "repositories": [{"packagist.org": false}],
            "scripts": {
                "pre-update-cmd": "echo before",
                "post-update-cmd": "echo after",
                "pre-autoload-dump": "echo dump"
            }
        }"#,
    );
    let run = place.run(&app, &["update"]).succeeded();
    assert!(run.stdout.starts_with("before\ndump\nafter\n"), "{run:#?}");
    let run = place.run(&app, &["update", "--no-scripts"]).succeeded();
    assert!(!run.stdout.contains("before"), "{run:#?}");
    let skipped = run_with(
        &place,
        &app,
        &[("COMPOSER_SKIP_SCRIPTS", "pre-update-cmd,pre-autoload-dump")],
        &["update"],
    )
    .succeeded();
    assert!(skipped.stdout.starts_with("after\n"), "{skipped:#?}");
}

#[test]
fn variables_move_the_manifest_and_the_folders() {
    let (place, app) = app();
    fs::rename(app.join("composer.json"), app.join("other.json")).expect("a manifest");
    let run = run_with(
        &place,
        &app,
        &[
            ("COMPOSER", "other.json"),
            ("COMPOSER_VENDOR_DIR", "libs"),
            ("COMPOSER_BIN_DIR", "tools"),
        ],
        &["update"],
    );
    run.succeeded();
    assert!(app.join("other.lock").is_file());
    assert!(app.join("libs/autoload.php").is_file());
    assert!(!app.join("vendor").exists() && !app.join("composer.lock").exists());
}

#[test]
fn platform_requirements_can_be_ignored_by_option_and_by_variable() {
    let place = Place::cold();
    let app = place.project(
        "app",
        r#"{"repositories": [{"packagist.org": false}], "require": {"ext-nope": "*", "php": ">=99"}}"#,
    );
    assert_eq!(place.run(&app, &["update"]).code, Some(2));
    assert_eq!(
        place
            .run(&app, &["update", "--ignore-platform-req=ext-*"])
            .code,
        Some(2)
    );
    for options in [
        &["--ignore-platform-reqs"][..],
        &[
            "--ignore-platform-req=ext-nope",
            "--ignore-platform-req=php",
        ],
        &["--ignore-platform-req=ext-*", "--ignore-platform-req=ph*"],
    ] {
        let arguments: Vec<&str> = ["update"].iter().chain(options).copied().collect();
        place.run(&app, &arguments).succeeded();
    }
    for variable in [
        ("COMPOSER_IGNORE_PLATFORM_REQS", "1"),
        ("COMPOSER_IGNORE_PLATFORM_REQ", "ext-nope,php"),
    ] {
        run_with(&place, &app, &[variable], &["update"]).succeeded();
    }
}

#[test]
fn a_plus_ignores_only_upper_bounds() {
    let place = Place::cold();
    let requiring = |php: &str| {
        place.project(
            "app",
            &format!(
                r#"{{"repositories": [{{"packagist.org": false}}], "require": {{"php": "{php}"}}}}"#
            ),
        )
    };
    let app = requiring("<5");
    assert_eq!(place.run(&app, &["update"]).code, Some(2));
    let arguments = ["update", "--ignore-platform-req=php+"];
    place.run(&app, &arguments).succeeded();
    requiring(">=99");
    assert_eq!(place.run(&app, &arguments).code, Some(2));
}

#[test]
fn commands_may_be_abbreviated_and_options_may_not() {
    let (place, app) = app();
    place.run(&app, &["upd", "--no-install"]).succeeded();
    assert!(app.join("composer.lock").is_file());
    place.run(&app, &["i", "--dry-run"]).succeeded();
    assert_eq!(place.run(&app, &["i", "--dry"]).code, Some(1));
    place.run(&app, &["dumpautoload"]).succeeded();
}

#[test]
fn what_is_no_command_or_option_is_refused() {
    let (place, app) = app();
    for (arguments, message) in [
        (&["nonsense"][..], "Command \"nonsense\" is not defined."),
        (&["c"], "Command \"c\" is ambiguous."),
        (
            &["install", "--nonsense"],
            "The \"--nonsense\" option does not exist.",
        ),
        (
            &["update", "--with", "nope"],
            "Option nope is missing a version constraint, use e.g. nope:^1.0",
        ),
        (
            &["dump-autoload", "--dev", "--no-dev"],
            "You can not use both --no-dev and --dev as they conflict with each other.",
        ),
    ] {
        let before = tree(&app);
        let run = place.run(&app, arguments);
        assert_eq!(run.code, Some(1), "{run:#?}");
        assert!(run.stderr.contains(message), "{run:#?}");
        assert_same(&before, &tree(&app));
    }
}

#[test]
fn working_dir_is_where_the_project_lies() {
    let (place, app) = app();
    let folder = app.to_str().expect("UTF-8");
    place
        .run(place.folder(), &["update", "--no-install", "-d", folder])
        .succeeded();
    assert!(app.join("composer.lock").is_file());
    let run = place.run(place.folder(), &["update", "-d", "nowhere"]);
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert!(run.stderr.contains("nowhere"), "{run:#?}");
}

#[test]
fn the_program_says_what_it_is() {
    let place = Place::cold();
    let version = format!("Shirabe version {}", env!("CARGO_PKG_VERSION"));
    for arguments in [&["--version"][..], &["-V"], &["about"]] {
        let run = place.run(place.folder(), arguments).succeeded();
        assert!(run.stdout.starts_with(&version), "{run:#?}");
    }
    let run = place.run(place.folder(), &["--version", "-v"]).succeeded();
    assert!(run.stdout.contains(shirabe::ALLOCATOR), "{run:#?}");
    assert!(run.stdout.contains("dynamic"), "{run:#?}");
}

#[test]
fn every_listed_command_has_help_that_lists_its_options() {
    let place = Place::cold();
    let list = place.run(place.folder(), &["list", "--raw"]).succeeded();
    let names: Vec<&str> = list
        .stdout
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for name in [
        "about",
        "clear-cache",
        "completion",
        "create-project",
        "dump-autoload",
        "help",
        "install",
        "list",
        "run-script",
        "update",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    for name in names {
        let help = place.run(place.folder(), &["help", name]).succeeded();
        let short = place.run(place.folder(), &[name, "--help"]).succeeded();
        assert!(help.stdout.contains("Usage:"), "{name}");
        assert!(help.stdout.contains("--working-dir"), "{name}");
        assert_eq!(help.stdout, short.stdout, "{name}");
    }
}

#[test]
fn completion_offers_commands_and_options() {
    let place = Place::cold();
    for shell in ["bash", "zsh", "fish"] {
        let run = place
            .run(place.folder(), &["completion", shell])
            .succeeded();
        assert!(run.stdout.contains("_complete"), "{run:#?}");
    }
}

#[test]
fn clear_cache_empties_the_cache_and_nothing_else() {
    let place = Place::new();
    let files = || tree(&place.cache()).len();
    assert!(files() > 400);
    let home = tree(&place.home());
    place.run(place.folder(), &["clear-cache"]).succeeded();
    assert!(files() < 10, "{:#?}", tree(&place.cache()));
    assert_same(&home, &tree(&place.home()));
}

#[test]
fn quiet_says_nothing_and_verbose_says_more() {
    let (place, app) = app();
    let quiet = place.run(&app, &["update", "-q"]).succeeded();
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
    let verbose = place.run(&app, &["update", "-vv"]).succeeded();
    assert!(
        verbose
            .stderr
            .contains("Dependency resolution completed in "),
        "{verbose:#?}"
    );
    assert!(
        verbose.stderr.contains("rules to resolve dependencies"),
        "{verbose:#?}"
    );
    let profile = place.run(&app, &["update", "--profile"]).succeeded();
    assert!(profile.stderr.contains("Memory usage: "), "{profile:#?}");
}
