use shirabe_mixed::json::{MAX_DECODE_NESTING, decode, decode_keeping_objects};
use shirabe_mixed::{JsonError, PhpMap, PhpMixed};

fn value(text: &str) -> PhpMixed {
    decode(text.as_bytes()).expect("JSON")
}

fn map(entries: &[(&str, i64)]) -> PhpMixed {
    let entries = entries.iter();
    PhpMixed::Map(
        entries
            .map(|(key, value)| ((*key).to_owned(), (*value).into()))
            .collect(),
    )
}

#[test]
fn scalars() {
    assert_eq!(value(" null\n"), PhpMixed::Null);
    assert_eq!(value("true"), true.into());
    assert_eq!(value("-12"), (-12).into());
    assert_eq!(value("1.0"), 1.0.into());
    assert_eq!(value(r#""\u00e9\ud83d\ude00\/\n""#), "é😀/\n".into());
    assert_eq!(value("\"\x7f\""), "\x7f".into());
}

#[test]
fn integers_end_where_phps_do() {
    assert_eq!(value("9223372036854775807"), i64::MAX.into());
    assert_eq!(value("-9223372036854775808"), i64::MIN.into());
    assert_eq!(value("9223372036854775808"), 9223372036854775808.0.into());
    assert_eq!(value("18446744073709551616"), 18446744073709551616.0.into());
    assert_eq!(
        value("-9223372036854775809"),
        (-9223372036854775808.0).into()
    );
}

#[test]
fn floats_are_the_nearest() {
    assert_eq!(value("0.30000000000000004"), (0.1 + 0.2).into());
    assert_eq!(value("4.9e-324"), f64::from_bits(1).into());
    assert_eq!(
        value("6.631236846766476e-316"),
        f64::from_bits(0x8000000).into()
    );
    assert_eq!(
        value("[1e400,-1e400]"),
        vec![f64::INFINITY, f64::NEG_INFINITY].into()
    );
}

#[test]
fn minus_zero_is_an_integer_unless_written_as_a_float() {
    assert_eq!(value("[-0]"), vec![0].into());
    let float = value("-0.0").as_float().expect("a float");
    assert!(float == 0.0 && float.is_sign_negative());
}

#[test]
fn objects_are_arrays() {
    assert_eq!(value("{}"), PhpMixed::List(vec![]));
    assert_eq!(value(r#"{"0":1,"1":2}"#), vec![1, 2].into());
    assert_eq!(value(r#"{"1":1,"0":2}"#), map(&[("1", 1), ("0", 2)]));
    assert_eq!(value(r#"{"a":{}}"#).get("a"), Some(&PhpMixed::List(vec![])));
}

#[test]
fn the_last_of_equal_keys_wins_in_the_place_of_the_first() {
    assert_eq!(
        value(r#"{"a":1,"b":2,"\u0061":3}"#),
        map(&[("a", 3), ("b", 2)])
    );
}

#[test]
fn objects_can_be_kept() {
    let kept = |text: &str| decode_keeping_objects(text.as_bytes());
    assert_eq!(
        kept("[{},[]]"),
        Ok(vec![PhpMap::default().into(), PhpMixed::List(vec![])].into())
    );
    assert_eq!(kept(r#"{"0":1}"#), Ok(map(&[("0", 1)])));
    assert_eq!(kept(r#"{"0":-0}"#), Ok(map(&[("0", 0)])));
    assert_eq!(kept(r#"{"\u0000":1}"#), Err(JsonError::PropertyName));
    assert_eq!(value(r#"{"\u0000":1}"#), map(&[("\0", 1)]));
}

fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

#[test]
fn depth_is_phps_and_the_stack_bears_it() {
    let small_stack = std::thread::Builder::new().stack_size(1 << 20);
    let run = small_stack.spawn(|| {
        let deepest = nested(MAX_DECODE_NESTING);
        assert!(decode(deepest.as_bytes()).is_ok());
        let objects = r#"{"a":"#.repeat(MAX_DECODE_NESTING) + "1" + &"}".repeat(MAX_DECODE_NESTING);
        assert!(decode(objects.as_bytes()).is_ok());
        for depth in [MAX_DECODE_NESTING + 1, 1_000_000] {
            let error = decode(nested(depth).as_bytes()).expect_err("too deep");
            assert!(matches!(error, JsonError::TooDeep(_)), "{error}");
            assert_eq!(
                error.place().expect("a place").column,
                MAX_DECODE_NESTING + 1
            );
        }
        // Told apart from text that simply does not end.
        let error = decode("[".repeat(1_000_000).as_bytes()).expect_err("no end");
        assert!(matches!(error, JsonError::Syntax { .. }), "{error}");
    });
    run.expect("a thread").join().expect("no overflow");
}

#[test]
fn what_php_refuses() {
    for text in [
        "",
        " ",
        "nul",
        "TRUE",
        "01",
        "-",
        "-01",
        "1.",
        ".5",
        "+1",
        "1e",
        "NaN",
        "'a'",
        "[1,]",
        "[1 2]",
        "{\"a\" 1}",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "[1] x",
        "[1}",
        "\"a",
        "\"\t\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12é\"",
        "\x0c1",
        "1\0",
        "[,1]",
        "{,}",
        "truer",
        "1a",
    ] {
        let error = decode(text.as_bytes()).expect_err(text);
        assert!(matches!(error, JsonError::Syntax { .. }), "{text}: {error}");
    }
}

#[test]
fn halves_of_surrogate_pairs_are_refused_but_syntax_comes_first() {
    for text in [
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud83dA""#,
        r#"["\udc00\ud800"]"#,
    ] {
        let error = decode(text.as_bytes()).expect_err(text);
        assert!(
            matches!(error, JsonError::LoneSurrogate(_)),
            "{text}: {error}"
        );
    }
    let error = decode(br#"["\ud800",]"#).expect_err("a comma");
    assert!(matches!(error, JsonError::Syntax { .. }), "{error}");
}
