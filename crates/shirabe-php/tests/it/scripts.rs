//! Shell commands, other scripts, variables, time limits.

use crate::support::{Project, Said, php};
use shirabe_php::{Event, ScriptError, Verbosity};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[test]
fn commands_run_in_order_in_the_project() {
    let project = Project::new(r#"{"scripts": {"go": ["pwd > out", "echo two >> out"]}}"#);
    let (result, said) = project.run_named("go");
    assert_eq!(result.expect("success"), 0);
    assert_eq!(said, ["> pwd > out", "> echo two >> out"]);
    let folder = project.path("").canonicalize().expect("a folder");
    assert_eq!(project.read("out"), format!("{}\ntwo\n", folder.display()));
}

#[test]
fn arguments_are_quoted_and_placed() {
    let project = Project::new(
        r#"{"scripts": {
            "end": "printf '%s|' > out",
            "inside": "printf '%s|' a @additional_args z > out",
            "none": "printf '%s|' alone @no_additional_args > out"
        }}"#,
    );
    let arguments = || vec!["it's".to_owned(), "$HOME *".to_owned()];
    let run = |name: &str| {
        let (result, said) = project.run(&Event::script(name, true).with_arguments(arguments()));
        result.expect("success");
        (project.read("out"), said)
    };
    assert_eq!(run("inside").0, "a|it's|$HOME *|z|");
    assert_eq!(run("none").0, "alone|");
    let (out, said) = run("end");
    assert_eq!(out, "it's|$HOME *|");
    assert_eq!(said, ["> printf '%s|' > out 'it'\\''s' '$HOME *'"]);
}

#[test]
fn a_failure_ends_the_event_with_its_code() {
    let project = Project::new(
        r#"{"scripts": {"inner": ["sh -c 'exit 7'", "touch never"], "outer": ["@inner", "touch never"]}}"#,
    );
    let (result, said) = project.run_named("outer");
    let error = result.expect_err("a failure");
    assert_eq!(error.exit_code(), 7);
    assert!(error.was_said());
    assert_eq!(
        said,
        [
            "> sh -c 'exit 7'",
            "<error>Script sh -c 'exit 7' handling the inner event returned with error code 7</error>",
            "<error>Script @inner was called via outer</error>",
        ]
    );
    assert!(!project.path("never").exists());
}

#[test]
fn a_killed_command_has_the_code_of_its_signal() {
    let project = Project::new(r#"{"scripts": {"x": "kill -9 $$"}}"#);
    assert_eq!(
        project.run_named("x").0.expect_err("a failure").exit_code(),
        137
    );
}

#[test]
fn other_scripts_get_words_and_arguments() {
    let project = Project::new(
        r#"{"scripts": {"a": "@b one", "b": "@c", "c": "printf '%s|' > out", "lost": "@nothing"}}"#,
    );
    let event = Event::script("a", true).with_arguments(vec!["two".to_owned()]);
    assert_eq!(project.run(&event).0.expect("success"), 0);
    assert_eq!(project.read("out"), "one|two|");
    let (result, said) = project.run_named("lost");
    assert_eq!(result.expect("success"), 0);
    assert_eq!(
        said,
        ["<warning>You made a reference to a non-existent script @nothing</warning>"]
    );
}

#[test]
fn circles_are_noticed() {
    let project = Project::new(r#"{"scripts": {"a": "@b", "b": "@a"}}"#);
    let error = project.run_named("a").0.expect_err("a circle");
    assert_eq!(
        error.to_string(),
        "Circular call to script handler 'a' detected"
    );
    assert_eq!(error.exit_code(), 1);
}

#[test]
fn variables_hold_for_later_scripts() {
    let project = Project::new(
        r#"{"scripts": {"go": [
            "@putenv SHIRABE_TEST=a=b",
            "printf '%s %s' \"$SHIRABE_TEST\" \"$COMPOSER_DEV_MODE\" > out",
            "@putenv SHIRABE_TEST",
            "printf '%s' \"${SHIRABE_TEST-unset}\" > out2"
        ]}}"#,
    );
    let (result, said) = project.run(&Event::script("go", false).with_arguments(vec!["x".into()]));
    assert_eq!(result.expect("success"), 0);
    assert_eq!(said[0], "> @putenv SHIRABE_TEST=a=b");
    // Commands get the argument, `@putenv` does not.
    assert_eq!(project.read("out"), "a=b 0x ");
    assert_eq!(project.read("out2"), "unsetx");
}

