//! PHP's `version_compare`, and a key that gives the same order without looking at the text.
//!
//! See <https://www.php.net/version_compare>: a version is cut into parts at separators and where
//! digits meet other characters; parts are compared in pairs, numbers by value and words by this
//! order: anything unknown < dev < alpha = a < beta = b < RC = rc < (a number, or the end) < pl = p.

use std::cmp::Ordering;

const UNKNOWN: u32 = 0;
const DEV: u32 = 1;
const ALPHA: u32 = 2;
const BETA: u32 = 3;
const CANDIDATE: u32 = 4;
/// Where a version ends, or a part that starts with `#`.
const END: u32 = 5;
const FIRST_NUMBER: u32 = 6;
/// The greatest number PHP knows; Composer's upper bound starts with it.
const GREATEST_NUMBER: u32 = u32::MAX - 1;
const PATCH: u32 = u32::MAX;

/// Spellings and their ranks, longer ones first; a part is what it begins with.
const RANKS: [(&[u8], u32); 10] = [
    (b"dev", DEV),
    (b"alpha", ALPHA),
    (b"a", ALPHA),
    (b"beta", BETA),
    (b"b", BETA),
    (b"RC", CANDIDATE),
    (b"rc", CANDIDATE),
    (b"#", END),
    (b"pl", PATCH),
    (b"p", PATCH),
];

/// The longest prefix of a part that [`rank`] looks at.
const LONGEST_SPELLING: usize = 5;

fn rank(part: &[u8]) -> u32 {
    RANKS
        .iter()
        .find(|(spelling, _)| part.starts_with(spelling))
        .map_or(UNKNOWN, |(_, rank)| *rank)
}

/// How many parts a [`Key`] holds: `1.2.3.4-beta2-dev` has seven.
const PARTS: usize = 8;

/// A version's place in the order: compared part by part, the array is the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key([u32; PARTS]);

impl Key {
    /// The key of a version, or nothing for one that only [`php_version_compare`] can place: with
    /// many parts, with numbers beyond 32 bits, or of a form that PHP does not order consistently.
    pub(crate) fn of(version: &str) -> Option<Self> {
        if version.is_empty() || version.starts_with('#') {
            return None;
        }
        let mut key = [END; PARTS];
        let mut parts = 0;
        let mut part = Part::default();
        let mut complete = true;
        canonical(version, |byte| {
            if byte == b'.' {
                complete &= parts < PARTS && part.place(&mut key, parts);
                parts += 1;
                part = Part::default();
            } else {
                part.push(byte);
            }
        });
        complete &= parts < PARTS && part.length > 0 && part.place(&mut key, parts);
        complete.then_some(Self(key))
    }
}

/// A part that is being read.
#[derive(Default)]
struct Part {
    prefix: [u8; LONGEST_SPELLING],
    length: usize,
    value: i64,
}

impl Part {
    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.prefix.get_mut(self.length) {
            *slot = byte;
        }
        self.length += 1;
        if byte.is_ascii_digit() {
            self.value = self
                .value
                .saturating_mul(10)
                .saturating_add(i64::from(byte - b'0'));
        }
    }

    /// Writes the part's place into the key; false when it has none.
    fn place(&self, key: &mut [u32; PARTS], at: usize) -> bool {
        let prefix = &self.prefix[..self.length.min(LONGEST_SPELLING)];
        let place = if !prefix.first().is_some_and(u8::is_ascii_digit) {
            rank(prefix)
        } else if self.value == i64::MAX {
            GREATEST_NUMBER
        } else {
            u32::try_from(self.value)
                .ok()
                .and_then(|n| n.checked_add(FIRST_NUMBER))
                .filter(|n| *n < GREATEST_NUMBER)
                .unwrap_or(END)
        };
        key[at] = place;
        place != END
    }
}

/// Gives `take` the bytes of PHP's canonical form: parts separated by single dots.
fn canonical(version: &str, mut take: impl FnMut(u8)) {
    // PHP hands the text to C functions, which see it end at a zero byte.
    let mut bytes = version.bytes().take_while(|b| *b != 0);
    let Some(first) = bytes.next() else {
        return;
    };
    let is_word = |b: u8| b != b'.' && !b.is_ascii_digit();
    take(first);
    let mut read = first;
    let mut written = first;
    for byte in bytes {
        let border =
            (is_word(read) && byte.is_ascii_digit()) || (read.is_ascii_digit() && is_word(byte));
        let separator =
            matches!(byte, b'-' | b'_' | b'+') || (!border && !byte.is_ascii_alphanumeric());
        if (border || separator) && written != b'.' {
            take(b'.');
            written = b'.';
        }
        if !separator {
            take(byte);
            written = byte;
        }
        read = byte;
    }
}

/// What stands for a number when the other side has a word or has ended.
const A_NUMBER: &[u8] = b"#N#";

/// Compares two version strings as PHP's `version_compare` does.
///
/// PHP's order is not consistent for a few odd texts (`1.` is less than itself); their answers
/// are PHP's too. Versions that were normalised have no such form.
#[must_use]
pub fn php_version_compare(a: &str, b: &str) -> Ordering {
    match (Key::of(a), Key::of(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => compare_texts(&canonical_text(a), &canonical_text(b)),
    }
}

fn canonical_text(version: &str) -> Vec<u8> {
    if version.starts_with('#') {
        return version.bytes().take_while(|b| *b != 0).collect();
    }
    let mut text = Vec::with_capacity(version.len() + 8);
    canonical(version, |byte| text.push(byte));
    text
}

/// Compares canonical texts part by part.
fn compare_texts(a: &[u8], b: &[u8]) -> Ordering {
    if a.is_empty() || b.is_empty() {
        return b.is_empty().cmp(&a.is_empty());
    }
    let (mut left, mut right) = (Some(a), Some(b));
    while let (Some(a), Some(b)) = (left, right)
        && !a.is_empty()
        && !b.is_empty()
    {
        let (a_part, a_rest) = cut(a);
        let (b_part, b_rest) = cut(b);
        let order = compare_parts(a_part, b_part);
        if order.is_ne() {
            return order;
        }
        (left, right) = (a_rest, b_rest);
    }
    match (left, right) {
        (Some(rest), _) if starts_with_digit(rest) => Ordering::Greater,
        (Some(rest), _) => compare_texts(rest, A_NUMBER),
        (None, Some(rest)) if starts_with_digit(rest) => Ordering::Less,
        (None, Some(rest)) => compare_texts(A_NUMBER, rest),
        (None, None) => Ordering::Equal,
    }
}

/// The first part, and what stands behind its separator if it has one.
fn cut(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|b| *b == b'.') {
        Some(dot) => (&text[..dot], Some(&text[dot + 1..])),
        None => (text, None),
    }
}

fn starts_with_digit(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_digit)
}

fn compare_parts(a: &[u8], b: &[u8]) -> Ordering {
    match (starts_with_digit(a), starts_with_digit(b)) {
        (true, true) => number(a).cmp(&number(b)),
        (true, false) => END.cmp(&rank(b)),
        (false, true) => rank(a).cmp(&END),
        (false, false) => rank(a).cmp(&rank(b)),
    }
}

/// A number's value as C's `strtol` reads it: up to the first other byte, saturating.
fn number(part: &[u8]) -> i64 {
    part.iter()
        .take_while(|b| b.is_ascii_digit())
        .fold(0_i64, |value, byte| {
            value
                .saturating_mul(10)
                .saturating_add(i64::from(byte - b'0'))
        })
}
