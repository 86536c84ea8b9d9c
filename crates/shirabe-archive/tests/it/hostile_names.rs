//! Whatever the names are, nothing is written outside the destination.

use std::fs;

use proptest::prelude::*;
use shirabe_archive::ArchiveKind;

use crate::support::{Place, Raw, raw_tar, raw_zip};

fn name() -> impl Strategy<Value = String> {
    let component = prop_oneof![
        4 => Just("..".to_owned()),
        2 => Just("a".to_owned()),
        2 => Just("b".to_owned()),
        1 => Just(".".to_owned()),
        1 => Just(String::new()),
        1 => Just("out.top".to_owned()),
        1 => Just("...".to_owned()),
        1 => Just("..\\..".to_owned()),
        1 => "[a-c./\\\\:\u{0}]{1,6}",
    ];
    (any::<bool>(), prop::collection::vec(component, 1..6)).prop_map(|(absolute, components)| {
        format!(
            "{}{}",
            if absolute { "/" } else { "" },
            components.join("/")
        )
    })
}

/// Name, target of a link or content, and whether it is a link.
fn entries() -> impl Strategy<Value = Vec<(String, String, bool)>> {
    prop::collection::vec((name(), name(), prop::bool::weighted(0.4)), 1..8)
}

/// The destination lies three folders deep, so that `..` has somewhere to go.
fn check(entries: &[(String, String, bool)], tar: bool) {
    let place = Place::new();
    fs::write(place.path("victim"), "whole").unwrap();
    fs::create_dir_all(place.path("1/2")).unwrap();
    let out = place.path("1/2/out");
    let (archive, kind) = if tar {
        let entries: Vec<_> = entries
            .iter()
            .map(|(name, target, link)| {
                (
                    name.as_str(),
                    if *link { b'2' } else { b'0' },
                    0o644,
                    if *link { target.as_str() } else { "" },
                    if *link { "" } else { "evil" },
                )
            })
            .collect();
        (place.write("a.tar", &raw_tar(&entries)), ArchiveKind::Tar)
    } else {
        let entries: Vec<_> = entries
            .iter()
            .map(|(name, target, link)| {
                if *link {
                    Raw::link(name, target)
                } else {
                    Raw::file(name, "evil")
                }
            })
            .collect();
        (place.write("a.zip", &raw_zip(&entries)), ArchiveKind::Zip)
    };
    let result =
        shirabe_archive::extract(&archive, kind, &out, &shirabe_archive::Limits::default());

    assert_eq!(fs::read(place.path("victim")).unwrap(), b"whole");
    assert_eq!(place.strangers(), ["1", "victim"]);
    assert_eq!(fs::read_dir(place.path("1")).unwrap().count(), 1);
    let beside: Vec<_> = fs::read_dir(place.path("1/2"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    if result.is_err() {
        assert!(beside.is_empty(), "{beside:?} is left of a refused archive");
        return;
    }
    assert_eq!(beside, ["out"]);
    // No link that exists leads anywhere but into the destination.
    let root = fs::canonicalize(&out).unwrap();
    for path in crate::support::tree(&out).keys() {
        if let Ok(real) = fs::canonicalize(out.join(path)) {
            assert!(
                real.starts_with(&root),
                "{path} leads to {}",
                real.display()
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn zip(entries in entries()) {
        check(&entries, false);
    }

    #[test]
    fn tar(entries in entries()) {
        check(&entries, true);
    }
}

#[test]
fn some_of_these_do_unpack() {
    // Guards the property above against refusing everything.
    check(
        &[
            ("a/b".into(), String::new(), false),
            ("a/c".into(), "b".into(), true),
        ],
        false,
    );
    let place = Place::new();
    place
        .zip(&[Raw::file("a/b", "x"), Raw::link("a/c", "b")])
        .unwrap();
    assert_eq!(place.tree()["c"], "-> b");
}
