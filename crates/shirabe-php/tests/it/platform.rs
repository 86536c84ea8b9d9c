//! Asking PHP, and remembering its answer.

use crate::support::{Project, environment, php};
use shirabe_package::Environment;
use shirabe_php::{PhpBinary, PhpError, platform};
use std::process::Command;

/// A program that answers as PHP would, and counts how often it was asked.
fn pretender(project: &Project, version: &str) -> PhpBinary {
    let counter = project.path("asked");
    let answer = format!(
        r#"{{"php":"{version}","64bit":true,"ipv6":true,"debug":false,"zts":true,"extensions":[{{"name":"Zend OPcache","version":"{version}"}},{{"name":"uuid","version":"1.2"}},{{"name":"odd","version":"1.2.3.4.5-x y"}},{{"name":"none","version":"?"}}],"libraries":[{{"name":"curl","version":"8.1.2","replaces":[],"provides":["curl-Thing"]}},{{"name":"bad","version":"n/a"}},{{"name":"curl","version":"9.0"}}],"ini":{{"memory_limit":"128M"}},"ini-files":["php.ini"],"files":["{}"]}}"#,
        project.path("php.ini").display()
    );
    project.write("answer", &answer);
    let program = format!(
        "#!/bin/sh\necho asked >> '{}'\necho noise\ncat '{}'\n",
        counter.display(),
        project.path("answer").display()
    );
    project.write_program("php", &program);
    PhpBinary::at(project.path("php"))
}

#[test]
fn the_answer_becomes_packages() {
    let project = Project::new("{}");
    let php = pretender(&project, "8.4.1-1~deb13u1");
    let platform = platform::probe(&php, &environment(), None).expect("an answer");
    let lines: Vec<String> = platform
        .packages
        .iter()
        .map(|p| format!("{} {} {}", p.name, p.pretty_version, p.description))
        .collect();
    assert_eq!(
        lines,
        [
            "composer 2.10.2 Composer package",
            "composer-plugin-api 2.9.0 The Composer Plugin API",
            "composer-runtime-api 2.2.2 The Composer Runtime API",
            "php 8.4.1 The PHP interpreter",
            "php-zts 8.4.1 The PHP interpreter, with Zend Thread Safety",
            "php-64bit 8.4.1 The PHP interpreter, 64bit",
            "php-ipv6 8.4.1 The PHP interpreter, with IPv6 support",
            "ext-zend-opcache 8.4.1 The Zend OPcache PHP extension (actual version: 8.4.1-1~deb13u1)",
            "ext-uuid 1.2 The uuid PHP extension",
            "ext-odd 1.2.3.4 The odd PHP extension (actual version: 1.2.3.4.5-x y)",
            "ext-none 0 The none PHP extension (actual version: ?)",
            "lib-curl 8.1.2 The curl library",
        ]
    );
    let find = |name: &str| {
        platform
            .packages
            .iter()
            .find(|p| p.name == name)
            .expect(name)
    };
    assert_eq!(find("ext-uuid").replaces, ["lib-uuid"]);
    assert_eq!(find("lib-curl").provides, ["lib-curl-thing"]);
    assert_eq!(find("ext-odd").package_type, Some("php-ext"));
    assert_eq!(platform.ini_files, ["php.ini"]);
    assert_eq!(platform.ini.expect("settings").memory_limit, "128M");
}

#[test]
fn the_answer_is_remembered_until_something_changes() {
    let project = Project::new("{}");
    let cache = project.path("cache");
    let php = pretender(&project, "8.4.1");
    let asked = || project.read("asked").lines().count();
    let version = |environment: &Environment| {
        let platform = platform::probe(&php, environment, Some(&cache)).expect("an answer");
        platform.packages[3].pretty_version.clone()
    };
    let environment = environment();
    assert_eq!(version(&environment), "8.4.1");
    assert_eq!(version(&environment), "8.4.1");
    assert_eq!(asked(), 1);
    // Another place for the configuration.
    let elsewhere = environment.with("PHP_INI_SCAN_DIR", "/elsewhere");
    assert_eq!(version(&elsewhere), "8.4.1");
    assert_eq!(asked(), 2);
    // A changed configuration file.
    project.write("php.ini", "memory_limit = 1G");
    version(&elsewhere);
    version(&elsewhere);
    assert_eq!(asked(), 3);
    // Another interpreter at the same path.
    pretender(&project, "8.5.0-dev");
    assert_eq!(version(&elsewhere), "8.5.0-dev");
    // A damaged file is written anew.
    let file = std::fs::read_dir(&cache)
        .expect("a folder")
        .next()
        .expect("a file");
    std::fs::write(file.expect("a file").path(), "{").expect("written");
    let before = asked();
    version(&elsewhere);
    version(&elsewhere);
    assert_eq!(asked(), before + 1);
}

#[test]
fn a_cache_that_cannot_be_written_costs_time_alone() {
    let project = Project::new("{}");
    let php = pretender(&project, "8.4.1");
    project.write("file", "");
    let cache = project.path("file/cache");
    let platform = platform::probe(&php, &environment(), Some(&cache)).expect("an answer");
    assert_eq!(platform.packages[3].name, "php");
}

#[test]
fn an_interpreter_that_does_not_answer_says_why() {
    let project = Project::new("{}");
    let missing = PhpBinary::at(project.path("none"));
    let error = platform::probe(&missing, &environment(), None).expect_err("no program");
    assert!(matches!(error, PhpError::Start { .. }), "{error}");
    project.write_program(
        "broken",
        "#!/bin/sh\necho cannot load library >&2\nexit 127\n",
    );
    let broken = PhpBinary::at(project.path("broken"));
    let error = platform::probe(&broken, &environment(), None).expect_err("no answer");
    assert!(error.to_string().contains("cannot load library"), "{error}");
    project.write_program("silent", "#!/bin/sh\n");
    let silent = PhpBinary::at(project.path("silent"));
    assert!(platform::probe(&silent, &environment(), None).is_err());
}

#[test]
fn real_php_tells_what_it_has() {
    let Some(php) = php() else { return };
    let platform = platform::probe(&php, &environment(), None).expect("an answer");
    let ask = |code: &str| {
        let output = Command::new(php.path())
            .args(["-r", code])
            .output()
            .expect("php runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let extensions: usize = ask("echo count(get_loaded_extensions());")
        .parse()
        .expect("a number");
    let found = platform
        .packages
        .iter()
        .filter(|p| p.name.starts_with("ext-"))
        .count();
    // All but `Core` and `standard`.
    assert_eq!(found, extensions - 2);
    let version = |name: &str| {
        let package = platform.packages.iter().find(|p| p.name == name);
        package.map(|p| p.pretty_version.clone())
    };
    let numbers = "echo preg_replace('/[~+-].*/', '', PHP_VERSION);";
    assert_eq!(version("php"), Some(ask(numbers)));
    assert_eq!(
        version("lib-pcre"),
        Some(ask("echo explode(' ', PCRE_VERSION)[0];"))
    );
    assert_eq!(
        version("lib-libxml").unwrap_or_default(),
        ask("echo defined('LIBXML_DOTTED_VERSION') ? LIBXML_DOTTED_VERSION : '';")
    );
}
