use std::io;
use std::path::PathBuf;

/// Why a transfer failed. URLs in messages never show a password or token.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The network is switched off and the request could not be answered without it.
    #[error("Network disabled, request canceled: {url}")]
    NetworkDisabled {
        /// What was asked for.
        url: String,
    },
    /// `secure-http` forbids the URL.
    #[error(
        "Your configuration does not allow connections to {url}. See https://getcomposer.org/doc/06-config.md#secure-http for details."
    )]
    Insecure {
        /// The refused URL.
        url: String,
    },
    /// The URL cannot be used.
    #[error("The URL \"{url}\" is not valid: {reason}")]
    InvalidUrl {
        /// The URL as given.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The server answered with an error status.
    #[error("The \"{url}\" file could not be downloaded ({line}){excerpt}")]
    Status {
        /// What was asked for.
        url: String,
        /// The HTTP status.
        code: u16,
        /// The status line, as in `HTTP/1.1 404 Not Found`.
        line: String,
        /// The beginning of the body if the server sent JSON, else empty.
        excerpt: String,
    },
    /// A redirect led nowhere, too far, or to a scheme that is never followed.
    #[error("The \"{url}\" file could not be downloaded: {reason}")]
    Redirect {
        /// The URL that redirected.
        url: String,
        /// What is wrong with the redirect.
        reason: String,
    },
    /// No connection, a broken one, a damaged encoding, or an early end.
    #[error("The \"{url}\" file could not be downloaded: {reason}")]
    Transport {
        /// What was asked for.
        url: String,
        /// The innermost cause.
        reason: String,
    },
    /// Nothing came in the time allowed.
    #[error("The \"{url}\" file could not be downloaded: timed out after {seconds} seconds")]
    TimedOut {
        /// What was asked for.
        url: String,
        /// The limit that was passed.
        seconds: u64,
    },
    /// A `file://` URL could not be read.
    #[error("The \"{url}\" file could not be read: {source}")]
    Local {
        /// The URL.
        url: String,
        /// The cause.
        source: io::Error,
    },
    /// The downloaded bytes could not be written.
    #[error("The \"{url}\" file could not be written to {path}: {source}")]
    Write {
        /// What was being fetched.
        url: String,
        /// The file that could not be written.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The content is not what was promised.
    #[error(
        "The checksum verification of the file failed (downloaded from {url}): expected SHA-1 {expected}, got {actual}"
    )]
    Checksum {
        /// Where it came from.
        url: String,
        /// The promised SHA-1.
        expected: String,
        /// The SHA-1 of what came.
        actual: String,
    },
    /// The client could not be started (no thread, no TLS).
    #[error("The HTTP client could not be started: {reason}")]
    Start {
        /// The cause.
        reason: String,
    },
}

impl HttpError {
    /// The HTTP status that the failure stands for: the server's, or 499 (Composer's number) if the
    /// network is disabled.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Status { code, .. } => Some(*code),
            Self::NetworkDisabled { .. } => Some(499),
            _ => None,
        }
    }

    /// Whether the server said that there is no such file.
    pub fn is_not_found(&self) -> bool {
        self.status() == Some(404)
    }
}
