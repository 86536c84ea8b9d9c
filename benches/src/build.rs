//! Building the variants.

use crate::error::ExperimentError;
use crate::measure;
use crate::variant::{VARIANTS, Variant};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of all experiments: `target/experiment`, in cargo's own target folder.
pub(crate) fn folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| workspace().join("target"), PathBuf::from)
        .join("experiment")
}

fn workspace() -> &'static Path {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    benches.parent().unwrap_or(benches)
}

/// The binary of each variant.
#[derive(Debug)]
pub(crate) struct Binaries(Vec<(&'static str, PathBuf)>);

impl Binaries {
    /// Builds a binary of a package under every allocator.
    pub(crate) fn build(package: &str, binary: &str) -> Result<Self, ExperimentError> {
        let mut built: Vec<(&str, PathBuf)> = Vec::new();
        for Variant { allocator, .. } in VARIANTS {
            if built.iter().all(|(other, _)| *other != allocator) {
                built.push((allocator, build(package, binary, allocator)?));
            }
        }
        Ok(Self(built))
    }

    /// The binary of a variant.
    pub(crate) fn of(&self, variant: Variant) -> &Path {
        let found = self.0.iter().find(|(name, _)| *name == variant.allocator);
        // All variants have been built, so there is one.
        found.map_or(Path::new(""), |(_, binary)| binary)
    }
}

/// Builds a binary of a package in release mode under an allocator, and puts it to
/// `target/experiment/<allocator>/<binary>`.
///
/// All builds share one folder of intermediate results, so that only what knows the allocator is
/// built anew.
fn build(package: &str, binary: &str, allocator: &str) -> Result<PathBuf, ExperimentError> {
    eprintln!("building {binary} with {allocator}");
    let shared = folder().join("build");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(workspace())
        .args(["build", "--quiet", "--release", "--no-default-features"])
        .args(["--package", package, "--bin", binary])
        .args(["--features", &format!("alloc-{allocator}")])
        .arg("--target-dir")
        .arg(&shared);
    measure::run(cargo, &format!("cargo build of {binary} with {allocator}"))?;

    let file = format!("{binary}{}", std::env::consts::EXE_SUFFIX);
    let built = shared.join("release").join(&file);
    let kept = folder().join(allocator);
    fs::create_dir_all(&kept).map_err(ExperimentError::io(&kept))?;
    let kept = kept.join(file);
    let beside = kept.with_extension("new");
    fs::copy(&built, &beside).map_err(ExperimentError::io(&built))?;
    fs::rename(&beside, &kept).map_err(ExperimentError::io(&kept))?;
    Ok(kept)
}
