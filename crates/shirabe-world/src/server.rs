//! The same world over HTTP on 127.0.0.1.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use flate2::Compression;
use flate2::write::GzEncoder;
use percent_encoding::percent_decode_str;
use tiny_http::{Header, Request, Response};

use crate::document::{REPOSITORY_URL, SITE_URL};
use crate::record::DIST_HOST;
use crate::{World, WorldError};

/// How many requests are answered at once. Delayed answers wait in these threads, so that the delay is
/// that of one answer, however many are under way.
const WORKERS: usize = 32;

/// What a server does instead of a right answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// This status and a short text instead of the content.
    Status(u16),
    /// The first half of the content, as if it were all of it.
    Truncated,
}

/// Decides by a request's path (with its leading slash) whether it goes wrong.
pub type Faults = Arc<dyn Fn(&str) -> Option<Fault> + Send + Sync>;

/// How to serve.
#[derive(Clone, Default)]
pub struct Options {
    /// Waited before each answer.
    pub delay: Duration,
    /// 0 for any free port.
    pub port: u16,
    /// Print each request to stderr.
    pub log: bool,
    /// Which requests go wrong.
    pub faults: Option<Faults>,
}

/// One request and how it was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// `GET`, `POST` …
    pub method: String,
    /// With its leading slash, percent-decoded, without the query.
    pub path: String,
    /// The HTTP status of the answer.
    pub status: u16,
    /// Bytes of the answer's body as sent.
    pub bytes: usize,
    /// Whether the body was sent compressed.
    pub gzip: bool,
}

/// A running server. It stops when dropped.
pub struct Server {
    url: String,
    listener: Arc<tiny_http::Server>,
    exchanges: Arc<Mutex<Vec<Exchange>>>,
    workers: Vec<JoinHandle<()>>,
}

impl Server {
    /// `http://127.0.0.1:<port>`, the URL of a repository of type `composer`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Every exchange since the start, in the order of their answers.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Exchange> {
        lock(&self.exchanges).clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for _ in &self.workers {
            self.listener.unblock();
        }
        for worker in self.workers.drain(..) {
            // A worker that panicked has printed why; there is nobody left to tell.
            let _ = worker.join();
        }
    }
}

/// Serves `world` on 127.0.0.1: `packages.json`, `p2/` and the archives, with every URL in the documents
/// turned to this server. Answers conditional requests with 304, compresses documents for clients that
/// accept gzip, takes install notifications and knows no security advisories.
pub fn serve(world: &World, options: Options) -> Result<Server, WorldError> {
    let failed = |cause: String| WorldError::Listen {
        port: options.port,
        cause,
    };
    let listener = tiny_http::Server::http(("127.0.0.1", options.port))
        .map_err(|error| failed(error.to_string()))?;
    let address = listener
        .server_addr()
        .to_ip()
        .ok_or_else(|| failed("no address".to_owned()))?;
    let url = format!("http://{address}");
    let site = Arc::new(Site {
        world: world.clone(),
        url: url.clone(),
        options,
        exchanges: Arc::default(),
        documents: Mutex::default(),
    });
    let listener = Arc::new(listener);
    let workers = (0..WORKERS)
        .map(|_| {
            let (site, listener) = (Arc::clone(&site), Arc::clone(&listener));
            std::thread::spawn(move || {
                while let Ok(request) = listener.recv() {
                    site.answer(request);
                }
            })
        })
        .collect();
    Ok(Server {
        url,
        listener,
        exchanges: Arc::clone(&site.exchanges),
        workers,
    })
}

struct Site {
    world: World,
    url: String,
    options: Options,
    exchanges: Arc<Mutex<Vec<Exchange>>>,
    /// Documents as they go over the wire, by path and compression.
    documents: Mutex<HashMap<(PathBuf, bool), Arc<Vec<u8>>>>,
}

struct Answer {
    status: u16,
    body: Arc<Vec<u8>>,
    kind: &'static str,
    modified: Option<SystemTime>,
    gzip: bool,
}

impl Answer {
    fn new(status: u16, text: &str) -> Answer {
        let body = Arc::new(text.as_bytes().to_vec());
        Answer {
            status,
            body,
            kind: "application/json",
            modified: None,
            gzip: false,
        }
    }
}

impl Site {
    fn answer(&self, request: Request) {
        let path = request.url().split('?').next().unwrap_or_default();
        let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
        std::thread::sleep(self.options.delay);

        let fault = self
            .options
            .faults
            .as_ref()
            .and_then(|faults| faults(&path));
        let answer = match fault {
            Some(Fault::Status(status)) => {
                Answer::new(status, &format!("{{\"message\": \"fault {status}\"}}"))
            }
            Some(Fault::Truncated) => {
                let mut answer = self.find(&path, &request);
                answer.body = Arc::new(answer.body[..answer.body.len() / 2].to_vec());
                answer
            }
            None => self.find(&path, &request),
        };

        let exchange = Exchange {
            method: request.method().to_string(),
            path,
            status: answer.status,
            bytes: answer.body.len(),
            gzip: answer.gzip,
        };
        if self.options.log {
            eprintln!(
                "{} {} {} {}",
                exchange.method, exchange.path, exchange.status, exchange.bytes
            );
        }
        lock(&self.exchanges).push(exchange);
        // A client that hangs up early is its own business.
        let _ = send(request, &answer);
    }

