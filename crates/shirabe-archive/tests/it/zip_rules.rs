//! What `unzip` and Composer make of a zip.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::support::{Place, Raw};

/// The process's umask, as a new file shows it.
fn masked(bits: u32) -> u32 {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("d");
    fs::create_dir(&path).unwrap();
    bits & fs::metadata(&path).unwrap().permissions().mode() & 0o777
}

#[test]
fn one_top_folder_is_taken_away() {
    let place = Place::new();
    let extracted = place
        .zip(&[
            Raw::unix("lib-1a2b/", "", 0o040_755),
            Raw::file("lib-1a2b/src/B.php", "<?php"),
            Raw::file("lib-1a2b/.gitignore", "x"),
            Raw::unix("lib-1a2b/empty/", "", 0o040_755),
        ])
        .unwrap();
    assert_eq!((extracted.files, extracted.bytes), (2, 6));
    let tree = place.tree();
    assert_eq!(
        tree.keys().collect::<Vec<_>>(),
        [".gitignore", "empty", "src", "src/B.php"]
    );
    assert_eq!(place.strangers(), [""; 0]);
}

#[test]
fn only_one_level_is_taken_away() {
    let place = Place::new();
    place
        .zip(&[Raw::file("one/two/three/x.php", "<?php")])
        .unwrap();
    assert_eq!(
        place.tree().keys().collect::<Vec<_>>(),
        ["two", "two/three", "two/three/x.php"]
    );
}

#[test]
fn a_file_beside_the_folder_keeps_both() {
    for (beside, expected) in [
        (".editorconfig", vec![".editorconfig", "pkg", "pkg/a.php"]),
        (
            "__MACOSX/pkg/._a.php",
            vec![
                "__MACOSX",
                "__MACOSX/pkg",
                "__MACOSX/pkg/._a.php",
                "pkg",
                "pkg/a.php",
            ],
        ),
        (".ds_store", vec![".ds_store", "pkg", "pkg/a.php"]),
    ] {
        let place = Place::new();
        place
            .zip(&[Raw::file("pkg/a.php", "<?php"), Raw::file(beside, "x")])
            .unwrap();
        assert_eq!(place.tree().keys().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn finders_note_at_the_top_does_not_count() {
    let place = Place::new();
    place
        .zip(&[
            Raw::file("pkg/a.php", "<?php"),
            Raw::file(".DS_Store", "x"),
            Raw::file("pkg/.DS_Store", "y"),
        ])
        .unwrap();
    assert_eq!(
        place.tree().keys().collect::<Vec<_>>(),
        [".DS_Store", "a.php"]
    );
}

#[test]
fn a_single_file_stays() {
    let place = Place::new();
    place.zip(&[Raw::file("only.php", "<?php")]).unwrap();
    assert_eq!(place.tree().keys().collect::<Vec<_>>(), ["only.php"]);
}

#[test]
fn an_archive_without_entries_gives_an_empty_folder() {
    let place = Place::new();
    place.zip(&[]).unwrap();
    assert!(place.path("out").is_dir());
    assert!(place.tree().is_empty());
}

#[test]
fn modes_of_unix_are_exact_and_others_follow_the_umask() {
    let place = Place::new();
    place
        .zip(&[
            Raw::unix("p/", "", 0o040_750),
            Raw::unix("p/run", "", 0o100_755),
            Raw::unix("p/world", "", 0o100_666),
            Raw::unix("p/read-only", "", 0o100_444),
            Raw::unix("p/private", "", 0o100_600),
            Raw::unix("p/setuid", "", 0o104_755),
            Raw::unix("p/sub/", "", 0o040_500),
            Raw::file("p/sub/x", "x"),
            Raw::dos("p/dos", "", 0x20),
            Raw::dos("p/dos-read-only", "", 0x01),
            Raw::dos("p/dos-folder/", "", 0x10),
        ])
        .unwrap();
    let tree = place.tree();
    assert_eq!(tree["run"], "755 ");
    assert_eq!(tree["world"], "666 ");
    assert_eq!(tree["read-only"], "444 ");
    assert_eq!(tree["private"], "600 ");
    assert_eq!(tree["setuid"], "755 ");
    assert_eq!(tree["sub"], "500/");
    assert_eq!(tree["sub/x"], "644 x");
    assert_eq!(tree["dos"], format!("{:o} ", masked(0o666)));
    assert_eq!(tree["dos-read-only"], format!("{:o} ", masked(0o444)));
    assert_eq!(tree["dos-folder"], format!("{:o}/", masked(0o777)));
    assert_eq!(
        fs::metadata(place.path("out"))
            .unwrap()
            .permissions()
            .mode()
            & 0o777,
        0o750
    );
}

#[test]
fn links_inside_are_links() {
    let place = Place::new();
    place
        .zip(&[
            Raw::link("pkg/link.txt", "real.txt"),
            Raw::link("pkg/sub/up", "../real.txt"),
            Raw::link("pkg/dangling", "nowhere"),
            Raw::file("pkg/real.txt", "real"),
            Raw::file("pkg/sub/x", ""),
        ])
        .unwrap();
    let tree = place.tree();
    assert_eq!(tree["link.txt"], "-> real.txt");
    assert_eq!(tree["sub/up"], "-> ../real.txt");
    assert_eq!(tree["dangling"], "-> nowhere");
    assert_eq!(fs::read(place.path("out/sub/up")).unwrap(), b"real");
}

#[test]
fn names_in_other_scripts_and_with_spaces() {
    let place = Place::new();
    place
        .zip(&[
            Raw::file("p/Grüße/日本.txt", "u"),
            Raw::file("p/sp ace (1).txt", "s"),
            Raw::file("p/quote'and$dollar.txt", "q"),
        ])
        .unwrap();
    let tree = place.tree();
    assert!(tree.contains_key("Grüße/日本.txt"), "{tree:?}");
    assert!(tree.contains_key("sp ace (1).txt"));
    assert!(tree.contains_key("quote'and$dollar.txt"));
}

#[test]
fn names_that_differ_in_case_are_two() {
    let place = Place::new();
    place
        .zip(&[Raw::file("p/A.php", "upper"), Raw::file("p/a.php", "lower")])
        .unwrap();
    let tree = place.tree();
    assert_eq!(
        (tree["A.php"].as_str(), tree["a.php"].as_str()),
        ("644 upper", "644 lower")
    );
}

#[test]
fn of_a_name_twice_the_later_counts() {
    let place = Place::new();
    place
        .zip(&[
            Raw::file("p/a", "first"),
            Raw::file("p/a", "second"),
            Raw::file("p/./a", "third"),
        ])
        .unwrap();
    assert_eq!(place.tree()["a"], "644 third");
}
