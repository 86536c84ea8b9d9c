//! The third pass: words that declare something, and the namespace they stand in.

use super::byte;
use regex::bytes::Regex;
use std::sync::LazyLock;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Type,
    Enum,
    Namespace,
}

/// How many words `class`, `interface`, `trait` or `enum` with white space behind a source has.
pub(super) enum Candidates {
    None,
    /// One, at this place.
    One(usize),
    Many,
}

/// Counts the words that may declare something, strings and all.
pub(super) fn candidates(source: &[u8]) -> Candidates {
    static TYPE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?i-u)(?:class|interface|trait|enum)[\t-\r ]").ok());
    let Some(pattern) = TYPE.as_ref() else {
        return Candidates::Many;
    };
    let mut words = pattern
        .find_iter(source)
        .map(|found| found.start())
        .filter(|&at| at == 0 || !byte::is_word(source[at - 1]));
    match (words.next(), words.next()) {
        (None, _) => Candidates::None,
        (Some(at), None) => Candidates::One(at),
        (Some(_), Some(_)) => Candidates::Many,
    }
}

/// The declared names in `source`, which must be free of comments and strings.
pub(super) fn declarations(source: &[u8]) -> Vec<Vec<u8>> {
    let mut names = Vec::new();
    let mut namespace: Vec<u8> = Vec::new();
    let mut at = 0;
    while let Some((keyword, start, end)) = next_keyword(source, at) {
        at = end;
        if start > 0 && matches!(source[start - 1], b'\\' | b'$' | b':' | b'>') {
            continue;
        }
        if keyword == Keyword::Namespace {
            if let Some((name, end)) = namespace_name(source, end) {
                namespace = name;
                at = end;
            }
            continue;
        }
        let Some((name_start, name_end)) = declaration_end(source, end) else {
            continue;
        };
        at = name_end;
        let name = &source[name_start..name_end];
        if name != b"extends" && name != b"implements" {
            names.push(qualified(&namespace, name, keyword));
        }
    }
    names
}

/// The name behind a keyword that ends at `at`: where it starts and ends.
pub(super) fn declaration_end(source: &[u8], at: usize) -> Option<(usize, usize)> {
    let start = skip_space(source, at);
    let first = *source.get(start)?;
    let is_name = |byte: u8| byte::is_word(byte) || byte >= 0x7f || byte == b':';
    if start == at || !is_name(first) || first.is_ascii_digit() {
        return None;
    }
    let len = source[start..]
        .iter()
        .take_while(|&&byte| is_name(byte) || byte == b'-')
        .count();
    Some((start, start + len))
}

fn qualified(namespace: &[u8], name: &[u8], keyword: Keyword) -> Vec<u8> {
    let mut class = namespace.to_vec();
    if name[0] == b':' {
        push_xhp_name(&mut class, name);
    } else if keyword == Keyword::Enum {
        let end = name.iter().rposition(|&byte| byte == b':');
        class.extend_from_slice(&name[..end.unwrap_or(name.len())]);
    } else {
        class.extend_from_slice(name);
    }
    let global = class.iter().take_while(|&&byte| byte == b'\\').count();
    class.drain(..global);
    class
}

/// An XHP tag as the class behind it: `:a:b-c` is `xhp_a__b_c`.
fn push_xhp_name(class: &mut Vec<u8>, name: &[u8]) {
    class.extend_from_slice(b"xhp_");
    for &byte in &name[1..] {
        match byte {
            b':' => class.extend_from_slice(b"__"),
            b'-' => class.push(b'_'),
            _ => class.push(byte),
        }
    }
}

/// The next keyword from `from` on: what, where it starts and ends. It is a whole word.
fn next_keyword(source: &[u8], from: usize) -> Option<(Keyword, usize, usize)> {
    const FIRST: byte::Set = byte::set(b"cCiItTeEnN");
    let mut at = from;
    loop {
        at = byte::find_in(&FIRST, source, at);
        if at >= source.len() {
            return None;
        }
        if at == 0 || !byte::is_word(source[at - 1]) {
            let (word, keyword): (&[u8], Keyword) = match source[at] | 0x20 {
                b'c' => (b"class", Keyword::Type),
                b'i' => (b"interface", Keyword::Type),
                b't' => (b"trait", Keyword::Type),
                b'e' => (b"enum", Keyword::Enum),
                _ => (b"namespace", Keyword::Namespace),
            };
            let end = at + word.len();
            if source
                .get(at..end)
                .is_some_and(|found| found.eq_ignore_ascii_case(word))
                && !source.get(end).copied().is_some_and(byte::is_word)
            {
                return Some((keyword, at, end));
            }
        }
        at += 1;
    }
}

/// The namespace that `namespace` (which ends at `at`) declares, with a backslash at its end.
fn namespace_name(source: &[u8], at: usize) -> Option<(Vec<u8>, usize)> {
    let opens = |at: usize| {
        let at = skip_space(source, at);
        matches!(source.get(at), Some(b'{' | b';')).then_some(at + 1)
    };
    if let Some(end) = path_end(source, at)
        && let Some(after) = opens(end)
    {
        let mut name: Vec<u8> = source[at..end]
            .iter()
            .copied()
            .filter(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
            .collect();
        name.push(b'\\');
        return Some((name, after));
    }
    opens(at).map(|after| (b"\\".to_vec(), after))
}

/// The end of white space and a name with backslashes (and white space around them).
fn path_end(source: &[u8], at: usize) -> Option<usize> {
    let start = skip_space(source, at);
    if start == at {
        return None;
    }
    let mut end = label_end(source, start)?;
    loop {
        let slash = skip_space(source, end);
        if source.get(slash) != Some(&b'\\') {
            return Some(end);
        }
        match label_end(source, skip_space(source, slash + 1)) {
            Some(next) => end = next,
            None => return Some(end),
        }
    }
}

fn label_end(source: &[u8], at: usize) -> Option<usize> {
    let is_label = |byte: u8| byte::is_word(byte) || byte >= 0x7f;
    let first = *source.get(at)?;
    if !is_label(first) || first.is_ascii_digit() {
        return None;
    }
    let len = source[at..]
        .iter()
        .take_while(|&&byte| is_label(byte))
        .count();
    Some(at + len)
}

fn skip_space(source: &[u8], mut at: usize) -> usize {
    while source.get(at).copied().is_some_and(byte::is_space) {
        at += 1;
    }
    at
}
