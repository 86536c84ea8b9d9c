//! The documents of one repository: fetched if they changed, else out of the cache.

use shirabe_callgraph::{centre, enter};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;

use rayon::iter::{ParallelBridge, ParallelIterator};
use rustc_hash::FxHashMap;
use sha1::{Digest, Sha1};
use shirabe_http::{HttpError, Network, Request, Response, shown_url};
use shirabe_mixed::{JsonError, PhpMap, PhpMixed, json};
use shirabe_package::PackageName;
use shirabe_php::platform::COMPOSER_VERSION;
use shirabe_semver::Version;

use super::File;
use super::location::Location;
use super::reader::{Document, Reader};
use crate::decoder::{DecodeError, REMARK_KEYS};
use crate::{Cache, Context, Decoded, RepositoryError};

const ROOT: &str = "packages.json";
const DATE_KEY: &str = "last-modified";

/// The documents of one repository.
pub(crate) struct Documents {
    context: Context,
    cache: Option<Cache>,
    repository: String,
    base: String,
    metadata_url: String,
    headers: Vec<(String, String)>,
    version: Version,
    states: FxHashMap<String, State>,
    /// By document that was read: what it says beside its versions.
    remarks: FxHashMap<String, PhpMap>,
    is_degraded: bool,
    is_cache_failing: bool,
}

/// What is known in this run of one package's document.
enum State {
    /// The server has none.
    Missing,
    /// The cached copy is as good as the server's. Its bytes, if they are at hand.
    Cached(Option<Vec<u8>>),
    /// Came from the server; kept, because it is not in the cache (yet).
    Fetched(Fetched),
    /// Could not be had; told when it is asked for.
    Failed(RepositoryError),
}

struct Fetched {
    body: Vec<u8>,
    last_modified: Option<String>,
    is_decoded: bool,
}

/// A document to decode.
struct Raw<'a> {
    file: &'a File<'a>,
    text: Vec<u8>,
    is_cached: bool,
    last_modified: Option<String>,
    is_new: bool,
}

impl Documents {
    pub(crate) fn new(context: &Context, location: &Location, options: &PhpMixed) -> Self {
        let cache = context
            .cache_dir
            .as_ref()
            .map(|folder| Cache::for_repository(folder, location.url(), context.cache_read_only));
        Self {
            cache: cache.filter(Cache::is_enabled),
            context: context.clone(),
            repository: location.url().to_owned(),
            base: location.base().to_owned(),
            metadata_url: String::new(),
            headers: headers(options),
            version: Version::from_normalized(&format!("{COMPOSER_VERSION}.0")),
            states: FxHashMap::default(),
            remarks: FxHashMap::default(),
            is_degraded: false,
            is_cache_failing: false,
        }
    }

