//! What the user sees: two streams, verbosity, colour, questions, progress.
//!
//! Everything that is said goes to standard error, results that a program may read go to
//! standard output, as Composer does (<https://getcomposer.org/doc/03-cli.md>).

pub(crate) mod progress;

use anstyle::{AnsiColor, Style};
use std::io::{BufRead, IsTerminal, Write};
use std::sync::Mutex;
use std::time::Instant;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// Errors only.
    Quiet,
    /// The usual.
    Normal,
    /// `-v`
    Verbose,
    /// `-vv`
    VeryVerbose,
    /// `-vvv`
    Debug,
}

/// How a line is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// As it is.
    Plain,
    /// Progress and good news: green.
    Info,
    /// Something to look at: yellow.
    Warning,
    /// Failure: white on red.
    Error,
}

impl Tone {
    fn style(self) -> Style {
        match self {
            Self::Plain => Style::new(),
            Self::Info => AnsiColor::Green.on_default(),
            Self::Warning => AnsiColor::Black.on(AnsiColor::Yellow),
            Self::Error => AnsiColor::White.on(AnsiColor::Red),
        }
    }
}

/// How the console is set up; the program works it out from flags and environment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConsoleOptions {
    /// How much is said.
    pub(crate) verbosity: Verbosity,
    /// `--ansi` and `--no-ansi`; where neither is given a terminal gets colour.
    pub(crate) colour: Option<bool>,
    /// Whether questions may be asked.
    pub(crate) interactive: bool,
    /// Whether progress bars may be drawn.
    pub(crate) progress: bool,
    /// `--profile`: prefix each line with memory and time since this instant.
    pub(crate) profile_since: Option<Instant>,
}

/// The console of one run.
pub(crate) struct Console {
    options: ConsoleOptions,
    colour: bool,
    /// Drawn bars have to step aside while a line is printed.
    bars: Mutex<Option<indicatif::MultiProgress>>,
}

impl Console {
    pub(crate) fn new(options: ConsoleOptions) -> Self {
        Self {
            colour: options
                .colour
                .unwrap_or_else(|| std::io::stderr().is_terminal()),
            options,
            bars: Mutex::new(None),
        }
    }

    pub(crate) fn verbosity(&self) -> Verbosity {
        self.options.verbosity
    }

    pub(crate) fn is_interactive(&self) -> bool {
        self.options.interactive
    }

    pub(crate) fn has_colour(&self) -> bool {
        self.colour
    }

    /// Whether bars may be drawn: a terminal, and nobody said no.
    pub(crate) fn draws_progress(&self) -> bool {
        self.options.progress
            && self.options.verbosity >= Verbosity::Normal
            && std::io::stderr().is_terminal()
    }

    /// Says a line on standard error.
    pub(crate) fn say(&self, tone: Tone, line: &str) {
        self.say_at(Verbosity::Normal, tone, line);
    }

    /// Says a line on standard error from this verbosity on.
    pub(crate) fn say_at(&self, least: Verbosity, tone: Tone, line: &str) {
        if self.options.verbosity < least {
            return;
        }
        let mut text = String::with_capacity(line.len() + 24);
        if let Some(since) = self.options.profile_since {
            text.push_str(&profile_prefix(since));
        }
        self.paint(&mut text, tone, line);
        text.push('\n');
        let write = || {
            // Nothing can be said any more where standard error is gone.
            let _ = std::io::stderr().lock().write_all(text.as_bytes());
        };
        match self.bars.lock() {
            Ok(bars) if bars.is_some() => {
                if let Some(bars) = bars.as_ref() {
                    bars.suspend(write);
                }
            }
            _ => write(),
        }
    }

    pub(crate) fn plain(&self, line: &str) {
        self.say(Tone::Plain, line);
    }

    pub(crate) fn info(&self, line: &str) {
        self.say(Tone::Info, line);
    }

    pub(crate) fn warn(&self, line: &str) {
        self.say(Tone::Warning, line);
    }

    /// Said even under `--quiet`.
    pub(crate) fn error(&self, line: &str) {
        self.say_at(Verbosity::Quiet, Tone::Error, line);
    }

    /// A result, on standard output.
    pub(crate) fn print(&self, text: &str) {
        if self.options.verbosity == Verbosity::Quiet {
            return;
        }
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(text.as_bytes());
        if !text.ends_with('\n') {
            let _ = out.write_all(b"\n");
        }
        let _ = out.flush();
    }

    /// Asks for yes or no; without a terminal the default stands.
    pub(crate) fn confirm(&self, question: &str, default: bool) -> bool {
        match self.ask(question) {
            Some(answer) if answer.is_empty() => default,
            Some(answer) => answer.starts_with(['y', 'Y']),
            None => default,
        }
    }

    /// Asks for a line of text; nothing where no question may be asked.
    pub(crate) fn ask(&self, question: &str) -> Option<String> {
        if !self.options.interactive {
            return None;
        }
        let mut text = String::new();
        self.paint(&mut text, Tone::Info, question);
        let mut err = std::io::stderr().lock();
        err.write_all(text.as_bytes()).ok()?;
        err.flush().ok()?;
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer).ok()?;
        Some(answer.trim().to_owned())
    }

    fn paint(&self, text: &mut String, tone: Tone, line: &str) {
        if self.colour && tone != Tone::Plain && !line.is_empty() {
            let style = tone.style();
            text.push_str(&format!("{style}{line}{style:#}"));
        } else {
            text.push_str(line);
        }
    }
}

fn profile_prefix(since: Instant) -> String {
    let memory = memory_mib().unwrap_or_default();
    format!("[{memory:.1}MiB/{:.2}s] ", since.elapsed().as_secs_f64())
}

/// Resident memory of this process in MiB; only Linux tells it in a file.
pub(crate) fn memory_mib() -> Option<f64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: f64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096.0 / (1024.0 * 1024.0))
}

/// The text without the tags that mark colours and links in it.
pub(crate) fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match rest.find(['<', '>']) {
            Some(end) if rest[end..].starts_with('>') && is_tag(&rest[..end]) => {
                rest = &rest[end + 1..];
            }
            _ => out.push('<'),
        }
    }
    out.push_str(rest);
    out
}

/// Whether the text between two angles is a tag: a known style, one written out, or the end of one.
fn is_tag(text: &str) -> bool {
    const STYLES: [&str; 6] = [
        "info",
        "comment",
        "error",
        "warning",
        "question",
        "highlight",
    ];
    const WRITTEN_OUT: [&str; 4] = ["href=", "fg=", "bg=", "options="];
    let style = text.strip_prefix('/');
    style == Some("")
        || STYLES.contains(&style.unwrap_or(text))
        || WRITTEN_OUT.iter().any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::without_tags;

    #[test]
    fn tags_go_and_other_angles_stay() {
        assert_eq!(
            without_tags(
                "<info>a/b</info> <1.0 </> x <https://e.org> <href=https://e.org/1>one</>"
            ),
            "a/b <1.0  x <https://e.org> one"
        );
    }
}
