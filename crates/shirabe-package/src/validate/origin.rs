//! `source`, `dist` and the aliases of branches.

use super::shapes::Checker;
use crate::any::AnyPackage;
use crate::loader::{as_json, is_below, scalar_text};
use crate::name::naming_error;
use crate::package::entries_of;
use shirabe_mixed::PhpMixed;
use shirabe_semver::Version;

pub(super) fn check(checker: &mut Checker) {
    for key in ["source", "dist"] {
        if !checker.array(key) {
            continue;
        }
        let Some(value) = checker.get(key).cloned() else {
            continue;
        };
        let set = |inner: &str| value.get(inner).filter(|inner| !inner.is_null());
        for inner in ["type", "url", "reference"] {
            let needed = inner != "reference" || key == "source";
            if needed && set(inner).is_none() {
                checker.error(format!("{key}.{inner} : must be present"));
            }
        }
        for inner in ["type", "url"] {
            if let Some(other) = set(inner).filter(|value| value.as_str().is_none()) {
                checker.error(format!(
                    "{key}.{inner} : should be a string, {} given",
                    other.type_name()
                ));
            }
        }
        if let Some(other) = set("reference")
            .filter(|value| !matches!(value, PhpMixed::String(_) | PhpMixed::Int(_)))
        {
            checker.error(format!(
                "{key}.reference : should be a string or int, {} given",
                other.type_name()
            ));
        }
        for inner in ["reference", "url"] {
            let text = set(inner).cloned().and_then(scalar_text);
            if let Some(text) = text.filter(|text| looks_like_an_option(text)) {
                checker.error(format!(
                    "{key}.{inner} : must not start with a \"-\", \"{text}\" given"
                ));
            }
        }
    }
}

/// Whether a program given this text could take it for an option.
fn looks_like_an_option(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b')
        .starts_with('-')
}

pub(super) fn branch_aliases(checker: &mut Checker) {
    let aliases = checker
        .get("extra")
        .and_then(|extra| extra.get("branch-alias"))
        .filter(|aliases| !aliases.is_null())
        .cloned();
    if aliases.as_ref().is_some_and(|aliases| !aliases.is_array()) {
        checker.error("extra.branch-alias : must be an array of versions => aliases".into());
        return;
    }
    for (branch, target) in entries_of(aliases.as_ref()) {
        let path = format!("extra.branch-alias.{branch} : the target branch");
        let Some(text) = target.as_str() else {
            checker.warning(format!(
                "{path} ({}) must be a string, \"{}\" received.",
                as_json(target),
                target.type_name()
            ));
            continue;
        };
        let Some(number) = text.strip_suffix("-dev") else {
            checker.warning(format!("{path} ({text}) must end in -dev"));
            continue;
        };
        if !Version::normalize_branch(number).as_str().ends_with("-dev") {
            checker.warning(format!(
                "{path} ({text}) must be a parseable number like 2.0-dev"
            ));
            continue;
        }
        if !is_below(&branch, text) {
            checker.warning(format!(
                "{path} ({text}) is not a valid numeric alias for this version"
            ));
        }
    }
}

/// Whether a package that a solve chose may be written down and installed: names, URLs and
/// references that a program could take for options, and executables outside its folder, may not.
///
/// # Errors
/// With what is wrong, as a sentence.
pub fn check_safe(package: &AnyPackage) -> Result<(), String> {
    let name = package.name();
    if let Some(error) = naming_error(name, false) {
        return Err(format!(
            "Invalid package found during dependency resolution, aborting: {error}"
        ));
    }
    let base = package.base();
    let places = [
        ("source.url", base.source_url()),
        ("source.reference", base.source_reference()),
        ("dist.url", base.dist_url()),
        ("dist.reference", base.dist_reference()),
    ];
    for (field, value) in places {
        if let Some(value) = value.filter(|value| looks_like_an_option(value)) {
            return Err(format!(
                "{name} has an invalid {field}, it must not start with a \"-\": {value}"
            ));
        }
    }
    for bin in base.binaries() {
        if bin.split(['/', '\\']).any(|step| step == "..") {
            return Err(format!(
                "{name} has an invalid bin {bin}, it must not contain \"..\" path segments"
            ));
        }
    }
    Ok(())
}
