//! Which classes a source declares.

use crate::php;
use proptest::prelude::*;
use shirabe_autoload::php_classes::find_classes;
use std::fs;

fn names(source: &str) -> Vec<String> {
    find_classes(source.as_bytes())
        .into_iter()
        .map(|name| String::from_utf8(name).unwrap())
        .collect()
}

/// A source and the names in it, parted by spaces.
const CASES: &[(&str, &str)] = &[
    ("", ""),
    ("no php: class A {}", ""),
    ("<?php class A {}", "A"),
    ("<?php\nclass\n\tA\n{}", "A"),
    ("<?PHP class A {}", "A"),
    ("<?= 1 ?> class A {} <?php class B {}", "B"),
    ("<?php\nCLASS A {} Interface B {} tRAIT C {}", "A B C"),
    ("<?php namespace N; class A {} enum B {}", "N\\A N\\B"),
    ("<?php namespace N \\ M; class A {}", "N\\M\\A"),
    (
        "<?php namespace N { class A {} } namespace { class B {} }",
        "N\\A B",
    ),
    ("<?php namespace\\f(); class A {}", "A"),
    ("<?php abstract class A extends B implements C {}", "A"),
    ("<?php final readonly class A {}", "A"),
    ("<?php enum A: string {} enum B:int {}", "A B"),
    (
        "<?php new class {}; new class extends B {}; new class implements C {}; class D {}",
        "D",
    ),
    ("<?php new class(1) extends B {}; class D {}", "D"),
    (
        "<?php echo A::class; $x->class = 1; $class = 2; class D {}",
        "D",
    ),
    ("<?php echo $o::class , 1; class D {}", "D"),
    ("<?php echo 'class B {}', \"class C {}\"; class D {}", "D"),
    ("<?php echo 'it\\'s class B {}'; class D {}", "D"),
    (
        "<?php // class B {}\n# class C {}\n/* class E {} */ class D {}",
        "D",
    ),
    ("<?php // x ?> class B {} <?php class D {}", "D"),
    ("<?php #[Attr] class A {} # class B {}", "A"),
    ("<?php class/* */ A {}", "A"),
    ("<?php class/**/A {} class B {}", "B"),
    ("<?php echo <<<E\nclass B {}\nE;\nclass D {}", "D"),
    ("<?php echo <<<'E'\nclass B {}\n  E . 'x'; class D {}", "D"),
    (
        "<?php echo <<<\"E\"\nEx\n {$a['class B {}']} Ey\nE;\nclass D {}",
        "D",
    ),
    ("<?php echo \"{$a[\" class B {}\"]}\"; class D {}", "B D"),
    ("<?php f(1 << 2, <<<E\nE\n); class D {}", "D"),
    ("<?php `class B {}`; class D {}", "B D"),
    ("<? class A {}", "A"),
    ("<?xml version=\"1.0\"?>\n<?php class A {}", "A"),
    ("<?php class :a:b-c {}", "xhp_a__b_c"),
    ("<?php use function class_exists; class A {}", "A"),
    ("<?php class_exists('A'); my_class ('B'); class C {}", "C"),
    ("<?php __halt_compiler(); class A {}", "A"),
    ("<?php class Ünder {} class 日本 {}", "Ünder 日本"),
    ("<?php \"unfinished class A {}", ""),
    ("<?php /* unfinished class A {}", ""),
];

#[test]
fn declarations_are_found_where_php_code_is() {
    for (source, expected) in CASES {
        assert_eq!(names(source).join(" "), *expected, "{source}");
    }
}

#[test]
fn names_need_not_be_utf8() {
    assert_eq!(find_classes(b"<?php class A\xe9 {}"), [b"A\xe9"]);
    assert_eq!(find_classes(b"<?php \x80\xff class A {}"), [b"A"]);
}

/// PHP's own lexer agrees on every well-formed case without oddities.
#[test]
fn php_itself_declares_them() {
    if !php::has("php") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let sources = [
        "<?php namespace A\\B; interface I {} trait T {} abstract class C implements I { use T; } enum E: string { case X = 'class Q {}'; }",
        "<?php namespace A { class C {} } namespace { class D extends A\\C {} /* class E {} */ }",
        "<?php $x = <<<T\n  class Z {}\n  T . 'class Y {}'; final class C { const V = \"{$x}\"; }",
    ];
    for (number, source) in sources.into_iter().enumerate() {
        let source = source.replace(" const V = \"{$x}\";", "");
        let file = format!("{number}.php");
        fs::write(folder.path().join(&file), &source).unwrap();
        let declared = php::run(
            folder.path(),
            &format!(
                "$all = fn() => array_merge(get_declared_classes(), get_declared_interfaces(), get_declared_traits());
                 $before = $all(); require './{file}'; $new = array_values(array_diff($all(), $before)); sort($new); echo implode(' ', $new);"
            ),
        );
        let mut found = names(&source);
        found.sort();
        assert_eq!(found.join(" "), declared, "{source}");
    }
}

proptest! {
    #[test]
    fn any_bytes_can_be_scanned(source in prop::collection::vec(any::<u8>(), 0..200)) {
        find_classes(&[b"<?php ".as_slice(), &source].concat());
    }

    #[test]
    fn any_mixture_of_php_can_be_scanned(parts in prop::collection::vec(prop::sample::select(vec![
        "<?php ", "?>", "<?", "class A", "{", "}", "\"", "'", "`", "\\", "{$", "${", "$a[", "]",
        "<<<E\n", "\nE", "<<<'E'\n", "/*", "*/", "//", "#", "#[", "\n", " ", "namespace N;",
        "enum ", "?->", "->", ":", "é",
    ]), 0..24)) {
        let found = names(&parts.concat());
        for name in &found {
            prop_assert!(!name.starts_with('\\') && !name.contains(' '), "{}", name);
        }
    }

    #[test]
    fn what_is_in_comments_and_strings_declares_nothing(text in "[a-z {};=\n]{0,40}") {
        let text = format!("class Hidden {{}} {text}");
        let source = format!(
            "<?php /* {text} */ $a = '{text}' . \"{text}\"; $b = <<<'TEXT'\n{text}\nTEXT;\nclass Seen {{}}"
        );
        prop_assert_eq!(names(&source), ["Seen"]);
    }
}
