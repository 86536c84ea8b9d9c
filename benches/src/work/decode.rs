//! Decoding JSON into the dynamic value.

use super::{Inputs, Work, WorkError, digest};
use shirabe_mixed::{PhpMixed, json};
use std::hint::black_box;

/// Texts to decode.
struct Decode(Vec<Vec<u8>>);

const SMALL: usize = 100;
const BIG: usize = 5;

/// What PHP decodes at most is 512 deep.
const DEPTH: usize = 400;
const STRINGS: usize = 50_000;

/// The smallest documents of the world.
pub(super) fn small(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let mut documents = inputs.documents()?;
    documents.truncate(SMALL);
    Ok(Box::new(Decode(documents)))
}

/// The largest.
pub(super) fn big(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let mut documents = inputs.documents()?;
    let large = documents.split_off(documents.len().saturating_sub(BIG));
    Ok(Box::new(Decode(large)))
}

/// All of them.
pub(super) fn world(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    Ok(Box::new(Decode(inputs.documents()?)))
}

/// Objects in lists in objects.
pub(super) fn nested() -> Box<dyn Work> {
    let pairs = DEPTH / 2;
    let text = format!(
        "{}1{}",
        r#"{"name":"a","in":["#.repeat(pairs),
        "]}".repeat(pairs)
    );
    Box::new(Decode(vec![text.into_bytes(); 4]))
}

/// A list of short strings of many lengths.
pub(super) fn strings() -> Box<dyn Work> {
    let strings: Vec<String> = (0..STRINGS)
        .map(|index| format!("\"{}\"", "x".repeat(index % 61)))
        .collect();
    Box::new(Decode(vec![
        format!("[{}]", strings.join(",")).into_bytes(),
    ]))
}

impl Work for Decode {
    fn run(&mut self) -> Result<(), WorkError> {
        for text in &self.0 {
            black_box(json::decode(text)?);
        }
        Ok(())
    }

    fn digest(&mut self) -> Result<u64, WorkError> {
        let mut all = Vec::new();
        for text in &self.0 {
            let value = json::decode(text)?;
            all.push((count(&value), shown(&value)?));
        }
        Ok(digest(all))
    }
}

pub(super) fn shown(value: &PhpMixed) -> Result<String, WorkError> {
    Ok(json::encode(value, &json::EncodeOptions::compact())?)
}

fn count(value: &PhpMixed) -> usize {
    1 + value.values().map(count).sum::<usize>()
}
