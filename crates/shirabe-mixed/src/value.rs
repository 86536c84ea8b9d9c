//! The dynamic value.

use indexmap::IndexMap;

/// A PHP array with string keys, in insertion order.
///
/// PHP turns keys such as `"12"` into integers; here they stay text, for nothing that Composer
/// reads or prints tells the two apart, but for lists: see [`PhpMixed::from_array`].
pub type PhpMap = IndexMap<String, PhpMixed, MapHasher>;

/// What hashes the keys of a [`PhpMap`]: the standard library's, with keys of chance.
#[cfg(not(feature = "fixed-hasher"))]
pub type MapHasher = std::hash::RandomState;

/// What hashes the keys of a [`PhpMap`]: the standard library's, always with the same keys, so that
/// two runs take the same instructions. Whoever writes the documents could make it slow.
#[cfg(feature = "fixed-hasher")]
pub type MapHasher = std::hash::BuildHasherDefault<std::hash::DefaultHasher>;

/// A PHP value, as `json_decode` makes them.
///
/// Equality is PHP's `===`: of the same type, and arrays also of the same order.
#[derive(Debug, Clone, Default)]
pub enum PhpMixed {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float; what does not fit into an integer, too.
    Float(f64),
    /// A string. JSON has only UTF-8 ones.
    String(String),
    /// An array whose keys are `0 … n-1` in order. The empty array is this one.
    List(Vec<PhpMixed>),
    /// Any other array; or an object, where those are kept apart
    /// ([`json::decode_keeping_objects`](crate::json::decode_keeping_objects)).
    Map(PhpMap),
}

impl PhpMixed {
    /// The value of a PHP array with these entries: a list if its keys are `"0" … "n-1"` in order
    /// (so also if it has none), else a map.
    #[must_use]
    pub fn from_array(map: PhpMap) -> Self {
        if has_list_keys(&map) {
            Self::List(map.into_values().collect())
        } else {
            Self::Map(map)
        }
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a boolean.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of an integer.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a float.
    #[must_use]
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Self::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// The items of a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[PhpMixed]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries of a map. A list has none, not even the empty one: [`into_map`](Self::into_map)
    /// takes both.
    #[must_use]
    pub fn as_map(&self) -> Option<&PhpMap> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The entries of a map, to be changed.
    #[must_use]
    pub fn as_map_mut(&mut self) -> Option<&mut PhpMap> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The entries of any array, a list's under `"0" … "n-1"`; `None` for what is no array.
    #[must_use]
    pub fn into_map(self) -> Option<PhpMap> {
        match self {
            Self::Map(map) => Some(map),
            Self::List(items) => Some(
                items
                    .into_iter()
                    .enumerate()
                    .map(|(index, item)| (index.to_string(), item))
                    .collect(),
            ),
            _ => None,
        }
    }

    /// The items of any array in order, whatever their keys; none for what is no array.
    pub fn values(&self) -> impl Iterator<Item = &PhpMixed> {
        let (list, map) = match self {
            Self::List(items) => (Some(items), None),
            Self::Map(map) => (None, Some(map)),
            _ => (None, None),
        };
        list.into_iter()
            .flatten()
            .chain(map.into_iter().flat_map(IndexMap::values))
    }

    /// What a map holds under `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&PhpMixed> {
        self.as_map()?.get(key)
    }

    /// Whether this is an array of either kind.
    #[must_use]
    pub fn is_array(&self) -> bool {
        matches!(self, Self::List(_) | Self::Map(_))
    }

    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// PHP's `empty()`: an array without items, and also `null`, `false`, zero, `""` and `"0"`.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Bool(value) => !value,
            Self::Int(value) => *value == 0,
            Self::Float(value) => *value == 0.0,
            Self::String(text) => text.is_empty() || text == "0",
            Self::List(items) => items.is_empty(),
            Self::Map(map) => map.is_empty(),
        }
    }

    /// PHP's name of the type, as `get_debug_type` has it, for messages.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::String(_) => "string",
            Self::List(_) | Self::Map(_) => "array",
        }
    }
}

fn has_list_keys(map: &PhpMap) -> bool {
    map.keys()
        .enumerate()
        .all(|(index, key)| match key.as_bytes() {
            [digit] => digit.wrapping_sub(b'0') as usize == index && index < 10,
            [b'1'..=b'9', ..] => *key == index.to_string(),
            _ => false,
        })
}

impl PartialEq for PhpMixed {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            (Self::String(a), Self::String(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a.len() == b.len() && a.iter().eq(b.iter()),
            _ => false,
        }
    }
}

impl From<bool> for PhpMixed {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for PhpMixed {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<i32> for PhpMixed {
    fn from(value: i32) -> Self {
        Self::Int(value.into())
    }
}

impl From<f64> for PhpMixed {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<&str> for PhpMixed {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for PhpMixed {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<PhpMap> for PhpMixed {
    /// Always a map, an object to [`encode`](crate::json::encode); PHP's array with these entries
    /// is [`PhpMixed::from_array`].
    fn from(map: PhpMap) -> Self {
        Self::Map(map)
    }
}

impl<T: Into<PhpMixed>> From<Vec<T>> for PhpMixed {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<PhpMixed>> From<Option<T>> for PhpMixed {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(&str, i64)]) -> PhpMap {
        entries
            .iter()
            .map(|(key, value)| ((*key).to_owned(), PhpMixed::Int(*value)))
            .collect()
    }

    #[test]
    fn arrays_with_counting_keys_are_lists() {
        let list = |n: i64| PhpMixed::List((0..n).map(PhpMixed::Int).collect());
        assert_eq!(PhpMixed::from_array(map(&[])), list(0));
        assert_eq!(PhpMixed::from_array(map(&[("0", 0), ("1", 1)])), list(2));
        let twelve: PhpMap = (0..12).map(|i: i64| (i.to_string(), i.into())).collect();
        assert_eq!(PhpMixed::from_array(twelve), list(12));
        for other in [
            &[("1", 1)][..],
            &[("1", 0), ("0", 1)],
            &[("00", 0)],
            &[("0", 0), ("+1", 1)],
            &[("0", 0), ("01", 1)],
            &[("", 0)],
            &[("/", 0)],
            &[("a", 0)],
        ] {
            assert!(
                PhpMixed::from_array(map(other)).as_map().is_some(),
                "{other:?}"
            );
        }
    }

    #[test]
    fn equality_minds_order_and_type() {
        let there = PhpMixed::from(map(&[("a", 1), ("b", 2)]));
        let back = PhpMixed::from(map(&[("b", 2), ("a", 1)]));
        assert_ne!(there, back);
        assert_eq!(there, there.clone());
        assert_ne!(PhpMixed::Int(1), PhpMixed::Float(1.0));
        assert_ne!(PhpMixed::List(vec![]), PhpMixed::Map(PhpMap::default()));
    }

    #[test]
    fn empty_is_phps() {
        for empty in [
            PhpMixed::Null,
            false.into(),
            0.into(),
            (-0.0).into(),
            "".into(),
            "0".into(),
            PhpMixed::List(vec![]),
            PhpMap::default().into(),
        ] {
            assert!(empty.is_empty(), "{empty:?}");
        }
        assert!(!PhpMixed::from("0.0").is_empty());
        assert!(!PhpMixed::from(vec![0]).is_empty());
    }

    #[test]
    fn values_of_any_array() {
        assert_eq!(PhpMixed::from(vec![1, 2]).values().count(), 2);
        assert_eq!(PhpMixed::from(map(&[("x", 1)])).values().count(), 1);
        assert_eq!(PhpMixed::from("x").values().count(), 0);
    }
}
