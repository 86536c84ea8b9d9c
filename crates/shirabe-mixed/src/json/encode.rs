//! `json_encode`.

use super::{Indent, JsonError, MAX_ENCODE_NESTING};
use crate::value::PhpMixed;
use shirabe_callgraph::{centre, enter};
use std::fmt::Write as _;

/// How to print: the flags of `json_encode` that Composer uses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EncodeOptions {
    /// `JSON_PRETTY_PRINT`, with this indentation.
    pub pretty: Option<Indent>,
    /// `JSON_UNESCAPED_SLASHES`
    pub unescaped_slashes: bool,
    /// `JSON_UNESCAPED_UNICODE`. U+2028 and U+2029 are escaped all the same, as in PHP.
    pub unescaped_unicode: bool,
}

impl EncodeOptions {
    /// As Composer writes its files: pretty, four spaces, slashes and unicode as they are.
    #[must_use]
    pub fn pretty() -> Self {
        Self::pretty_with(Indent::default())
    }

    /// As [`pretty`](Self::pretty), with this indentation.
    #[must_use]
    pub fn pretty_with(indent: Indent) -> Self {
        Self {
            pretty: Some(indent),
            unescaped_slashes: true,
            unescaped_unicode: true,
        }
    }

    /// No flags: on one line, slashes and unicode escaped.
    #[must_use]
    pub fn compact() -> Self {
        Self::default()
    }
}

/// Prints a value byte for byte as `json_encode` does, with `serialize_precision` -1. A map is an
/// object, the empty one too; a list is an array. There is no newline at the end.
///
/// # Errors
/// Where a float is infinite or not a number, and where arrays nest deeper than
/// [`MAX_ENCODE_NESTING`].
pub fn encode(value: &PhpMixed, options: &EncodeOptions) -> Result<String, JsonError> {
    let _span = enter(centre!("encode"));
    let mut printer = Printer {
        out: String::new(),
        options,
        nesting: 0,
    };
    printer.value(value)?;
    Ok(printer.out)
}

struct Printer<'a> {
    out: String,
    options: &'a EncodeOptions,
    nesting: usize,
}

impl Printer<'_> {
    fn value(&mut self, value: &PhpMixed) -> Result<(), JsonError> {
        match value {
            PhpMixed::Null => self.out.push_str("null"),
            PhpMixed::Bool(true) => self.out.push_str("true"),
            PhpMixed::Bool(false) => self.out.push_str("false"),
            PhpMixed::Int(value) => self.print(format_args!("{value}")),
            PhpMixed::Float(value) => self.float(*value)?,
            PhpMixed::String(text) => self.string(text),
            PhpMixed::List(items) => {
                self.nested('[', ']', items, |printer, item| printer.value(item))?;
            }
            PhpMixed::Map(map) => self.nested('{', '}', map, |printer, (key, item)| {
                printer.string(key);
                printer.out.push(':');
                if printer.options.pretty.is_some() {
                    printer.out.push(' ');
                }
                printer.value(item)
            })?,
        }
        Ok(())
    }

    fn nested<T>(
        &mut self,
        open: char,
        close: char,
        items: impl IntoIterator<Item = T>,
        mut print: impl FnMut(&mut Self, T) -> Result<(), JsonError>,
    ) -> Result<(), JsonError> {
        if self.nesting == MAX_ENCODE_NESTING {
            return Err(JsonError::EncodeTooDeep);
        }
        self.out.push(open);
        self.nesting += 1;
        let mut empty = true;
        for item in items {
            if !empty {
                self.out.push(',');
            }
            empty = false;
            self.line();
            print(self, item)?;
        }
        self.nesting -= 1;
        if !empty {
            self.line();
        }
        self.out.push(close);
        Ok(())
    }

    fn line(&mut self) {
        if let Some(indent) = &self.options.pretty {
            self.out.push('\n');
            for _ in 0..self.nesting {
                self.out.push_str(indent.as_str());
            }
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        let mut plain = 0;
        for (at, char) in text.char_indices() {
            let short = match char {
                '"' => "\\\"",
                '\\' => "\\\\",
                '/' if !self.options.unescaped_slashes => "\\/",
                '\u{8}' => "\\b",
                '\u{c}' => "\\f",
                '\n' => "\\n",
                '\r' => "\\r",
                '\t' => "\\t",
                '\0'..='\u{1f}' | '\u{2028}' | '\u{2029}' => "",
                '\u{80}'.. if !self.options.unescaped_unicode => "",
                _ => continue,
            };
            self.out.push_str(&text[plain..at]);
            plain = at + char.len_utf8();
            if short.is_empty() {
                for unit in char.encode_utf16(&mut [0; 2]) {
                    self.print(format_args!("\\u{unit:04x}"));
                }
            } else {
                self.out.push_str(short);
            }
        }
        self.out.push_str(&text[plain..]);
        self.out.push('"');
    }

    /// The shortest digits that give the same float again; positional from 1e-4 up to 17 digits
    /// before the point, else with an exponent.
    fn float(&mut self, value: f64) -> Result<(), JsonError> {
        if !value.is_finite() {
            return Err(JsonError::NotFinite);
        }
        let scientific = format!("{value:e}");
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if (-4..17).contains(&exponent) {
            self.print(format_args!("{value}"));
        } else {
            let point = if mantissa.contains('.') { "" } else { ".0" };
            self.print(format_args!("{mantissa}{point}e{exponent:+}"));
        }
        Ok(())
    }

    fn print(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = self.out.write_fmt(text);
    }
}
