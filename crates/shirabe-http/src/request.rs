use std::path::PathBuf;

/// One GET request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Request {
    /// An `http://`, `https://` or `file://` URL.
    pub url: String,
    /// The date to send as `If-Modified-Since`, as the server once gave it in `Last-Modified`.
    pub if_modified_since: Option<String>,
    /// Further header lines, as (name, value).
    pub headers: Vec<(String, String)>,
}

impl Request {
    /// A plain request for `url`.
    pub fn get(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            ..Self::default()
        }
    }

    /// The same request, answered with 304 if nothing changed since `date`.
    #[must_use]
    pub fn if_modified_since(mut self, date: impl Into<String>) -> Self {
        self.if_modified_since = Some(date.into());
        self
    }

    /// The same request with one more header line.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }
}

/// The answer to a [`Request`]: status 2xx or 304 (others are errors).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The URL that answered, after redirects.
    pub url: String,
    /// The HTTP status; 200 for a file.
    pub status: u16,
    /// Header lines with names in lower case, in the server's order.
    pub headers: Vec<(String, String)>,
    /// The body, with its content encoding undone.
    pub body: Vec<u8>,
}

impl Response {
    /// The value of the header `name` (lower case); the last one if it was sent several times.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .rev()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether the server said that nothing changed since the date that the request named.
    pub fn not_modified(&self) -> bool {
        self.status == 304
    }
}

/// One file to fetch to disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// What to ask for.
    pub request: Request,
    /// Where the whole file appears. Its folder is made if missing; a file that is there is
    /// replaced, and only when the new one is complete.
    pub destination: PathBuf,
    /// The SHA-1 that the content must have, in hex of either case.
    pub sha1: Option<String>,
}

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes received so far, after content decoding.
    pub received: u64,
    /// Bytes to expect in all, where the server says so.
    pub total: Option<u64>,
}

/// A finished download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Downloaded {
    /// Size of the file in bytes.
    pub size: u64,
    /// SHA-1 of its content, lower-case hex, computed while it came in.
    pub sha1: String,
}

/// What [`crate::Client::download_each`] reports.
#[derive(Debug)]
pub enum DownloadEvent {
    /// More bytes came in.
    Progress(Progress),
    /// The download ended; nothing more comes for it.
    Done(Result<Downloaded, crate::HttpError>),
}
