use proptest::prelude::*;
use shirabe_mixed::PhpMixed;
use shirabe_mixed::json::{EncodeOptions, Indent, decode, decode_keeping_objects, encode};

fn scalar() -> impl Strategy<Value = PhpMixed> {
    prop_oneof![
        Just(PhpMixed::Null),
        any::<bool>().prop_map(PhpMixed::from),
        any::<i64>().prop_map(PhpMixed::from),
        // A float without a fraction prints as an integer and comes back as one, as in PHP.
        any::<f64>()
            .prop_filter("a finite fraction", |float| {
                float.is_finite() && (float.fract() != 0.0 || float.abs() >= 1e17)
            })
            .prop_map(PhpMixed::from),
        any::<String>().prop_map(PhpMixed::from),
    ]
}

fn value() -> impl Strategy<Value = PhpMixed> {
    scalar().prop_recursive(4, 64, 6, |inner| {
        let key = prop_oneof!["[0-3]", "[a-z/]{0,4}", any::<String>()]
            .prop_filter("a name that objects can have", |key| !key.starts_with('\0'));
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(PhpMixed::List),
            prop::collection::vec((key, inner), 0..5)
                .prop_map(|entries| PhpMixed::Map(entries.into_iter().collect())),
        ]
    })
}

fn options() -> impl Strategy<Value = EncodeOptions> {
    let indent = prop_oneof![Just(Indent::tab()), (1_usize..6).prop_map(Indent::spaces)];
    (prop::option::of(indent), any::<bool>(), any::<bool>()).prop_map(
        |(pretty, unescaped_slashes, unescaped_unicode)| EncodeOptions {
            pretty,
            unescaped_slashes,
            unescaped_unicode,
        },
    )
}

proptest! {
    #[test]
    fn decoding_gives_back_what_was_encoded(value in value(), options in options()) {
        let text = encode(&value, &options).expect("encodable");
        prop_assert_eq!(decode_keeping_objects(text.as_bytes()), Ok(value));
    }

    /// serde_json is the second opinion on what is JSON at all.
    #[test]
    fn broken_texts_are_refused_with_a_place_inside_them(
        value in value(),
        at in any::<prop::sample::Index>(),
        with in "[\\[\\]{},:\"\\\\ 0-9a-]{0,2}",
    ) {
        let mut text = encode(&value, &EncodeOptions::pretty()).expect("encodable");
        let at = (0..=at.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at));
        text.insert_str(at.unwrap_or(0), &with);
        let other: Result<serde::de::IgnoredAny, _> = serde_json::from_str(&text);
        match decode(text.as_bytes()) {
            Ok(_) => prop_assert!(other.is_ok() || text.contains(['e', 'E'])),
            Err(error) => {
                let place = error.place().expect("a place");
                let line = text.split('\n').nth(place.line - 1);
                let columns = line.expect("a line of the text").chars().count();
                prop_assert!(place.column <= columns + 1);
            }
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = decode(&bytes);
    }
}
