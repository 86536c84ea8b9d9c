//! A version as it stands in a range: numbers and what follows them.

use crate::scan;

/// One to four numbers, as written.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'a> {
    texts: [&'a str; 4],
    len: usize,
}

impl<'a> Numbers<'a> {
    /// Reads up to `most` numbers with dots between them, and says where they end.
    pub(super) fn read(text: &'a str, at: usize, most: usize) -> Option<(Self, usize)> {
        let bytes = text.as_bytes();
        let mut found = Self {
            texts: ["0"; 4],
            len: 0,
        };
        let mut end = at;
        while found.len < most {
            let start = match (found.len, bytes.get(end)) {
                (0, _) => end,
                (_, Some(b'.')) => end + 1,
                _ => break,
            };
            let next = scan::digits(bytes, start);
            if next == start {
                break;
            }
            found.texts[found.len] = &text[start..next];
            found.len += 1;
            end = next;
        }
        (found.len > 0).then_some((found, end))
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn as_slice(&self) -> &[&'a str] {
        &self.texts[..self.len]
    }

    /// The lowest version that begins with these numbers.
    pub(super) fn to_development_version(self) -> String {
        let [a, b, c, d] = self.texts;
        format!("{a}.{b}.{c}.{d}-dev")
    }
}

impl<'a> From<&[&'a str]> for Numbers<'a> {
    /// Takes the first four.
    fn from(parts: &[&'a str]) -> Self {
        let mut texts = ["0"; 4];
        let len = parts.len().min(4);
        texts[..len].copy_from_slice(&parts[..len]);
        Self { texts, len }
    }
}

/// One end of a range.
pub(super) struct Operand<'a> {
    pub(super) numbers: Numbers<'a>,
    /// Whether the text says a stability (`-beta`, `.x-dev`).
    pub(super) has_stability: bool,
    /// Whether it ends in `.x-dev`.
    pub(super) is_branch: bool,
    /// Where it ends, build metadata included.
    pub(super) end: usize,
}

impl<'a> Operand<'a> {
    /// Reads the version at `at`; it must end where `is_end` says that it may.
    pub(super) fn read(text: &'a str, at: usize, is_end: impl Fn(usize) -> bool) -> Option<Self> {
        let bytes = text.as_bytes();
        let prefix = usize::from(scan::has_word(bytes, at, b"v"));
        let (numbers, at) = Numbers::read(text, at + prefix, 4)?;
        let finish = |end: usize| {
            let build = match bytes.get(end) {
                Some(b'+') => scan::run(bytes, end + 1, |b| !scan::is_space(b)),
                _ => end,
            };
            (is_end(build) && build != end + 1).then_some(build)
        };
        let modifier = scan::modifier(bytes, at);
        if let Some(end) = finish(modifier.end) {
            return Some(Self {
                numbers,
                has_stability: modifier.word.is_some() || modifier.dev,
                is_branch: false,
                end,
            });
        }
        let is_wildcard =
            bytes.get(at) == Some(&b'.') && matches!(bytes.get(at + 1), Some(b'x' | b'X' | b'*'));
        let dev = at + 2 + usize::from(matches!(bytes.get(at + 2), Some(b'.' | b'-')));
        if !is_wildcard || !scan::has_word(bytes, dev, b"dev") {
            return None;
        }
        Some(Self {
            numbers,
            has_stability: true,
            is_branch: true,
            end: finish(dev + 3)?,
        })
    }
}
