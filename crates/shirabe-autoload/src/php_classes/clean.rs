//! The second pass: strings and heredocs become `null`, what lies outside of `<?` … `?>` goes.
//!
//! Its rules are simpler than PHP's (a string ends at the next quote, whatever it interpolates),
//! and that is part of the answer.

use super::byte::{self, find_in};
use super::declarations::declaration_end;
use super::{heredoc_start, open_tag};
use memchr::{memchr, memchr2};

const STOPS: byte::Set = byte::set(b"?\"'</");
const TYPES: [&[u8]; 4] = [b"class", b"interface", b"trait", b"enum"];

/// Appends the code of `source` to `out`. `only` is the place of the keyword if there is but one
/// in all of the source: the pass ends behind its declaration.
pub(super) fn clean(source: &[u8], only: Option<usize>, out: &mut Vec<u8>) {
    let mut at = 0;
    while at < source.len() {
        at = open_tag(source, at).map_or(source.len(), |open| open + 2);
        out.extend_from_slice(b"<?");
        let mut kept = at;
        loop {
            let from = at;
            at = find_in(&STOPS, source, at);
            if let Some(only) = only
                && (from..at).contains(&only)
                && let Some(end) = only_declaration(source, only)
            {
                out.extend_from_slice(&source[kept..only]);
                // The byte before stands here again: behind a string it is the quote, which
                // keeps the word apart from `null`.
                out.extend_from_slice(&source[only - 1..end]);
                return;
            }
            let Some(&byte) = source.get(at) else {
                out.extend_from_slice(&source[kept..]);
                break;
            };
            let next = source.get(at + 1).copied();
            let (end, instead): (usize, &[u8]) = match byte {
                b'?' if next == Some(b'>') => {
                    at += 2;
                    out.extend_from_slice(&source[kept..at]);
                    break;
                }
                b'"' | b'\'' => (string_end(source, at), b"null"),
                b'<' if next == Some(b'<') => match heredoc_start(source, at) {
                    Some(start) => (heredoc_end(source, start.body, start.label), b"null"),
                    None => {
                        at += 1;
                        continue;
                    }
                },
                b'/' if next == Some(b'/') => (line_end(source, at), b""),
                b'/' if next == Some(b'*') => (comment_end(source, at), b""),
                _ => {
                    at += 1;
                    continue;
                }
            };
            out.extend_from_slice(&source[kept..at]);
            out.extend_from_slice(instead);
            at = end;
            kept = end;
        }
    }
}

/// The end of the declaration at `at`, if the word there (in lower case) begins one.
fn only_declaration(source: &[u8], at: usize) -> Option<usize> {
    let before = at.checked_sub(1).map(|before| source[before])?;
    if byte::is_word(before) || matches!(before, b'$' | b':' | b'>') {
        return None;
    }
    let keyword = TYPES
        .iter()
        .find(|keyword| source[at..].starts_with(keyword))?;
    declaration_end(source, at + keyword.len()).map(|(_, end)| end)
}

fn string_end(source: &[u8], at: usize) -> usize {
    let quote = source[at];
    let mut at = at + 1;
    while let Some(found) = memchr2(b'\\', quote, source.get(at..).unwrap_or_default()) {
        at += found + 1;
        if source[at - 1] == quote {
            return at;
        }
        let escaped = source.get(at).copied();
        if escaped == Some(b'\\') || escaped == Some(quote) {
            at += 1;
        }
    }
    source.len()
}

fn line_end(source: &[u8], at: usize) -> usize {
    memchr2(b'\r', b'\n', &source[at..]).map_or(source.len(), |found| at + found)
}

fn comment_end(source: &[u8], at: usize) -> usize {
    let mut at = at + 2;
    while let Some(found) = memchr(b'*', source.get(at..).unwrap_or_default()) {
        at += found + 1;
        if source.get(at) == Some(&b'/') {
            return at + 1;
        }
    }
    source.len()
}

/// The end of the closing label: the first on a line, after spaces and tabs.
fn heredoc_end(source: &[u8], body: usize, label: &[u8]) -> usize {
    let mut at = body;
    while at < source.len() {
        match source[at] {
            b' ' | b'\t' => {
                at += 1;
                continue;
            }
            first if first == label[0] => {
                if let Some(after) = source[at..].strip_prefix(label)
                    && !after.first().copied().is_some_and(byte::is_label)
                {
                    return at + label.len();
                }
            }
            _ => {}
        }
        at = line_end(source, at);
        while source.get(at).copied().is_some_and(byte::is_line_end) {
            at += 1;
        }
    }
    source.len()
}
