//! Stamps the crate with a hash of everything the world is made from, so that a world folder built
//! by other code or from other fixtures is never taken for a fresh one.

use std::path::Path;

use sha1::{Digest, Sha1};
use walkdir::WalkDir;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut hash = Sha1::new();
    for root in ["src", "../../fixtures"] {
        println!("cargo::rerun-if-changed={root}");
        for entry in WalkDir::new(Path::new(root)).sort_by_file_name() {
            let entry = entry?;
            if entry.file_type().is_file() {
                hash.update(entry.path().to_string_lossy().as_bytes());
                hash.update(std::fs::read(entry.path())?);
            }
        }
    }
    let stamp: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    println!("cargo::rustc-env=SHIRABE_WORLD_STAMP={stamp}");
    Ok(())
}
