use std::fs;
use std::path::Path;

use shirabe_http::{Download, DownloadEvent, HttpError, Request};

use crate::plain::client;
use crate::server::{Server, body, status};

const HELLO_SHA1: &str = "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d";

fn download(url: String, destination: &Path, sha1: Option<&str>) -> Download {
    Download {
        request: Request::get(url),
        destination: destination.to_owned(),
        sha1: sha1.map(str::to_owned),
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_appears_whole_with_size_sum_and_progress() {
    let server = Server::start(|_| body("hello"));
    let folder = tempfile::tempdir().unwrap();
    let destination = folder.path().join("acme/lib/x.zip");
    let mut last = None;
    let done = client()
        .download(
            download(server.url("/x.zip"), &destination, Some(HELLO_SHA1)),
            |progress| {
                last = Some(progress);
            },
        )
        .unwrap();
    assert_eq!((done.size, done.sha1.as_str()), (5, HELLO_SHA1));
    assert_eq!(fs::read(&destination).unwrap(), b"hello");
    let last = last.unwrap();
    assert_eq!((last.received, last.total), (5, Some(5)));
    assert_eq!(names(destination.parent().unwrap()), ["x.zip"]);
}

#[test]
fn a_wrong_sum_leaves_what_was_there() {
    let server = Server::start(|_| body("hallo"));
    let folder = tempfile::tempdir().unwrap();
    let destination = folder.path().join("x.zip");
    fs::write(&destination, "before").unwrap();
    let error = client()
        .download(
            download(server.url("/x.zip"), &destination, Some(HELLO_SHA1)),
            |_| {},
        )
        .unwrap_err();
    assert!(matches!(error, HttpError::Checksum { .. }), "{error}");
    assert!(error.to_string().contains(&server.url("/x.zip")), "{error}");
    assert_eq!(fs::read(&destination).unwrap(), b"before");
    assert_eq!(names(folder.path()), ["x.zip"]);
}

#[test]
fn a_missing_file_leaves_nothing() {
    let server = Server::start(|_| status(404, "nothing here"));
    let folder = tempfile::tempdir().unwrap();
    let destination = folder.path().join("x.zip");
    let error = client()
        .download(download(server.url("/x.zip"), &destination, None), |_| {})
        .unwrap_err();
    assert!(error.is_not_found());
    assert!(names(folder.path()).is_empty());
}

#[test]
fn an_unwritable_place_is_named() {
    let server = Server::start(|_| body("hello"));
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let destination = folder.path().join("file/x.zip");
    let error = client()
        .download(download(server.url("/x.zip"), &destination, None), |_| {})
        .unwrap_err();
    assert!(matches!(error, HttpError::Write { .. }), "{error}");
    assert!(error.to_string().contains("file/x.zip"), "{error}");
}

#[test]
fn many_run_together_and_each_ends_once() {
    let server = Server::start(|seen| match seen.path.as_str() {
        "/3" => status(500, ""),
        path => body(path),
    });
    let folder = tempfile::tempdir().unwrap();
    let downloads = (0..8)
        .map(|number| {
            let destination = folder.path().join(number.to_string());
            download(server.url(&format!("/{number}")), &destination, None)
        })
        .collect();
    let mut ended = vec![0; 8];
    client().download_each(downloads, |index, event| {
        if let DownloadEvent::Done(result) = event {
            ended[index] += 1;
            assert_eq!(result.is_ok(), index != 3);
        }
    });
    assert_eq!(ended, vec![1; 8]);
    assert_eq!(names(folder.path()), ["0", "1", "2", "4", "5", "6", "7"]);
    assert_eq!(fs::read(folder.path().join("5")).unwrap(), b"/5");
}
