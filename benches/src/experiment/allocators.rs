//! `create-project laravel/laravel` under each allocator: the whole program on real work.

use super::{interleaved, world};
use crate::build::Binaries;
use crate::error::ExperimentError;
use crate::measure;
use crate::report::Report;
use crate::scratch;
use crate::variant::{VARIANTS, Variant};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Free space that the runs of the usual number want, and what one more wants.
const SPACE: u64 = 4_000_000_000;
const SPACE_OF_A_RUN: u64 = 80_000_000;

/// What is asked of the program, but for the folder.
const ARGUMENTS: [&str; 5] = [
    "create-project",
    "laravel/laravel",
    "--no-scripts",
    "--no-interaction",
    "--no-plugins",
];

/// Builds the variants, runs each `runs` times and reports.
///
/// # Errors
/// Where a variant cannot be built or fails, runs under another allocator, or writes another lock
/// file than the rest.
pub fn run(runs: usize) -> Result<(), ExperimentError> {
    let world = world()?;
    let binaries = Binaries::build("shirabe", "shirabe")?;
    for variant in VARIANTS {
        assert_allocator(variant, binaries.of(variant))?;
    }

    let wanted = SPACE_OF_A_RUN * (runs as u64 + 1) * VARIANTS.len() as u64;
    let scratch = scratch::folder(wanted.max(SPACE))?;
    let app = |variant: Variant, round| {
        let name = variant.name.replace(' ', "-");
        scratch.path().join(format!("{name}-{round}"))
    };
    let mut first_lock: Option<(String, Vec<u8>)> = None;
    let samples = interleaved(
        runs,
        |variant, round| {
            let mut command = Command::new(binaries.of(variant));
            for (name, _) in std::env::vars_os() {
                if name.to_string_lossy().starts_with("COMPOSER") {
                    command.env_remove(name);
                }
            }
            command
                .args(ARGUMENTS)
                .arg(app(variant, round))
                .envs(world.variables())
                .current_dir(scratch.path());
            Ok(command)
        },
        |variant, round, _| {
            let path = app(variant, round).join("composer.lock");
            let lock = fs::read(&path).map_err(ExperimentError::io(&path))?;
            let name = format!("run {round} of {}", variant.name);
            match &first_lock {
                None => first_lock = Some((name, lock)),
                Some((_, same)) if *same == lock => {}
                Some((first, _)) => {
                    return Err(ExperimentError::Differ {
                        first: first.clone(),
                        second: name,
                        what: "composer.lock",
                    });
                }
            }
            Ok(())
        },
    )?;
    let command = format!(
        "target/experiment/{{variant}}/shirabe {}",
        ARGUMENTS.join(" ")
    );
    let place = scratch::parent(&scratch).display().to_string();
    Report::new("allocators", command, place, samples).publish()
}

/// `--version -v` names the allocator that the program runs under.
fn assert_allocator(variant: Variant, binary: &Path) -> Result<(), ExperimentError> {
    let mut command = Command::new(binary);
    command.args(["--version", "-v", "--no-ansi"]);
    let said = measure::run(command, &format!("{} --version -v", variant.name))?.stdout;
    let line = format!("allocator {}", variant.allocator);
    if said.lines().any(|said| said.trim() == line) {
        Ok(())
    } else {
        Err(ExperimentError::WrongAllocator {
            variant: variant.name.to_owned(),
            said,
        })
    }
}
