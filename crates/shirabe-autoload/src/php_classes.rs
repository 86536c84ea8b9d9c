//! Which classes, interfaces, traits and enums a PHP source declares.
//!
//! The answer is Composer's to the letter, also where Composer guesses: sources are never parsed.
//! Three passes look at the bytes:
//!
//! 1. [`strip`] takes comments out the way PHP's own lexer does (`php_strip_whitespace`),
//! 2. [`clean`] replaces strings and heredocs, with simpler rules than PHP's,
//! 3. [`declarations`] finds `namespace` and `class`-like words followed by a name.
//!
//! `<?` without `php` or `=` is inline HTML to the first pass (PHP's `short_open_tag` off) but
//! opens code for the second.

mod clean;
mod declarations;
mod strip;

use declarations::Candidates;

/// The names that `source` declares, in order, with their namespace and without a leading
/// backslash. Names are bytes: PHP allows any above 0x7f.
///
/// A source that is no PHP at all gives no names.
pub fn find_classes(source: &[u8]) -> Vec<Vec<u8>> {
    let mut buffers = Buffers::default();
    find_classes_with(source, &mut buffers)
}

/// Memory that scans of many files share.
#[derive(Debug, Default)]
pub struct Buffers {
    stripped: Vec<u8>,
    cleaned: Vec<u8>,
}

/// As [`find_classes`], with memory kept between calls.
pub fn find_classes_with(source: &[u8], buffers: &mut Buffers) -> Vec<Vec<u8>> {
    buffers.stripped.clear();
    strip::strip(source, &mut buffers.stripped);
    let only = match declarations::candidates(&buffers.stripped) {
        Candidates::None => return Vec::new(),
        Candidates::One(at) => Some(at),
        Candidates::Many => None,
    };
    buffers.cleaned.clear();
    clean::clean(&buffers.stripped, only, &mut buffers.cleaned);
    declarations::declarations(&buffers.cleaned)
}

/// What a byte is to the three passes.
mod byte {
    pub(super) const fn is_label_start(byte: u8) -> bool {
        byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
    }

    pub(super) const fn is_label(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
    }

    /// Perl's `\w` without Unicode.
    pub(super) const fn is_word(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || byte == b'_'
    }

    /// Perl's `\s`.
    pub(super) const fn is_space(byte: u8) -> bool {
        matches!(byte, b'\t'..=b'\r' | b' ')
    }

    pub(super) const fn is_line_end(byte: u8) -> bool {
        matches!(byte, b'\r' | b'\n')
    }

    /// A table of the bytes in `set`.
    pub(super) const fn set(set: &[u8]) -> Set {
        let mut table = [0; 256];
        let mut at = 0;
        while at < set.len() {
            table[set[at] as usize] = 1;
            at += 1;
        }
        table
    }

    /// One for the bytes that belong to it, zero for the others.
    pub(super) type Set = [u8; 256];

    /// The first position from `from` on whose byte is in `table`, or the end.
    #[inline]
    pub(super) fn find_in(set: &Set, source: &[u8], from: usize) -> usize {
        let Some(rest) = source.get(from..) else {
            return source.len();
        };
        let mut at = from;
        for chunk in rest.chunks_exact(8) {
            // Eight look-ups without a branch: most chunks hold nothing of the set.
            if chunk.iter().fold(0, |any, &byte| any | set[byte as usize]) != 0 {
                break;
            }
            at += 8;
        }
        source[at..]
            .iter()
            .position(|&byte| set[byte as usize] != 0)
            .map_or(source.len(), |found| at + found)
    }
}

/// The next `<?` from `at` on.
fn open_tag(source: &[u8], at: usize) -> Option<usize> {
    memchr::memchr_iter(b'<', &source[at..])
        .map(|found| at + found)
        .find(|&found| source.get(found + 1) == Some(&b'?'))
}

/// An opening `<<<LABEL`: the label and where the body starts.
struct HeredocStart<'a> {
    label: &'a [u8],
    body: usize,
    raw: bool,
}

/// Reads `<<<LABEL`, `<<<"LABEL"` or `<<<'LABEL'` with its line end at `at`.
fn heredoc_start(source: &[u8], at: usize) -> Option<HeredocStart<'_>> {
    if !source[at..].starts_with(b"<<<") {
        return None;
    }
    let mut at = at + 3;
    while matches!(source.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    let quote = source
        .get(at)
        .copied()
        .filter(|byte| matches!(byte, b'"' | b'\''));
    at += usize::from(quote.is_some());
    let start = at;
    if !source.get(at).copied().is_some_and(byte::is_label_start) {
        return None;
    }
    while source.get(at).copied().is_some_and(byte::is_label) {
        at += 1;
    }
    let label = &source[start..at];
    if quote.is_some() {
        if source.get(at).copied() != quote {
            return None;
        }
        at += 1;
    }
    match source.get(at)? {
        b'\r' if source.get(at + 1) == Some(&b'\n') => at += 2,
        b'\r' | b'\n' => at += 1,
        _ => return None,
    }
    Some(HeredocStart {
        label,
        body: at,
        raw: quote == Some(b'\''),
    })
}
