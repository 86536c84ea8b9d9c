//! `json_decode`.

use super::{JsonError, MAX_DECODE_NESTING, error::Place, strict};
use crate::value::{PhpMap, PhpMixed};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use shirabe_callgraph::{centre, enter};
use std::fmt;

/// Decodes a text as `json_decode($text, true)` does.
///
/// Objects are arrays: `{}` becomes an empty list, and so does one with the keys `"0" … "n-1"`
/// become a list. Of equal keys the last value wins, in the first one's place. Integers beyond
/// 64 bits become floats. The empty text is an error.
///
/// # Errors
/// Where the text is not UTF-8, breaks the grammar, has half a surrogate pair or nests deeper than
/// [`MAX_DECODE_NESTING`].
pub fn decode(text: &[u8]) -> Result<PhpMixed, JsonError> {
    decode_with(text, Objects::AsArrays)
}

/// Decodes a text as [`decode`] does, but every object stays a [`PhpMixed::Map`], the empty one
/// too, so that encoding gives objects again (PHP's `stdClass`).
///
/// # Errors
/// As for [`decode`]; also for a name that begins with a NUL, which PHP's objects cannot have.
pub fn decode_keeping_objects(text: &[u8]) -> Result<PhpMixed, JsonError> {
    decode_with(text, Objects::Kept)
}

/// What becomes of a JSON object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Objects {
    /// A PHP array: perhaps a list.
    AsArrays,
    /// A map.
    Kept,
}

impl Objects {
    pub(super) fn finish(self, map: PhpMap) -> PhpMixed {
        match self {
            Self::AsArrays => PhpMixed::from_array(map),
            Self::Kept => PhpMixed::Map(map),
        }
    }
}

fn decode_with(text: &[u8], objects: Objects) -> Result<PhpMixed, JsonError> {
    let _span = enter(centre!("decode"));
    let text = std::str::from_utf8(text).map_err(|error| {
        let valid = String::from_utf8_lossy(&text[..error.valid_up_to()]);
        JsonError::NotUtf8(Place::after(&valid))
    })?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let seed = Seed {
        objects,
        nesting: 0,
    };
    // What serde_json refuses may still be JSON to PHP (1e400 is an infinity), or `-0`, which
    // PHP takes for the integer but serde_json for a float; and what is wrong deserves a reason.
    seed.deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .or_else(|_| strict::parse(text, objects))
}

#[derive(Clone, Copy)]
struct Seed {
    objects: Objects,
    /// Arrays around the value.
    nesting: usize,
}

impl Seed {
    fn inner<E: Error>(self) -> Result<Self, E> {
        if self.nesting == MAX_DECODE_NESTING {
            return Err(E::custom("nested too deep"));
        }
        Ok(Self {
            nesting: self.nesting + 1,
            ..self
        })
    }
}

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = PhpMixed;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<PhpMixed, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed {
    type Value = PhpMixed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<PhpMixed, E> {
        Ok(PhpMixed::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<PhpMixed, E> {
        Ok(PhpMixed::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<PhpMixed, E> {
        Ok(PhpMixed::Int(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<PhpMixed, E> {
        Ok(i64::try_from(value).map_or(PhpMixed::Float(value as f64), PhpMixed::Int))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<PhpMixed, E> {
        if value == 0.0 && value.is_sign_negative() {
            return Err(E::custom("-0 or -0.0"));
        }
        Ok(PhpMixed::Float(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<PhpMixed, E> {
        Ok(PhpMixed::String(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<PhpMixed, E> {
        Ok(PhpMixed::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<PhpMixed, A::Error> {
        let _span = enter(centre!(fine "value"));
        let inner = self.inner()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(PhpMixed::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<PhpMixed, A::Error> {
        let _span = enter(centre!(fine "value"));
        let inner = self.inner()?;
        let mut map = PhpMap::default();
        while let Some(key) = access.next_key::<String>()? {
            if self.objects == Objects::Kept && key.starts_with('\0') {
                return Err(A::Error::custom("property name"));
            }
            map.insert(key, access.next_value_seed(inner)?);
        }
        Ok(self.objects.finish(map))
    }
}