    fn find(&self, path: &str, request: &Request) -> Answer {
        match self.try_find(path, request) {
            Ok(answer) => answer,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Answer::new(404, "{\"message\": \"not found\"}")
            }
            Err(error) => Answer::new(
                500,
                &serde_json::json!({"message": error.to_string()}).to_string(),
            ),
        }
    }

    fn try_find(&self, path: &str, request: &Request) -> io::Result<Answer> {
        let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let not_found = || io::Error::from(io::ErrorKind::NotFound);
        if segments.contains(&"..") {
            return Err(not_found());
        }
        match segments[..] {
            ["downloads", ""] => Ok(Answer::new(201, "{\"status\": \"success\"}")),
            ["api", "security-advisories", ""] => Ok(Answer::new(200, "{\"advisories\": []}")),
            ["packages.json"] | ["p2", _, _] => self.document(
                &self.world.repository().join(path.trim_start_matches('/')),
                request,
            ),
            ["dists", vendor, name, "zipball", reference] => archive(
                &self.world.zip(&format!("{vendor}/{name}"), reference),
                "application/zip",
                request,
            ),
            ["dists", vendor, name, file] => {
                let name = format!("{vendor}/{name}");
                if let Some(reference) = file.strip_suffix(".zip") {
                    archive(
                        &self.world.zip(&name, reference),
                        "application/zip",
                        request,
                    )
                } else if let Some(reference) = file.strip_suffix(".tar.gz") {
                    archive(
                        &self.world.tar_gz(&name, reference),
                        "application/gzip",
                        request,
                    )
                } else {
                    Err(not_found())
                }
            }
            _ => Err(not_found()),
        }
    }

    fn document(&self, file: &Path, request: &Request) -> io::Result<Answer> {
        let modified = fs::metadata(file)?.modified()?;
        if let Some(answer) = not_modified(modified, request) {
            return Ok(answer);
        }
        let gzip =
            header(request, "Accept-Encoding").is_some_and(|accepted| accepted.contains("gzip"));
        let key = (file.to_owned(), gzip);
        let known = lock(&self.documents).get(&key).cloned();
        let body = match known {
            Some(body) => body,
            None => {
                let body = Arc::new(self.rewritten(file, gzip)?);
                lock(&self.documents).insert(key, Arc::clone(&body));
                body
            }
        };
        Ok(Answer {
            status: 200,
            body,
            kind: "application/json",
            modified: Some(modified),
            gzip,
        })
    }

    fn rewritten(&self, file: &Path, gzip: bool) -> io::Result<Vec<u8>> {
        let text = fs::read_to_string(file)?
            .replace(REPOSITORY_URL, &self.url)
            .replace(SITE_URL, &self.url)
            .replace(DIST_HOST, &format!("{}/dists", self.url));
        if !gzip {
            return Ok(text.into_bytes());
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes())?;
        encoder.finish()
    }
}

fn archive(file: &Path, kind: &'static str, request: &Request) -> io::Result<Answer> {
    let modified = fs::metadata(file)?.modified()?;
    if let Some(answer) = not_modified(modified, request) {
        return Ok(answer);
    }
    let body = Arc::new(fs::read(file)?);
    Ok(Answer {
        status: 200,
        body,
        kind,
        modified: Some(modified),
        gzip: false,
    })
}

/// RFC 9110, section 13.1.3: the header's whole seconds are what is compared.
fn not_modified(modified: SystemTime, request: &Request) -> Option<Answer> {
    let since = httpdate::parse_http_date(header(request, "If-Modified-Since")?).ok()?;
    let seconds = |time: SystemTime| {
        time.duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |since| since.as_secs())
    };
    (seconds(modified) <= seconds(since)).then(|| Answer {
        status: 304,
        body: Arc::default(),
        kind: "application/json",
        modified: Some(modified),
        gzip: false,
    })
}

fn header<'a>(request: &'a Request, name: &'static str) -> Option<&'a str> {
    request
        .headers()
        .iter()
        .find(|header| header.field.equiv(name))
        .map(|header| header.value.as_str())
}

fn send(request: Request, answer: &Answer) -> io::Result<()> {
    let body = answer.body.as_slice();
    let mut headers = vec![("Content-Type", answer.kind.to_owned())];
    if let Some(modified) = answer.modified {
        headers.push(("Last-Modified", httpdate::fmt_http_date(modified)));
    }
    if answer.gzip {
        headers.push(("Content-Encoding", "gzip".to_owned()));
        headers.push(("Vary", "Accept-Encoding".to_owned()));
    }
    let headers = headers
        .into_iter()
        .filter_map(|(name, value)| Header::from_bytes(name.as_bytes(), value.as_bytes()).ok())
        .collect();
    let response = Response::new(answer.status.into(), headers, body, Some(body.len()), None);
    request.respond(response.with_chunked_threshold(usize::MAX))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
