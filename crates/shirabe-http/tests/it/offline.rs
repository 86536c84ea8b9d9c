use std::fs;

use shirabe_http::{Client, ClientOptions, Download, HttpError, Network, Request};

fn client() -> Client {
    Client::new(ClientOptions {
        network: Network::Disabled,
        ..ClientOptions::default()
    })
}

#[test]
fn nothing_starts_and_each_url_is_told() {
    let client = client();
    let error = client
        .get(Request::get("https://me:secret@example.org/p2/a/b.json"))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "Network disabled, request canceled: https://me:***@example.org/p2/a/b.json"
    );
    assert_eq!(error.status(), Some(499));
    assert!(!client.has_started());
}

#[test]
fn a_conditional_request_counts_as_not_modified() {
    let client = client();
    let response = client
        .get(
            Request::get("https://example.org/p2/a/b.json")
                .if_modified_since("Mon, 02 Jun 2025 10:00:00 GMT"),
        )
        .unwrap();
    assert!(response.not_modified());
    assert!(!client.has_started());
}

#[test]
fn files_are_read_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("packages with space.json");
    fs::write(&file, "{}").unwrap();
    let client = client();
    let url = format!("file://{}", file.display());
    assert_eq!(client.get(Request::get(url.clone())).unwrap().body, b"{}");

    let copy = folder.path().join("deep/copy.json");
    let done = client
        .download(
            Download {
                request: Request::get(url),
                destination: copy.clone(),
                sha1: None,
            },
            |_| {},
        )
        .unwrap();
    assert_eq!(done.size, 2);
    assert_eq!(fs::read(copy).unwrap(), b"{}");

    let none = format!("file://{}/none.json", folder.path().display());
    let error = client.get(Request::get(none.clone())).unwrap_err();
    assert!(matches!(error, HttpError::Local { .. }));
    assert!(error.to_string().contains(&none), "{error}");
    assert!(!client.has_started());
}
