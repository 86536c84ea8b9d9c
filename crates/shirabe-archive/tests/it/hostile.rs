//! Archives that mean harm or are broken.

use std::fs;

use shirabe_archive::{
    ArchiveError, ArchiveKind, Content, Entry, Limit, Limits, WriteOptions, extract, write_zip,
};

use crate::support::{Place, Raw, raw_zip};

fn refused(entries: &[Raw<'_>]) -> ArchiveError {
    let place = Place::new();
    let error = place.zip(entries).expect_err("a hostile archive");
    assert!(!place.path("out").exists(), "something is left");
    assert_eq!(place.strangers(), [""; 0]);
    let message = error.to_string();
    assert!(message.contains("a.zip"), "{message}");
    error
}

#[test]
fn names_that_leave_are_refused_and_named() {
    for name in ["../up", "p/../../up", "/abs", "p/\\..\\x", "..", "a/.."] {
        let error = refused(&[Raw::file("p/a", "x"), Raw::file(name, "evil")]);
        assert!(matches!(error, ArchiveError::UnsafeName { .. }), "{error}");
        assert!(error.to_string().contains(name), "{error}");
    }
    let error = refused(&[Raw::file("p/nul\0.php", "evil")]);
    assert!(error.to_string().contains("NUL"), "{error}");
}

#[test]
fn links_that_leave_are_refused() {
    for (name, target) in [
        ("p/l", "../../../etc/passwd"),
        ("p/l", "/etc/passwd"),
        // Inside the archive, but outside of the folder that is taken away.
        ("p/l", "../x"),
        ("p/sub/l", "../.."),
    ] {
        let error = refused(&[
            Raw::file("p/a", "x"),
            Raw::file("p/sub/a", "x"),
            Raw::link(name, target),
        ]);
        assert!(
            matches!(error, ArchiveError::EscapingLink { .. }),
            "{error}"
        );
        assert!(
            error.to_string().contains(name) && error.to_string().contains(target),
            "{error}"
        );
    }
}

#[test]
fn links_that_leave_through_another_link_are_refused() {
    let error = refused(&[
        Raw::file("p/a", "x"),
        Raw::file("p/q/r/a", "x"),
        Raw::link("p/q/r/up", "../.."),
        Raw::link("p/z", "q/r/up/../.."),
    ]);
    assert!(
        matches!(error, ArchiveError::EscapingLink { .. }),
        "{error}"
    );
}

#[test]
fn nothing_is_written_through_a_link() {
    let place = Place::new();
    fs::create_dir(place.path("victim")).unwrap();
    let victim = place.path("victim");
    let target = victim.to_str().unwrap();
    for entries in [
        [Raw::link("p/l", target), Raw::file("p/l/x", "evil")],
        [Raw::file("p/l/x", "evil"), Raw::link("p/l", target)],
        [Raw::link("p/l", "a"), Raw::file("p/./l", "evil")],
        [Raw::file("p/l", "evil"), Raw::link("p/./l", "a")],
    ] {
        let error = place.zip(&entries).expect_err("a hostile archive");
        assert!(matches!(error, ArchiveError::Conflict { .. }), "{error}");
        assert!(!place.path("out").exists());
        assert_eq!(fs::read_dir(&victim).unwrap().count(), 0);
    }
}

#[test]
fn files_and_folders_of_one_name_are_refused() {
    let error = refused(&[Raw::file("p/b", "file"), Raw::file("p/b/c", "below")]);
    assert!(matches!(error, ArchiveError::Conflict { .. }), "{error}");
    let error = refused(&[Raw::file("p/b/c", "below"), Raw::file("p/b", "file")]);
    assert!(matches!(error, ArchiveError::Conflict { .. }), "{error}");
}

#[test]
fn devices_and_pipes_are_refused() {
    for (mode, what) in [
        (0o010_644, "pipe"),
        (0o020_644, "character"),
        (0o060_644, "block"),
        (0o140_644, "socket"),
    ] {
        let error = refused(&[Raw::unix("p/dev", "", mode)]);
        assert!(error.to_string().contains(what), "{error}");
    }
}

#[test]
fn no_zip_at_all() {
    for bytes in [&b""[..], b"not a zip", b"<html>404</html>", &[0; 4096]] {
        let place = Place::new();
        let archive = place.write("a.zip", bytes);
        let error = place.extract(&archive, ArchiveKind::Zip).unwrap_err();
        assert!(matches!(error, ArchiveError::Invalid { .. }), "{error}");
        assert!(!place.path("out").exists());
    }
    let place = Place::new();
    let error = place
        .extract(&place.path("missing.zip"), ArchiveKind::Zip)
        .unwrap_err();
    assert!(error.to_string().contains("missing.zip"), "{error}");
}

#[test]
fn a_flipped_byte_is_found() {
    let place = Place::new();
    let content =
        "<?php // some text that is long enough to be compressed, compressed, compressed\n"
            .repeat(50);
    let entries = [Entry {
        path: "p/a.php".into(),
        mode: 0o644,
        content: Content::File(content.as_bytes().into()),
    }];
    let whole = write_zip(
        std::io::Cursor::new(Vec::new()),
        entries,
        &WriteOptions::default(),
    )
    .unwrap()
    .into_inner();
    let mut found = 0;
    for position in 60..160 {
        let mut bytes = whole.clone();
        bytes[position] ^= 0x10;
        let archive = place.write("a.zip", &bytes);
        if let Err(error) = place.extract(&archive, ArchiveKind::Zip) {
            assert!(error.to_string().contains("a.zip"), "{error}");
            found += 1;
        } else {
            // What still unpacks must be what was packed.
            assert_eq!(place.tree()["a.php"], format!("644 {content}"));
            fs::remove_dir_all(place.path("out")).unwrap();
        }
    }
    assert!(found > 50, "only {found} damages were found");
}

#[test]
fn a_cut_zip_is_refused() {
    let place = Place::new();
    let whole = raw_zip(&[Raw::file("p/a", "one"), Raw::file("p/b", "two")]);
    for length in 0..whole.len() {
        let archive = place.write("a.zip", &whole[..length]);
        place
            .extract(&archive, ArchiveKind::Zip)
            .expect_err("a cut archive");
        assert!(!place.path("out").exists());
    }
}

#[test]
fn bombs_stop_at_the_limits() {
    let place = Place::new();
    let zeros = vec![0; 1 << 20];
    let entries = (0..4).map(|number| Entry {
        path: format!("p/{number}").into(),
        mode: 0o644,
        content: Content::File(zeros.as_slice().into()),
    });
    let bytes = write_zip(
        std::io::Cursor::new(Vec::new()),
        entries,
        &WriteOptions::default(),
    )
    .unwrap()
    .into_inner();
    let archive = place.write("a.zip", &bytes);
    let out = place.path("out");
    for (limits, expected) in [
        (
            Limits {
                entries: 3,
                ..Limits::default()
            },
            Limit::Entries(3),
        ),
        (
            Limits {
                bytes: 3 << 20,
                ..Limits::default()
            },
            Limit::Bytes(3 << 20),
        ),
        (
            Limits {
                ratio_from: 1 << 20,
                ..Limits::default()
            },
            Limit::Ratio(100),
        ),
    ] {
        let error = extract(&archive, ArchiveKind::Zip, &out, &limits).unwrap_err();
        assert!(
            matches!(error, ArchiveError::TooLarge { limit, .. } if limit == expected),
            "{error}"
        );
        assert!(!out.exists());
    }
    extract(&archive, ArchiveKind::Zip, &out, &Limits::default()).unwrap();
}

#[test]
fn what_was_there_stays() {
    let place = Place::new();
    fs::create_dir(place.path("out")).unwrap();
    fs::write(place.path("out/mine"), "precious").unwrap();
    let error = place.zip(&[Raw::file("p/mine", "theirs")]).unwrap_err();
    assert!(
        matches!(error, ArchiveError::DestinationExists { .. }),
        "{error}"
    );
    assert_eq!(fs::read(place.path("out/mine")).unwrap(), b"precious");
    fs::remove_dir_all(place.path("out")).unwrap();

    fs::write(place.path("out"), "a file").unwrap();
    place.zip(&[Raw::file("p/mine", "theirs")]).unwrap_err();
    assert_eq!(fs::read(place.path("out")).unwrap(), b"a file");
}

#[test]
fn a_name_that_the_file_system_refuses_is_named() {
    let long = format!("p/{}", "n".repeat(300));
    let error = refused(&[Raw::file(&long, "x")]);
    assert!(matches!(error, ArchiveError::Write { .. }), "{error}");
    assert!(error.to_string().contains("nnnn"), "{error}");
}
