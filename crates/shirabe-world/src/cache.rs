//! The warmed cache, in the layout of Composer's own cache folder.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use sha1::{Digest, Sha1};

use crate::WorldError;
use crate::document::{Document, REPOSITORY_URL};
use crate::error::write_file;
use crate::record::dist_url;

/// Writes a document as Composer keeps it: with the time of its last change under `last-modified`.
/// Without that key Composer does not use a cached document when the network is off.
///
/// `name` is `packages.json`, or a package's name with `~dev` behind it for its branches.
pub(crate) fn write_document(
    cache: &Path,
    name: &str,
    document: &Document,
) -> Result<(), WorldError> {
    let mut content: Map<String, Value> = document.content.clone();
    content.insert("last-modified".to_owned(), json!(document.last_modified()));
    let text = Value::Object(content).to_string();
    let (file, text) = if name == "packages.json" {
        (name.to_owned(), text.replace('/', "\\/"))
    } else {
        (format!("provider-{}.json", name.replace('/', "~")), text)
    };
    write_file(
        &cache.join("repo").join(repository_folder()).join(file),
        text.as_bytes(),
    )
}

/// Where Composer looks for the archive of a version: by the hash of its dist URL.
pub(crate) fn archive_path(cache: &Path, name: &str, reference: &str) -> PathBuf {
    let key: String = Sha1::digest(dist_url(name, reference))
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    cache.join("files").join(name).join(format!("{key}.zip"))
}

fn repository_folder() -> String {
    REPOSITORY_URL
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() || letter == '.' {
                letter
            } else {
                '-'
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_the_ones_composer_uses() {
        assert_eq!(repository_folder(), "https---repo.packagist.org");
        let path = archive_path(
            Path::new("c"),
            "psr/log",
            "f16e1d5863e37f8d8c2a01719f5b34baa2b714d3",
        );
        assert_eq!(
            path,
            Path::new("c/files/psr/log/b118a7dc4154e1a4d6df68b61371d1c88e40962a.zip")
        );
    }
}
