use shirabe_mixed::{JsonError, content_hash};

fn hash(text: &str) -> String {
    content_hash(text.as_bytes()).expect("an object")
}

#[test]
fn it_is_composers() {
    // md5 of what PHP prints: `[]`, `{"name":"a\/b"}`, `{"require":[]}` …
    assert_eq!(hash("{}"), "d751713988987e9331980363e24189ce");
    assert_eq!(
        hash("{ \"name\" : \"a/b\" }\n"),
        "7f686f5492b90e6f7c1f5878e6f3e259"
    );
    assert_eq!(
        hash(r#"{"require":{}}"#),
        "8d070178755c320c69f93ee4800660ef"
    );
    let platform = r#"{"config":{"sort-packages":true,"platform":{"php":"8.1.0"}}}"#;
    assert_eq!(hash(platform), "b3ee167e85926e9e760b51ef5e3ef2a2");
}

#[test]
fn neither_layout_nor_order_nor_other_keys_matter() {
    let hashed = hash(r#"{"name":"a/b","require":{"x/y":"^1"},"extra":{"k":[1.50,null,"é/"]}}"#);
    let same = r#"{
        "description": "x", "extra": {"k": [1.5, null, "\u00e9\/"]}, "autoload": {},
        "require": {"x/y": "^1"}, "config": {"platform": null, "sort-packages": true},
        "name": "a/b"
    }"#;
    assert_eq!(hash(same), hashed);
}

#[test]
fn what_a_solve_depends_on_matters() {
    let hashes: std::collections::HashSet<String> = [
        r#"{}"#,
        r#"{"require":{"x/y":"1"}}"#,
        r#"{"require-dev":{"x/y":"1"}}"#,
        r#"{"require":{"x/y":"1","a/b":"1"}}"#,
        r#"{"require":{"a/b":"1","x/y":"1"}}"#,
        r#"{"config":{"platform":{"php":"8.1.0"}}}"#,
        r#"{"config":{"platform":{}}}"#,
        r#"{"minimum-stability":"dev"}"#,
        r#"{"extra":null}"#,
    ]
    .map(hash)
    .into();
    assert_eq!(hashes.len(), 9);
}

#[test]
fn only_objects_have_one() {
    assert_eq!(content_hash(b"1"), Err(JsonError::NotAnObject("int")));
    assert!(matches!(content_hash(b"{"), Err(JsonError::Syntax { .. })));
    assert_eq!(
        content_hash(br#"{"extra":1e999}"#),
        Err(JsonError::NotFinite)
    );
}
