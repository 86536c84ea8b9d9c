//! What ends a command early: a message, what to do about it, and the exit code.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, ErrorKind};

/// Exit codes, as Composer's documentation lists them
/// (<https://getcomposer.org/doc/03-cli.md#process-exit-codes>).
pub(crate) mod exit {
    /// Done.
    pub(crate) const OK: u8 = 0;
    /// Anything that has no code of its own.
    pub(crate) const GENERIC: u8 = 1;
    /// The requirements have no solution.
    pub(crate) const UNSOLVABLE: u8 = 2;
    /// A partial update without a lock file.
    pub(crate) const NO_LOCK_FOR_PARTIAL_UPDATE: u8 = 3;
    /// The lock file does not fit composer.json or the platform.
    pub(crate) const LOCK_INVALID: u8 = 4;
    /// An audit found advisories.
    pub(crate) const ADVISORIES: u8 = 5;
    /// Classes break their PSR-0 or PSR-4 rule.
    pub(crate) const PSR_VIOLATION: u8 = 6;
    /// A file that should be a zip archive is none: the code that PHP's extension gives to it,
    /// which Composer hands on.
    pub(crate) const NOT_A_ZIP: u8 = 19;
    /// A download failed.
    pub(crate) const TRANSPORT: u8 = 100;
}

/// A command that could not do its work.
#[derive(Debug)]
pub(crate) struct Failure {
    /// What went wrong, naming the file or address.
    pub(crate) message: String,
    /// What the user can do.
    pub(crate) advice: Vec<String>,
    /// Exit code of the process.
    pub(crate) code: u8,
}

impl Failure {
    pub(crate) fn new(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            advice: Vec::new(),
            code: exit::GENERIC,
        }
    }

    pub(crate) fn code(mut self, code: u8) -> Self {
        self.code = code;
        self
    }

    pub(crate) fn advise(mut self, advice: impl Display) -> Self {
        self.advice.push(advice.to_string());
        self
    }

    /// Everything said already: only the exit code is left.
    pub(crate) fn silent(code: u8) -> Self {
        Self {
            message: String::new(),
            advice: Vec::new(),
            code,
        }
    }
}

/// What to do about what the system refused, if that is at the bottom of an error.
pub(crate) fn system_advice(error: &(dyn Error + 'static)) -> Option<&'static str> {
    let mut cause = Some(error);
    let refusal = loop {
        let error = cause?;
        if let Some(refusal) = error.downcast_ref::<io::Error>() {
            break refusal;
        }
        cause = error.source();
    };
    match refusal.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Some("free some disk space and run the same command again")
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            Some("make the folder writable and run the same command again")
        }
        ErrorKind::NotADirectory => Some("a file lies where a folder is needed: move it away"),
        _ => None,
    }
}

/// An error with the errors that caused it, as one sentence.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.contains(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text
}
