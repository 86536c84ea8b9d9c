//! Everything that is wrong with a package's data.

use crate::{data, package};
use shirabe_package::validate::{Checks, check_safe, validate};

#[test]
fn findings_are_errors_or_warnings() {
    let findings = validate(
        &data(
            r#"{"name": "acme/a", "version": "x y", "homepage": "ftp://example.org", "keywords": ["ok", "n@"],
                "require": {"acme/a": "*", "b/b": "*", "c/c": "1.0.0", "d/d": ">2, <1"},
                "conflict": {"e/e": "*"}, "replace": {"e/e": "*"},
                "extra": {"branch-alias": {"dev-main": "1.0"}}, "bin": ["../x"], "source": {"url": "-u", "type": "git", "reference": "1"}}"#,
        ),
        Checks::ALL,
    );
    assert_eq!(
        findings.errors,
        [
            "version : invalid value (x y): Invalid version string \"x y\"",
            "bin.0 : invalid value (../x), must not contain a \"..\" path component",
            "require.acme/a : a package cannot set a require on itself",
            "conflict.e/e : you cannot conflict with a package that is also replaced, as replace \
             already creates an implicit conflict rule",
            "source.url : must not start with a \"-\", \"-u\" given",
        ]
    );
    assert_eq!(
        findings.warnings,
        [
            "homepage : invalid value (ftp://example.org), must be an http/https URL",
            "keywords.1 : invalid value (n@), must match [\\p{N}\\p{L} ._-]+",
            "require.b/b : unbound version constraints (*) should be avoided",
            "require.c/c : exact version constraints (1.0.0) should be avoided if the package \
             follows semantic versioning",
            "require.d/d : this version constraint cannot possibly match anything (>2, <1)",
            "extra.branch-alias.dev-main : the target branch (1.0) must end in -dev",
        ]
    );
}

#[test]
fn an_unsafe_package_is_not_installed() {
    let safe = package(r#"{"name": "acme/a", "version": "1", "bin": ["bin/a"]}"#);
    assert_eq!(check_safe(&safe), Ok(()));
    for (text, part) in [
        (r#"{"name": "../evil", "version": "1"}"#, "aborting"),
        (
            r#"{"name": "a/a", "version": "1", "bin": ["../../x"]}"#,
            "path segments",
        ),
        (
            r#"{"name": "a/a", "version": "1", "source": {"type": "git", "url": "--upload-pack=x", "reference": "1"}}"#,
            "source.url",
        ),
    ] {
        let error = check_safe(&package(text)).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}
