//! `COMPOSER_HOME`: the configuration that pins the platform, so that every machine solves alike.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::WorldError;
use crate::error::write_file;

const PHP: &str = "8.2.30";
const EXTENSIONS: &[&str] = &[
    "ctype",
    "dom",
    "fileinfo",
    "filter",
    "hash",
    "iconv",
    "json",
    "libxml",
    "mbstring",
    "openssl",
    "pcre",
    "phar",
    "session",
    "tokenizer",
    "xml",
    "xmlwriter",
];

/// Writes `<home>/config.json`.
pub(crate) fn write_config(home: &Path) -> Result<(), WorldError> {
    let mut platform = Map::new();
    platform.insert("php".to_owned(), json!(PHP));
    for extension in EXTENSIONS {
        platform.insert(format!("ext-{extension}"), json!(PHP));
    }
    platform.insert("lib-pcre".to_owned(), json!("10.42.0"));
    let config = json!({"config": {"platform": Value::Object(platform)}});
    write_file(
        &home.join("config.json"),
        format!("{config:#}\n").as_bytes(),
    )
}
