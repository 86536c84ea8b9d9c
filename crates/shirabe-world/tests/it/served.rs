//! The server's answers, asked for over a bare socket.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shirabe_world::server::Fault;
use shirabe_world::{Options, Server, World, serve};

use crate::tools::WORLD;

struct Answer {
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (field, value) = line.split_once(": ")?;
            field.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

fn ask(server: &Server, path: &str, headers: &str) -> Answer {
    let mut stream = TcpStream::connect(server.url().strip_prefix("http://").unwrap()).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{headers}\r\n"
    )
    .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .unwrap();
    Answer {
        head: String::from_utf8(bytes[..end].to_vec()).unwrap(),
        body: bytes[end + 4..].to_vec(),
    }
}

#[test]
fn urls_are_turned_to_the_server() {
    let server = serve(&WORLD, Options::default()).unwrap();
    let root = ask(&server, "/packages.json", "").text();
    assert!(
        root.contains(&format!(
            r#""metadata-url":"{}/p2/%package%.json""#,
            server.url()
        )),
        "{root}"
    );
    assert!(!root.contains("packagist.org"), "{root}");

    let document = ask(&server, "/p2/psr/log.json", "").text();
    assert!(document.contains(&format!(
        r#""url":"{}/dists/psr/log/zipball/"#,
        server.url()
    )));
    assert_eq!(
        ask(&server, "/p2/psr/log%7Edev.json", "")
            .head
            .lines()
            .next(),
        Some("HTTP/1.1 200 OK")
    );
    assert_eq!(
        ask(&server, "/p2/psr/no-such.json", "").head.lines().next(),
        Some("HTTP/1.1 404 Not Found")
    );
    assert_eq!(
        ask(&server, "/p2/../stamp", "").head.lines().next(),
        Some("HTTP/1.1 404 Not Found")
    );
}

#[test]
fn a_connection_serves_many_requests() {
    let server = serve(&WORLD, Options::default()).unwrap();
    let mut stream = TcpStream::connect(server.url().strip_prefix("http://").unwrap()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let offer =
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
    for extra in [offer, "", "Connection: close\r\n"] {
        write!(
            stream,
            "GET /p2/psr/none.json HTTP/1.1\r\nHost: 127.0.0.1\r\n{extra}\r\n"
        )
        .unwrap();
    }
    let mut answers = String::new();
    stream.read_to_string(&mut answers).unwrap();
    assert_eq!(
        answers.matches("HTTP/1.1 404 Not Found\r\n").count(),
        3,
        "{answers}"
    );
}

#[test]
fn what_has_not_changed_is_not_sent() {
    let server = serve(&WORLD, Options::default()).unwrap();
    let first = ask(&server, "/p2/psr/log.json", "");
    let time = first.header("Last-Modified").unwrap();
    let again = ask(
        &server,
        "/p2/psr/log.json",
        &format!("If-Modified-Since: {time}\r\n"),
    );
    assert_eq!(again.head.lines().next(), Some("HTTP/1.1 304 Not Modified"));
    assert!(again.body.is_empty());
    let older = ask(
        &server,
        "/p2/psr/log.json",
        "If-Modified-Since: Wed, 01 Jan 2020 00:00:00 GMT\r\n",
    );
    assert_eq!(older.body, first.body);

    let statuses: Vec<_> = server
        .exchanges()
        .iter()
        .map(|exchange| exchange.status)
        .collect();
    assert_eq!(statuses, [200, 304, 200]);
}

#[test]
fn documents_are_compressed_for_who_accepts_that() {
    let server = serve(&WORLD, Options::default()).unwrap();
    let plain = ask(&server, "/p2/psr/log.json", "");
    let packed = ask(&server, "/p2/psr/log.json", "Accept-Encoding: gzip\r\n");
    assert_eq!(packed.header("Content-Encoding"), Some("gzip"));
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(packed.body.as_slice())
        .read_to_end(&mut text)
        .unwrap();
    assert_eq!(text, plain.body);
}

#[test]
fn archives_come_in_both_flavours() {
    let server = serve(&WORLD, Options::default()).unwrap();
    let solved = World::solved().unwrap();
    let log = solved
        .iter()
        .find(|version| version.name == "psr/log")
        .unwrap();
    let zip = fs::read(WORLD.zip(&log.name, &log.reference)).unwrap();
    let tar = fs::read(WORLD.tar_gz(&log.name, &log.reference)).unwrap();
    assert!(
        ask(
            &server,
            &format!("/dists/psr/log/zipball/{}", log.reference),
            ""
        )
        .body
            == zip
    );
    assert!(
        ask(
            &server,
            &format!("/dists/psr/log/{}.zip", log.reference),
            ""
        )
        .body
            == zip
    );
    assert!(
        ask(
            &server,
            &format!("/dists/psr/log/{}.tar.gz", log.reference),
            ""
        )
        .body
            == tar
    );
}

#[test]
fn answers_under_way_share_the_delay() {
    let delay = Duration::from_millis(200);
    let server = serve(
        &WORLD,
        Options {
            delay,
            ..Options::default()
        },
    )
    .unwrap();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| ask(&server, "/packages.json", ""));
        }
    });
    let elapsed = start.elapsed();
    assert!(elapsed >= delay && elapsed < delay * 12, "{elapsed:?}");
}

#[test]
fn faults_hit_the_paths_they_are_meant_for() {
    let faults = |path: &str| match path {
        "/packages.json" => Some(Fault::Status(503)),
        "/p2/psr/log.json" => Some(Fault::Truncated),
        _ => None,
    };
    let server = serve(
        &WORLD,
        Options {
            faults: Some(Arc::new(faults)),
            ..Options::default()
        },
    )
    .unwrap();
    assert_eq!(
        ask(&server, "/packages.json", "").head.lines().next(),
        Some("HTTP/1.1 503 Service Unavailable")
    );
    let whole = serve(&WORLD, Options::default()).unwrap();
    let length = |server: &Server, path: &str| ask(server, path, "").body.len();
    assert_eq!(
        length(&server, "/p2/psr/log.json"),
        length(&whole, "/p2/psr/log.json") / 2
    );
    assert_eq!(
        length(&server, "/p2/psr/clock.json"),
        length(&whole, "/p2/psr/clock.json")
    );
}

#[test]
fn a_port_in_use_is_named() {
    let server = serve(&WORLD, Options::default()).unwrap();
    let port = server.url().rsplit(':').next().unwrap().parse().unwrap();
    let error = serve(
        &WORLD,
        Options {
            port,
            ..Options::default()
        },
    )
    .err()
    .unwrap()
    .to_string();
    assert!(
        error.starts_with(&format!("cannot listen on 127.0.0.1:{port}: ")),
        "{error}"
    );
}