    pub(crate) fn set_metadata_url(&mut self, url: &str) {
        url.clone_into(&mut self.metadata_url);
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Where the document of `file` comes from, for messages.
    pub(crate) fn place(&self, file: &str) -> String {
        match (self.states.get(file), &self.cache) {
            (Some(State::Cached(_)), Some(cache)) => {
                format!(
                    "{} ({})",
                    cache.path(&key(file)).display(),
                    shown_url(&self.url(file))
                )
            }
            _ => shown_url(&self.url(file)),
        }
    }

    /// The root document at `url`.
    pub(crate) fn root(&mut self, url: &str) -> Result<PhpMap, RepositoryError> {
        let cached = self.cached(ROOT)?;
        let copy = cached.as_deref().and_then(decode_map);
        let date = copy.as_ref().and_then(date_of);
        let error = match self.context.http.get(self.request(url, date)) {
            Ok(response) if response.not_modified() => match copy {
                Some(copy) => return Ok(copy),
                None => return Err(unexpected_304(url)),
            },
            Ok(response) => return self.accept_root(url, &response),
            Err(error) => error,
        };
        match copy {
            Some(copy) if !error.is_not_found() => {
                self.degrade(&error);
                Ok(copy)
            }
            _ => Err(error.into()),
        }
    }

    fn accept_root(&mut self, url: &str, response: &Response) -> Result<PhpMap, RepositoryError> {
        let document = decode_document(url, &response.body)?;
        self.context
            .notices
            .give_messages(&self.repository, &document, &self.version);
        let text = dated(&response.body, response.header(DATE_KEY));
        self.store(ROOT, &text);
        Ok(document)
    }

    /// A document that the root document includes, with the place where it comes from.
    pub(crate) fn include(
        &mut self,
        include: &str,
        sha1: Option<&str>,
    ) -> Result<(PhpMap, String), RepositoryError> {
        let url = format!("{}/{include}", self.base);
        let cached = self.cached(include)?;
        if let (Some(text), Some(sha1)) = (&cached, sha1)
            && hex(&Sha1::digest(text)).eq_ignore_ascii_case(sha1)
        {
            return Ok((decode_document(&url, text)?, url));
        }
        let error = match self.context.http.get(self.request(&url, None)) {
            Ok(response) => {
                let document = decode_document(&url, &response.body)?;
                self.store(include, &response.body);
                return Ok((document, url));
            }
            Err(error) => error,
        };
        match cached.as_deref().and_then(decode_map) {
            Some(copy) if !error.is_not_found() => {
                self.degrade(&error);
                Ok((copy, url))
            }
            _ => Err(error.into()),
        }
    }

    /// Fetches what is not known to be fresh, all at once. Without a network there is nothing to gain.
    pub(crate) fn prefetch(&mut self, files: &[File<'_>]) {
        if self.context.http.options().network == Network::Enabled {
            self.settle(files);
        }
    }

    /// Reads the documents of `files`; without those that there are not.
    pub(crate) fn read_all<'a>(
        &mut self,
        files: &'a [File<'a>],
        reader: Reader<'_>,
    ) -> Result<Vec<(&'a File<'a>, Document)>, RepositoryError> {
        let _span = enter(centre!("documents"));
        self.settle(files);
        let mut raws = Vec::with_capacity(files.len());
        for file in files {
            raws.extend(self.take(file)?);
        }
        let mut by_size: Vec<(usize, Raw<'_>)> = raws.into_iter().enumerate().collect();
        // One large document begun last would leave all threads but one without work.
        by_size.sort_by_key(|(_, raw)| Reverse(raw.text.len()));
        let mut results: Vec<_> = by_size
            .into_iter()
            .par_bridge()
            .map(|(index, mut raw)| {
                let result = reader.read(&raw.text, raw.file);
                if !raw.is_new {
                    raw.text = Vec::new();
                }
                (index, result, raw)
            })
            .collect();
        results.sort_unstable_by_key(|(index, ..)| *index);
        let mut documents = Vec::with_capacity(results.len());
        for (_, result, raw) in results {
            let file = raw.file;
            match result {
                Ok(mut document) => {
                    self.keep(&raw, &document.decoded);
                    self.remember(file, &mut document);
                    documents.push((file, document));
                }
                Err(DecodeError::Json(cause)) if raw.is_cached => {
                    if let Some(mut document) = self.replace_damaged(file, cause, reader)? {
                        self.remember(file, &mut document);
                        documents.push((file, document));
                    }
                }
                Err(error) => return Err(self.explain(&file.name, error)),
            }
        }
        Ok(documents)
    }

    fn remember(&mut self, file: &File<'_>, document: &mut Document) {
        let remarks = std::mem::take(&mut document.decoded.remarks);
        self.remarks.insert(file.name.clone(), remarks);
    }

    /// What the documents of `files` say under one of the [`REMARK_KEYS`].
    pub(crate) fn remarks(
        &mut self,
        files: &[File<'_>],
        key: &str,
    ) -> Result<Vec<(PackageName, PhpMixed)>, RepositoryError> {
        let unread: Vec<File<'_>> = files
            .iter()
            .filter(|file| !self.remarks.contains_key(&file.name))
            .cloned()
            .collect();
        self.settle(&unread);
        for file in &unread {
            let mut remarks = PhpMap::default();
            if let Some(raw) = self.take(file)? {
                self.keep(&raw, &Decoded::default());
                if mentions_remarks(&raw.text) {
                    remarks = decode_document(&self.url(&file.name), &raw.text)?;
                    remarks.retain(|key, _| REMARK_KEYS.contains(&key.as_str()));
                }
            }
            self.remarks.insert(file.name.clone(), remarks);
        }
        let remark = |file: &File<'_>| {
            let value = self.remarks.get(&file.name)?.get(key)?;
            Some((file.wanted.name.clone(), value.clone()))
        };
        Ok(files.iter().filter_map(remark).collect())
    }

    /// Brings all documents of `files` to a state.
    fn settle(&mut self, files: &[File<'_>]) {
        let _span = enter(centre!("freshness"));
        let mut names = Vec::new();
        let mut copies = Vec::new();
        let mut requests = Vec::new();
        for file in files {
            let Entry::Vacant(vacant) = self.states.entry(file.name.clone()) else {
                continue;
            };
            let cached = match &self.cache {
                Some(cache) => cache.read(&key(&file.name)),
                None => Ok(None),
            };
            let cached = match cached {
                Ok(cached) => cached,
                Err(error) => {
                    vacant.insert(State::Failed(error));
                    continue;
                }
            };
            // Taken by the loop below; holds the place against a name that comes twice.
            vacant.insert(State::Missing);
            let date = cached.as_deref().and_then(date_in);
            requests.push(self.request(&self.url(&file.name), date));
            names.push(file.name.clone());
            copies.push(cached);
        }
        let http = self.context.http.clone();
        let mut answers = Vec::with_capacity(requests.len());
        let has_date: Vec<bool> = requests
            .iter()
            .map(|request| request.if_modified_since.is_some())
            .collect();
        http.fetch_each(requests, |index, answer| answers.push((index, answer)));
        answers.sort_unstable_by_key(|(index, _)| *index);
        for (index, answer) in answers {
            let state = self.judge(&names[index], answer, copies[index].take(), has_date[index]);
            self.states.insert(std::mem::take(&mut names[index]), state);
        }
    }

    fn judge(
        &mut self,
        file: &str,
        answer: Result<Response, HttpError>,
        copy: Option<Vec<u8>>,
        is_conditional: bool,
    ) -> State {
        match answer {
            Ok(response) if response.not_modified() => match copy {
                Some(copy) => State::Cached(Some(copy)),
                None => State::Failed(unexpected_304(&self.url(file))),
            },
            Ok(response) => State::Fetched(Fetched {
                last_modified: response.header(DATE_KEY).map(str::to_owned),
                body: response.body,
                is_decoded: false,
            }),
            Err(error) if error.is_not_found() => State::Missing,
            Err(error) => {
                self.degrade(&error);
                match (copy, error) {
                    (Some(copy), _) if is_conditional => State::Cached(Some(copy)),
                    (Some(copy), error @ HttpError::NetworkDisabled { .. }) => {
                        self.undated(file, &copy, &error)
                    }
                    (_, HttpError::NetworkDisabled { .. }) => State::Missing,
                    (_, error) => State::Failed(error.into()),
                }
            }
        }
    }

    /// Without a network, a copy without a date is none, as for Composer; but a damaged one is an error.
    fn undated(&self, file: &str, copy: &[u8], error: &HttpError) -> State {
        match json::decode(copy) {
            Ok(_) => State::Missing,
            Err(cause) => State::Failed(RepositoryError::DamagedCache {
                path: self.cache_path(file),
                cause: cause.into(),
                fetch: error.to_string(),
            }),
        }
    }

    /// The document of `file` to decode, if there is one.
    fn take<'a>(&mut self, file: &'a File<'a>) -> Result<Option<Raw<'a>>, RepositoryError> {
        let Some(state) = self.states.get_mut(&file.name) else {
            return Ok(None);
        };
        let text = match state {
            State::Missing => return Ok(None),
            State::Failed(_) => {
                // Asked for again, it is tried again.
                let Some(State::Failed(error)) = self.states.remove(&file.name) else {
                    return Ok(None);
                };
                return Err(error);
            }
            State::Fetched(fetched) => {
                let is_new = !std::mem::replace(&mut fetched.is_decoded, true);
                let last_modified = fetched.last_modified.clone();
                return Ok(Some(Raw {
                    file,
                    text: fetched.body.clone(),
                    is_cached: false,
                    last_modified,
                    is_new,
                }));
            }
            State::Cached(copy) => copy.take(),
        };
        let text = match text {
            Some(text) => Some(text),
            None => self.cached(&key(&file.name))?,
        };
        Ok(text.map(|text| Raw {
            file,
            text,
            is_cached: true,
            last_modified: None,
            is_new: false,
        }))
    }

    /// Puts a document into the cache that came from the server and proved to be sound.
    fn keep(&mut self, raw: &Raw<'_>, decoded: &Decoded) {
        if !raw.is_new {
            return;
        }
        self.context
            .notices
            .give_messages(&self.repository, &decoded.messages, &self.version);
        let text = dated(&raw.text, raw.last_modified.as_deref());
        if self.store(&key(&raw.file.name), &text) {
            self.states
                .insert(raw.file.name.clone(), State::Cached(None));
        }
    }

    /// Another process or a full disk may have cut a cached file: the server's copy is better.
    fn replace_damaged(
        &mut self,
        file: &File<'_>,
        cause: JsonError,
        reader: Reader<'_>,
    ) -> Result<Option<Document>, RepositoryError> {
        let url = self.url(&file.name);
        let response = match self.context.http.get(self.request(&url, None)) {
            Ok(response) => response,
            Err(error) if error.is_not_found() => {
                self.states.insert(file.name.clone(), State::Missing);
                return Ok(None);
            }
            Err(error) => {
                return Err(RepositoryError::DamagedCache {
                    path: self.cache_path(&file.name),
                    cause: cause.into(),
                    fetch: error.to_string(),
                });
            }
        };
        let last_modified = response.header(DATE_KEY).map(str::to_owned);
        let document = reader.read(&response.body, file).map_err(|error| {
            self.states.remove(&file.name);
            self.explain(&file.name, error)
        })?;
        let fetched = Fetched {
            body: response.body.clone(),
            last_modified: last_modified.clone(),
            is_decoded: true,
        };
        self.states
            .insert(file.name.clone(), State::Fetched(fetched));
        let raw = Raw {
            file,
            text: response.body,
            is_cached: false,
            last_modified,
            is_new: true,
        };
        self.keep(&raw, &document.decoded);
        Ok(Some(document))
    }

    fn explain(&self, file: &str, error: DecodeError) -> RepositoryError {
        let place = self.place(file);
        match error {
            DecodeError::Json(cause) => RepositoryError::Json {
                url: place,
                cause: cause.into(),
            },
            DecodeError::Shape(reason) => RepositoryError::Shape { place, reason },
            DecodeError::Load(cause) => RepositoryError::Load {
                place,
                cause: cause.into(),
            },
        }
    }

    fn url(&self, file: &str) -> String {
        self.metadata_url.replace("%package%", file)
    }

    fn cache_path(&self, file: &str) -> std::path::PathBuf {
        self.cache
            .as_ref()
            .map(|cache| cache.path(&key(file)))
            .unwrap_or_default()
    }

    fn request(&self, url: &str, date: Option<String>) -> Request {
        Request {
            url: url.to_owned(),
            if_modified_since: date,
            headers: self.headers.clone(),
        }
    }

    fn cached(&self, key: &str) -> Result<Option<Vec<u8>>, RepositoryError> {
        self.cache
            .as_ref()
            .map_or(Ok(None), |cache| cache.read(key))
    }

    /// Writes a file of the cache and tells whether it can be read from there again. A cache that
    /// cannot be written is one that is not there.
    fn store(&mut self, key: &str, text: &[u8]) -> bool {
        let Some(cache) = &self.cache else {
            return false;
        };
        if cache.is_read_only() {
            return false;
        }
        match cache.write(key, text) {
            Ok(()) => true,
            Err(error) => {
                if !std::mem::replace(&mut self.is_cache_failing, true) {
                    self.context.notices.warn(format!(
                        "Cannot write into the cache: {error}. Proceeding without it. See also cache-read-only config if your filesystem is read-only."
                    ));
                }
                false
            }
        }
    }

    /// Says once that this repository's data may be old.
    fn degrade(&mut self, error: &HttpError) {
        if !std::mem::replace(&mut self.is_degraded, true) {
            self.context.notices.warn(format!(
                "{} could not be fully loaded ({error}), package information was loaded from the local cache and may be out of date",
                shown_url(&self.repository)
            ));
        }
    }
}

/// Whether a document may have some of the [`REMARK_KEYS`]: nearly none has, and none is decoded for
/// nothing.
fn mentions_remarks(text: &[u8]) -> bool {
    REMARK_KEYS
        .iter()
        .any(|key| memchr::memmem::find(text, format!("\"{key}\"").as_bytes()).is_some())
}

/// The cache's name of a package's document.
fn key(file: &str) -> String {
    format!("provider-{}.json", file.replace('/', "~"))
}

fn decode_map(text: &[u8]) -> Option<PhpMap> {
    match json::decode(text) {
        Ok(PhpMixed::Map(map)) => Some(map),
        _ => None,
    }
}

fn decode_document(url: &str, text: &[u8]) -> Result<PhpMap, RepositoryError> {
    match json::decode(text) {
        Ok(PhpMixed::Map(map)) => Ok(map),
        Ok(PhpMixed::List(list)) if list.is_empty() => Ok(PhpMap::default()),
        Ok(other) => Err(RepositoryError::Shape {
            place: shown_url(url),
            reason: format!("an object was expected, {} found", other.type_name()),
        }),
        Err(cause) => Err(RepositoryError::Json {
            url: shown_url(url),
            cause: cause.into(),
        }),
    }
}

fn date_of(document: &PhpMap) -> Option<String> {
    document
        .get(DATE_KEY)
        .and_then(PhpMixed::as_str)
        .map(str::to_owned)
}

/// The date of a cached document. Where it stands at the end, as whoever wrote the cache put it there,
/// nothing needs decoding.
fn date_in(text: &[u8]) -> Option<String> {
    date_at_end(text).or_else(|| date_of(&decode_map(text)?))
}

fn date_at_end(text: &[u8]) -> Option<String> {
    let body = text.trim_ascii_end().strip_suffix(b"\"}")?;
    let quote = body.iter().rposition(|byte| *byte == b'"')?;
    let (head, date) = (&body[..quote], &body[quote + 1..]);
    if !head.ends_with(b"\"last-modified\":") || date.contains(&b'\\') {
        return None;
    }
    String::from_utf8(date.to_vec()).ok()
}

/// The document with the server's date in it, as Composer keeps it. The text is that of an object.
fn dated(text: &[u8], last_modified: Option<&str>) -> Vec<u8> {
    let plain = |date: &&str| {
        date.bytes()
            .all(|b| matches!(b, b' '..=b'~') && b != b'"' && b != b'\\')
    };
    let Some(date) = last_modified.filter(plain) else {
        return text.to_vec();
    };
    let Some(body) = text.trim_ascii_end().strip_suffix(b"}") else {
        return text.to_vec();
    };
    let body = body.trim_ascii_end();
    let comma = if body.ends_with(b"{") { "" } else { "," };
    let mut out = Vec::with_capacity(text.len() + date.len() + 20);
    out.extend_from_slice(body);
    out.extend_from_slice(format!("{comma}\"{DATE_KEY}\":\"{date}\"}}").as_bytes());
    out
}

/// The header lines of a definition's `options.http.header`.
fn headers(options: &PhpMixed) -> Vec<(String, String)> {
    let lines = options.get("http").and_then(|http| http.get("header"));
    let lines: Box<dyn Iterator<Item = &PhpMixed>> = match lines {
        Some(line @ PhpMixed::String(_)) => Box::new(std::iter::once(line)),
        Some(list) => Box::new(list.values()),
        None => Box::new(std::iter::empty()),
    };
    lines
        .filter_map(PhpMixed::as_str)
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .collect()
}

fn unexpected_304(url: &str) -> RepositoryError {
    RepositoryError::Shape {
        place: shown_url(url),
        reason: "the server says that it did not change, but there is no copy of it".to_owned(),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{date_in, dated};

    #[test]
    fn dates_go_in_and_come_out() {
        let date = "Mon, 02 Jun 2025 10:00:00 GMT";
        for text in ["{\"packages\":[]}", "{ }\n", "{\n  \"a\": 1\n}\n"] {
            let kept = dated(text.as_bytes(), Some(date));
            assert_eq!(date_in(&kept).as_deref(), Some(date), "{text}");
            assert!(super::decode_map(&kept).is_some());
            assert_eq!(date_in(text.as_bytes()), None);
        }
        assert_eq!(
            date_in(format!("{{\"last-modified\": \"{date}\", \"packages\": []}}").as_bytes())
                .as_deref(),
            Some(date)
        );
    }

    #[test]
    fn text_that_looks_like_a_date_is_none() {
        assert_eq!(date_in(br#"{"a":"x\"last-modified\":\"Mon\""}"#), None);
        assert_eq!(date_in(br#"{"a":{"last-modified":"Mon"}}"#), None);
        assert_eq!(date_in(br#"{"packages":{"a/b":[{"name":"a/b","#), None);
    }
}
