//! The first pass: PHP's lexer, as far as comments and white space need it.
//!
//! What matters is where code is and where text is, since only in code do `#`, `//` and `/*`
//! open comments. Code inside of a string (`"{$a /* … */}"`) counts as code. A comment leaves
//! nothing behind, so that `class/**/A` becomes `classA`: this is PHP's `php_strip_whitespace`.

use super::byte::{self, find_in};
use super::{HeredocStart, heredoc_start, open_tag};
use memchr::{memchr_iter, memchr2, memchr3};

/// Appends `source` to `out`, without comments and, in code, without line breaks: what follows
/// on a line can hide the rest of it from the next pass. How many spaces stand between two words
/// makes no difference to any pass.
pub(super) fn strip(source: &[u8], out: &mut Vec<u8>) {
    out.reserve(source.len());
    let mut lexer = Lexer {
        source,
        at: 0,
        kept: 0,
        out,
        heredoc_ended: false,
        interrupted: Vec::new(),
    };
    let mut state = State::Html;
    while lexer.at < source.len() {
        state = match state {
            State::Html => lexer.html(),
            State::Code => lexer.code(),
            State::Text(text) => lexer.text(text),
        };
    }
    lexer.keep_up_to(source.len());
    if lexer.heredoc_ended {
        lexer.out.push(b'\n');
    }
}

#[derive(Clone, Copy)]
enum State<'a> {
    Html,
    Code,
    Text(Text<'a>),
}

/// A text in which variables and `{$ … }` are code.
#[derive(Clone, Copy)]
enum Text<'a> {
    Quoted(u8),
    Heredoc(&'a [u8]),
    Nowdoc(&'a [u8]),
}

/// Code inside of a text, and the braces open in it.
struct Interrupted<'a> {
    text: Text<'a>,
    open_braces: usize,
}

struct Lexer<'a, 'o> {
    source: &'a [u8],
    at: usize,
    /// Everything from here up to `at` is still to be copied.
    kept: usize,
    out: &'o mut Vec<u8>,
    /// A heredoc has just ended: what follows is treated once in PHP's special way.
    heredoc_ended: bool,
    interrupted: Vec<Interrupted<'a>>,
}

const CODE: byte::Set = byte::set(b"\r\n'\"`#/<?{}");
const OUTER_CODE: byte::Set = byte::set(b"\r\n'\"`#/<?");
const QUOTED: byte::Set = byte::set(b"\\\"${");
const BACKQUOTED: byte::Set = byte::set(b"\\`${");
const HEREDOC: byte::Set = byte::set(b"\\${\r\n");

