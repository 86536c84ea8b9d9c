//! The repository's documents, in the Packagist v2 protocol.

use std::time::SystemTime;

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use crate::facts::{Facts, PackageFacts, VersionFacts};
use crate::record::{Prose, record};

/// Identity of the repository that the world stands in for.
pub(crate) const REPOSITORY_URL: &str = "https://repo.packagist.org";
/// The site beside it, that takes notifications and answers questions about advisories.
pub(crate) const SITE_URL: &str = "https://packagist.org";

/// One document and when it changed last.
pub(crate) struct Document {
    pub(crate) content: Map<String, Value>,
    pub(crate) modified: Timestamp,
}

impl Document {
    /// The value of the HTTP header `Last-Modified`.
    pub(crate) fn last_modified(&self) -> String {
        httpdate::fmt_http_date(SystemTime::from(self.modified))
    }
}

/// `p2/<name>.json` (the tagged versions) and `p2/<name>~dev.json` (the branches) of one package.
pub(crate) fn package_documents(name: &str, package: &PackageFacts) -> [Document; 2] {
    let prose = Prose::new(name);
    let newest = package
        .versions
        .iter()
        .chain(&package.dev)
        .map(|version| version.time)
        .max();
    [&package.versions, &package.dev].map(|versions| {
        let records = versions
            .iter()
            .map(|version| record(name, package, version, &prose));
        let content = json!({
            "minified": "composer/2.0",
            "packages": { name: minified(records) },
            "security-advisories": [],
        });
        Document {
            content: object(content),
            modified: newest_of(versions)
                .or(newest)
                .unwrap_or(Timestamp::UNIX_EPOCH),
        }
    })
}

/// `packages.json`, the document that says where the others are.
pub(crate) fn root_document(facts: &Facts) -> Document {
    let everything = facts
        .values()
        .flat_map(|package| package.versions.iter().chain(&package.dev));
    let content = json!({
        "packages": [],
        "notify-batch": format!("{SITE_URL}/downloads/"),
        "metadata-url": format!("{REPOSITORY_URL}/p2/%package%.json"),
        "metadata-changes-url": format!("{SITE_URL}/metadata/changes.json"),
        "search": format!("{SITE_URL}/search.json?q=%query%&type=%type%"),
        "list": format!("{SITE_URL}/packages/list.json"),
        "security-advisories": {
            "metadata": true,
            "api-url": format!("{SITE_URL}/api/security-advisories/"),
        },
        "providers-api": format!("{SITE_URL}/providers/%package%.json"),
    });
    let modified = everything
        .map(|version| version.time)
        .max()
        .unwrap_or(Timestamp::UNIX_EPOCH);
    Document {
        content: object(content),
        modified,
    }
}

fn newest_of(versions: &[VersionFacts]) -> Option<Timestamp> {
    versions.iter().map(|version| version.time).max()
}

/// Each record as its difference to the one before, in the format `composer/2.0`: a key that goes away
/// is `__unset`.
fn minified(records: impl Iterator<Item = Map<String, Value>>) -> Vec<Value> {
    let mut before: Option<Map<String, Value>> = None;
    let mut list = Vec::new();
    for full in records {
        let difference = match &before {
            None => full.clone(),
            Some(before) => {
                let changed = full
                    .iter()
                    .filter(|(key, value)| before.get(*key) != Some(*value));
                let gone = before.keys().filter(|key| !full.contains_key(*key));
                changed
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .chain(gone.map(|key| (key.clone(), json!("__unset"))))
                    .collect()
            }
        };
        list.push(Value::Object(difference));
        before = Some(full);
    }
    list
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_as_its_difference_to_the_one_before() {
        let records = [
            json!({"v": 1, "a": {"x": 1}, "b": 2}),
            json!({"v": 2, "a": {"x": 1}}),
            json!({"v": 3, "b": 2}),
        ];
        let expected = [
            json!({"v": 1, "a": {"x": 1}, "b": 2}),
            json!({"v": 2, "b": "__unset"}),
            json!({"v": 3, "b": 2, "a": "__unset"}),
        ];
        assert_eq!(minified(records.map(object).into_iter()), expected);
    }
}
