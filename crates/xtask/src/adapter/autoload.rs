//! Questions about `shirabe-autoload`.

use super::Answer;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use regex::bytes::Regex;
use serde_json::{Map, Value, json};
use shirabe_autoload::class_map::{self, EXTENSIONS, KnownClasses, Rule, Scope, Standard};
use shirabe_autoload::filesystem::{self, Shortest};
use shirabe_autoload::php_classes;
use std::fs;
use std::path::Path;

pub(super) fn answer(file: &str, input: &Value) -> Option<Answer> {
    let out = match file {
        "php_find_classes" => php_classes::find_classes(&bytes(input)?)
            .into_iter()
            .map(text)
            .collect(),
        "normalize_path" => json!(filesystem::normalize_path(input.as_str()?)),
        "is_absolute_path" => json!(filesystem::is_absolute_path(input.as_str()?)),
        "is_local_path" => json!(filesystem::is_local_path(input.as_str()?)),
        "trim_trailing_slash" => json!(filesystem::trim_trailing_slash(input.as_str()?)),
        "find_shortest_path" => return shortest(input, filesystem::find_shortest_path),
        "find_shortest_path_code" => return shortest(input, filesystem::find_shortest_path_code),
        "class_map" => return class_map(input),
        _ => return None,
    };
    Some(Answer::Out(out))
}

fn shortest<E>(
    input: &Value,
    find: impl Fn(&str, &str, Shortest) -> Result<String, E>,
) -> Option<Answer> {
    let flag = |key: &str| input.get(key).and_then(Value::as_bool).unwrap_or(false);
    let options = Shortest {
        directories: flag("directories"),
        static_code: flag("static"),
        prefer_relative: flag("prefer_relative"),
    };
    let found = find(
        input.get("from")?.as_str()?,
        input.get("to")?.as_str()?,
        options,
    );
    Some(found.map_or(Answer::Error, |path| Answer::Out(json!(path))))
}

/// Writes the files of the question into a folder and scans it.
fn class_map(input: &Value) -> Option<Answer> {
    let folder = tempfile::tempdir().ok()?;
    let root = fs::canonicalize(folder.path()).ok()?;
    for (name, content) in input.get("files")?.as_object()? {
        let path = root.join(name);
        fs::create_dir_all(path.parent()?).ok()?;
        fs::write(path, bytes(content)?).ok()?;
    }
    let key = |key: &str| input.get(key).and_then(Value::as_str);
    let namespace = key("namespace").unwrap_or_default().to_owned();
    let excluded = match key("excluded") {
        Some(body) => {
            let body = body.replace('%', &regex::escape(root.to_str()?));
            Some(Regex::new(&format!("(?-u){body}")).ok()?)
        }
        None => None,
    };
    let path = format!("{}{}", root.to_str()?, key("path").unwrap_or_default());
    let rule = Rule {
        path: path.clone().into(),
        label: path,
        standard: match key("type") {
            Some("psr-4") => Standard::Psr4(namespace),
            Some("psr-0") => Standard::Psr0(namespace),
            _ => Standard::ClassMap,
        },
        excluded,
    };
    let extensions: Vec<&str> = match input.get("extensions").and_then(Value::as_array) {
        Some(list) => list.iter().filter_map(Value::as_str).collect(),
        None => EXTENSIONS.to_vec(),
    };
    let scope = Scope {
        base_dir: &root,
        extensions: &extensions,
        known: &KnownClasses::new(),
    };
    let Ok(map) = class_map::scan(&[rule], &scope) else {
        return Some(Answer::Error);
    };

    let classes: Map<String, Value> = map
        .sorted()
        .into_iter()
        .map(|(class, path)| (lossy(class), below(&root, path)))
        .collect();
    let ambiguous: Map<String, Value> = map
        .ambiguous(true)
        .into_iter()
        .map(|(class, paths)| {
            let mut paths: Vec<&[u8]> = paths;
            paths.sort_unstable();
            let paths: Value = paths.into_iter().map(|path| below(&root, path)).collect();
            (lossy(class), paths)
        })
        .collect();
    let mut violations: Vec<(String, Value)> = map
        .violations()
        .flat_map(|(path, violations)| {
            let path = below(&root, path);
            violations
                .iter()
                .map(move |violation| (lossy(&violation.class), path.clone()))
        })
        .collect();
    violations.sort_by(|(one, _), (two, _)| one.cmp(two));
    Some(Answer::Out(json!({
        "map": classes,
        "ambiguous": ambiguous,
        "psr_violations": violations,
    })))
}

fn below(root: &Path, path: &[u8]) -> Value {
    let path = lossy(path);
    let root = format!("{}/", root.display());
    json!(path.strip_prefix(&root).unwrap_or(&path))
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A string of a question: text, or bytes in base64.
fn bytes(value: &Value) -> Option<Vec<u8>> {
    match value.as_str() {
        Some(text) => Some(text.as_bytes().to_vec()),
        None => BASE64.decode(value.get("$b64")?.as_str()?).ok(),
    }
}

fn text(bytes: Vec<u8>) -> Value {
    match String::from_utf8(bytes) {
        Ok(text) => json!(text),
        Err(error) => json!({ "$b64": BASE64.encode(error.as_bytes()) }),
    }
}
