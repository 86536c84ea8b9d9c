//! PHP and Composer, where they are installed.

use std::path::Path;
use std::process::{Command, Output};

/// Whether a program is there. If not, the test that needs it says so and passes, unless
/// `SHIRABE_REQUIRE_PHP=1` makes that a failure.
pub(crate) fn has(program: &str) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .env("COMPOSER_ALLOW_SUPERUSER", "1")
        .output()
        .is_ok_and(|output| output.status.success());
    let required = std::env::var("SHIRABE_REQUIRE_PHP").is_ok_and(|value| value == "1");
    assert!(found || !required, "{program} is required but not there");
    if !found {
        println!("skipped: there is no {program}");
    }
    found
}

/// Runs PHP code in a folder and gives what it prints.
pub(crate) fn run(folder: &Path, code: &str) -> String {
    let output = attempt(folder, code);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// As [`run`], for code that may fail.
pub(crate) fn attempt(folder: &Path, code: &str) -> Output {
    Command::new("php")
        .args([
            "-d",
            "display_errors=stderr",
            "-d",
            "error_reporting=-1",
            "-r",
            code,
        ])
        .current_dir(folder)
        .output()
        .unwrap()
}
