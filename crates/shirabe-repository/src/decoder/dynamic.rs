use shirabe_callgraph::{centre, enter};
use shirabe_mixed::{PhpMap, PhpMixed, json, metadata};

use super::{DecodeError, Decoded, MetadataDecoder, REMARK_KEYS, Wish};
use crate::notices::MESSAGE_KEYS;

/// Decodes every document as a whole into dynamic values, as Composer does, then picks out of it.
#[derive(Debug, Clone, Copy, Default)]
pub struct DynamicDecoder;

impl MetadataDecoder for DynamicDecoder {
    fn name(&self) -> &'static str {
        super::DECODER
    }

    fn decode(&self, text: &[u8], wish: &Wish<'_>) -> Result<Decoded, DecodeError> {
        let mut document = match json::decode(text)? {
            PhpMixed::Map(map) => map,
            PhpMixed::List(list) if list.is_empty() => PhpMap::default(),
            other => return Err(shape("an object was expected", &other)),
        };
        let mut decoded = Decoded {
            messages: take_keys(&mut document, &MESSAGE_KEYS),
            remarks: take_keys(&mut document, &REMARK_KEYS),
            ..Decoded::default()
        };
        let is_minified =
            document.get("minified").and_then(PhpMixed::as_str) == Some("composer/2.0");
        let Some(PhpMixed::Map(mut packages)) = document.swap_remove("packages") else {
            return Ok(decoded);
        };
        let versions = match packages.swap_remove(wish.name.as_str()) {
            None | Some(PhpMixed::Null) => return Ok(decoded),
            Some(PhpMixed::List(list)) => list,
            Some(PhpMixed::Map(map)) => map.into_values().collect(),
            Some(other) => return Err(shape("a list of versions was expected", &other)),
        };
        decoded.is_found = true;
        let versions = versions
            .into_iter()
            .map(|version| match version {
                PhpMixed::Map(map) => Ok(map),
                other => Err(shape("an object was expected for each version", &other)),
            })
            .collect::<Result<Vec<_>, _>>()?;
        if is_minified {
            let _span = enter(centre!("expand"));
            // Only what is wanted is copied out of the list's running state.
            metadata::expand_each(versions, |version| -> Result<(), DecodeError> {
                if wish.admits(version)? {
                    decoded.versions.push(version.clone());
                }
                Ok(())
            })?;
        } else {
            for version in versions {
                if wish.admits(&version)? {
                    decoded.versions.push(version);
                }
            }
        }
        Ok(decoded)
    }
}

fn take_keys(document: &mut PhpMap, keys: &[&str]) -> PhpMap {
    keys.iter()
        .filter_map(|key| document.swap_remove_entry(*key))
        .collect()
}

fn shape(expected: &str, found: &PhpMixed) -> DecodeError {
    DecodeError::Shape(format!("{expected}, {} found", found.type_name()))
}
