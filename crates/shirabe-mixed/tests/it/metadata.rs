use proptest::prelude::*;
use shirabe_mixed::json::{EncodeOptions, decode, encode};
use shirabe_mixed::{PhpMap, PhpMixed, metadata};

fn versions(text: &str) -> Vec<PhpMap> {
    let list = decode(text.as_bytes()).expect("JSON");
    list.values()
        .cloned()
        .filter_map(PhpMixed::into_map)
        .collect()
}

fn print(versions: Vec<PhpMap>) -> String {
    let list: Vec<PhpMixed> = versions.into_iter().map(PhpMixed::from_array).collect();
    encode(&PhpMixed::List(list), &EncodeOptions::compact()).expect("encodable")
}

#[test]
fn changes_are_told_from_the_version_before() {
    let minified = r#"[{"version":"3","require":{"x":"1"},"type":"t"},{"version":"2","type":"__unset"},{"version":"1","license":["MIT"],"require":"__unset"}]"#;
    let expanded = r#"[{"version":"3","require":{"x":"1"},"type":"t"},{"version":"2","require":{"x":"1"}},{"version":"1","license":["MIT"]}]"#;
    assert_eq!(print(metadata::expand(versions(minified))), expanded);
    assert_eq!(print(metadata::minify(versions(expanded))), minified);
}

#[test]
fn the_order_within_a_value_is_a_change() {
    let both = r#"[{"r":{"a":"1","b":"1"}},{"r":{"b":"1","a":"1"}}]"#;
    assert_eq!(print(metadata::minify(versions(both))), both);
}

#[test]
fn after_an_empty_version_the_next_is_whole() {
    let minified = r#"[{"a":"1"},{"a":"__unset"},{"a":"__unset","b":"1"}]"#;
    let expanded = r#"[{"a":"1"},[],{"a":"__unset","b":"1"}]"#;
    assert_eq!(print(metadata::expand(versions(minified))), expanded);
}

#[test]
fn null_counts_as_missing() {
    let whole = r#"[{"a":"1","b":"1"},{"a":null,"b":"1"}]"#;
    let minified = r#"[{"a":"1","b":"1"},{"a":"__unset"}]"#;
    assert_eq!(print(metadata::minify(versions(whole))), minified);
}

proptest! {
    #[test]
    fn expand_undoes_minify(list in prop::collection::vec(
        prop::collection::btree_map("[a-d]", 0_i64..3, 1..4),
        0..6,
    )) {
        let list: Vec<PhpMap> = list
            .into_iter()
            .map(|version| version.into_iter().map(|(key, value)| (key, value.into())).collect())
            .collect();
        // Every version has a key that stays, as real ones have their name, and order is not
        // kept: a key that comes back goes to the end.
        let list: Vec<PhpMap> = list
            .into_iter()
            .map(|mut version| {
                version.insert("name".to_owned(), "a/b".into());
                version
            })
            .collect();
        let sorted = |mut versions: Vec<PhpMap>| {
            versions.iter_mut().for_each(PhpMap::sort_keys);
            print(versions)
        };
        let again = metadata::expand(metadata::minify(list.clone()));
        prop_assert_eq!(sorted(again), sorted(list));
    }
}
