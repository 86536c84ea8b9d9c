//! Cutting a constraint into alternatives and conjunctions.

use crate::scan;

/// The parts between `|` or `||`, without the whitespace around these.
pub(super) fn alternatives(text: &str) -> Vec<&str> {
    let text = scan::trim(text);
    let bytes = text.as_bytes();
    let mut parts = Vec::with_capacity(1);
    let mut start = 0;
    while let Some(bar) = bytes[start..].iter().position(|b| *b == b'|') {
        let part = &text[start..start + bar];
        parts.push(part.trim_end_matches(|c: char| u8::try_from(c).is_ok_and(scan::is_space)));
        let behind = start + bar + 1;
        let behind = behind + usize::from(bytes.get(behind) == Some(&b'|'));
        start = scan::run(bytes, behind, scan::is_space);
    }
    parts.push(&text[start..]);
    parts
}

/// The parts between commas or spaces that separate terms; the spaces around ` - `, ` as ` and
/// behind an operator do not.
pub(super) fn conjunction(text: &str) -> Vec<&str> {
    let mut parts = Vec::with_capacity(1);
    let (mut start, mut at) = (0, 0);
    while at < text.len() {
        match separator(text.as_bytes(), at) {
            Some(end) => {
                parts.push(&text[start..at]);
                start = end;
                at = end;
            }
            None => at += 1,
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The end of the separator that begins at `at`, if one does.
fn separator(bytes: &[u8], at: usize) -> Option<usize> {
    let begins = matches!(bytes[at], b' ' | b',');
    let belongs_to_term = matches!(
        bytes[..at],
        [] | [.., b'=' | b'>' | b'<' | b' ' | b','] | [.., b'a', b's']
    );
    if !begins || belongs_to_term {
        return None;
    }
    let is_space = |b| b == b' ';
    let behind_spaces = scan::run(bytes, at, is_space);
    // The comma or the one space that separates: the last one that is not next to a hyphen.
    (at..=behind_spaces).rev().find_map(|mark| {
        let separates = matches!(bytes.get(mark), Some(b' ' | b','))
            && bytes[mark - 1] != b'-'
            && bytes.get(mark + 1) != Some(&b'-');
        if !separates {
            return None;
        }
        let furthest = scan::run(bytes, mark + 1, is_space);
        (mark + 1..=furthest).rev().find(|&end| {
            let rest = &bytes[end..];
            !(rest.starts_with(b",") || rest.starts_with(b"as") || scan::is_end(bytes, end))
        })
    })
}
