//! Running cargo from within cargo.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Cargo, as the one that runs us.
pub(crate) fn command() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Builds a binary for release and says where it is.
///
/// # Errors
/// When the build fails.
pub(crate) fn release_binary(name: &str) -> Result<PathBuf, String> {
    let output = command()
        .args(["build", "--release", "--package", name, "--bin", name])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(format!("building {name} failed"));
    }
    cargo_metadata::Message::parse_stream(output.stdout.as_slice())
        .filter_map(Result::ok)
        .filter_map(|message| match message {
            cargo_metadata::Message::CompilerArtifact(artifact) if artifact.target.name == name => {
                artifact.executable.map(|path| path.into_std_path_buf())
            }
            _ => None,
        })
        .last()
        .ok_or_else(|| format!("cargo built no {name}"))
}
