//! What is written is read back, and the same input gives the same bytes.

use std::io::Cursor;

use proptest::prelude::*;
use shirabe_archive::{
    ArchiveKind, Content, Entry, WriteOptions, sha1_file, sha1_hex, write_tar_gz, write_zip,
};

use crate::support::Place;

fn sample() -> Vec<Entry<'static>> {
    vec![
        Entry {
            path: "lib-1/".trim_end_matches('/').into(),
            mode: 0o755,
            content: Content::Folder,
        },
        Entry {
            path: "lib-1/src/A.php".into(),
            mode: 0o644,
            content: Content::File(b"<?php class A {}\n".as_slice().into()),
        },
        Entry {
            path: "lib-1/bin/run".into(),
            mode: 0o755,
            content: Content::File(b"#!/bin/sh\n".as_slice().into()),
        },
        Entry {
            path: "lib-1/link".into(),
            mode: 0o777,
            content: Content::Symlink("bin/run".into()),
        },
        Entry {
            path: "lib-1/empty".into(),
            mode: 0o755,
            content: Content::Folder,
        },
    ]
}

fn zip(entries: Vec<Entry<'_>>, level: u32) -> Vec<u8> {
    write_zip(
        Cursor::new(Vec::new()),
        entries,
        &WriteOptions {
            level,
            ..WriteOptions::default()
        },
    )
    .unwrap()
    .into_inner()
}

fn tar_gz(entries: Vec<Entry<'_>>) -> Vec<u8> {
    write_tar_gz(Vec::new(), entries, &WriteOptions::default()).unwrap()
}

#[test]
fn zip_and_tar_give_the_same_tree() {
    let mut trees = Vec::new();
    for (bytes, kind) in [
        (zip(sample(), 6), ArchiveKind::Zip),
        (zip(sample(), 0), ArchiveKind::Zip),
        (tar_gz(sample()), ArchiveKind::Tar),
    ] {
        let place = Place::new();
        let archive = place.write("a.zip", &bytes);
        place.extract(&archive, kind).unwrap();
        trees.push(place.tree());
    }
    assert_eq!(trees[0]["bin/run"], "755 #!/bin/sh\n");
    assert_eq!(trees[0]["link"], "-> bin/run");
    assert_eq!(trees[0].len(), 6);
    assert_eq!(trees[0], trees[1]);
    assert_eq!(trees[0], trees[2]);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    assert_eq!(zip(sample(), 6), zip(sample(), 6));
    assert_eq!(tar_gz(sample()), tar_gz(sample()));
}

#[test]
fn long_names_survive_in_tar() {
    let path = format!(
        "top/{}/file.php",
        ["a-rather-long-folder-name"; 12].join("/")
    );
    let entry = Entry {
        path: path.clone().into(),
        mode: 0o644,
        content: Content::File(b"x".as_slice().into()),
    };
    let place = Place::new();
    let archive = place.write("a.tar.gz", &tar_gz(vec![entry]));
    place.extract(&archive, ArchiveKind::Tar).unwrap();
    assert_eq!(place.tree()[path.strip_prefix("top/").unwrap()], "644 x");
}

#[test]
fn entries_larger_than_the_buffers() {
    let content: Vec<u8> = (0..20_000_000_u32)
        .map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    for kind in [ArchiveKind::Zip, ArchiveKind::Tar] {
        let entry = Entry {
            path: "p/big".into(),
            mode: 0o644,
            content: Content::File(content.as_slice().into()),
        };
        let bytes = if kind == ArchiveKind::Zip {
            zip(vec![entry], 1)
        } else {
            tar_gz(vec![entry])
        };
        let place = Place::new();
        let archive = place.write("a.zip", &bytes);
        let extracted = place.extract(&archive, kind).unwrap();
        assert_eq!(extracted.bytes, content.len() as u64);
        assert!(std::fs::read(place.path("out/big")).unwrap() == content);
    }
}

#[test]
fn checksums() {
    assert_eq!(sha1_hex(b"abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
    let place = Place::new();
    let path = place.write("abc", b"abc");
    assert_eq!(
        sha1_file(&path).unwrap(),
        "a9993e364706816aba3e25717850c26c9cd0d89d"
    );
    assert!(sha1_file(&place.path("missing")).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn contents_survive(files in prop::collection::btree_map("[a-z]{1,8}", prop::collection::vec(any::<u8>(), 0..3000), 1..6), level in 0_u32..10) {
        let entries = || files.iter().map(|(name, bytes)| Entry {
            path: format!("top/{name}.bin").into(),
            mode: 0o640,
            content: Content::File(bytes.as_slice().into()),
        }).collect::<Vec<_>>();
        for (bytes, kind) in [(zip(entries(), level), ArchiveKind::Zip), (tar_gz(entries()), ArchiveKind::Tar)] {
            let place = Place::new();
            let archive = place.write("a.zip", &bytes);
            let extracted = place.extract(&archive, kind).unwrap();
            prop_assert_eq!(extracted.files, files.len() as u64);
            for (name, bytes) in &files {
                prop_assert_eq!(&std::fs::read(place.path("out").join(format!("{name}.bin"))).unwrap(), bytes);
            }
        }
    }
}
