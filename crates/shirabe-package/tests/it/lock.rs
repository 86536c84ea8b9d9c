//! Lock files.

use crate::{data, package};
use indexmap::IndexMap;
use shirabe_package::lock::{LockContents, LockFile};
use shirabe_package::root::RootAlias;
use shirabe_package::{AnyPackage, PackageError, PackageName, RootPackage};
use shirabe_semver::{Stability, Version};

fn contents<'a>(
    packages: &'a [AnyPackage],
    dev: &'a [AnyPackage],
    flags: &'a IndexMap<PackageName, Stability>,
) -> LockContents<'a> {
    LockContents {
        content_hash: "0123456789abcdef0123456789abcdef",
        packages,
        dev_packages: Some(dev),
        platform: Vec::new(),
        platform_dev: Vec::new(),
        aliases: &[],
        minimum_stability: Stability::Stable,
        stability_flags: flags,
        prefer_stable: false,
        prefer_lowest: false,
        platform_overrides: &[],
    }
}

fn parse(text: &str) -> Result<LockFile, PackageError> {
    LockFile::parse("./composer.lock", text.as_bytes())
}

#[test]
fn a_lock_is_written_as_composer_writes_it() {
    let packages = [
        package(
            r#"{"name": "acme/z", "version": "1.0", "time": "2024-01-01T00:00:00+00:00", "license": ["MIT"]}"#,
        ),
        package(
            r#"{"name": "acme/a", "version": "dev-main", "default-branch": true, "extra": {},
                "require": {"php": ">=8", "acme/z": "^1"}, "installation-source": "dist",
                "source": {"type": "git", "url": "https://example.org/a.git", "reference": "abc"}}"#,
        ),
    ];
    let flags: IndexMap<PackageName, Stability> =
        [("b/b", Stability::Dev), ("a/a", Stability::Beta)]
            .map(|(name, stability)| (PackageName::new(name), stability))
            .into();
    let aliases = [RootAlias {
        package: "acme/a".into(),
        version: Version::from_normalized("dev-master"),
        alias: "1.0".into(),
        alias_normalized: Version::from_normalized("1.0.0.0"),
    }];
    let dev = [package(
        r#"{"name": "acme/t", "version": "2.0", "type": "metapackage"}"#,
    )];
    let lock = LockFile::build(
        &LockContents {
            aliases: &aliases,
            platform: vec![("php".into(), ">=8".into()), ("ext-a".into(), "*".into())],
            platform_overrides: &[("php".to_owned(), "8.2.30".into())],
            ..contents(&packages, &dev, &flags)
        },
        None,
    );
    insta::assert_snapshot!(lock.encode().unwrap());
}

#[test]
fn an_empty_lock_has_objects_where_composer_has() {
    let flags = IndexMap::new();
    let text = LockFile::build(&contents(&[], &[], &flags), None)
        .encode()
        .unwrap();
    for line in [
        "\"packages\": [],",
        "\"stability-flags\": {},",
        "\"platform\": {},",
        "\"platform-dev\": {},",
        "\"plugin-api-version\": \"2.9.0\"\n}\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let read = parse(&text).unwrap();
    assert!(read.is_locked());
    assert!(read.packages(true).unwrap().is_empty());
}

#[test]
fn what_was_read_is_written_the_same() {
    let text = "{\n\t\"content-hash\": \"ab\",\n\t\"packages\": [\n\t\t{\n\t\t\t\"name\": \"a/a\",\n\t\t\t\
                \"version\": \"1.0\",\n\t\t\t\"type\": \"library\"\n\t\t}\n\t],\n\t\"packages-dev\": []\n}\n";
    let lock = parse(text).unwrap();
    assert_eq!(lock.encode().unwrap(), text);
    let other = lock.with_content_hash("cd");
    assert!(other.is_fresh("cd") && !other.is_fresh("ab"));
    assert!(other.differs_from(&lock));
    assert!(!lock.differs_from(&lock.clone()));
    assert_eq!(other.encode().unwrap(), text.replace("\"ab\"", "\"cd\""));
}

#[test]
fn locked_packages_come_with_their_aliases() {
    let lock = parse(
        r#"{"packages": [{"name": "A/a", "version": "dev-main", "default-branch": true}],
            "packages-dev": [{"name": "b/B", "version": "1.0"}],
            "aliases": [{"package": "a/a", "version": "9999999-dev", "alias": "2.0", "alias_normalized": "2.0.0.0"}],
            "platform": {"php": "^8"}, "platform-dev": {"ext-a": "*", "php": "^8.1"}}"#,
    )
    .unwrap();
    let shown: Vec<String> = lock
        .packages(true)
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        shown,
        [
            "a/a-9999999-dev (alias of dev-main)",
            "a/a-dev-main",
            "b/b-1.0.0.0",
            "a/a-2.0.0.0 (root alias of dev-main)",
        ]
    );
    assert_eq!(lock.dev_package_names(), ["b/b"]);
    let platform: Vec<String> = lock
        .platform_requirements(true)
        .unwrap()
        .iter()
        .map(|link| format!("{} {}", link.target, link.pretty_constraint))
        .collect();
    assert_eq!(platform, ["php ^8.1", "ext-a *"]);
}

