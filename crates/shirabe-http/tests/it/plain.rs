use shirabe_http::{Client, ClientOptions};

/// A client that may use plain HTTP.
pub(crate) fn client() -> Client {
    Client::new(ClientOptions {
        secure_http: false,
        ..ClientOptions::default()
    })
}
