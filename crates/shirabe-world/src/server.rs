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
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use percent_encoding::percent_decode_str;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::oneshot;

use crate::document::{REPOSITORY_URL, SITE_URL};
use crate::record::DIST_HOST;
use crate::{World, WorldError};

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
    exchanges: Arc<Mutex<Vec<Exchange>>>,
    /// Dropped to stop the thread below.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
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
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has printed why; there is nobody left to tell.
            let _ = thread.join();
        }
    }
}

/// Serves `world` on 127.0.0.1: `packages.json`, `p2/` and the archives, with every URL in the documents
/// turned to this server. Answers conditional requests with 304, compresses documents for clients that
/// accept gzip, takes install notifications and knows no security advisories.
pub fn serve(world: &World, options: Options) -> Result<Server, WorldError> {
    let port = options.port;
    let failed = |cause: io::Error| WorldError::Listen {
        port,
        cause: cause.to_string(),
    };
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(failed)?;
    let listener = runtime
        .block_on(TcpListener::bind(("127.0.0.1", port)))
        .map_err(failed)?;
    let url = format!("http://{}", listener.local_addr().map_err(failed)?);
    let site = Arc::new(Site {
        world: world.clone(),
        url: url.clone(),
        options,
        exchanges: Arc::default(),
        documents: Mutex::default(),
    });
    let exchanges = Arc::clone(&site.exchanges);
    let (stop, stopped) = oneshot::channel::<()>();
    let thread = std::thread::spawn(move || {
        runtime.spawn(accept(listener, site));
        // Ends with an error when the sender is dropped, which is how a server is stopped.
        let _ = runtime.block_on(stopped);
        runtime.shutdown_background();
    });
    Ok(Server {
        url,
        exchanges,
        stop: Some(stop),
        thread: Some(thread),
    })
}

async fn accept(listener: TcpListener, site: Arc<Site>) {
    while let Ok((stream, _)) = listener.accept().await {
        let site = Arc::clone(&site);
        let service = service_fn(move |request| Site::answer(Arc::clone(&site), request));
        tokio::spawn(async move {
            // A client that hangs up early is its own business.
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

struct Site {
    world: World,
    url: String,
    options: Options,
    exchanges: Arc<Mutex<Vec<Exchange>>>,
    /// Documents as they go over the wire, by path and compression.
    documents: Mutex<HashMap<(PathBuf, bool), Bytes>>,
}

struct Answer {
    status: u16,
    body: Bytes,
    kind: &'static str,
    modified: Option<SystemTime>,
    gzip: bool,
}

impl Answer {
    fn new(status: u16, text: &str) -> Answer {
        let body = Bytes::copy_from_slice(text.as_bytes());
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
    async fn answer(
        self: Arc<Site>,
        request: Request<Incoming>,
    ) -> Result<Response<Full<Bytes>>, hyper::http::Error> {
        tokio::time::sleep(self.options.delay).await;
        let (head, _) = request.into_parts();
        let answered = tokio::task::spawn_blocking(move || self.respond(&head)).await;
        answered.unwrap_or_else(|failure| response(&Answer::new(500, &failure.to_string())))
    }

    fn respond(&self, request: &Parts) -> Result<Response<Full<Bytes>>, hyper::http::Error> {
        let path = percent_decode_str(request.uri.path())
            .decode_utf8_lossy()
            .into_owned();
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
                let mut answer = self.find(&path, request);
                answer.body.truncate(answer.body.len() / 2);
                answer
            }
            None => self.find(&path, request),
        };

        let exchange = Exchange {
            method: request.method.to_string(),
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
        response(&answer)
    }

    fn find(&self, path: &str, request: &Parts) -> Answer {
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

    fn try_find(&self, path: &str, request: &Parts) -> io::Result<Answer> {
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

    fn document(&self, file: &Path, request: &Parts) -> io::Result<Answer> {
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
                let body = Bytes::from(self.rewritten(file, gzip)?);
                lock(&self.documents).insert(key, body.clone());
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

fn archive(file: &Path, kind: &'static str, request: &Parts) -> io::Result<Answer> {
    let modified = fs::metadata(file)?.modified()?;
    if let Some(answer) = not_modified(modified, request) {
        return Ok(answer);
    }
    let body = Bytes::from(fs::read(file)?);
    Ok(Answer {
        status: 200,
        body,
        kind,
        modified: Some(modified),
        gzip: false,
    })
}

/// RFC 9110, section 13.1.3: the header's whole seconds are what is compared.
fn not_modified(modified: SystemTime, request: &Parts) -> Option<Answer> {
    let since = httpdate::parse_http_date(header(request, "If-Modified-Since")?).ok()?;
    let seconds = |time: SystemTime| {
        time.duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |since| since.as_secs())
    };
    (seconds(modified) <= seconds(since)).then(|| Answer {
        status: 304,
        body: Bytes::new(),
        kind: "application/json",
        modified: Some(modified),
        gzip: false,
    })
}

fn header<'a>(request: &'a Parts, name: &'static str) -> Option<&'a str> {
    request.headers.get(name)?.to_str().ok()
}

fn response(answer: &Answer) -> Result<Response<Full<Bytes>>, hyper::http::Error> {
    let mut response = Response::builder().status(answer.status);
    if let Some(modified) = answer.modified {
        response = response.header("Last-Modified", httpdate::fmt_http_date(modified));
    }
    if answer.status != 304 {
        response = response.header("Content-Type", answer.kind);
    }
    if answer.gzip {
        response = response
            .header("Content-Encoding", "gzip")
            .header("Vary", "Accept-Encoding");
    }
    response.body(Full::new(answer.body.clone()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