impl<'a> Lexer<'a, '_> {
    fn peek(&self, offset: usize) -> Option<u8> {
        self.source.get(self.at + offset).copied()
    }

    fn keep_up_to(&mut self, end: usize) {
        if end > self.kept {
            self.out.extend_from_slice(&self.source[self.kept..end]);
        }
        self.kept = end;
    }

    /// Leaves out everything from here to `end`.
    fn leave_out(&mut self, end: usize) {
        self.keep_up_to(self.at);
        self.at = end;
        self.kept = end;
    }

    fn html(&mut self) -> State<'a> {
        loop {
            let Some(open) = open_tag(self.source, self.at) else {
                self.at = self.source.len();
                return State::Html;
            };
            self.at = open + 2;
            if self.peek(0) == Some(b'=') {
                self.at += 1;
                return State::Code;
            }
            let rest = &self.source[self.at..];
            if rest.len() >= 3 && rest[..3].eq_ignore_ascii_case(b"php") {
                match rest.get(3) {
                    None => self.at += 3,
                    Some(b'\r') if rest.get(4) == Some(&b'\n') => self.at += 5,
                    Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 4,
                    Some(_) => continue,
                }
                return State::Code;
            }
        }
    }

    fn code(&mut self) -> State<'a> {
        if self.heredoc_ended {
            self.heredoc_ended = false;
            if let Some(state) = self.after_heredoc() {
                return state;
            }
        }
        let stops = if self.interrupted.is_empty() {
            &OUTER_CODE
        } else {
            &CODE
        };
        loop {
            self.at = find_in(stops, self.source, self.at);
            let Some(byte) = self.peek(0) else {
                return State::Code;
            };
            match byte {
                b'\r' | b'\n' => self.line_break(),
                b'\'' => self.single_quoted(),
                b'"' | b'`' => {
                    self.at += 1;
                    return State::Text(Text::Quoted(byte));
                }
                b'#' if self.opens_attribute() => self.at += 2,
                b'#' => self.comment(),
                b'/' if matches!(self.peek(1), Some(b'/' | b'*')) => self.comment(),
                b'<' => {
                    if let Some(start) = heredoc_start(self.source, self.at) {
                        return self.heredoc(&start);
                    }
                    self.at += 1 + usize::from(self.peek(1) == Some(b'<'));
                }
                b'?' => match self.peek(1) {
                    Some(b'>') => return self.close_tag(),
                    Some(b'?') => self.at += 2,
                    _ => self.at += 1,
                },
                b'{' => {
                    if let Some(inner) = self.interrupted.last_mut() {
                        inner.open_braces += 1;
                    }
                    self.at += 1;
                }
                b'}' => {
                    self.at += 1;
                    match self.interrupted.last_mut() {
                        Some(inner) if inner.open_braces > 0 => inner.open_braces -= 1,
                        Some(_) => {
                            if let Some(inner) = self.interrupted.pop() {
                                return State::Text(inner.text);
                            }
                        }
                        None => {}
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    /// `#[` is no comment, unless a property's name is due.
    fn opens_attribute(&mut self) -> bool {
        if self.peek(1) != Some(b'[') {
            return false;
        }
        self.keep_up_to(self.at);
        let mut before = self.out.as_slice();
        while let Some(rest) = before.strip_suffix(b" ").or(before.strip_suffix(b"\t")) {
            before = rest;
        }
        let Some(before) = before.strip_suffix(b">") else {
            return true;
        };
        let dashes = before.iter().rev().take_while(|&&byte| byte == b'-');
        dashes.count() % 2 == 0
    }

    fn line_break(&mut self) {
        self.leave_out(space_end(self.source, self.at));
        self.out.push(b' ');
    }

    fn comment(&mut self) {
        let end = self.comment_end();
        self.leave_out(end);
    }

    fn comment_end(&self) -> usize {
        if self.peek(1) == Some(b'*') && self.peek(0) == Some(b'/') {
            let body = self.at + 2;
            // Slashes are rarer than the stars in front of every line.
            return memchr_iter(b'/', &self.source[body..])
                .find(|&slash| slash > 0 && self.source[body + slash - 1] == b'*')
                .map_or(self.source.len(), |slash| body + slash + 1);
        }
        let mut at = self.at + 1;
        loop {
            let Some(found) = memchr3(b'\n', b'\r', b'?', &self.source[at..]) else {
                return self.source.len();
            };
            at += found;
            if self.source[at] != b'?' || self.source.get(at + 1) == Some(&b'>') {
                return at;
            }
            at += 1;
        }
    }

    fn single_quoted(&mut self) {
        let mut at = self.at + 1;
        while let Some(found) = memchr2(b'\'', b'\\', self.source.get(at..).unwrap_or_default()) {
            at += found + 1;
            if self.source[at - 1] == b'\'' {
                self.at = at;
                return;
            }
            at += 1;
        }
        self.at = self.source.len();
    }

    fn close_tag(&mut self) -> State<'a> {
        self.at += 2;
        match self.peek(0) {
            Some(b'\r') if self.peek(1) == Some(b'\n') => self.at += 2,
            Some(b'\r' | b'\n') => self.at += 1,
            _ => {}
        }
        State::Html
    }

    fn heredoc(&mut self, start: &HeredocStart<'a>) -> State<'a> {
        self.at = start.body;
        if let Some(end) = heredoc_end(self.source, self.at, start.label) {
            return self.end_heredoc(end);
        }
        State::Text(if start.raw {
            Text::Nowdoc(start.label)
        } else {
            Text::Heredoc(start.label)
        })
    }

    fn end_heredoc(&mut self, end: usize) -> State<'a> {
        self.at = end;
        self.keep_up_to(end);
        self.heredoc_ended = true;
        State::Code
    }

    /// PHP copies one token behind a heredoc as it is (even a comment), unless it is white
    /// space, and ends the line there.
    fn after_heredoc(&mut self) -> Option<State<'a>> {
        let mut state = State::Code;
        match self.peek(0)? {
            b' ' | b'\t' | b'\r' | b'\n' => {
                self.leave_out(space_end(self.source, self.at));
            }
            b'\'' => self.single_quoted(),
            quote @ (b'"' | b'`') => {
                self.at += 1;
                state = State::Text(Text::Quoted(quote));
                if quote == b'"'
                    && let Some(end) = plain_string_end(self.source, self.at)
                {
                    self.at = end;
                    state = State::Code;
                }
            }
            b'#' if self.peek(1) == Some(b'[') => self.at += 2,
            b'#' => self.at = self.comment_end(),
            b'/' if matches!(self.peek(1), Some(b'/' | b'*')) => self.at = self.comment_end(),
            b'?' if self.peek(1) == Some(b'>') => state = self.close_tag(),
            b'<' if let Some(start) = heredoc_start(self.source, self.at) => {
                self.keep_up_to(start.body);
                self.out.push(b'\n');
                return Some(self.heredoc(&start));
            }
            b'{' => {
                if let Some(inner) = self.interrupted.last_mut() {
                    inner.open_braces += 1;
                }
                self.at += 1;
            }
            b'}' => {
                self.at += 1;
                match self.interrupted.last_mut() {
                    Some(inner) if inner.open_braces > 0 => inner.open_braces -= 1,
                    Some(_) => {
                        if let Some(inner) = self.interrupted.pop() {
                            state = State::Text(inner.text);
                        }
                    }
                    None => {}
                }
            }
            _ => self.at += operator_len(&self.source[self.at..]),
        }
        self.keep_up_to(self.at);
        self.out.push(b'\n');
        Some(state)
    }

    fn text(&mut self, text: Text<'a>) -> State<'a> {
        match text {
            Text::Quoted(quote) => self.quoted(quote),
            Text::Heredoc(label) => self.heredoc_body(label, true),
            Text::Nowdoc(label) => self.heredoc_body(label, false),
        }
    }

    fn quoted(&mut self, quote: u8) -> State<'a> {
        let stops = if quote == b'"' { &QUOTED } else { &BACKQUOTED };
        let text = Text::Quoted(quote);
        loop {
            self.at = find_in(stops, self.source, self.at);
            match self.peek(0) {
                None => return State::Text(text),
                Some(b'\\') => self.at = (self.at + 2).min(self.source.len()),
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return State::Code;
                }
                Some(_) => {
                    if self.interpolation() {
                        return self.interrupt(text);
                    }
                }
            }
        }
    }

    fn heredoc_body(&mut self, label: &'a [u8], interpolated: bool) -> State<'a> {
        let text = if interpolated {
            Text::Heredoc(label)
        } else {
            Text::Nowdoc(label)
        };
        loop {
            self.at = if interpolated {
                find_in(&HEREDOC, self.source, self.at)
            } else {
                memchr2(b'\r', b'\n', &self.source[self.at..])
                    .map_or(self.source.len(), |found| self.at + found)
            };
            match self.peek(0) {
                None => return State::Text(text),
                Some(b'\r' | b'\n') => {
                    let pair = self.peek(0) == Some(b'\r') && self.peek(1) == Some(b'\n');
                    self.at += 1 + usize::from(pair);
                    if let Some(end) = heredoc_end(self.source, self.at, label) {
                        return self.end_heredoc(end);
                    }
                }
                Some(b'\\') => {
                    let skipped = self.peek(1).is_some_and(|byte| !byte::is_line_end(byte));
                    self.at += 1 + usize::from(skipped);
                }
                Some(_) => {
                    if self.interpolation() {
                        return self.interrupt(text);
                    }
                }
            }
        }
    }

    fn interrupt(&mut self, text: Text<'a>) -> State<'a> {
        self.interrupted.push(Interrupted {
            text,
            open_braces: 0,
        });
        State::Code
    }

    /// At `$` or `{` in a text: passes over a variable, or says that code starts here.
    fn interpolation(&mut self) -> bool {
        match (self.peek(0), self.peek(1)) {
            (Some(b'$'), Some(b'{')) => {
                self.at += 2;
                true
            }
            (Some(b'{'), Some(b'$')) => {
                self.at += 1;
                true
            }
            (Some(b'$'), Some(next)) if byte::is_label_start(next) => {
                self.at += 2;
                while self.peek(0).is_some_and(byte::is_label) {
                    self.at += 1;
                }
                if self.peek(0) == Some(b'[') {
                    self.offset();
                }
                false
            }
            _ => {
                self.at += 1;
                false
            }
        }
    }

    /// The `[…]` behind a variable in a text: up to `]`, or to what can never be part of it.
    fn offset(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b']' => {
                    self.at += 1;
                    return;
                }
                b' ' | b'\n' | b'\r' | b'\t' | b'\\' | b'\'' | b'#' => return,
                _ => self.at += 1,
            }
        }
    }
}

