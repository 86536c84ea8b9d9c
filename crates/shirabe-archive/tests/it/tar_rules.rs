//! Tar, plain and in gzip.

use std::io::Write as _;

use shirabe_archive::{ArchiveError, ArchiveKind};

use crate::support::{Place, raw_tar};

const FILE: u8 = b'0';
const HARD: u8 = b'1';
const SYMLINK: u8 = b'2';
const FOLDER: u8 = b'5';

#[test]
fn files_folders_links() {
    let place = Place::new();
    let archive = place.write(
        "a.tar",
        &raw_tar(&[
            ("p/", FOLDER, 0o700, "", ""),
            ("p/bin/run", FILE, 0o755, "", "#!/bin/sh\n"),
            ("p/world", FILE, 0o666, "", "w"),
            ("p/link", SYMLINK, 0o777, "bin/run", ""),
            ("p/second", HARD, 0o755, "p/bin/run", ""),
        ]),
    );
    let extracted = place.extract(&archive, ArchiveKind::Tar).unwrap();
    assert_eq!((extracted.files, extracted.bytes), (4, 21));
    let tree = place.tree();
    assert_eq!(tree["bin/run"], "755 #!/bin/sh\n");
    assert_eq!(tree["world"], "666 w");
    assert_eq!(tree["link"], "-> bin/run");
    assert_eq!(tree["second"], "755 #!/bin/sh\n");
}

#[test]
fn gzip_is_found_by_its_first_bytes() {
    let place = Place::new();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&raw_tar(&[("p/a", FILE, 0o644, "", "content")]))
        .unwrap();
    let archive = place.write("a.tar", &gzip.finish().unwrap());
    place.extract(&archive, ArchiveKind::Tar).unwrap();
    assert_eq!(place.tree()["a"], "644 content");
}

#[test]
fn other_compressions_are_named() {
    for (start, name) in [
        (&b"BZh91AY"[..], "bzip2"),
        (b"\xfd7zXZ\0", "xz"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
    ] {
        let place = Place::new();
        let archive = place.write("a.tar", start);
        let error = place
            .extract(&archive, ArchiveKind::Tar)
            .unwrap_err()
            .to_string();
        assert!(error.contains(name) && error.contains("a.tar"), "{error}");
    }
}

#[test]
fn hostile_entries_are_refused() {
    for entry in [
        ("../up", FILE, 0o644, "", "x"),
        ("/abs", FILE, 0o644, "", "x"),
        ("p/up", SYMLINK, 0o777, "../../x", ""),
        ("p/abs", SYMLINK, 0o777, "/etc/passwd", ""),
        ("p/hard", HARD, 0o644, "../../etc/passwd", ""),
        ("p/hard", HARD, 0o644, "/etc/passwd", ""),
        ("p/hard", HARD, 0o644, "p/link", ""),
        ("p/link/x", FILE, 0o644, "", "x"),
        ("p/hard", HARD, 0o644, "p/missing", ""),
        ("p/pipe", b'6', 0o644, "", ""),
        ("p/char", b'3', 0o644, "", ""),
        ("p/block", b'4', 0o644, "", ""),
    ] {
        let place = Place::new();
        let archive = place.write(
            "a.tar",
            &raw_tar(&[
                ("p/a", FILE, 0o644, "", "a"),
                ("p/link", SYMLINK, 0o777, "a", ""),
                entry,
            ]),
        );
        let error = place
            .extract(&archive, ArchiveKind::Tar)
            .expect_err(entry.0)
            .to_string();
        assert!(
            error.contains("a.tar") && error.contains(entry.0.trim_start_matches("../")),
            "{error}"
        );
        assert!(!place.path("out").exists());
        assert_eq!(place.strangers(), [""; 0]);
    }
}

#[test]
fn a_cut_archive_is_damaged() {
    let place = Place::new();
    let whole = raw_tar(&[("p/a", FILE, 0o644, "", &"x".repeat(5000))]);
    let archive = place.write("a.tar", &whole[..2000]);
    let error = place.extract(&archive, ArchiveKind::Tar).unwrap_err();
    assert!(
        matches!(
            error,
            ArchiveError::Damaged { .. } | ArchiveError::Invalid { .. }
        ),
        "{error}"
    );
    assert!(!place.path("out").exists());
}