#[test]
fn executables_of_packages_come_first() {
    let project = Project::new(r#"{"scripts": {"go": "sort"}}"#);
    project.write_program("vendor/bin/sort", "#!/bin/sh\necho ours > out\n");
    assert_eq!(project.run_named("go").0.expect("success"), 0);
    assert_eq!(project.read("out"), "ours\n");
}

#[test]
fn the_packages_own_executable_needs_no_path() {
    let project = Project::new(r#"{"scripts": {"go": "own-tool"}}"#);
    project.write("bin/own-tool", "#!/bin/sh\necho \"$1\" > out\n");
    let event = Event::script("go", true).with_arguments(vec!["x".to_owned()]);
    assert_eq!(project.run(&event).0.expect("success"), 0);
    assert_eq!(project.read("out"), "x\n");
}

#[test]
fn composer_is_this_program() {
    let mut project = Project::new(
        r#"{"scripts": {"a": "@composer show --all", "b": "composer about", "c": "echo $COMPOSER_BINARY > out"}}"#,
    );
    project.write_program("my program", "#!/bin/sh\nprintf '%s|' \"$@\" > out\n");
    project.settings.executable = project.path("my program");
    let event = Event::script("a", true).with_arguments(vec!["name".to_owned()]);
    project.run(&event).0.expect("success");
    assert_eq!(project.read("out"), "show|--all|name|");
    project.run_named("b").0.expect("success");
    assert_eq!(project.read("out"), "about|");
    project.run_named("c").0.expect("success");
    assert_eq!(
        project.read("out").trim(),
        project.path("my program").to_string_lossy()
    );
}

#[test]
fn scripts_can_be_left_out() {
    let mut project = Project::new(r#"{"scripts": {"a": "touch a", "b": "touch b"}}"#);
    project.environment.set("COMPOSER_SKIP_SCRIPTS", "x, a");
    assert!(!project.runner().has_listeners("a"));
    assert!(project.runner().has_listeners("b"));
    project.run_named("a").0.expect("success");
    project.run_named("b").0.expect("success");
    assert!(!project.path("a").exists() && project.path("b").exists());
    project.settings.enabled = false;
    assert!(!project.runner().has_listeners("b"));
}

#[test]
fn a_slow_command_is_ended_with_all_it_started() {
    let mut project = Project::new(
        r#"{"scripts": {"slow": ["sh -c 'sleep 3; touch late' & wait", "touch never"]}}"#,
    );
    project.settings.timeout = Some(Duration::from_secs(1));
    let start = Instant::now();
    let (result, said) = project.run_named("slow");
    let error = result.expect_err("too slow");
    assert!(start.elapsed() < Duration::from_secs(3));
    assert_eq!(
        error.to_string(),
        "The process \"sh -c 'sleep 3; touch late' & wait\" exceeded the timeout of 1 seconds."
    );
    assert!(!error.was_said());
    assert_eq!(
        said[1],
        "<error>The following exception is caused by a process timeout</error>"
    );
    std::thread::sleep(Duration::from_millis(2500));
    assert!(!project.path("late").exists() && !project.path("never").exists());
}

#[test]
fn the_time_limit_can_be_lifted_without_php() {
    let mut project = Project::new(
        r#"{"scripts": {"off": ["Composer\\Config::disableProcessTimeout", "sleep 1.3", "touch done"]}}"#,
    );
    project.settings.timeout = Some(Duration::from_secs(1));
    let (result, said) = project.run_named("off");
    assert_eq!(result.expect("success"), 0);
    assert_eq!(said[0], "> Composer\\Config::disableProcessTimeout");
    assert!(project.path("done").exists());
}

#[test]
fn a_signal_that_the_program_noted_reaches_the_script() {
    let mut project = Project::new(r#"{"scripts": {"wait": ["sleep 20", "touch never"]}}"#);
    let signal = Arc::new(AtomicUsize::new(0));
    project.settings.signal = Some(Arc::clone(&signal));
    let start = Instant::now();
    let told = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        signal.store(2, Ordering::SeqCst);
    });
    let error = project.run_named("wait").0.expect_err("interrupted");
    told.join().expect("the thread ends");
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(
        matches!(error, ScriptError::Interrupted { signal: 2, .. }),
        "{error}"
    );
    assert_eq!(error.exit_code(), 130);
    assert!(!project.path("never").exists());
}

#[test]
fn verbosity_changes_what_is_said() {
    let mut project = Project::new(r#"{"scripts": {"go": "true"}}"#);
    let alias = || Event::script("go", true).with_alias_input("");
    assert!(project.run(&alias()).1.is_empty());
    project.settings.verbosity = Verbosity::Verbose;
    struct All(Said);
    impl shirabe_php::Messages for All {
        fn line(&mut self, _: Verbosity, text: &str) {
            self.0.line(Verbosity::Quiet, text);
        }
    }
    let mut said = All(Said::default());
    project.runner().run(&alias(), &mut said).expect("success");
    assert_eq!(said.0.0, ["> go: true"]);
}

#[test]
fn without_php_our_own_events_go_on_and_a_users_script_fails() {
    let project = Project::new(
        r#"{"scripts": {
            "post-install-cmd": ["@php -r 'exit(1);'", "App\\Hooks::run", "@tool", "touch done"],
            "tool": "@php -v"
        }}"#,
    );
    let (result, said) = project.run_named("post-install-cmd");
    assert_eq!(result.expect("success"), 0);
    assert!(project.path("done").exists());
    let skipped = said
        .iter()
        .filter(|line| line.contains("PHP was not found"));
    assert_eq!(skipped.count(), 3, "{said:?}");
    let error = project.run_named("tool").0.expect_err("no PHP");
    assert!(matches!(error, ScriptError::NoPhp(_)), "{error}");
}

#[test]
fn php_runs_scripts_with_its_settings() {
    let Some(php) = php() else { return };
    let mut project = Project::new(
        r#"{"scripts": {
            "limit": "@php -r 'file_put_contents(\"out\", ini_get(\"memory_limit\"));'",
            "tool": "@php tool"
        }}"#,
    );
    project.settings.php = Some(php);
    project.environment.set("COMPOSER_MEMORY_LIMIT", "1600M");
    project.run_named("limit").0.expect("success");
    assert_eq!(project.read("out"), "1600M");
    project.write_program(
        "vendor/bin/tool",
        "#!/usr/bin/env php\n<?php file_put_contents('out', $argv[1]);",
    );
    let event = Event::script("tool", true).with_arguments(vec!["found".to_owned()]);
    project.run(&event).0.expect("success");
    assert_eq!(project.read("out"), "found");
}

#[test]
fn scripts_are_read_from_texts_and_lists() {
    let manifest = br#"{"a": "one", "b": ["two", 3, "four"], "c": true}"#;
    let decoded = shirabe_mixed::json::decode(manifest).expect("an object");
    let scripts = shirabe_php::ScriptProject::read_scripts(&decoded);
    assert_eq!(scripts["a"], ["one"]);
    assert_eq!(scripts["b"], ["two", "four"]);
    assert!(scripts["c"].is_empty());
}
