//! The shape of `composer.json`: <https://getcomposer.org/schema.json>.
//!
//! A document of another shape is refused before anything is done with it; the messages name the
//! key, what stands there and what should. The tables are in [`tables`].

mod formats;
mod tables;

use crate::error::PackageError;
use shirabe_mixed::json::{self, EncodeOptions};
use shirabe_mixed::{PhpMap, PhpMixed};

/// How much of the schema holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// For a project: keys may be missing or unknown.
    Lax,
    /// For `validate`: name and description must be there, and no unknown key.
    Strict,
}

/// Checks the shape of a `composer.json`, or of a `config.json`, which has the same.
///
/// `document` must have been decoded with
/// [`json::decode_keeping_objects`](shirabe_mixed::json::decode_keeping_objects), since `{}` and
/// `[]` are not the same here. `file` is its name in messages.
///
/// # Errors
/// With every deviation.
pub fn check(file: &str, document: &PhpMixed, strictness: Strictness) -> Result<(), PackageError> {
    let errors = deviations(document, strictness);
    if errors.is_empty() {
        return Ok(());
    }
    Err(PackageError::Schema {
        file: file.to_owned(),
        errors,
    })
}

/// Every deviation of a document from the schema, as `key : what`.
#[must_use]
pub fn deviations(document: &PhpMixed, strictness: Strictness) -> Vec<String> {
    let mut errors = Vec::new();
    if strictness == Strictness::Strict
        && let PhpMixed::Map(map) = document
    {
        for key in map.keys() {
            if !tables::ROOT.fields.iter().any(|(known, _)| known == key) {
                errors.push(format!(
                    "The property {key} is not defined and the definition does not allow \
                     additional properties"
                ));
            }
        }
        missing("", map, &["name", "description"], &mut errors);
    }
    tables::ROOT.check("", document, &mut errors);
    let mut seen: Vec<String> = Vec::with_capacity(errors.len());
    for error in errors {
        if !seen.contains(&error) {
            seen.push(error);
        }
    }
    seen
}

/// A type of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Array,
    Boolean,
    Integer,
    Null,
    Object,
    Text,
}

impl Kind {
    fn fits(self, value: &PhpMixed) -> bool {
        match self {
            Self::Array => matches!(value, PhpMixed::List(_)),
            Self::Boolean => matches!(value, PhpMixed::Bool(_)),
            Self::Integer => matches!(value, PhpMixed::Int(_)),
            Self::Null => value.is_null(),
            Self::Object => matches!(value, PhpMixed::Map(_)),
            Self::Text => matches!(value, PhpMixed::String(_)),
        }
    }

    fn wording(self) -> &'static str {
        match self {
            Self::Array => "an array",
            Self::Boolean => "a boolean",
            Self::Integer => "an integer",
            Self::Null => "a null",
            Self::Object => "an object",
            Self::Text => "a string",
        }
    }
}

/// A text that must have a certain form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    PackageName,
    PackageType,
    Version,
    Url,
    Email,
}

/// What a value must be.
#[derive(Clone, Copy, Debug)]
struct Shape {
    kinds: &'static [Kind],
    /// The only values, as JSON.
    values: &'static [&'static str],
    format: Option<Format>,
    required: &'static [&'static str],
    fields: &'static [(&'static str, Shape)],
    /// Every item of an array.
    items: Option<&'static Shape>,
    /// Every field of an object that is not named.
    others: Option<&'static Shape>,
    /// Alternatives, of which one must fit.
    any_of: &'static [Shape],
}

impl Shape {
    fn check(&self, path: &str, value: &PhpMixed, errors: &mut Vec<String>) {
        let mut complain = |text: String| errors.push(located(path, &text));
        if !self.kinds.is_empty() && !self.kinds.iter().any(|kind| kind.fits(value)) {
            complain(format!(
                "{} value found, but {} is required",
                found(value),
                joined(self.kinds)
            ));
        }
        if !self.values.is_empty() && !self.values.contains(&as_json(value).as_str()) {
            complain(format!(
                "Does not have a value in the enumeration [{}]",
                self.values.join(",")
            ));
        }
        if let (Some(format), PhpMixed::String(text)) = (self.format, value)
            && let Some(complaint) = formats::complaint(format, text)
        {
            complain(complaint);
        }
        match value {
            PhpMixed::Map(map) => self.check_fields(path, map, errors),
            PhpMixed::List(list) => {
                if let Some(shape) = self.items {
                    for (index, item) in list.iter().enumerate() {
                        shape.check(&format!("{path}[{index}]"), item, errors);
                    }
                }
            }
            _ => {}
        }
        self.check_alternatives(path, value, errors);
    }

    fn check_fields(&self, path: &str, map: &PhpMap, errors: &mut Vec<String>) {
        missing(path, map, self.required, errors);
        for (key, shape) in self.fields {
            if let Some(value) = map.get(*key) {
                shape.check(&below(path, key), value, errors);
            }
        }
        let Some(shape) = self.others else {
            return;
        };
        for (key, value) in map {
            if !self.fields.iter().any(|(known, _)| known == key) {
                shape.check(&below(path, key), value, errors);
            }
        }
    }

    fn check_alternatives(&self, path: &str, value: &PhpMixed, errors: &mut Vec<String>) {
        let mut tried = Vec::new();
        for shape in self.any_of {
            let before = tried.len();
            shape.check(path, value, &mut tried);
            if tried.len() == before {
                return;
            }
        }
        if !self.any_of.is_empty() {
            errors.append(&mut tried);
            errors.push(located(path, "Failed to match at least one schema"));
        }
    }
}

fn missing(path: &str, map: &PhpMap, required: &[&str], errors: &mut Vec<String>) {
    for key in required.iter().filter(|key| !map.contains_key(**key)) {
        errors.push(located(
            &below(path, key),
            &format!("The property {key} is required"),
        ));
    }
}

fn below(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

fn located(path: &str, text: &str) -> String {
    if path.is_empty() {
        text.to_owned()
    } else {
        format!("{path} : {text}")
    }
}

fn found(value: &PhpMixed) -> &'static str {
    match value {
        PhpMixed::Null => "NULL",
        PhpMixed::Bool(_) => "Boolean",
        PhpMixed::Int(_) => "Integer",
        PhpMixed::Float(_) => "Double",
        PhpMixed::String(_) => "String",
        PhpMixed::List(_) => "Array",
        PhpMixed::Map(_) => "Object",
    }
}

fn joined(kinds: &[Kind]) -> String {
    let words: Vec<&str> = kinds.iter().map(|kind| kind.wording()).collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

fn as_json(value: &PhpMixed) -> String {
    json::encode(value, &EncodeOptions::compact()).unwrap_or_default()
}
