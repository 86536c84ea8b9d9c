//! What is wrong with the data of a package, for `validate` and for those who publish packages.
//!
//! Unlike the [`loader`](crate::loader), which stops at the first thing it cannot use, this lists
//! everything. That a license is an SPDX expression is not looked at here.

mod links;
mod origin;
mod people;
mod php_ext;
mod shapes;

use crate::loader::PHP_SPACE;
use crate::name::naming_error;
use crate::package::entries_of;
use crate::release_date;
use crate::root::parse_stability;
use shapes::Checker;
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_semver::Version;

pub use origin::check_safe;
pub(crate) use shapes::is_email;

/// What is wrong, each as `key : what`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// What makes the package unusable.
    pub errors: Vec<String>,
    /// What should be otherwise.
    pub warnings: Vec<String>,
}

/// What is looked at besides what is always looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Requirements without an upper bound.
    pub unbound_constraints: bool,
    /// Requirements of exactly one version.
    pub strict_constraints: bool,
}

impl Checks {
    /// All of them.
    pub const ALL: Self = Self {
        unbound_constraints: true,
        strict_constraints: true,
    };
}

/// Looks at everything that the data of a package says.
#[must_use]
pub fn validate(data: &PhpMap, checks: Checks) -> Findings {
    let mut checker = Checker::new(data.clone());
    name_and_version(&mut checker);
    platform(&mut checker);
    checker.pattern("type", "[A-Za-z0-9-]+", |c| {
        c.is_ascii_alphanumeric() || c == '-'
    });
    checker.text("target-dir", false);
    checker.array("extra");
    binaries(&mut checker);
    checker.array("scripts");
    checker.text("description", false);
    checker.url("homepage");
    checker.flat_array("keywords", Some("[\\p{N}\\p{L} ._-]+"), |c| {
        c.is_alphanumeric() || matches!(c, ' ' | '.' | '_' | '-')
    });
    time(&mut checker);
    license(&mut checker);
    people::authors(&mut checker);
    people::support(&mut checker);
    people::funding(&mut checker);
    php_ext::check(&mut checker);
    links::check(&mut checker, checks);
    suggest(&mut checker);
    minimum_stability(&mut checker);
    autoload(&mut checker);
    origin::check(&mut checker);
    checker.flat_array("include-path", None, |_| true);
    checker.array("transport-options");
    origin::branch_aliases(&mut checker);
    checker.findings
}

fn name_and_version(checker: &mut Checker) {
    checker.text("name", true);
    if let Some(error) = checker
        .str("name")
        .and_then(|name| naming_error(name, false))
    {
        checker.error(format!("name : {error}"));
    }
    match checker.get("version") {
        None => {}
        Some(PhpMixed::List(_) | PhpMixed::Map(_)) => {
            checker.text("version", false);
        }
        Some(scalar) => {
            let text = crate::loader::scalar_text(scalar.clone()).unwrap_or_default();
            if let Err(cause) = Version::parse(&text) {
                checker.error(format!("version : invalid value ({text}): {cause}"));
                checker.drop("version");
            }
        }
    }
}

fn platform(checker: &mut Checker) {
    let overrides = checker
        .get("config")
        .and_then(|config| config.get("platform"))
        .cloned();
    for (name, version) in entries_of(overrides.as_ref()) {
        match version {
            PhpMixed::Bool(false) => {}
            PhpMixed::String(text) => {
                if let Err(cause) = Version::parse(text) {
                    checker.error(format!(
                        "config.platform.{name} : invalid value ({text}): {cause}"
                    ));
                }
            }
            other => checker.error(format!(
                "config.platform.{name} : invalid value ({} {}): expected string or false",
                other.type_name(),
                crate::loader::as_json(other),
            )),
        }
    }
}

fn binaries(checker: &mut Checker) {
    if checker.str("bin").is_some() {
        checker.text("bin", false);
    } else {
        checker.flat_array("bin", None, |_| true);
    }
    let leaves = |path: &str| path.split(['/', '\\']).any(|step| step == "..");
    let advice = "must not contain a \"..\" path component";
    match checker.get("bin").cloned() {
        Some(PhpMixed::String(path)) if leaves(&path) => {
            checker.error(format!("bin : invalid value ({path}), {advice}"));
            checker.drop("bin");
        }
        paths => {
            for (index, path) in entries_of(paths.as_ref()) {
                if let Some(path) = path.as_str().filter(|path| leaves(path)) {
                    checker.error(format!("bin.{index} : invalid value ({path}), {advice}"));
                }
            }
        }
    }
}

fn time(checker: &mut Checker) {
    checker.text("time", false);
    if let Some(text) = checker.str("time").map(str::to_owned)
        && release_date::parse(&text).is_none()
    {
        checker.error(format!("time : invalid value ({text}): it is no date"));
        checker.drop("time");
    }
}

fn license(checker: &mut Checker) {
    let Some(license) = checker.get("license").cloned() else {
        return;
    };
    match &license {
        PhpMixed::String(_) => {}
        PhpMixed::List(_) | PhpMixed::Map(_) => {
            for (_, one) in entries_of(Some(&license)) {
                if one.as_str().is_none() {
                    checker.warning(format!(
                        "License {} should be a string.",
                        crate::loader::as_json(one)
                    ));
                }
            }
        }
        other => checker.warning(format!(
            "License must be a string or array of strings, got {}.",
            crate::loader::as_json(other)
        )),
    }
}

fn suggest(checker: &mut Checker) {
    if !checker.array("suggest") {
        return;
    }
    for (package, reason) in checker.entries("suggest") {
        if reason.as_str().is_none() {
            checker.error(format!(
                "suggest.{package} : invalid value, must be a string describing why the package \
                 is suggested"
            ));
        }
    }
}

fn minimum_stability(checker: &mut Checker) {
    if !checker.text("minimum-stability", false) {
        return;
    }
    let Some(text) = checker.str("minimum-stability").map(str::to_owned) else {
        return;
    };
    // `rc` in lower case is not one of the names, which Composer spells `RC`.
    let known = text == "RC" || parse_stability(&text).is_some_and(|s| s.as_str() != "RC");
    if !known {
        checker.error(format!(
            "minimum-stability : invalid value ({text}), must be one of stable, RC, beta, alpha, \
             dev"
        ));
        checker.drop("minimum-stability");
    }
}

fn autoload(checker: &mut Checker) {
    const TYPES: [&str; 5] = [
        "psr-0",
        "psr-4",
        "classmap",
        "files",
        "exclude-from-classmap",
    ];
    let mut has_psr_4 = false;
    if checker.array("autoload") {
        for (kind, rules) in checker.entries("autoload") {
            if !TYPES.contains(&kind.as_str()) {
                checker.error(format!(
                    "autoload : invalid value ({kind}), must be one of {}",
                    TYPES.join(", ")
                ));
            }
            if kind != "psr-4" {
                continue;
            }
            has_psr_4 = !rules.is_null();
            for (namespace, _) in entries_of(Some(&rules)) {
                if !namespace.is_empty() && !namespace.ends_with('\\') {
                    checker.error(format!(
                        "autoload.psr-4 : invalid value ({namespace}), namespaces must end with a \
                         namespace separator, should be {namespace}\\\\"
                    ));
                }
            }
        }
    }
    if has_psr_4 && checker.get("target-dir").is_some() {
        checker.error(
            "target-dir : this can not be used together with the autoload.psr-4 setting, remove \
             target-dir to upgrade to psr-4"
                .into(),
        );
    }
}

/// Whether a text has nothing but white space.
fn is_blank(text: &str) -> bool {
    text.trim_matches(PHP_SPACE).is_empty()
}
