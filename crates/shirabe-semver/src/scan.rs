//! Small readers over the bytes of a version, shared by the version and the constraint grammar.
//!
//! The grammar is ASCII; every byte above it is an ordinary character that matches nothing
//! special. All cuts are made at ASCII bytes, so slices of a `str` stay valid.

/// Strips what PHP's `trim` strips.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r', '\0', '\x0b'])
}

/// Whitespace as a pattern's `\s` understands it.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// Where the end anchor of a pattern can hold: the end, or before one final line feed.
pub(crate) fn is_end(bytes: &[u8], at: usize) -> bool {
    at == bytes.len() || (at + 1 == bytes.len() && bytes[at] == b'\n')
}

/// The end of the run of bytes from `at` on for which `wanted` holds.
pub(crate) fn run(bytes: &[u8], at: usize, wanted: impl Fn(u8) -> bool) -> usize {
    bytes[at..]
        .iter()
        .position(|&b| !wanted(b))
        .map_or(bytes.len(), |n| at + n)
}

/// The end of the run of digits that starts at `at`.
pub(crate) fn digits(bytes: &[u8], at: usize) -> usize {
    run(bytes, at, |b| b.is_ascii_digit())
}

/// Whether `word` (lower case) stands at `at`, in any case.
pub(crate) fn has_word(bytes: &[u8], at: usize, word: &[u8]) -> bool {
    bytes
        .get(at..at + word.len())
        .is_some_and(|found| found.eq_ignore_ascii_case(word))
}

/// A part of a version that says how finished it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Stable,
    Beta,
    ReleaseCandidate,
    Alpha,
    Patch,
}

impl Word {
    /// How the word is written in a normalised version.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Beta => "beta",
            Self::ReleaseCandidate => "RC",
            Self::Alpha => "alpha",
            Self::Patch => "patch",
        }
    }
}

/// Longer spellings first, so that `beta` is not read as `b`.
const WORDS: [(&[u8], Word); 9] = [
    (b"stable", Word::Stable),
    (b"beta", Word::Beta),
    (b"b", Word::Beta),
    (b"rc", Word::ReleaseCandidate),
    (b"alpha", Word::Alpha),
    (b"a", Word::Alpha),
    (b"patch", Word::Patch),
    (b"pl", Word::Patch),
    (b"p", Word::Patch),
];

/// What may follow the numbers of a version: `-beta.2`, `RC1-dev`, `.dev`, or nothing.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Modifier {
    /// The stability word, if one stands there.
    pub(crate) word: Option<Word>,
    /// The range of the numbers behind the word, with the separators between them.
    pub(crate) number: (usize, usize),
    /// Whether it ends with `dev`.
    pub(crate) dev: bool,
    /// Where the modifier ends.
    pub(crate) end: usize,
}

/// Reads the longest modifier at `at`; it may be empty.
pub(crate) fn modifier(bytes: &[u8], at: usize) -> Modifier {
    let mut pos = at;
    if matches!(bytes.get(pos), Some(b'.' | b'_' | b'-')) {
        pos += 1;
    }
    let mut found = Modifier::default();
    if !bytes.get(pos).is_some_and(u8::is_ascii_alphabetic)
        && !matches!(bytes.get(pos), Some(b'.' | b'-'))
    {
        found.end = pos;
        return found;
    }
    if let Some((spelling, word)) = WORDS.iter().find(|(s, _)| has_word(bytes, pos, s)) {
        found.word = Some(*word);
        pos += spelling.len();
        let start = pos;
        loop {
            let digits_at = pos + usize::from(matches!(bytes.get(pos), Some(b'.' | b'-')));
            let end = digits(bytes, digits_at.min(bytes.len()));
            if end <= digits_at {
                break;
            }
            pos = end;
        }
        found.number = (start, pos);
    }
    let dev_at = pos + usize::from(matches!(bytes.get(pos), Some(b'.' | b'-')));
    if has_word(bytes, dev_at, b"dev") {
        found.dev = true;
        pos = dev_at + 3;
    }
    found.end = pos;
    found
}

/// Splits `1.0 as 2.0` into its two versions.
pub(crate) fn split_alias(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let token = |at| run(bytes, at, |b| b != b',' && !is_space(b));
    let spaces = |at| run(bytes, at, |b| b == b' ');
    let source_end = token(0);
    let word = spaces(source_end);
    if source_end == 0 || word == source_end || bytes.get(word..word + 2) != Some(b"as") {
        return None;
    }
    let alias = spaces(word + 2);
    let alias_end = token(alias);
    (alias > word + 2 && alias_end > alias && is_end(bytes, alias_end))
        .then(|| (&text[..source_end], &text[alias..alias_end]))
}

/// Splits a stability flag off the end: `1.0@beta` is `1.0` and `beta`, as written.
pub(crate) fn split_flag(text: &str) -> Option<(&str, &str)> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    ["stable", "RC", "beta", "alpha", "dev"]
        .iter()
        .find_map(|name| {
            let at = body.len().checked_sub(name.len() + 1)?;
            let tail = body.as_bytes().get(at..)?;
            (tail[0] == b'@' && tail[1..].eq_ignore_ascii_case(name.as_bytes()))
                .then(|| (&body[..at], &body[at + 1..]))
        })
}
