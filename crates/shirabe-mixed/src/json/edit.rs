use std::collections::HashMap;
use std::ops::Range;

use serde_json::value::RawValue;

use super::{EncodeOptions, encode};
use crate::PhpMixed;

/// The text with the string at `path` replaced, and every other byte as it was. Keys are compared without
/// regard to case, as package names are; of one that comes twice the last counts, as for PHP.
///
/// `None` where the text is no JSON or has no string there.
#[must_use]
pub fn replace_string(text: &str, path: &[&str], value: &str) -> Option<String> {
    let place = place_of(text, path)?;
    if !text[place.clone()].starts_with('"') {
        return None;
    }
    let quoted = encode(
        &PhpMixed::String(value.to_owned()),
        &EncodeOptions::pretty(),
    )
    .ok()?;
    let mut edited = text.to_owned();
    edited.replace_range(place, &quoted);
    Some(edited)
}

/// Where the value at `path` stands in the text.
fn place_of(text: &str, path: &[&str]) -> Option<Range<usize>> {
    let mut inner = text;
    let mut start = 0;
    for wanted in path {
        let members: HashMap<String, &RawValue> = serde_json::from_str(inner).ok()?;
        let (_, value) = members.iter().find(|(key, _)| *key == wanted).or_else(|| {
            members
                .iter()
                .find(|(key, _)| key.eq_ignore_ascii_case(wanted))
        })?;
        let value = value.get();
        // The value is borrowed from the text: how far behind its start it begins is its place.
        start += value.as_ptr().addr() - inner.as_ptr().addr();
        inner = value;
    }
    Some(start..start + inner.len())
}

#[cfg(test)]
mod tests {
    use super::replace_string;

    const TEXT: &str = "{ \"name\":\"acme/app\",\r\n\t\"require\" : {\"php\":\"^8\", \"Acme/A\" : \"^1.0\"},\r\n\t\"require-dev\": {}}\n";

    #[test]
    fn only_the_string_changes() {
        assert_eq!(
            replace_string(TEXT, &["require", "acme/a"], "^1.2 || é/\"x\"").as_deref(),
            Some(TEXT.replace("\"^1.0\"", "\"^1.2 || é/\\\"x\\\"\"").as_str())
        );
        assert_eq!(
            replace_string(TEXT, &["name"], "acme/other").as_deref(),
            Some(TEXT.replace("acme/app", "acme/other").as_str())
        );
    }

    #[test]
    fn what_is_not_there_is_not_replaced() {
        for path in [
            &["require-dev", "acme/a"][..],
            &["require"],
            &["nothing"],
            &["name", "deeper"],
        ] {
            assert_eq!(replace_string(TEXT, path, "x"), None, "{path:?}");
        }
        assert_eq!(replace_string("{", &["name"], "x"), None);
    }
}
