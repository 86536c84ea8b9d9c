//! PHP's JSON grammar to the letter, and what is wrong with a text that breaks it.
//!
//! [`decode`](super::decode) asks here only about texts that serde_json refuses, so this is
//! written for its answers, not for speed. It keeps its own stack: no nesting can overflow it.

use super::MAX_DECODE_NESTING;
use super::decode::Objects;
use super::error::{JsonError, Place};
use crate::value::{PhpMap, PhpMixed};

const VALUE: &str = "a string, a number, null, true, false, '{' or '['";

/// Decodes a text, or says where and why PHP would not.
pub(super) fn parse(text: &str, objects: Objects) -> Result<PhpMixed, JsonError> {
    if text.starts_with('\u{feff}') {
        return Err(JsonError::ByteOrderMark);
    }
    let mut parser = Parser {
        text,
        at: 0,
        token_end: 0,
        objects,
        open: Vec::new(),
        refused: None,
    };
    let value = parser.document()?;
    match parser.refused {
        Some(error) => Err(error),
        None => Ok(value),
    }
}

/// An array or object whose end has not come yet.
enum Open {
    List(Vec<PhpMixed>),
    Object(PhpMap, String),
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// Where the last token ended.
    token_end: usize,
    objects: Objects,
    open: Vec<Open>,
    /// The first thing that is no fault of grammar but that PHP refuses. A fault of grammar
    /// further down is the better news.
    refused: Option<JsonError>,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<PhpMixed, JsonError> {
        loop {
            let Some(mut value) = self.value()? else {
                continue;
            };
            loop {
                self.skip_space();
                match self.open.pop() {
                    None => {
                        return match self.peek() {
                            None => Ok(value),
                            Some(_) => Err(self.expected("the end of the text")),
                        };
                    }
                    Some(Open::List(mut items)) => {
                        items.push(value);
                        if self.take(',') {
                            self.open.push(Open::List(items));
                            self.skip_space();
                            if self.peek() == Some(']') {
                                return Err(self.trailing_comma(VALUE));
                            }
                            break;
                        }
                        if !self.take(']') {
                            return Err(self.expected("',' or ']'"));
                        }
                        value = self.finish(PhpMixed::List(items));
                    }
                    Some(Open::Object(mut map, key)) => {
                        map.insert(key, value);
                        if self.take(',') {
                            self.skip_space();
                            if self.peek() == Some('}') {
                                return Err(self.trailing_comma("a string"));
                            }
                            let key = self.key("a string")?;
                            self.open.push(Open::Object(map, key));
                            break;
                        }
                        if !self.take('}') {
                            return Err(self.expected("',' or '}'"));
                        }
                        let map = self.objects.finish(map);
                        value = self.finish(map);
                    }
                }
            }
        }
    }

    /// A value whose end is its own; `None` where an array or object has opened instead.
    fn value(&mut self) -> Result<Option<PhpMixed>, JsonError> {
        self.skip_space();
        let expected = match self.open.last() {
            Some(Open::List(items)) if items.is_empty() => {
                "a string, a number, null, true, false, '{', '[' or ']'"
            }
            _ => VALUE,
        };
        match self.peek() {
            Some('[') => {
                self.open(Open::List(Vec::new()));
                self.skip_space();
                if self.take(']') {
                    self.open.pop();
                    return Ok(Some(PhpMixed::List(Vec::new())));
                }
                Ok(None)
            }
            Some('{') => {
                self.open(Open::Object(PhpMap::default(), String::new()));
                self.skip_space();
                if self.take('}') {
                    self.open.pop();
                    return Ok(Some(self.objects.finish(PhpMap::default())));
                }
                let name = self.key("a string or '}'")?;
                if let Some(Open::Object(_, key)) = self.open.last_mut() {
                    *key = name;
                }
                Ok(None)
            }
            Some('"') => self.string().map(PhpMixed::String).map(Some),
            Some('-' | '0'..='9') => self.number(expected).map(Some),
            Some('a'..='z') => {
                for (word, value) in [
                    ("null", PhpMixed::Null),
                    ("true", PhpMixed::Bool(true)),
                    ("false", PhpMixed::Bool(false)),
                ] {
                    if self.rest().starts_with(word) {
                        self.advance(word.len());
                        return Ok(Some(value));
                    }
                }
                Err(self.expected(expected))
            }
            _ => Err(self.expected(expected)),
        }
    }

    fn open(&mut self, open: Open) {
        if self.open.len() == MAX_DECODE_NESTING {
            let place = Place::after(&self.text[..self.at]);
            self.refused.get_or_insert(JsonError::TooDeep(place));
        }
        self.advance(1);
        self.open.push(open);
    }

    /// A value beyond the depth is dropped at once: kept, it would overflow the stack when it is.
    fn finish(&self, value: PhpMixed) -> PhpMixed {
        if self.open.len() >= MAX_DECODE_NESTING {
            PhpMixed::Null
        } else {
            value
        }
    }

