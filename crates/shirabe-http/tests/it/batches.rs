use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shirabe_http::{Client, ClientOptions, Request};

use crate::server::{Server, body, status};

fn client(max_parallel: usize) -> Client {
    Client::new(ClientOptions {
        max_parallel,
        secure_http: false,
        ..ClientOptions::default()
    })
}

#[test]
fn answers_keep_the_order_of_the_requests() {
    let server = Server::start(|seen| {
        let number: u64 = seen.path[1..].parse().unwrap();
        std::thread::sleep(Duration::from_millis(40 - number * 2));
        if number == 7 {
            return status(404, "");
        }
        body(number.to_string())
    });
    let requests = (0..20)
        .map(|number| Request::get(server.url(&format!("/{number}"))))
        .collect();
    let answers = client(12).fetch_all(requests);
    assert_eq!(answers.len(), 20);
    for (number, answer) in answers.into_iter().enumerate() {
        match answer {
            Ok(response) => assert_eq!(response.body, number.to_string().into_bytes()),
            Err(error) => {
                assert_eq!(number, 7);
                assert!(error.is_not_found());
            }
        }
    }
}

#[test]
fn answers_are_handed_over_as_they_come() {
    let server = Server::start(|seen| {
        if seen.path == "/slow" {
            std::thread::sleep(Duration::from_millis(400));
        }
        body(seen.path.clone())
    });
    let mut order = Vec::new();
    client(4).fetch_each(
        vec![
            Request::get(server.url("/slow")),
            Request::get(server.url("/quick")),
        ],
        |index, answer| {
            answer.unwrap();
            order.push(index);
        },
    );
    assert_eq!(order, [1, 0]);
}

#[test]
fn no_more_than_the_limit_run_at_once() {
    let running = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let (now, peak) = (Arc::clone(&running), Arc::clone(&most));
    let server = Server::start(move |_| {
        let count = now.fetch_add(1, Ordering::SeqCst) + 1;
        peak.fetch_max(count, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(30));
        now.fetch_sub(1, Ordering::SeqCst);
        body("")
    });
    let requests = (0..12)
        .map(|number| Request::get(server.url(&format!("/{number}"))))
        .collect();
    assert!(
        client(3)
            .fetch_all(requests)
            .into_iter()
            .all(|answer| answer.is_ok())
    );
    assert_eq!(most.load(Ordering::SeqCst), 3);
}

#[test]
fn clones_on_several_threads_share_one_client() {
    let server = Server::start(|seen| body(seen.path.clone()));
    let client = client(2);
    std::thread::scope(|scope| {
        for number in 0..6 {
            let (client, url) = (client.clone(), server.url(&format!("/{number}")));
            scope.spawn(move || {
                let response = client.get(Request::get(url)).unwrap();
                assert_eq!(response.body, format!("/{number}").into_bytes());
            });
        }
    });
}
