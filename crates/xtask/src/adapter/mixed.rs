//! Questions about `shirabe-mixed`.

use super::Answer;
use serde_json::{Value, json};
use shirabe_mixed::json::{EncodeOptions, Indent, decode, decode_keeping_objects, encode};
use shirabe_mixed::{JsonError, PhpMap, PhpMixed, content_hash, metadata};

pub(super) fn answer(file: &str, input: &Value) -> Option<Answer> {
    let result = match file {
        "json_parse" => parse(input.as_str()?),
        "json_encode" => encodings(input.as_str()?),
        "json_detect_indent" => Ok(Indent::detect(input.as_str()?).as_str().into()),
        "content_hash" => content_hash(input.as_str()?.as_bytes()).map(Value::from),
        "metadata_expand" => versions(input, metadata::expand),
        "metadata_minify" => versions(input, metadata::minify),
        _ => return None,
    };
    Some(result.map_or(Answer::Error, Answer::Out))
}

/// What Composer makes of a text: where PHP refuses but its linter finds no fault, null.
fn parse(text: &str) -> Result<Value, JsonError> {
    let decoded = decode(text.as_bytes()).or_else(|error| {
        match decode(plain_white_space(text).as_bytes()) {
            Ok(_) | Err(JsonError::LoneSurrogate(_) | JsonError::TooDeep(_)) => Ok(PhpMixed::Null),
            Err(_) => Err(error),
        }
    })?;
    encode(&decoded, &EncodeOptions::compact()).map(Value::from)
}

/// The text with blanks for form feeds and vertical tabs outside its strings: white space to the
/// linter.
fn plain_white_space(text: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    text.chars()
        .map(|char| {
            in_string ^= char == '"' && !escaped;
            escaped = char == '\\' && !escaped;
            match char {
                '\x0b' | '\x0c' if !in_string => ' ',
                char => char,
            }
        })
        .collect()
}

fn encodings(text: &str) -> Result<Value, JsonError> {
    let arrays = decode(text.as_bytes())?;
    let objects = decode_keeping_objects(text.as_bytes())?;
    Ok(json!({
        "assoc": encode(&arrays, &EncodeOptions::pretty())?,
        "object": encode(&objects, &EncodeOptions::pretty())?,
        "plain": encode(&arrays, &EncodeOptions::compact())?,
        "indent2": encode(&arrays, &EncodeOptions::pretty_with(Indent::spaces(2)))?,
        "tab": encode(&arrays, &EncodeOptions::pretty_with(Indent::tab()))?,
    }))
}

fn versions(input: &Value, of: fn(Vec<PhpMap>) -> Vec<PhpMap>) -> Result<Value, JsonError> {
    let list = decode(input.to_string().as_bytes())?;
    let versions = list.values().cloned().filter_map(PhpMixed::into_map);
    let answer: Vec<PhpMixed> = of(versions.collect())
        .into_iter()
        .map(PhpMixed::from_array)
        .collect();
    let text = encode(&PhpMixed::List(answer), &EncodeOptions::compact())?;
    // What this crate prints, serde_json reads.
    Ok(serde_json::from_str(&text).unwrap_or_default())
}
