//! The runtime behind the blocking outside.

use std::sync::Arc;
use std::thread;

use rustls::ClientConfig;
use rustls::crypto::CryptoProvider;
use rustls_platform_verifier::BuilderVerifierExt;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};

use crate::{ClientOptions, HttpError};

/// One thread with one runtime that carries all transfers of a client; it ends with the client.
pub(crate) struct Engine {
    pub(crate) handle: Handle,
    pub(crate) http: reqwest::Client,
    pub(crate) permits: Arc<Semaphore>,
    _stop: oneshot::Sender<()>,
}

impl Engine {
    pub(crate) fn start(options: &ClientOptions) -> Result<Self, HttpError> {
        let failed = |reason: String| HttpError::Start { reason };
        let http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls().map_err(|error| failed(error.to_string()))?)
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .connect_timeout(options.connect_timeout)
            .timeout(options.transfer_timeout)
            .user_agent(&options.user_agent)
            .build()
            .map_err(|error| failed(crate::exchange::innermost(&error)))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(4)
            .thread_name("http-lookup")
            .build()
            .map_err(|error| failed(error.to_string()))?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        thread::Builder::new()
            .name("http".to_owned())
            .spawn(move || {
                // Ends when the sender goes, with the client.
                let _ = runtime.block_on(stopped);
                runtime.shutdown_background();
            })
            .map_err(|error| failed(error.to_string()))?;
        Ok(Self {
            handle,
            http,
            permits: Arc::new(Semaphore::new(options.max_parallel.clamp(1, 50))),
            _stop: stop,
        })
    }
}

/// TLS with ring, against the certificates of the system, or Mozilla's where the system has none.
fn tls() -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let with_system = builder(&provider)?.with_platform_verifier();
    let roots = match with_system {
        Ok(builder) => return Ok(builder.with_no_client_auth()),
        Err(_) => rustls::RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    };
    Ok(builder(&provider)?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

fn builder(
    provider: &Arc<CryptoProvider>,
) -> Result<rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier>, rustls::Error> {
    ClientConfig::builder_with_provider(Arc::clone(provider)).with_safe_default_protocol_versions()
}
