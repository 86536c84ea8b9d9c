//! Scanning folders.

use crate::project::tree;
use regex::bytes::Regex;
use shirabe_autoload::class_map::{
    ClassMap, EXTENSIONS, KnownClasses, Rule, ScanError, Scope, Standard, scan,
};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(temp.path()).unwrap();
    tree(&root, files);
    (temp, root)
}

fn rule(path: PathBuf, standard: Standard) -> Rule {
    Rule {
        label: path.display().to_string(),
        path,
        standard,
        excluded: None,
    }
}

fn try_scan(root: &Path, rules: &[Rule]) -> Result<ClassMap, ScanError> {
    let scope = Scope {
        base_dir: root,
        extensions: &EXTENSIONS,
        known: &KnownClasses::new(),
    };
    scan(rules, &scope)
}

/// `class=path` for every class, with paths from the folder.
fn listed(root: &Path, map: &ClassMap) -> Vec<String> {
    let prefix = format!("{}/", root.display());
    map.sorted()
        .into_iter()
        .map(|(class, path)| {
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            format!("{}={}", text(class), text(path).replace(&prefix, ""))
        })
        .collect()
}

#[test]
fn files_with_the_right_ending_are_scanned() {
    let (_temp, root) = folder(&[
        ("a.php", "<?php class A {}"),
        ("deep/er/b.inc", "<?php class B {}"),
        ("c.hh", "<?php class C {}"),
        ("d.txt", "<?php class D {}"),
        ("E.PHP", "<?php class E {}"),
        ("php", "<?php class F {}"),
    ]);
    let map = try_scan(&root, &[rule(root.clone(), Standard::ClassMap)]).unwrap();
    assert_eq!(
        listed(&root, &map),
        ["A=a.php", "B=deep/er/b.inc", "C=c.hh"]
    );
}

#[test]
fn hidden_files_and_version_control_are_passed_over() {
    let (_temp, root) = folder(&[
        (".hidden/a.php", "<?php class A {}"),
        (".b.php", "<?php class B {}"),
        ("CVS/c.php", "<?php class C {}"),
        ("x/_svn/d.php", "<?php class D {}"),
        ("x/e.php", "<?php class E {}"),
    ]);
    let map = try_scan(&root, &[rule(root.clone(), Standard::ClassMap)]).unwrap();
    assert_eq!(listed(&root, &map), ["E=x/e.php"]);
}

#[test]
fn one_file_can_be_a_rule() {
    let (_temp, root) = folder(&[("a.php", "<?php class A {}"), ("b.txt", "<?php class B {}")]);
    let rules = ["a.php", "b.txt"].map(|name| rule(root.join(name), Standard::ClassMap));
    assert_eq!(
        listed(&root, &try_scan(&root, &rules).unwrap()),
        ["A=a.php"]
    );
}

#[test]
fn wildcards_name_folders() {
    let (_temp, root) = folder(&[
        ("mod1/src/a.php", "<?php class A {}"),
        ("mod2/src/b.php", "<?php class B {}"),
        ("mod3/lib/c.php", "<?php class C {}"),
        ("other/src/d.php", "<?php class D {}"),
        (".mod/src/e.php", "<?php class E {}"),
        ("mod", "not a folder"),
    ]);
    let found = |pattern: &str| {
        let map = try_scan(&root, &[rule(root.join(pattern), Standard::ClassMap)]).unwrap();
        listed(&root, &map).join(" ")
    };
    assert_eq!(found("mod*/src"), "A=mod1/src/a.php B=mod2/src/b.php");
    assert_eq!(found("mod[!1]/*"), "B=mod2/src/b.php C=mod3/lib/c.php");
    assert_eq!(
        found("{mod?,other}/s*"),
        "A=mod1/src/a.php B=mod2/src/b.php D=other/src/d.php"
    );
    let error = try_scan(&root, &[rule(root.join("none*"), Standard::ClassMap)]).unwrap_err();
    assert!(matches!(error, ScanError::NoMatch { .. }), "{error}");
}

#[test]
fn a_missing_folder_is_an_error_that_names_it() {
    let (_temp, root) = folder(&[]);
    let mut missing = rule(root.join("none"), Standard::ClassMap);
    missing.label = "none/".to_owned();
    assert_eq!(
        try_scan(&root, &[missing]).unwrap_err().to_string(),
        "Could not scan for classes inside \"none/\" which does not appear to be a file nor a folder"
    );
}

#[test]
fn the_first_rule_wins_and_others_are_ambiguous() {
    let (_temp, root) = folder(&[
        ("one/a.php", "<?php class A {}"),
        ("two/a.php", "<?php class A {}"),
        ("three/Tests/a.php", "<?php class A {} class B {}"),
    ]);
    let rules = ["one", "two", "three"].map(|name| rule(root.join(name), Standard::ClassMap));
    let map = try_scan(&root, &rules).unwrap();
    assert_eq!(listed(&root, &map), ["A=one/a.php", "B=three/Tests/a.php"]);
    let others = |strict| {
        map.ambiguous(strict)
            .into_iter()
            .map(|(_, paths)| paths.len())
            .sum::<usize>()
    };
    assert_eq!((others(false), others(true)), (1, 2));
}

