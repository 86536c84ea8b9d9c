//! One file of a package: its bytes and whether it can be run.

use serde_json::{Map, Value};

use crate::class_name::{ClassName, class_of, namespace_of};
use crate::facts::{PackageFacts, VersionFacts};
use crate::filler::Filler;
use crate::record::{Prose, record};
use crate::skeleton::hand_made;
use crate::{php_source, text_source};

pub(crate) struct SourceFile {
    pub(crate) content: Vec<u8>,
    pub(crate) executable: bool,
}

/// Makes the file `path` of a version, `size` bytes wherever its meaning leaves room for that.
pub(crate) fn source_file(
    name: &str,
    package: &PackageFacts,
    version: &VersionFacts,
    path: &str,
    size: usize,
) -> SourceFile {
    let mut filler = Filler::new(&["file", name, path]);
    let is_bin = version.bin.iter().flatten().any(|bin| bin == path);
    let executable = is_bin
        || path == "artisan"
        || path.ends_with(".sh")
        || path.ends_with("/start-container")
        || (path.contains("bin/") && !path.contains('.'));
    let content = if let Some(text) = hand_made(name, version, path) {
        if path.ends_with(".json") {
            text.into_bytes()
        } else if path.starts_with('.') {
            with_comments(text, size, &mut filler).into_bytes()
        } else {
            php_source::padded(&text, size, &mut filler).into_bytes()
        }
    } else if path == "composer.json" {
        manifest(name, package, version, size, &mut filler).into_bytes()
    } else if executable {
        program(name, version, path, size, &mut filler).into_bytes()
    } else if path.ends_with(".blade.php")
        || path.ends_with(".html.php")
        || path.ends_with(".svg.php")
    {
        text_source::text(path, size, &mut filler)
    } else if path.ends_with(".stub") {
        let placeholder = ClassName {
            namespace: "{{ namespace }}".into(),
            name: "{{ class }}".into(),
            guarded: false,
        };
        php_source::class(&placeholder, size, &mut filler).into_bytes()
    } else if path.ends_with(".php") {
        php(name, version, path, size, &mut filler).into_bytes()
    } else {
        text_source::text(path, size, &mut filler)
    };
    SourceFile {
        content,
        executable,
    }
}

fn php(name: &str, version: &VersionFacts, path: &str, size: usize, filler: &mut Filler) -> String {
    let autoload = autoload_of(name, version);
    if let Some(class) = class_of(name, &autoload, path) {
        return php_source::class(&class, size, filler);
    }
    let file = path.rsplit('/').next().unwrap_or(path);
    let is_function_file = autoload
        .get("files")
        .and_then(Value::as_array)
        .is_some_and(|files| {
            files
                .iter()
                .filter_map(Value::as_str)
                .any(|listed| listed.trim_start_matches("./") == path)
        })
        || file.ends_with("functions.php")
        || file.ends_with("helpers.php")
        || file.starts_with("bootstrap8");
    if is_function_file {
        php_source::functions(&namespace_of(name), path, size, filler)
    } else if file == "exceptions.php" {
        let folder = path.trim_end_matches("/exceptions.php").replace('/', "\\");
        php_source::exceptions(&format!("{}\\{folder}", namespace_of(name)), size, filler)
    } else {
        php_source::table(size, filler)
    }
}

/// The rules a package's own files follow. The metadata of a skeleton does not tell its `autoload-dev`.
fn autoload_of(name: &str, version: &VersionFacts) -> Map<String, Value> {
    let mut autoload = version.autoload.clone().unwrap_or_default();
    if name == "laravel/laravel"
        && let Some(Value::Object(psr4)) = autoload.get_mut("psr-4")
    {
        psr4.insert("Tests\\".to_owned(), Value::String("tests/".to_owned()));
    }
    autoload
}

/// The package's own `composer.json`: its record without what only a repository knows, brought to `size`
/// by a longer description.
fn manifest(
    name: &str,
    package: &PackageFacts,
    version: &VersionFacts,
    size: usize,
    filler: &mut Filler,
) -> String {
    let prose = Prose::new(name);
    let mut manifest = record(name, package, version, &prose);
    for key in [
        "version",
        "version_normalized",
        "source",
        "dist",
        "time",
        "default-branch",
        "support",
    ] {
        manifest.shift_remove(key);
    }
    let print = |manifest: &Map<String, Value>| format!("{:#}\n", Value::Object(manifest.clone()));
    let text = print(&manifest);
    let missing = size.saturating_sub(text.len());
    if missing < 2 {
        return text;
    }
    let description = format!(
        "{} {}",
        prose.description(),
        filler.words_of_size(missing - 1)
    );
    manifest.insert("description".to_owned(), Value::String(description));
    print(&manifest)
}

/// A program that says which one it is and what it was given, and loads the autoloader like real ones do.
fn program(
    name: &str,
    version: &VersionFacts,
    path: &str,
    size: usize,
    filler: &mut Filler,
) -> String {
    let title = path.rsplit('/').next().unwrap_or(path);
    let version = &version.version;
    if name == "laravel/sail" || path.ends_with(".sh") {
        let text = format!(
            "#!/usr/bin/env bash\n\nprintf '%s' '{title} ({name} {version})'\n[ $# -eq 0 ] || printf ' %s' \"$@\"\necho\nexit 0\n\n"
        );
        return with_comments(text, size, filler);
    }
    if size < 200 {
        return format!("#!/usr/bin/env php\n<?php echo '{title} ({name} {version})', PHP_EOL;\n");
    }
    let text = format!(
        "#!/usr/bin/env php\n<?php\n\nif (isset($GLOBALS['_composer_autoload_path'])) {{\n    require $GLOBALS['_composer_autoload_path'];\n}}\n\necho implode(' ', ['{title} ({name} {version})', ...array_slice($argv, 1)]), PHP_EOL;\n\n"
    );
    php_source::padded(&text, size, filler)
}

fn with_comments(mut text: String, size: usize, filler: &mut Filler) -> String {
    while text.len() < size {
        let missing = size - text.len();
        if missing < 6 {
            text.extend(std::iter::repeat_n('\n', missing));
        } else {
            let room = missing - 3;
            let words = if room > 120 {
                60 + filler.below(30)
            } else {
                room
            };
            text.push_str(&format!("# {}\n", filler.words_of_size(words)));
        }
    }
    text
}
