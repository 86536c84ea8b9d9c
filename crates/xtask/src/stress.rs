//! `cargo xtask stress`: the arenas at work under helgrind and the address sanitizer, and their
//! block logic under Miri.
//!
//! The first two must also find a fault that is made for them, or their silence would mean nothing.

use crate::cargo;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const MIRI: &str = "Miri";

/// Without the rest of the tests: they are not about threads.
const STEPS: &str = "2000";
const TARGET: &str = "x86_64-unknown-linux-gnu";

type Check = fn() -> Result<(), String>;

/// Runs what this machine has; with `SHIRABE_REQUIRE_CHECKERS=1` a missing checker is a failure,
/// but for Miri, which no package of a distribution brings.
pub(crate) fn run() -> ExitCode {
    let required = std::env::var_os("SHIRABE_REQUIRE_CHECKERS").is_some_and(|value| value == "1");
    let checkers: [(&str, bool, Check); 3] = [
        ("helgrind", has("valgrind", &["--version"]), helgrind),
        (
            "address sanitizer",
            has("cargo", &["+nightly", "--version"]),
            address_sanitizer,
        ),
        (MIRI, has("cargo", &["+nightly", "miri", "--version"]), miri),
    ];
    let mut failed = false;
    for (name, present, check) in checkers {
        if !present || !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
            println!("stress: {name}: not on this machine, skipped");
            failed |= required && name != MIRI;
            continue;
        }
        match check() {
            Ok(()) => println!("stress: {name}: clean"),
            Err(error) => {
                eprintln!("stress: {name}: {error}");
                failed = true;
            }
        }
    }
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn has(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn crate_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
        .join("shirabe-alloc")
}

/// Builds the stress program with `cargo` as told and returns where it lies.
fn build(mut cargo: Command, features: &str) -> Result<PathBuf, String> {
    cargo
        .args(["test", "--package", "shirabe-alloc", "--test", "stress"])
        .args(["--no-run", "--message-format", "json", "--features"])
        .arg(features)
        .stderr(Stdio::inherit());
    let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "the stress program cannot be built: {}",
            output.status
        ));
    }
    cargo_metadata::Message::parse_stream(output.stdout.as_slice())
        .filter_map(Result::ok)
        .find_map(|message| match message {
            cargo_metadata::Message::CompilerArtifact(artifact)
                if artifact.target.name == "stress" =>
            {
                artifact.executable.map(Into::into)
            }
            _ => None,
        })
        .ok_or_else(|| "cargo built no stress program".to_owned())
}

/// Runs the program twice: as it is, which must succeed, and doing wrong, which must not.
fn check(command: impl Fn() -> Command, wrong: &str, report: &str) -> Result<(), String> {
    let run = |wrong: &str| {
        let output = command()
            .env("SHIRABE_ALLOC_STEPS", STEPS)
            .env("SHIRABE_ALLOC_WRONG", wrong)
            .output()
            .map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok::<_, String>((output.status, said))
    };
    let (status, said) = run("")?;
    if !status.success() {
        return Err(format!("{status}\n{said}"));
    }
    let (status, said) = run(wrong)?;
    if status.success() || !said.contains(report) {
        return Err(format!(
            "did not find the {wrong} that was made for it ({status})\n{said}"
        ));
    }
    Ok(())
}

fn helgrind() -> Result<(), String> {
    let program = build(cargo::command(), "helgrind,alloc-system")?;
    let suppressions = crate_folder().join("tests/stress/helgrind.supp");
    let command = || {
        let mut valgrind = Command::new("valgrind");
        valgrind
            .args(["--tool=helgrind", "--quiet", "--error-exitcode=9"])
            // Suppressions name functions as they were linked.
            .args(["--read-inline-info=no", "--history-level=approx"])
            .arg(format!("--suppressions={}", suppressions.display()))
            .arg(&program);
        valgrind
    };
    check(command, "race", "Possible data race")
}

fn address_sanitizer() -> Result<(), String> {
    // Not the `cargo` that runs this, which is of one toolchain.
    let mut nightly = Command::new("cargo");
    nightly
        .arg("+nightly")
        .current_dir(crate_folder())
        .env("RUSTFLAGS", "-Zsanitizer=address --cfg shirabe_asan")
        .env_remove("RUSTC")
        .env_remove("RUSTDOC");
    let metadata = cargo_metadata::MetadataCommand::new()
        .no_deps()
        .exec()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let folder = metadata.target_directory.join("asan");
    nightly.args([
        "--config",
        &format!("build.target-dir={:?}", folder.as_str()),
    ]);
    nightly.args(["--config", &format!("build.target={TARGET:?}")]);
    let program = build(nightly, "alloc-system")?;
    check(
        || Command::new(&program),
        "use after free",
        "use-after-poison",
    )
}

/// The block logic on memory of the tests' own: Miri knows no `mmap` with alignment.
fn miri() -> Result<(), String> {
    let status = Command::new("cargo")
        .args(["+nightly", "miri", "test", "--package", "shirabe-alloc"])
        .args(["--features", "alloc-system", "--test", "it", "--"])
        .args(["arena::traces", "arena::layouts"])
        .current_dir(crate_folder())
        .env(
            "MIRIFLAGS",
            "-Zmiri-disable-isolation -Zmiri-strict-provenance",
        )
        .env_remove("RUSTC")
        .env_remove("RUSTDOC")
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(status.to_string())
    }
}
