//! Which class a file holds, by its path and the package's autoload rules.

use serde_json::{Map, Value};

use crate::filler::capitalised;

/// The class that a file declares.
pub(crate) struct ClassName {
    /// Without leading or trailing backslash; empty for the global namespace.
    pub(crate) namespace: String,
    pub(crate) name: String,
    /// Stubs of built-in classes are declared only where PHP lacks them.
    pub(crate) guarded: bool,
}

/// The class that `path` must declare so that autoloading finds it: by the longest PSR-4 folder that
/// holds it, or for a classmap a name made from the package's. `None` where a real file holds none:
/// helpers, views, data, and everything outside of the autoload rules.
pub(crate) fn class_of(
    package: &str,
    autoload: &Map<String, Value>,
    path: &str,
) -> Option<ClassName> {
    if folders(autoload.get("files")).any(|file| file.trim_start_matches("./") == path) {
        return None;
    }
    let stem = path.strip_suffix(".php")?;
    let in_classmap = folders(autoload.get("classmap")).find_map(|folder| below(stem, folder));
    if stem.contains("Resources/stubs/") {
        let name = stem.rsplit('/').next()?;
        return is_class_name(name).then(|| ClassName {
            namespace: String::new(),
            name: name.to_owned(),
            guarded: true,
        });
    }

    let psr4 = autoload.get("psr-4").and_then(Value::as_object);
    let by_psr4 = psr4
        .into_iter()
        .flatten()
        .flat_map(|(prefix, value)| {
            folders(Some(value)).map(move |folder| (prefix.as_str(), folder))
        })
        .filter_map(|(prefix, folder)| Some((prefix.trim_end_matches('\\'), below(stem, folder)?)))
        .min_by_key(|(_, rest)| rest.len());
    let (root, rest) = match by_psr4 {
        Some((prefix, rest)) => (prefix.to_owned(), rest),
        None => (namespace_of(package), in_classmap?),
    };

    let mut segments: Vec<&str> = rest.split('/').collect();
    let name = segments.pop()?;
    if !is_class_name(name) || !segments.iter().all(|segment| is_identifier(segment)) {
        return None;
    }
    let namespace = std::iter::once(root.as_str())
        .chain(segments)
        .collect::<Vec<_>>()
        .join("\\");
    Some(ClassName {
        namespace,
        name: name.to_owned(),
        guarded: false,
    })
}

/// A namespace of the package's own: `Vendor\Name`.
pub(crate) fn namespace_of(package: &str) -> String {
    package
        .split('/')
        .map(|part| {
            part.split(['-', '_', '.'])
                .map(capitalised)
                .collect::<String>()
        })
        .collect::<Vec<_>>()
        .join("\\")
}

fn folders(value: Option<&Value>) -> impl Iterator<Item = &str> {
    let (one, many) = match value {
        Some(Value::String(one)) => (Some(one.as_str()), None),
        Some(Value::Array(many)) => (None, Some(many)),
        _ => (None, None),
    };
    one.into_iter()
        .chain(many.into_iter().flatten().filter_map(Value::as_str))
}

fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let folder = folder.trim_matches('/');
    if folder.is_empty() {
        Some(path)
    } else {
        path.strip_prefix(folder)?.strip_prefix('/')
    }
}

fn is_identifier(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text
            .bytes()
            .next()
            .is_some_and(|byte| !byte.is_ascii_digit())
}

fn is_class_name(text: &str) -> bool {
    is_identifier(text)
        && text
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full_name(package: &str, autoload: &str, path: &str) -> Option<String> {
        let autoload: Map<String, Value> = serde_json::from_str(autoload).unwrap();
        class_of(package, &autoload, path)
            .map(|class| format!("{}\\{}", class.namespace, class.name))
    }

    #[test]
    fn the_longest_psr4_folder_names_the_class() {
        let rules =
            r#"{"psr-4": {"Acme\\": "src/", "Acme\\Support\\": ["src/Macros", "src/Lists/"]}}"#;
        assert_eq!(
            full_name("acme/all", rules, "src/Lists/Arr.php").as_deref(),
            Some("Acme\\Support\\Arr")
        );
        assert_eq!(
            full_name("acme/all", rules, "src/Web/Page.php").as_deref(),
            Some("Acme\\Web\\Page")
        );
        assert_eq!(full_name("acme/all", rules, "src/helpers.php"), None);
        assert_eq!(
            full_name("acme/all", rules, "src/mail-views/Page.php"),
            None
        );
        assert_eq!(full_name("acme/all", rules, "tests/PageTest.php"), None);
    }

    #[test]
    fn a_classmap_gives_a_name_made_from_the_package() {
        let rules = r#"{"classmap": ["src/"], "files": ["./src/Functions.php"]}"#;
        assert_eq!(
            full_name("acme/code-unit", rules, "src/A/B.php").as_deref(),
            Some("Acme\\CodeUnit\\A\\B")
        );
        assert_eq!(
            full_name("acme/code-unit", rules, "src/Functions.php"),
            None
        );
    }

    #[test]
    fn stubs_are_global() {
        let rules = r#"{"psr-4": {"Poly\\": ""}, "classmap": ["Resources/stubs"]}"#;
        assert_eq!(
            full_name("poly/fill", rules, "Resources/stubs/Attribute.php").as_deref(),
            Some("\\Attribute")
        );
        assert_eq!(
            full_name("poly/fill", rules, "Fill.php").as_deref(),
            Some("Poly\\Fill")
        );
    }
}
