//! The shape of composer.json. The messages were taken from Composer.

use shirabe_mixed::json;
use shirabe_package::schema::{Strictness, check, deviations};

fn found(text: &str) -> Vec<String> {
    let document = json::decode_keeping_objects(text.as_bytes()).unwrap();
    deviations(&document, Strictness::Lax)
}

#[test]
fn deviations_name_the_key_in_the_order_of_the_schema() {
    assert_eq!(
        found(r#"{"require": "x", "name": null}"#),
        [
            "name : NULL value found, but a string is required",
            "require : String value found, but an object is required",
        ]
    );
    assert_eq!(
        found(r#"{"name": "Foo/Bar", "autoload": [], "authors": "x"}"#),
        [
            "name : Does not match the regex pattern ^[a-z0-9]([_.-]?[a-z0-9]+)*/[a-z0-9](([_.]|-{1,2})?[a-z0-9]+)*$",
            "authors : String value found, but an array is required",
            "autoload : Array value found, but an object is required",
        ]
    );
    assert_eq!(
        found(
            r#"{"minimum-stability": "foo", "prefer-stable": "yes",
                "config": {"vendor-dir": 3, "platform": {"php": 7}, "bin-compat": "x"}}"#
        ),
        [
            "minimum-stability : Does not have a value in the enumeration [\"dev\",\"alpha\",\"beta\",\"rc\",\"RC\",\"stable\"]",
            "prefer-stable : String value found, but a boolean is required",
            "config.platform.php : Integer value found, but a string or a boolean is required",
            "config.vendor-dir : Integer value found, but a string is required",
            "config.bin-compat : Does not have a value in the enumeration [\"auto\",\"full\",\"proxy\",\"symlink\"]",
        ]
    );
}

#[test]
fn what_is_no_object_is_refused() {
    assert_eq!(
        found("[]"),
        ["Array value found, but an object is required"]
    );
    assert_eq!(
        found("null"),
        ["NULL value found, but an object is required"]
    );
    assert!(found("{}").is_empty());
}

#[test]
fn a_repository_is_of_one_kind_or_turned_off() {
    assert!(
        found(
            r#"{"repositories": [{"type": "vcs", "url": "u"}, {"packagist.org": false},
            {"type": "package", "package": {"name": "a/a", "version": "1"}}]}"#
        )
        .is_empty()
    );
    assert!(
        found(r#"{"repositories": {"a": false, "b": {"type": "path", "url": "u"}}}"#).is_empty()
    );
    let errors = found(r#"{"repositories": [{"url": "x"}, "foo"]}"#);
    for expected in [
        "repositories[0].type : The property type is required",
        "repositories[0] : Failed to match at least one schema",
        "repositories[1] : String value found, but an object is required",
    ] {
        assert!(errors.iter().any(|error| error == expected), "{errors:#?}");
    }
}

#[test]
fn validate_wants_more() {
    let document = json::decode_keeping_objects(br#"{"nmae": "a/a"}"#).unwrap();
    let error = check("./composer.json", &document, Strictness::Strict).unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"./composer.json\" does not match the expected JSON schema:\n \
         - The property nmae is not defined and the definition does not allow additional properties\n \
         - name : The property name is required\n - description : The property description is required"
    );
}
