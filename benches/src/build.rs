//! Building the variants.

use crate::error::ExperimentError;
use crate::measure;
use crate::variant::{Arm, Twin, Variant};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Program {
    /// The package that has it.
    pub(crate) package: &'static str,
    /// Its name.
    pub(crate) binary: &'static str,
    /// Features that it needs, beyond those of a variant.
    pub(crate) features: &'static [&'static str],
}

/// Shirabe itself.
pub(crate) const SHIRABE: Program = Program {
    package: "shirabe",
    binary: "shirabe",
    features: &[],
};

/// Parts of Shirabe, called one by one.
pub(crate) const BENCH: Program = Program {
    package: "shirabe-benches",
    binary: "bench",
    features: &["shirabe-benches/work"],
};

/// What every measured build has: what ships, instructions that do not change from run to run, and
/// a timeline of phases where one is asked for.
const FEATURES: [&str; 3] = [
    "shirabe/profile",
    "shirabe/fixed-hasher",
    "shirabe/phase-timeline",
];

/// The folder of all experiments: `target/experiment`, in cargo's own target folder.
pub(crate) fn folder() -> PathBuf {
    target().join("experiment")
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from)
}

/// The folder of the workspace.
pub(crate) fn workspace() -> &'static Path {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    benches.parent().unwrap_or(benches)
}

/// How a program is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As what ships is.
    Release,
    /// As tests are, in cargo's own target folder, where most of it is built already.
    Debug,
}

/// Builds a program for every variant, once for those that share a build, and copies each twice.
///
/// # Errors
/// Where cargo fails, or a copy cannot be written.
pub(crate) fn build(
    program: Program,
    variants: &[Variant],
    profile: Profile,
) -> Result<(), ExperimentError> {
    let mut built: Vec<String> = Vec::new();
    for variant in variants {
        if !built.contains(&variant.build()) {
            build_one(program, variant, profile)?;
            built.push(variant.build());
        }
    }
    Ok(())
}

/// Where an arm's copy of a program lies: `target/experiment/<build>/<a or b>/<binary>`.
pub(crate) fn binary(program: Program, arm: Arm) -> PathBuf {
    folder()
        .join(arm.variant.build())
        .join(arm.twin.folder())
        .join(format!(
            "{}{}",
            program.binary,
            std::env::consts::EXE_SUFFIX
        ))
}

/// All builds share one folder of intermediate results, so that only what knows the allocator is
/// built anew.
fn build_one(program: Program, variant: &Variant, profile: Profile) -> Result<(), ExperimentError> {
    let Program {
        package,
        binary: name,
        ..
    } = program;
    eprintln!("building {name} with {}", variant.build());
    let (shared, built_in) = match profile {
        Profile::Release => (folder().join("build"), "release"),
        Profile::Debug => (target(), "debug"),
    };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(workspace())
        .args(["build", "--quiet", "--no-default-features"])
        .args(["--package", package, "--bin", name])
        .args(["--features", &features(program, variant).join(",")])
        .arg("--target-dir")
        .arg(&shared);
    if profile == Profile::Release {
        cargo.arg("--release");
    }
    measure::run(
        cargo,
        &format!("cargo build of {name} with {}", variant.build()),
    )?;

    let built = shared
        .join(built_in)
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    for twin in Twin::BOTH {
        let kept = binary(
            program,
            Arm {
                variant: *variant,
                twin,
            },
        );
        if let Some(parent) = kept.parent() {
            fs::create_dir_all(parent).map_err(ExperimentError::io(parent))?;
        }
        let beside = kept.with_extension("new");
        fs::copy(&built, &beside).map_err(ExperimentError::io(&built))?;
        fs::rename(&beside, &kept).map_err(ExperimentError::io(&kept))?;
    }
    Ok(())
}

fn features(program: Program, variant: &Variant) -> Vec<String> {
    let mut features = vec![format!("shirabe/alloc-{}", variant.allocator)];
    let further = variant.features.iter();
    features.extend(further.map(|feature| format!("shirabe/{feature}")));
    features.extend(
        FEATURES
            .iter()
            .chain(program.features)
            .map(|&it| it.to_owned()),
    );
    features
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::plain;

    #[test]
    fn features_are_those_of_the_variant_and_the_program() {
        let variant = Variant {
            features: &["more"],
            ..plain("jemalloc")
        };
        assert_eq!(
            features(BENCH, &variant),
            [
                "shirabe/alloc-jemalloc",
                "shirabe/more",
                "shirabe/profile",
                "shirabe/fixed-hasher",
                "shirabe/phase-timeline",
                "shirabe-benches/work"
            ]
        );
    }

    #[test]
    fn twins_lie_side_by_side() {
        let [a, b] = Twin::BOTH.map(|twin| {
            let variant = plain("system");
            binary(SHIRABE, Arm { variant, twin })
        });
        assert_ne!(a, b);
        assert_eq!(a.as_os_str().len(), b.as_os_str().len());
        assert!(a.starts_with(folder().join("system")), "{}", a.display());
    }
}
