//! `php-ext`, of packages that are extensions of PHP itself.

use super::shapes::Checker;
use crate::package::entries_of;
use shirabe_mixed::PhpMixed;

const DOWNLOAD_METHODS: [&str; 3] = [
    "composer-default",
    "pre-packaged-source",
    "pre-packaged-binary",
];
const OS_FAMILIES: [&str; 6] = ["windows", "bsd", "darwin", "solaris", "linux", "unknown"];

pub(super) fn check(checker: &mut Checker) {
    if checker.get("php-ext").is_none() || !checker.array("php-ext") {
        return;
    }
    let Some(ext) = checker.get("php-ext").cloned() else {
        return;
    };
    if !matches!(checker.str("type"), Some("php-ext" | "php-ext-zend")) {
        checker.error(
            "php-ext can only be set by packages of type \"php-ext\" or \"php-ext-zend\" which \
             must be C extensions"
                .into(),
        );
        return;
    }
    single_values(checker, &ext);
    download_methods(checker, &ext);
    os_families(checker, &ext);
    configure_options(checker, &ext);
}

fn set<'a>(value: &'a PhpMixed, key: &str) -> Option<&'a PhpMixed> {
    value.get(key).filter(|inner| !inner.is_null())
}

fn wrong(checker: &mut Checker, path: &str, expected: &str, found: &PhpMixed) {
    checker.error(format!(
        "php-ext.{path} : should be {expected}, {} given",
        found.type_name()
    ));
}

fn single_values(checker: &mut Checker, ext: &PhpMixed) {
    let is_text: fn(&PhpMixed) -> bool = |value| value.as_str().is_some();
    let is_int: fn(&PhpMixed) -> bool = |value| value.as_int().is_some();
    let is_bool: fn(&PhpMixed) -> bool = |value| value.as_bool().is_some();
    for (key, expected, fits) in [
        ("extension-name", "a string", is_text),
        ("priority", "an integer", is_int),
        ("support-zts", "a boolean", is_bool),
        ("support-nts", "a boolean", is_bool),
        ("build-path", "a string or null", is_text),
    ] {
        if let Some(value) = set(ext, key).filter(|value| !fits(value)) {
            wrong(checker, key, expected, value);
        }
    }
}

/// Reports the items of a list that are no texts or none of those that may be.
fn choices(checker: &mut Checker, path: &str, items: &PhpMixed, known: &[&str]) {
    for (index, item) in entries_of(Some(items)) {
        match item.as_str() {
            None => wrong(checker, &format!("{path}.{index}"), "a string", item),
            Some(text) if !known.contains(&text) => checker.error(format!(
                "php-ext.{path}.{index} : invalid value ({text}), must be one of {}",
                known.join(", ")
            )),
            Some(_) => {}
        }
    }
}

fn download_methods(checker: &mut Checker, ext: &PhpMixed) {
    let key = "download-url-method";
    match set(ext, key) {
        None => {}
        Some(PhpMixed::String(one)) => {
            let list = PhpMixed::List(vec![one.as_str().into()]);
            choices(checker, key, &list, &DOWNLOAD_METHODS);
        }
        Some(list) if list.is_array() && list.is_empty() => {
            checker.error(format!("php-ext.{key} : must contain at least one element"));
        }
        Some(list) if list.is_array() => choices(checker, key, list, &DOWNLOAD_METHODS),
        Some(other) => wrong(checker, key, "an array or a string", other),
    }
}

fn os_families(checker: &mut Checker, ext: &PhpMixed) {
    let keys = ["os-families", "os-families-exclude"];
    if keys.iter().all(|key| set(ext, key).is_some()) {
        checker
            .error("php-ext : os-families and os-families-exclude cannot both be specified".into());
        return;
    }
    for key in keys {
        match set(ext, key) {
            None => {}
            Some(list) if !list.is_array() => wrong(checker, key, "an array", list),
            Some(list) if list.is_empty() => {
                checker.error(format!("php-ext.{key} : must contain at least one element"));
            }
            Some(list) => choices(checker, key, list, &OS_FAMILIES),
        }
    }
}

fn configure_options(checker: &mut Checker, ext: &PhpMixed) {
    let key = "configure-options";
    let Some(options) = set(ext, key) else {
        return;
    };
    if !options.is_array() {
        wrong(checker, key, "an array", options);
        return;
    }
    for (index, option) in entries_of(Some(options)) {
        let path = format!("{key}.{index}");
        if !option.is_array() {
            wrong(checker, &path, "an array", option);
            continue;
        }
        match set(option, "name") {
            None => {
                checker.error(format!("php-ext.{path}.name : must be present"));
                continue;
            }
            Some(name) if name.as_str().is_none() => {
                wrong(checker, &format!("{path}.name"), "a string", name);
                continue;
            }
            Some(_) => {}
        }
        if let Some(value) = set(option, "needs-value").filter(|value| value.as_bool().is_none()) {
            wrong(checker, &format!("{path}.needs-value"), "a boolean", value);
        }
        if let Some(value) = set(option, "description").filter(|value| value.as_str().is_none()) {
            wrong(checker, &format!("{path}.description"), "a string", value);
        }
    }
}
