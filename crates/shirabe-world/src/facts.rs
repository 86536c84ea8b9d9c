//! The recorded facts, as `fixtures/README.md` describes them.

use indexmap::IndexMap;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::WorldError;

const FACTS: &[u8] = include_bytes!("../../../fixtures/facts.json.zst");

/// Every package, by name, in the order of the fixture.
pub(crate) type Facts = IndexMap<String, PackageFacts>;

#[derive(Deserialize)]
pub(crate) struct PackageFacts {
    #[serde(rename = "type")]
    pub(crate) package_type: String,
    /// Tagged versions, newest first.
    pub(crate) versions: Vec<VersionFacts>,
    /// The default branch; empty where the repository lists no branch.
    #[serde(default)]
    pub(crate) dev: Vec<VersionFacts>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct VersionFacts {
    pub(crate) version: String,
    #[serde(rename = "version_normalized")]
    pub(crate) version_normalized: String,
    pub(crate) time: Timestamp,
    pub(crate) reference: String,
    pub(crate) require: Option<Map<String, Value>>,
    pub(crate) require_dev: Option<Map<String, Value>>,
    pub(crate) conflict: Option<Map<String, Value>>,
    pub(crate) provide: Option<Map<String, Value>>,
    pub(crate) replace: Option<Map<String, Value>>,
    /// Names only: the reasons are prose.
    pub(crate) suggest: Option<Vec<String>>,
    pub(crate) autoload: Option<Map<String, Value>>,
    pub(crate) bin: Option<Vec<String>>,
    pub(crate) extra: Option<Map<String, Value>>,
    pub(crate) license: Option<Vec<String>>,
    #[serde(rename = "type")]
    pub(crate) package_type: Option<String>,
    pub(crate) target_dir: Option<String>,
    pub(crate) include_path: Option<Vec<String>>,
    pub(crate) default_branch: Option<bool>,
    /// Path and size in bytes of every file, where the archive is part of the world.
    pub(crate) files: Option<Vec<(String, usize)>>,
}

/// Decodes the facts that the crate carries.
pub(crate) fn load() -> Result<Facts, WorldError> {
    let text = zstd::decode_all(FACTS).map_err(|error| WorldError::Facts(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| WorldError::Facts(error.to_string()))
}
