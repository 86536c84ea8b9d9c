//! A server whose answers are a closure; it records what it was asked. One thread and one request a
//! connection, so that nothing of its own can make a test wait.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What to answer.
pub(crate) struct Answer {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Answer {
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }
}

pub(crate) fn status(status: u16, body: impl Into<Vec<u8>>) -> Answer {
    Answer {
        status,
        headers: Vec::new(),
        body: body.into(),
    }
}

pub(crate) fn body(body: impl Into<Vec<u8>>) -> Answer {
    status(200, body)
}

/// One request as the server saw it: path and headers with lower-case names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    pub(crate) path: String,
    headers: Vec<(String, String)>,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    fn read(stream: &TcpStream) -> Option<Self> {
        let mut lines = BufReader::new(stream).lines();
        let first = lines.next()?.ok()?;
        let mut seen = Self {
            path: first.split(' ').nth(1)?.to_owned(),
            headers: Vec::new(),
        };
        for line in lines {
            let line = line.ok()?;
            let Some((name, value)) = line.split_once(':') else {
                break;
            };
            seen.headers
                .push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        Some(seen)
    }
}

pub(crate) struct Server {
    address: SocketAddr,
    pub(crate) seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    /// Answers every request with `answer`, until the test ends.
    pub(crate) fn start(answer: impl Fn(&Seen) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (log, answer) = (Arc::clone(&seen), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                thread::spawn(move || serve(&stream, &log, &*answer));
            }
        });
        Self { address, seen }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

fn serve(mut stream: &TcpStream, log: &Mutex<Vec<Seen>>, answer: &dyn Fn(&Seen) -> Answer) {
    let Some(seen) = Seen::read(stream) else {
        return;
    };
    log.lock().unwrap().push(seen.clone());
    let answer = answer(&seen);
    let mut head = format!(
        "HTTP/1.1 {} -\r\nConnection: close\r\nContent-Length: {}\r\n",
        answer.status,
        answer.body.len()
    );
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    let _ = stream.write_all(&[head.into_bytes(), answer.body].concat());
}
