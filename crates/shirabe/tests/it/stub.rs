//! A server whose every answer a test has written: for what no right server does.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use serde_json::Value;
use shirabe_archive::{Content, Entry, WriteOptions, sha1_hex, write_zip};

/// What is answered to a path.
#[derive(Clone)]
pub(crate) struct Answer {
    status: &'static str,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    breaks: bool,
}

impl Answer {
    pub(crate) fn of(body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: "200 OK",
            headers: Vec::new(),
            body: body.into(),
            breaks: false,
        }
    }

    /// Told as `Last-Modified`; asked about this very time, the server says that nothing changed.
    pub(crate) fn modified(mut self, time: &str) -> Self {
        self.headers.push(("Last-Modified", time.to_owned()));
        self
    }

    pub(crate) fn moved_to(path: &str) -> Self {
        Self {
            status: "302 Found",
            headers: vec![("Location", path.to_owned())],
            ..Self::of("")
        }
    }

    /// Half of the body comes, then the connection ends.
    pub(crate) fn broken(mut self) -> Self {
        self.breaks = true;
        self
    }

    fn write(&self, mut stream: &TcpStream, since: Option<&str>) -> std::io::Result<()> {
        let known = |(name, value): &(&str, String)| {
            *name == "Last-Modified" && since == Some(value.as_str())
        };
        if self.headers.iter().any(known) {
            return stream.write_all(b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n");
        }
        let mut head = format!(
            "HTTP/1.1 {}\r\nConnection: close\r\nContent-Length: {}\r\n",
            self.status,
            self.body.len()
        );
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes())?;
        let sent = if self.breaks {
            self.body.len() / 2
        } else {
            self.body.len()
        };
        stream.write_all(&self.body[..sent])
    }
}

/// A repository of one package, `acme/lib`, as a test has it at the moment.
pub(crate) struct Stub {
    address: SocketAddr,
    answers: Arc<Mutex<HashMap<String, Answer>>>,
    asked: Arc<Mutex<Vec<String>>>,
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

pub(crate) const ROOT: &str = "/packages.json";
pub(crate) const DOCUMENT: &str = "/p2/acme/lib.json";
pub(crate) const ARCHIVE: &str = "/lib-1.0.0.zip";

impl Stub {
    /// With version 1.0.0.
    pub(crate) fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let answers: Arc<Mutex<HashMap<String, Answer>>> = Arc::default();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let stopped = Arc::new(AtomicBool::new(false));
        let thread = std::thread::spawn({
            let (answers, asked) = (Arc::clone(&answers), Arc::clone(&asked));
            let stopped = Arc::clone(&stopped);
            move || {
                for stream in listener.incoming().flatten() {
                    if stopped.load(Ordering::SeqCst) {
                        return;
                    }
                    let (answers, asked) = (Arc::clone(&answers), Arc::clone(&asked));
                    std::thread::spawn(move || serve(&stream, &answers, &asked));
                }
            }
        });
        let stub = Self {
            address,
            answers,
            asked,
            stopped,
            thread: Some(thread),
        };
        let root =
            serde_json::json!({"packages": [], "metadata-url": stub.url("/p2/%package%.json")});
        stub.put(ROOT, Answer::of(root.to_string()));
        stub.put("/p2/acme/lib~dev.json", Answer::of(r#"{"packages": {}}"#));
        stub.put(DOCUMENT, stub.document(&[stub.release("1.0.0")]));
        stub.put(ARCHIVE, archive("1.0.0"));
        stub
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn put(&self, path: &str, answer: Answer) {
        lock(&self.answers).insert(path.to_owned(), answer);
    }

    /// One version as metadata tells of it.
    pub(crate) fn release(&self, version: &str) -> Value {
        serde_json::json!({
            "name": "acme/lib",
            "version": version,
            "version_normalized": format!("{version}.0"),
            "dist": {"type": "zip", "url": self.url(&format!("/lib-{version}.zip")), "shasum": ""},
        })
    }

    pub(crate) fn document(&self, releases: &[Value]) -> Answer {
        Answer::of(serde_json::json!({"packages": {"acme/lib": releases}}).to_string())
    }

    /// How often a path was asked for.
    pub(crate) fn times(&self, path: &str) -> usize {
        lock(&self.asked)
            .iter()
            .filter(|asked| *asked == path)
            .count()
    }

    /// Where the cache keeps [`ARCHIVE`].
    pub(crate) fn cached_archive(&self) -> String {
        format!(
            "files/acme/lib/{}.zip",
            sha1_hex(self.url(ARCHIVE).as_bytes())
        )
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        // The thread looks up when somebody calls.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The archive of a version, with its manifest and one file that names it.
pub(crate) fn archive(version: &str) -> Answer {
    let files = [
        ("composer.json", r#"{"name": "acme/lib"}"#),
        ("version.txt", version),
    ];
    let entries = files.map(|(path, text)| Entry {
        path: format!("lib-top/{path}").into(),
        mode: 0o644,
        content: Content::File(text.as_bytes().into()),
    });
    let options = WriteOptions {
        level: 6,
        modified: 1_700_000_000,
    };
    let zip = write_zip(Cursor::new(Vec::new()), entries, &options).expect("an archive");
    Answer::of(zip.into_inner())
}

fn serve(stream: &TcpStream, answers: &Mutex<HashMap<String, Answer>>, asked: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let Some(request) = lines.next() else { return };
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let since = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("if-modified-since")
                .then(|| value.to_owned())
        })
        .last();
    let answer = lock(answers).get(&path).cloned().unwrap_or(Answer {
        status: "404 Not Found",
        ..Answer::of("there is nothing here")
    });
    lock(asked).push(path);
    // A client that hangs up early is its own business.
    let _ = answer.write(stream, since.as_deref());
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
