//! `require` and its like.

use super::Checks;
use super::shapes::Checker;
use crate::link::{LinkKind, SELF_VERSION};
use crate::name::{is_platform, naming_error};
use crate::package::entries_of;
use shirabe_semver::{Constraint, ConstraintKind, Op, Version, intervals};

pub(super) fn check(checker: &mut Checker, checks: Checks) {
    let name = checker.str("name").map(str::to_owned);
    for kind in LinkKind::ALL {
        let key = kind.key();
        if !checker.array(key) {
            continue;
        }
        let is_both = kind == LinkKind::Conflict && conflicts_with_replaced(checker);
        for (package, constraint) in checker.entries(key) {
            if name
                .as_ref()
                .is_some_and(|name| name.eq_ignore_ascii_case(&package))
            {
                checker.error(format!(
                    "{key}.{package} : a package cannot set a {key} on itself"
                ));
                continue;
            }
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
            if let Some(error) = naming_error(&package, true) {
                checker.warning(format!("{key}.{error}"));
            } else if package.is_empty() || !package.chars().all(is_plain) {
                checker.error(format!(
                    "{key}.{package} : invalid key, package names must be strings containing only \
                     [A-Za-z0-9_./-]"
                ));
            }
            match constraint.as_str() {
                None => checker.error(format!(
                    "{key}.{package} : invalid value, must be a string containing a version \
                     constraint"
                )),
                Some(SELF_VERSION) => {}
                Some(text) => match Constraint::parse(text) {
                    Err(cause) => {
                        checker.error(format!(
                            "{key}.{package} : invalid version constraint ({cause})"
                        ));
                        continue;
                    }
                    Ok(parsed) => judge(checker, checks, kind, &package, text, &parsed),
                },
            }
            if is_both {
                checker.error(format!(
                    "{key}.{package} : you cannot conflict with a package that is also replaced, \
                     as replace already creates an implicit conflict rule"
                ));
            }
        }
    }
}

/// Whether a package is both in `conflict` and in `replace`.
fn conflicts_with_replaced(checker: &Checker) -> bool {
    entries_of(checker.get("conflict")).any(|(package, _)| {
        checker
            .get("replace")
            .is_some_and(|replaced| replaced.get(&package).is_some())
    })
}

fn judge(
    checker: &mut Checker,
    checks: Checks,
    kind: LinkKind,
    package: &str,
    text: &str,
    constraint: &Constraint,
) {
    let key = kind.key();
    let single = |op, version: &str| Constraint::single(op, Version::from_normalized(version));
    let is_require = kind == LinkKind::Require;
    if checks.unbound_constraints
        && is_require
        && !is_platform(package)
        && constraint.matches(&single(Op::Eq, "10000000-dev"))
    {
        checker.warning(format!(
            "{key}.{package} : unbound version constraints ({text}) should be avoided"
        ));
    } else if checks.strict_constraints
        && is_require
        && matches!(constraint.kind(), ConstraintKind::Single(Op::Eq, _))
        && single(Op::Ge, "1.0.0.0-dev").matches(constraint)
    {
        checker.warning(format!(
            "{key}.{package} : exact version constraints ({text}) should be avoided if the \
             package follows semantic versioning"
        ));
    }
    if intervals::compact(constraint).is_none() {
        checker.warning(format!(
            "{key}.{package} : this version constraint cannot possibly match anything ({text})"
        ));
    }
}