#[test]
fn a_conflict_about_the_hash_alone_is_survived() {
    let text = "{\n    \"_readme\": [],\n<<<<<<< HEAD\n    \"content-hash\": \"aa\",\n||||||| 1a2b\n    \
                \"content-hash\": \"bb\",\n=======\n    \"content-hash\": \"cc\",\n>>>>>>> other\n    \
                \"packages\": []\n}\n";
    let lock = parse(text).unwrap();
    assert!(lock.is_locked() && !lock.is_fresh("aa"));
    let other = text.replace(
        "    \"content-hash\": \"cc\",\n",
        "    \"content-hash\": \"cc\",\n    \"x\": 1,\n",
    );
    assert_eq!(
        parse(&other).unwrap_err().to_string(),
        "./composer.lock has merge conflict markers on line 3: resolve the conflict, then run the \
         command again (see https://getcomposer.org/doc/articles/resolving-merge-conflicts.md)"
    );
}

#[test]
fn damaged_locks_are_refused_by_name() {
    let message = |text: &str| parse(text).unwrap_err().to_string();
    assert!(
        message("{\"packages\": [").starts_with("\"./composer.lock\" does not contain valid JSON")
    );
    assert_eq!(
        message("{\"packages\": 5}"),
        "./composer.lock is invalid: \"packages\" should be an array, int given"
    );
    assert_eq!(
        message("{\"packages\": [\"a/a\"]}"),
        "./composer.lock is invalid: \"packages[0]\" should be an object, string given"
    );
    assert_eq!(
        message("7"),
        "./composer.lock is invalid: it should hold an object, int found"
    );
    let nameless = parse("{\"packages\": [{\"version\": \"1\"}]}").unwrap();
    assert!(nameless.packages(false).is_err());
    let without_dev = parse("{\"packages\": []}").unwrap();
    assert!(without_dev.packages(true).is_err());
}

#[test]
fn an_unchanged_file_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("composer.lock");
    let flags = IndexMap::new();
    let lock = LockFile::build(&contents(&[], &[], &flags), None);
    assert!(LockFile::read(&path).unwrap().is_none());
    assert!(lock.write(&path).unwrap());
    assert!(!lock.write(&path).unwrap());
    let read = LockFile::read(&path).unwrap().unwrap();
    assert_eq!(
        read.encode().unwrap().replace("[]", "{}"),
        lock.encode().unwrap().replace("[]", "{}")
    );
}

#[test]
fn unmet_requirements_are_explained() {
    let lock = parse(
        r#"{"packages": [{"name": "a/a", "version": "1.0"},
            {"name": "b/b", "version": "1.0", "replace": {"r/r": "2.0"}}], "packages-dev": []}"#,
    )
    .unwrap();
    let root = RootPackage::load(
        data(r#"{"name": "x/x", "require": {"a/a": "^2", "r/r": "^1", "n/n": "*", "php": "*", "b/b": "^1"}}"#),
        None,
    )
    .unwrap();
    let lines = lock.missing_requirements(&root, true).unwrap();
    assert_eq!(
        lines[..3],
        [
            "- Required package \"a/a\" is in the lock file as \"1.0\" but that does not satisfy \
             your constraint \"^2\".",
            "- Required package \"r/r\" is in the lock file as \"replaced as 2.0 by b/b 1.0\" but \
             that does not satisfy your constraint \"^1\".",
            "- Required package \"n/n\" is not present in the lock file.",
        ]
    );
    assert_eq!(lines.len(), 6);
}
