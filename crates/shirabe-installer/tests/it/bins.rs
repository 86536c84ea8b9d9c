//! Proxies in `vendor/bin`, run for real.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};

use shirabe_installer::BinCompat;
use shirabe_resolver::Operation;

use crate::support::{File, World, install, mode, names};

const REPORT: &str = r#"<?php
$r = realpath(getcwd());
$g = function ($k) use ($r) { return isset($GLOBALS[$k]) ? str_replace($r . "/", "", realpath($GLOBALS[$k])) : null; };
echo json_encode(array($g("_composer_autoload_path"), $g("_composer_bin_dir"), array_slice($argv, 1), str_replace($r . "/", "", __DIR__), basename(__FILE__)), JSON_UNESCAPED_SLASHES);
exit(5);
"#;

/// Where there is no PHP, what needs it is left out; with `SHIRABE_REQUIRE_PHP` that fails instead.
fn has_php() -> bool {
    let found = Command::new("php")
        .arg("-v")
        .output()
        .is_ok_and(|output| output.status.success());
    assert!(
        found || std::env::var_os("SHIRABE_REQUIRE_PHP").is_none(),
        "PHP is required but not found"
    );
    found
}

fn world(files: &[File<'_>], bins: &[&str]) -> World {
    let mut world = World::new();
    world.layout.vendor = world.layout.project.join("libs/third");
    world.layout.bin = world.layout.project.join("tools");
    let bins = bins
        .iter()
        .map(|bin| format!("\"{bin}\""))
        .collect::<Vec<_>>()
        .join(", ");
    let package = world.publish(
        "acme/bins",
        "1.0.0",
        files,
        &format!(r#", "bin": [{bins}]"#),
    );
    world.execute(&[install(&package)]).unwrap();
    fs::write(world.layout.vendor.join("autoload.php"), "<?php").unwrap();
    world
}

fn run(world: &World, program: &str, arguments: &[&str]) -> Output {
    loop {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&world.layout.project)
            .env_remove("COMPOSER_RUNTIME_BIN_DIR")
            .output();
        match output {
            // A test on another thread has begun a process while this program was being written, and
            // that process has the file open until it becomes another program itself.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {}
            output => return output.unwrap(),
        }
    }
}

fn out(output: &Output) -> String {
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn php_programs_know_autoloader_and_bin_folder() {
    let with_shebang = format!("#!/usr/bin/env php\n{REPORT}");
    let world = world(
        &[
            ("bin/one", 0o644, &with_shebang),
            ("bin/sub/deep.php", 0o644, REPORT),
        ],
        &["bin/one", "bin/sub/deep.php"],
    );
    assert_eq!(names(&world.layout.bin), ["deep.php", "one"]);
    for name in ["one", "deep.php"] {
        assert_eq!(mode(&world.layout.bin.join(name)) & 0o111, 0o111);
    }
    assert_eq!(
        mode(&world.layout.vendor.join("acme/bins/bin/one")) & 0o111,
        0o111,
        "the program itself is executable, too"
    );
    if !has_php() {
        return;
    }
    let expected = |folder: &str, name: &str, arguments: &str| {
        format!(
            r#"["libs/third/autoload.php","tools",{arguments},"libs/third/acme/bins/{folder}","{name}"]"#
        )
    };
    let output = run(&world, "tools/one", &["a b", "c"]);
    assert_eq!(out(&output), expected("bin", "one", r#"["a b","c"]"#));
    assert_eq!(output.status.code(), Some(5));
    let output = run(&world, "php", &["tools/one", "x"]);
    assert_eq!(out(&output), expected("bin", "one", r#"["x"]"#));
    let output = run(&world, "tools/deep.php", &[]);
    assert_eq!(out(&output), expected("bin/sub", "deep.php", "[]"));
}

#[test]
fn shebangs_are_kept_and_strict_types_allowed() {
    let world = world(
        &[
            ("crlf", 0o644, "#!/usr/bin/env php\r\n<?php\r\necho 'crlf';"),
            (
                "strict",
                0o644,
                "#!/usr/bin/env -S php -d memory_limit=-1\n<?php declare(strict_types=1);\nnamespace A;\necho ini_get('memory_limit'), ' ', __LINE__;",
            ),
            ("halt", 0o644, "<?php echo 'halt'; __halt_compiler(); junk"),
        ],
        &["crlf", "strict", "halt"],
    );
    assert!(
        fs::read_to_string(world.layout.bin.join("strict"))
            .unwrap()
            .starts_with("#!/usr/bin/env -S php -d memory_limit=-1\n<?php")
    );
    assert!(
        fs::read_to_string(world.layout.bin.join("crlf"))
            .unwrap()
            .starts_with("#!/usr/bin/env php\n<?php")
    );
    if has_php() {
        assert_eq!(out(&run(&world, "tools/crlf", &[])), "crlf");
        assert_eq!(out(&run(&world, "tools/strict", &[])), "-1 4");
        assert_eq!(out(&run(&world, "tools/halt", &[])), "halt");
    }
}

/// The stream for old PHP, made to serve a new one.
#[test]
fn old_php_does_not_print_the_shebang() {
    let program = format!("#!/usr/bin/env php\n{REPORT}");
    let world = world(&[("one", 0o644, &program)], &["one"]);
    let proxy = world.layout.bin.join("one");
    let code = fs::read_to_string(&proxy).unwrap();
    assert!(code.contains("PHP_VERSION_ID < 80000"));
    fs::write(&proxy, code.replace("PHP_VERSION_ID < 80000", "true")).unwrap();
    if has_php() {
        let output = run(&world, "tools/one", &["x"]);
        assert_eq!(
            out(&output),
            r#"["libs/third/autoload.php","tools",["x"],"libs/third/acme/bins","one"]"#
        );
        assert_eq!(output.status.code(), Some(5));
    }
}

#[test]
fn other_programs_go_through_the_shell() {
    let script = "#!/bin/sh\necho \"$(basename \"$0\") $# $1 $COMPOSER_RUNTIME_BIN_DIR\"\nexit 3\n";
    let world = world(
        &[("it's $HOME/run.sh", 0o644, script)],
        &["it's $HOME/run.sh"],
    );
    let bin = fs::canonicalize(&world.layout.bin).unwrap();
    for program in ["tools/run.sh", "./tools/run.sh"] {
        let output = run(&world, program, &["p q", "r"]);
        assert_eq!(out(&output), format!("run.sh 2 p q {}\n", bin.display()));
        assert_eq!(output.status.code(), Some(3));
    }
    std::os::unix::fs::symlink("tools/run.sh", world.layout.project.join("link")).unwrap();
    assert_eq!(
        out(&run(&world, "./link", &[])),
        format!("run.sh 0  {}\n", bin.display())
    );
    assert_eq!(
        out(&run(&world, "sh", &["tools/run.sh", "1"])),
        format!("run.sh 1 1 {}\n", bin.display())
    );
}

#[test]
fn bash_can_source_a_proxy() {
    let world = world(&[("env.sh", 0o644, "#!/bin/sh\nANSWER=42\n")], &["env.sh"]);
    if Path::new("/bin/bash").exists() {
        assert_eq!(
            out(&run(
                &world,
                "bash",
                &["-c", "source tools/env.sh; echo $ANSWER"]
            )),
            "42\n"
        );
    }
}

#[test]
fn what_cannot_be_a_program_is_told() {
    let world = world(&[("folder/x", 0o644, "")], &["missing", "folder"]);
    let lines = world.lines();
    assert_eq!(
        lines[2..],
        [
            "    Skipped installation of bin missing for package acme/bins: file not found in package",
            "    Skipped installation of bin folder for package acme/bins: found a directory at that path",
        ]
    );
    assert!(!world.layout.bin.exists());
}

#[test]
fn the_first_owner_of_a_name_keeps_it() {
    let mut world = World::new();
    let one = world.publish(
        "acme/one",
        "1.0.0",
        &[("run", 0o755, "#!/bin/sh\necho one\n")],
        r#", "bin": "run""#,
    );
    let two = world.publish(
        "acme/two",
        "1.0.0",
        &[("other/run", 0o755, "#!/bin/sh\necho two\n")],
        r#", "bin": "other/run""#,
    );
    world.execute(&[install(&one), install(&two)]).unwrap();
    assert_eq!(out(&run(&world, "vendor/bin/run", &[])), "one\n");
    assert_eq!(
        world.lines().last().unwrap(),
        "    Skipped installation of bin other/run for package acme/two: name conflicts with an existing file"
    );
    // The removal takes the name along; what was kept out of it comes back.
    world.execute(&[Operation::Uninstall(two)]).unwrap();
    world
        .with(|installer| installer.ensure_binaries(&world.installed))
        .unwrap();
    assert_eq!(out(&run(&world, "vendor/bin/run", &[])), "one\n");

    world.execute(&[Operation::Uninstall(one)]).unwrap();
    assert!(!world.vendor("bin").exists());
}

#[test]
fn a_second_run_over_the_same_proxies_is_silent() {
    let mut world = World::new();
    let one = world.publish(
        "acme/one",
        "1.0.0",
        &[("run", 0o755, "#!/bin/sh\n")],
        r#", "bin": "run""#,
    );
    world.execute(&[install(&one)]).unwrap();
    // As after a killed run: the files are there, the document is not.
    world.installed.packages.clear();
    world.execute(&[install(&one)]).unwrap();
    assert_eq!(
        world.lines(),
        [
            "  - Loading acme/one (1.0.0) from cache",
            "  - Installing acme/one (1.0.0): Extracting archive"
        ]
    );
}

#[test]
fn a_link_in_the_way_is_replaced_and_its_target_kept() {
    let mut world = World::new();
    fs::create_dir_all(world.vendor("bin")).unwrap();
    fs::write(world.layout.project.join("precious"), "mine").unwrap();
    std::os::unix::fs::symlink("../../precious", world.vendor("bin/run")).unwrap();
    let one = world.publish(
        "acme/one",
        "1.0.0",
        &[("run", 0o755, "#!/bin/sh\necho one\n")],
        r#", "bin": "run""#,
    );
    world.execute(&[install(&one)]).unwrap();
    assert!(!world.vendor("bin/run").is_symlink());
    assert_eq!(
        fs::read_to_string(world.layout.project.join("precious")).unwrap(),
        "mine"
    );
}

#[test]
fn batch_files_where_asked_for() {
    let mut world = World::new();
    world.options.bin_compat = BinCompat::Full;
    let one = world.publish(
        "acme/one",
        "1.0.0",
        &[
            ("tool", 0o755, "#!/usr/bin/env php\n<?php"),
            ("run.sh", 0o755, "#!/bin/sh\n"),
            ("win.bat", 0o755, "@ECHO OFF\r\n"),
        ],
        r#", "bin": ["tool", "run.sh", "win.bat"]"#,
    );
    world.execute(&[install(&one)]).unwrap();
    assert_eq!(
        names(&world.vendor("bin")),
        ["run.sh", "run.sh.bat", "tool", "tool.bat", "win.bat"]
    );
    assert!(world.read("bin/tool.bat").ends_with("SET BIN_TARGET=%~dp0/tool\r\nSET COMPOSER_RUNTIME_BIN_DIR=%~dp0\r\nphp \"%BIN_TARGET%\" %*\r\n"));
    assert!(
        world
            .read("bin/run.sh.bat")
            .contains("SET BIN_TARGET=%~dp0/../acme/one/run.sh\r\n")
    );
    assert!(
        world
            .read("bin/win.bat")
            .ends_with("call \"%BIN_TARGET%\" %*\r\n")
    );
    world.execute(&[Operation::Uninstall(one)]).unwrap();
    assert!(!world.vendor("bin").exists());
}

#[test]
fn phpunit_is_kept_out_of_its_own_isolation() {
    let mut world = World::new();
    let phpunit = world.publish(
        "phpunit/phpunit",
        "9.0.0",
        &[("phpunit", 0o755, "#!/usr/bin/env php\n<?php echo basename($GLOBALS['__PHPUNIT_ISOLATION_EXCLUDE_LIST'][0]), __DIR__ === dirname(__FILE__) ? ' ok' : '';")],
        r#", "bin": "phpunit""#,
    );
    world.execute(&[install(&phpunit)]).unwrap();
    if has_php() {
        assert_eq!(out(&run(&world, "vendor/bin/phpunit", &[])), "phpunit ok");
        let code = world
            .read("bin/phpunit")
            .replace("PHP_VERSION_ID < 80000", "true");
        fs::write(world.vendor("bin/phpunit"), code).unwrap();
        assert_eq!(out(&run(&world, "vendor/bin/phpunit", &[])), "phpunit ok");
    }
}