    fn key(&mut self, expected: &str) -> Result<String, JsonError> {
        if self.peek() != Some('"') {
            return Err(self.expected(expected));
        }
        let key = self.string()?;
        if self.objects == Objects::Kept && key.starts_with('\0') {
            self.refused.get_or_insert(JsonError::PropertyName);
        }
        self.skip_space();
        if !self.take(':') {
            return Err(self.expected("':'"));
        }
        Ok(key)
    }

    fn number(&mut self, expected: &str) -> Result<PhpMixed, JsonError> {
        let rest = self.rest().as_bytes();
        let digits = |from: usize| {
            let rest = rest.get(from..).unwrap_or_default();
            rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
        };
        let sign = usize::from(rest[0] == b'-');
        let whole = match rest.get(sign) {
            Some(b'0') => 1,
            _ => digits(sign),
        };
        if whole == 0 {
            return Err(self.expected(expected));
        }
        let mut len = sign + whole;
        let is_int_so_far = len;
        if rest.get(len) == Some(&b'.') && digits(len + 1) > 0 {
            len += 1 + digits(len + 1);
        }
        if matches!(rest.get(len), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(rest.get(len + 1), Some(b'+' | b'-')));
            let exponent = digits(len + 1 + sign);
            if exponent > 0 {
                len += 1 + sign + exponent;
            }
        }
        let text = &self.rest()[..len];
        let float = || PhpMixed::Float(text.parse().unwrap_or(f64::NAN));
        let value = if len == is_int_so_far {
            text.parse().map_or_else(|_| float(), PhpMixed::Int)
        } else {
            float()
        };
        self.advance(len);
        Ok(value)
    }

    fn string(&mut self) -> Result<String, JsonError> {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            match self.peek() {
                Some('"') => {
                    self.advance(1);
                    return Ok(out);
                }
                Some('\\') => out.push(self.escape()?),
                Some(char) if char >= ' ' => {
                    out.push(char);
                    self.at += char.len_utf8();
                }
                _ => {
                    return Err(self.error_at(
                        start,
                        "Invalid string, it appears you forgot to terminate a string, or attempted \
                         to write a multiline string which is invalid",
                    ));
                }
            }
        }
    }

    /// The character of an escape sequence, which begins at the backslash.
    fn escape(&mut self) -> Result<char, JsonError> {
        let start = self.at;
        let mut rest = self.rest().chars().skip(1);
        let letter = rest.next();
        let simple = match letter {
            Some(char @ ('"' | '\\' | '/')) => char,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let Some(unit) = self.code_unit() else {
                    let what = "Invalid string, '\\u' must be followed by four hexadecimal digits";
                    return Err(self.error_at(start, what));
                };
                let decoded = match unit {
                    0xd800..=0xdbff => self
                        .code_unit()
                        .and_then(|low| char::decode_utf16([unit, low]).next()?.ok()),
                    unit => char::from_u32(unit.into()),
                };
                return Ok(decoded.unwrap_or_else(|| {
                    let place = Place::after(&self.text[..start]);
                    self.refused.get_or_insert(JsonError::LoneSurrogate(place));
                    char::REPLACEMENT_CHARACTER
                }));
            }
            _ => {
                let what = format!(
                    "Invalid string, it appears you have an unescaped backslash at: \\{}",
                    letter.map(String::from).unwrap_or_default()
                );
                return Err(self.error_at(start, &what));
            }
        };
        self.at += 2;
        Ok(simple)
    }

    /// The UTF-16 code unit of a `\uXXXX` at hand, if there is one.
    fn code_unit(&mut self) -> Option<u16> {
        let digits = self.rest().strip_prefix("\\u")?.get(..4)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let unit = u16::from_str_radix(digits, 16).ok()?;
        self.at += 6;
        Some(unit)
    }

    fn trailing_comma(&self, expected: &str) -> JsonError {
        let hint = " - It appears you have an extra trailing comma";
        self.error_at(self.token_end - 1, &format!("Expected {expected}{hint}"))
    }

    /// What should have come instead of what is at hand.
    fn expected(&self, expected: &str) -> JsonError {
        let hint = match self.peek() {
            Some('\'') => {
                let what =
                    "Invalid string, it appears you used single quotes instead of double quotes";
                return self.error_at(self.at, what);
            }
            Some('/' | '#') => " - JSON has no comments",
            Some('A'..='Z') => " - null, true and false are lower case",
            None => " - the text ends too early",
            _ => "",
        };
        // A comma that is missing at the end of a line is missing there, not on the next.
        let new_line = self.text[self.token_end..self.at].contains('\n') && self.token_end > 0;
        let at = match self.peek() {
            None | Some('"' | '{' | '[') if new_line => self.token_end,
            _ => self.at,
        };
        self.error_at(at, &format!("Expected {expected}{hint}"))
    }

    fn error_at(&self, at: usize, reason: &str) -> JsonError {
        JsonError::syntax(self.text, at, reason.to_owned())
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, char: char) -> bool {
        let found = self.peek() == Some(char);
        if found {
            self.advance(char.len_utf8());
        }
        found
    }

    /// Goes past the end of a token.
    fn advance(&mut self, len: usize) {
        self.at += len;
        self.token_end = self.at;
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }
}