#[test]
fn psr4_takes_classes_whose_file_fits() {
    let (_temp, root) = folder(&[
        ("src/A.php", "<?php namespace N; class A {} class Helper {}"),
        ("src/Sub/B.php", "<?php namespace N\\Sub; class B {}"),
        ("src/Sub/c.php", "<?php namespace N\\Sub; class C {}"),
        ("src/functions.php", "<?php function f() {}"),
    ]);
    let map = try_scan(
        &root,
        &[rule(root.join("src"), Standard::Psr4("N\\".to_owned()))],
    )
    .unwrap();
    assert_eq!(
        listed(&root, &map),
        ["N\\A=src/A.php", "N\\Sub\\B=src/Sub/B.php"]
    );
    let messages: Vec<&str> = map
        .violations()
        .flat_map(|(_, all)| all)
        .map(|violation| violation.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "Class N\\Sub\\C located in ./src/Sub/c.php does not comply with psr-4 autoloading standard (rule: N\\ => ./src). Skipping."
        ]
    );
}

#[test]
fn psr0_takes_classes_whose_file_fits() {
    let (_temp, root) = folder(&[
        ("N/Sub/A_B.php", "<?php namespace N\\Sub; class A_B {}"),
        ("N/Sub/A/B.php", "<?php namespace N\\Sub; class A_B {}"),
        ("Old/Style/C.php", "<?php class Old_Style_C {}"),
    ]);
    let map = try_scan(&root, &[rule(root.clone(), Standard::Psr0(String::new()))]).unwrap();
    assert_eq!(
        listed(&root, &map),
        ["N\\Sub\\A_B=N/Sub/A/B.php", "Old_Style_C=Old/Style/C.php"]
    );
    let map = try_scan(
        &root,
        &[rule(root.clone(), Standard::Psr0("Old_".to_owned()))],
    )
    .unwrap();
    assert_eq!(listed(&root, &map), ["Old_Style_C=Old/Style/C.php"]);
}

#[test]
fn a_file_without_fitting_classes_is_left_to_later_rules() {
    let (_temp, root) = folder(&[("src/A.php", "<?php namespace Other; class A {}")]);
    let src = root.join("src");
    let rules = [
        rule(src.clone(), Standard::Psr4("N\\".to_owned())),
        rule(src, Standard::Psr4("Other\\".to_owned())),
    ];
    let map = try_scan(&root, &rules).unwrap();
    assert_eq!(listed(&root, &map), ["Other\\A=src/A.php"]);
    assert_eq!(map.violations().count(), 0);
}

#[test]
fn excluded_files_are_not_even_read() {
    let (_temp, root) = folder(&[
        ("src/A.php", "<?php class A {}"),
        ("src/skip/B.php", "<?php class B {}"),
    ]);
    let mut rule = rule(root.clone(), Standard::ClassMap);
    rule.excluded = Some(Regex::new("/skip($|/)").unwrap());
    assert_eq!(
        listed(&root, &try_scan(&root, &[rule]).unwrap()),
        ["A=src/A.php"]
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed_but_not_in_circles() {
    use std::os::unix::fs::symlink;
    let (_temp, root) = folder(&[
        ("real/A.php", "<?php class A {}"),
        ("real/secret/B.php", "<?php class B {}"),
        ("src/C.php", "<?php class C {}"),
    ]);
    symlink(root.join("real"), root.join("src/linked")).unwrap();
    symlink(root.join("src"), root.join("src/circle")).unwrap();
    symlink(root.join("nowhere.php"), root.join("src/dead.php")).unwrap();
    let mut rule = rule(root.join("src"), Standard::ClassMap);
    // A path without links in it counts, too.
    let secret = regex::escape(root.join("real/secret").to_str().unwrap());
    rule.excluded = Some(Regex::new(&secret).unwrap());
    assert_eq!(
        listed(&root, &try_scan(&root, &[rule]).unwrap()),
        ["A=src/linked/A.php", "C=src/C.php"]
    );
}

#[test]
fn known_content_is_not_read_again() {
    let (_temp, root) = folder(&[
        ("A.php", "<?php class OnDisk {}"),
        ("B.php", "<?php class B {}"),
    ]);
    let mut written_elsewhere = KnownClasses::new();
    written_elsewhere.add(root.join("A.php"), b"<?php class Known {}");
    let mut known = KnownClasses::new();
    known.extend(written_elsewhere);
    let scope = Scope {
        base_dir: &root,
        extensions: &EXTENSIONS,
        known: &known,
    };
    let map = scan(&[rule(root.clone(), Standard::ClassMap)], &scope).unwrap();
    assert_eq!(listed(&root, &map), ["B=B.php", "Known=A.php"]);
}

#[test]
fn many_files_give_the_same_map_every_time() {
    let files: Vec<(String, String)> = (0..300)
        .map(|number| {
            let class = number % 200;
            (
                format!("d{}/f{number}.php", number % 7),
                format!("<?php class C{class} {{}}"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let (_temp, root) = folder(&files);
    let rules = [rule(root.clone(), Standard::ClassMap)];
    let first = listed(&root, &try_scan(&root, &rules).unwrap());
    assert_eq!(first.len(), 200);
    for _ in 0..5 {
        assert_eq!(listed(&root, &try_scan(&root, &rules).unwrap()), first);
    }
}
