use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use shirabe_http::{Client, ClientOptions, HttpError, Request};

use crate::plain::client;
use crate::server::{Server, body, status};

#[test]
fn a_body_comes_with_status_and_headers() {
    let server =
        Server::start(|_| body("{}").with("Last-Modified", "Mon, 02 Jun 2025 10:00:00 GMT"));
    let response = client()
        .get(Request::get(server.url("/packages.json")))
        .unwrap();
    assert_eq!(response.status, 200);
    assert_eq!(response.body, b"{}");
    assert_eq!(
        response.header("last-modified"),
        Some("Mon, 02 Jun 2025 10:00:00 GMT")
    );
    assert!(!response.not_modified());
}

#[test]
fn gzip_is_asked_for_and_undone() {
    let server = Server::start(|seen| {
        assert!(seen.header("accept-encoding").unwrap().contains("gzip"));
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(b"long ago and far away").unwrap();
        body(encoder.finish().unwrap()).with("Content-Encoding", "gzip")
    });
    let response = client().get(Request::get(server.url("/x"))).unwrap();
    assert_eq!(response.body, b"long ago and far away");
}

#[test]
fn a_conditional_request_carries_the_date_and_takes_304() {
    let date = "Mon, 02 Jun 2025 10:00:00 GMT";
    let server = Server::start(move |seen| match seen.header("if-modified-since") {
        Some(given) if given == date => status(304, ""),
        _ => body("new"),
    });
    let client = client();
    let url = server.url("/p2/a/b.json");
    let unchanged = client
        .get(Request::get(url.clone()).if_modified_since(date))
        .unwrap();
    assert!(unchanged.not_modified());
    assert!(unchanged.body.is_empty());
    assert_eq!(client.get(Request::get(url)).unwrap().body, b"new");
}

#[test]
fn an_error_status_names_the_url_and_the_line() {
    let server = Server::start(|seen| match seen.path.as_str() {
        "/json" => status(403, "{\"message\":\"no\"}").with("Content-Type", "application/json"),
        _ => status(404, "<html>gone</html>"),
    });
    let error = client().get(Request::get(server.url("/none"))).unwrap_err();
    assert!(error.is_not_found());
    assert_eq!(
        error.to_string(),
        format!(
            "The \"{}\" file could not be downloaded (HTTP/1.1 404 Not Found)",
            server.url("/none")
        )
    );
    let error = client().get(Request::get(server.url("/json"))).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("(HTTP/1.1 403 Forbidden):\n{\"message\":\"no\"}")
    );
}

#[test]
fn redirects_are_followed_and_circles_end() {
    let server = Server::start(|seen| match seen.path.as_str() {
        "/start" => status(302, "").with("Location", "next/step"),
        "/next/step" => status(301, "").with("Location", "/end"),
        "/end" => body("here"),
        "/file" => status(302, "").with("Location", "file:///etc/hostname"),
        _ => status(302, "").with("Location", "/round"),
    });
    let response = client().get(Request::get(server.url("/start"))).unwrap();
    assert_eq!(response.body, b"here");
    assert_eq!(response.url, server.url("/end"));

    let error = client()
        .get(Request::get(server.url("/round")))
        .unwrap_err();
    assert!(
        error.to_string().contains("more than 20 redirects"),
        "{error}"
    );
    let error = client().get(Request::get(server.url("/file"))).unwrap_err();
    assert!(error.to_string().contains("only http and https"), "{error}");
}

#[test]
fn secrets_stay_with_the_server_they_are_for() {
    let other = Server::start(|_| body("end"));
    let target = other.url("/end");
    let first = Server::start(move |_| status(302, "").with("Location", &target));
    let request = Request::get(first.url("/"))
        .header("Authorization", "Bearer abc")
        .header("X-Plain", "1");
    assert_eq!(client().get(request).unwrap().body, b"end");
    let asked = first.seen.lock().unwrap()[0].clone();
    assert_eq!(asked.header("authorization"), Some("Bearer abc"));
    let redirected = other.seen.lock().unwrap()[0].clone();
    assert_eq!(redirected.header("authorization"), None);
    assert_eq!(redirected.header("x-plain"), Some("1"));
}

#[test]
fn secure_http_refuses_before_anything_is_sent() {
    let server = Server::start(|_| body("x"));
    let client = Client::new(ClientOptions::default());
    let error = client.get(Request::get(server.url("/"))).unwrap_err();
    assert!(matches!(error, HttpError::Insecure { .. }));
    assert!(
        error
            .to_string()
            .starts_with("Your configuration does not allow connections to http://127.0.0.1")
    );
    assert!(server.seen.lock().unwrap().is_empty());
}

#[test]
fn the_user_agent_is_the_callers() {
    let server = Server::start(|_| body(""));
    let client = Client::new(ClientOptions {
        secure_http: false,
        user_agent: "Composer/2.10.2 (test)".to_owned(),
        ..ClientOptions::default()
    });
    client.get(Request::get(server.url("/"))).unwrap();
    let seen = server.seen.lock().unwrap()[0].clone();
    assert_eq!(seen.header("user-agent"), Some("Composer/2.10.2 (test)"));
}

/// Answers one connection with `bytes` and closes it, after `wait`.
fn raw_server(bytes: &'static [u8], wait: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/x", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 1024]);
        std::thread::sleep(wait);
        let _ = stream.write_all(bytes);
    });
    url
}

#[test]
fn a_body_that_ends_early_is_an_error() {
    let url = raw_server(
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
        Duration::ZERO,
    );
    let error = client().get(Request::get(url.clone())).unwrap_err();
    assert!(matches!(error, HttpError::Transport { .. }), "{error}");
    assert!(error.to_string().contains(&url), "{error}");
}

#[test]
fn a_server_that_says_nothing_times_out() {
    let url = raw_server(b"", Duration::from_secs(5));
    let client = Client::new(ClientOptions {
        secure_http: false,
        transfer_timeout: Duration::from_secs(1),
        ..ClientOptions::default()
    });
    let error = client.get(Request::get(url)).unwrap_err();
    assert!(
        matches!(error, HttpError::TimedOut { seconds: 1, .. }),
        "{error}"
    );
}

#[test]
fn a_refused_connection_says_so() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let error = client().get(Request::get(url)).unwrap_err();
    assert!(
        error.to_string().to_lowercase().contains("refused"),
        "{error}"
    );
}
