//! Paths.

use proptest::prelude::*;
use shirabe_autoload::filesystem::{
    Shortest, find_shortest_path, find_shortest_path_code, is_absolute_path, is_local_path,
    normalize_path, trim_trailing_slash,
};

#[test]
fn paths_are_normalised() {
    for (path, normal) in [
        ("", ""),
        ("/", "/"),
        ("///", "/"),
        ("a//b/./c/", "a/b/c"),
        ("a/../..", ".."),
        ("../../a/../b", "../../b"),
        ("/../../a", "/a"),
        ("d:\\x\\..\\y", "D:/y"),
        ("d:x/..", "D:"),
        ("\\\\host\\share\\", "//host/share"),
        ("phar://e:/a/../b", "phar://E:/b"),
        ("phar://pack.phar/a/../b", "phar://pack.phar/b"),
        ("http://e.org//a", "http://e.org/a"),
        ("1:/a", "1:/a"),
        ("ö/../ü", "ü"),
    ] {
        assert_eq!(normalize_path(path), normal, "{path}");
    }
}

#[test]
fn absolute_and_local_paths_are_told_from_others() {
    for (path, absolute, local) in [
        ("/a", true, true),
        ("a", false, false),
        ("a/b", false, true),
        ("../b", false, true),
        ("..", false, false),
        ("C:/a", true, true),
        ("C:a", true, false),
        ("file:///a", false, true),
        ("FILE://a", false, true),
        ("https://e.org/a", false, false),
        ("git@e.org:a/b.git", false, false),
        ("\\\\host\\a", true, false),
        ("ü/b", false, false),
    ] {
        assert_eq!(is_absolute_path(path), absolute, "{path}");
        assert_eq!(is_local_path(path), local, "{path}");
    }
}

#[test]
fn slashes_at_the_end_go_unless_there_is_nothing_else() {
    assert_eq!(trim_trailing_slash("/a//"), "/a");
    assert_eq!(trim_trailing_slash("a\\/"), "a");
    assert_eq!(trim_trailing_slash("//"), "//");
    assert_eq!(trim_trailing_slash(""), "");
}

#[test]
fn the_shortest_path_is_relative_where_that_helps() {
    let files = Shortest::default();
    let dirs = Shortest::DIRECTORIES;
    let relative = Shortest {
        prefer_relative: true,
        ..dirs
    };
    for (from, to, options, path) in [
        ("/p/a", "/p/b", files, "./b"),
        ("/p/a", "/p/b", dirs, "../b"),
        ("/p", "/p", dirs, "./"),
        ("/p/bin/x", "/p/vendor/q/bin/x", files, "../vendor/q/bin/x"),
        ("/p/bin", "/q/bin", dirs, "/q/bin"),
        ("/p/bin", "/q/bin", relative, "../../q/bin"),
        ("/p", "/q", dirs, "../q"),
        ("c:/p", "C:\\q", dirs, "../q"),
        ("c:/p", "d:/q", dirs, "D:/q"),
        ("/p", "/pq", dirs, "../pq"),
        ("/p", "C:q", dirs, "C:q"),
    ] {
        let found = find_shortest_path(from, to, options).unwrap();
        assert_eq!(found, path, "{from} {to}");
    }
}

#[test]
fn the_shortest_path_as_code() {
    let files = Shortest::default();
    let dirs = Shortest::DIRECTORIES;
    let constant = Shortest {
        static_code: true,
        ..dirs
    };
    for (from, to, options, code) in [
        ("/p/a", "/p/a", files, "__FILE__"),
        ("/p/a", "/p/a", dirs, "__DIR__"),
        ("/p/a", "/p/b", files, "__DIR__.'/b'"),
        ("/p/a", "/p/b", dirs, "dirname(__DIR__).'/b'"),
        ("/p/a", "/p/b", constant, "__DIR__ . '/..'.'/b'"),
        ("/p/v/c", "/p", dirs, "dirname(dirname(__DIR__))"),
        ("/p/v/c", "/p", constant, "__DIR__ . '/../..'"),
        ("/p", "/p/v", dirs, "__DIR__ . '/v'"),
        ("/p/v", "/q", dirs, "'/q'"),
        ("/p/v", "/p/it's", dirs, "dirname(__DIR__).'/it\\'s'"),
    ] {
        let found = find_shortest_path_code(from, to, options).unwrap();
        assert_eq!(found, code, "{from} {to}");
    }
}

#[test]
fn relative_paths_have_no_relation() {
    let error = find_shortest_path("a", "/b", Shortest::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#""a" and "/b" must both be absolute paths"#
    );
    assert!(find_shortest_path_code("/a", "b", Shortest::default()).is_err());
}

fn path() -> impl Strategy<Value = String> {
    "(/([ab.]|\\.\\.|cc)){1,5}"
}

proptest! {
    #[test]
    fn normalising_twice_changes_nothing(path in "[a-cé /.\\\\]{0,16}") {
        let once = normalize_path(&path);
        // A share without a name, `//`, is the root when read again.
        prop_assume!(once != "//");
        prop_assert_eq!(normalize_path(&once), once);
    }

    #[test]
    fn the_shortest_path_leads_there(from in path(), to in path()) {
        let (from, to) = (normalize_path(&from), normalize_path(&to));
        let path = find_shortest_path(&from, &to, Shortest::DIRECTORIES).unwrap();
        let reached = if is_absolute_path(&path) { path } else { format!("{}/{path}", from.trim_end_matches('/')) };
        prop_assert_eq!(normalize_path(&reached), to);
    }
}
