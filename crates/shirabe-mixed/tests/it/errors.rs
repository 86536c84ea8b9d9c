//! What a person reads about a broken `composer.json`.

use shirabe_mixed::json::decode;

fn explain(text: impl AsRef<[u8]>) -> String {
    let error = decode(text.as_ref()).expect_err("broken");
    error.explain("./composer.json")
}

macro_rules! errors {
    ($($name:ident: $text:expr;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(explain($text));
        }
    )*};
}

errors! {
    empty: "";
    trailing_comma: "{\n    \"name\": \"a/b\",\n}\n";
    trailing_comma_in_a_list: "{\"keywords\": [\"a\", \"b\", ]}";
    comma_missing_at_the_end_of_a_line: "{\n    \"name\": \"a/b\"\n    \"type\": \"library\"\n}";
    colon_missing: "{\"name\" \"a/b\"}";
    end_missing: "{\n    \"require\": {\n        \"php\": \"*\"\n    }\n";
    wrong_bracket: "{\n    \"name\": \"a/b\"\n]";
    single_quotes: "{'name': 'a/b'}";
    comment: "{\n    // ours\n    \"name\": \"a/b\"\n}";
    bare_word: "{\"prefer-stable\": yes}";
    upper_case: "{\"prefer-stable\": TRUE}";
    backslash: "{\"psr-4\": {\"App\\Models\": \"src\"}}";
    bad_unicode_escape: "{\"a\": \"\\u12\"}";
    line_break_in_a_string: "{\n    \"description\": \"one\ntwo\"\n}";
    something_after_the_end: "{\"name\": \"é/b\"} }";
    leading_zero: "{\"a\": 01}";
    long_line: format!("{{\"require\": {{{} \"z/z\" \"1\"}}}}", "\"a/a\": \"^1\", ".repeat(20));
    byte_order_mark: "\u{feff}{}";
    not_utf8: b"{\n  \"name\": \"\xff\"}";
    half_a_surrogate_pair: "{\n  \"name\": \"\\ud800\"}";
    too_deep: "[".repeat(600) + &"]".repeat(600);
}