fn space_end(source: &[u8], at: usize) -> usize {
    source[at..]
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
        .map_or(source.len(), |found| at + found)
}

/// Where the closing `label` of a heredoc ends, if the line at `at` is the last.
fn heredoc_end(source: &[u8], at: usize, label: &[u8]) -> Option<usize> {
    let mut at = at;
    while matches!(source.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    let after = source[at..].strip_prefix(label)?;
    after
        .first()
        .is_some_and(|&next| !byte::is_label(next))
        .then_some(at + label.len())
}

/// The end of a double-quoted string without variables, whose first byte is at `at`.
fn plain_string_end(source: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = find_in(&QUOTED, source, at);
        let next = source.get(at + 1).copied();
        match source.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            b'$' if next.is_some_and(|next| next == b'{' || byte::is_label_start(next)) => {
                return None;
            }
            b'{' if next == Some(b'$') => return None,
            _ => at += 1,
        }
    }
}

/// The length of the name, variable, number or operator that `code` starts with.
fn operator_len(code: &[u8]) -> usize {
    const OPERATORS: [&[u8]; 31] = [
        b"<=>", b"**=", b"...", b"<<=", b">>=", b"===", b"!==", b"?->", b"??=", b"::", b"->",
        b"=>", b"++", b"--", b"==", b"!=", b"<>", b"<=", b">=", b"+=", b"-=", b"*=", b"/=", b".=",
        b"%=", b"&=", b"|=", b"^=", b"**", b"??", b"&&",
    ];
    let names = |from: usize| {
        code[from..]
            .iter()
            .take_while(|&&next| byte::is_label(next) || next == b'\\')
            .count()
    };
    match code {
        [b'$', next, ..] if byte::is_label_start(*next) => {
            1 + code[1..]
                .iter()
                .take_while(|&&next| byte::is_label(next))
                .count()
        }
        [b'\\', next, ..] if byte::is_label_start(*next) => 1 + names(1),
        [first, ..] if byte::is_label(*first) => names(0),
        _ => OPERATORS
            .iter()
            .find(|operator| code.starts_with(operator))
            .map_or(1, |operator| operator.len()),
    }
}
