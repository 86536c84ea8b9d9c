//! The hash by which a lock file knows its `composer.json`.

use crate::json::{EncodeOptions, JsonError, decode, encode};
use crate::value::{PhpMap, PhpMixed};
use md5::{Digest, Md5};
use shirabe_callgraph::{centre, enter};

/// The keys that a solve depends on, sorted; `config` goes in with its `platform` alone.
const RELEVANT: [&str; 12] = [
    "config",
    "conflict",
    "extra",
    "minimum-stability",
    "name",
    "prefer-stable",
    "provide",
    "replace",
    "repositories",
    "require",
    "require-dev",
    "version",
];

/// The `content-hash` of a `composer.json` text: the MD5 in hex of what matters to a solve, so
/// that neither layout nor the order of keys nor a description makes a lock file stale.
///
/// # Errors
/// Where the text is not JSON or no object.
pub fn content_hash(composer_json: &[u8]) -> Result<String, JsonError> {
    let _span = enter(centre!("content-hash"));
    let document = decode(composer_json)?;
    let type_name = document.type_name();
    let Some(mut document) = document.into_map() else {
        return Err(JsonError::NotAnObject(type_name));
    };
    let mut relevant = PhpMap::default();
    for key in RELEVANT {
        let Some(value) = document.swap_remove(key) else {
            continue;
        };
        if key == "config" {
            if let Some(platform) = value.get("platform").filter(|value| !value.is_null()) {
                let platform = PhpMap::from_iter([("platform".to_owned(), platform.clone())]);
                relevant.insert(key.to_owned(), platform.into());
            }
        } else {
            relevant.insert(key.to_owned(), value);
        }
    }
    let text = encode(&PhpMixed::from_array(relevant), &EncodeOptions::compact())?;
    let digest = Md5::digest(text);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}
