//! What a runner of scripts must be told.

use super::Verbosity;
use crate::PhpBinary;
use indexmap::IndexMap;
use shirabe_mixed::{PhpMap, PhpMixed};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

/// The project whose scripts run.
#[derive(Clone, Debug, Default)]
pub struct ScriptProject {
    /// Its folder, in which scripts run.
    pub directory: PathBuf,
    /// `vendor-dir`, absolute.
    pub vendor_dir: PathBuf,
    /// `bin-dir`, absolute; it comes first in the scripts' `PATH`.
    pub bin_dir: PathBuf,
    /// The scripts of each event.
    pub scripts: IndexMap<String, Vec<String>>,
    /// The root package's own executables (`bin`).
    pub binaries: Vec<String>,
    /// The root package as in `composer.json`, with its `version` and `version_normalized`.
    pub manifest: PhpMap,
    /// The configuration with every value worked in, as `getConfig()->get()` answers.
    pub config: PhpMap,
}

impl ScriptProject {
    /// Reads `scripts` as it stands in a `composer.json`: each a text or a list of texts.
    #[must_use]
    pub fn read_scripts(scripts: &PhpMixed) -> IndexMap<String, Vec<String>> {
        let Some(map) = scripts.as_map() else {
            return IndexMap::new();
        };
        let listeners = |value: &PhpMixed| match value {
            PhpMixed::String(one) => vec![one.clone()],
            PhpMixed::List(several) => several
                .iter()
                .filter_map(|one| one.as_str().map(str::to_owned))
                .collect(),
            PhpMixed::Map(several) => several
                .values()
                .filter_map(|one| one.as_str().map(str::to_owned))
                .collect(),
            _ => Vec::new(),
        };
        map.iter()
            .map(|(event, value)| (event.clone(), listeners(value)))
            .collect()
    }
}

/// How scripts run.
#[derive(Clone, Debug, Default)]
pub struct ScriptSettings {
    /// The interpreter for `@php` and callbacks. Without one, scripts that need it are left out
    /// with a warning when the program itself raised the event, and fail when a user ran a script
    /// of the project.
    pub php: Option<PhpBinary>,
    /// The folder that keeps what PHP told about itself.
    pub cache_dir: Option<PathBuf>,
    /// This program, for `@composer`.
    pub executable: PathBuf,
    /// How long one command may run; nothing when it may run for ever (`process-timeout` 0).
    pub timeout: Option<Duration>,
    /// How much is said.
    pub verbosity: Verbosity,
    /// Whether scripts may ask the user.
    pub interactive: bool,
    /// Whether callbacks may write in colours.
    pub decorated: bool,
    /// Whether scripts run at all (`--no-scripts`).
    pub enabled: bool,
    /// Where the program, when it catches signals, notes the last one's number; while this is
    /// nothing a signal ends the program and its scripts alike.
    pub signal: Option<Arc<AtomicUsize>>,
}
