use shirabe_callgraph::{centre, enter};
use std::fmt;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, OnceLock};

use tokio::task::AbortHandle;

use crate::engine::Engine;
use crate::exchange::Exchange;
use crate::policy::Policy;
use crate::{
    ClientOptions, Download, DownloadEvent, Downloaded, HttpError, Network, Progress, Request,
    Response, local, shown_url,
};

/// The HTTP client. Cheap to clone: clones share connections and the limit of parallel transfers.
/// May be used from several threads at once.
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
}

struct Shared {
    options: ClientOptions,
    engine: OnceLock<Result<Engine, String>>,
}

/// How a request can be answered.
enum Route {
    File(PathBuf),
    NotModified,
    Network,
}

impl Client {
    /// A client with `options`. Starts nothing yet.
    pub fn new(options: ClientOptions) -> Self {
        Self {
            shared: Arc::new(Shared {
                options,
                engine: OnceLock::new(),
            }),
        }
    }

    /// What the client was made with.
    pub fn options(&self) -> &ClientOptions {
        &self.shared.options
    }

    /// Whether a transfer has needed the network so far.
    pub fn has_started(&self) -> bool {
        self.shared.engine.get().is_some()
    }

    /// Fetches one URL.
    ///
    /// # Errors
    /// Any [`HttpError`]; a status of 400 and above is one.
    pub fn get(&self, request: Request) -> Result<Response, HttpError> {
        let url = request.url.clone();
        let mut answers = self.fetch_all(vec![request]);
        answers.pop().unwrap_or_else(|| Err(lost(&url)))
    }

    /// Fetches all of `requests` in parallel; the answers come in their order.
    pub fn fetch_all(&self, requests: Vec<Request>) -> Vec<Result<Response, HttpError>> {
        let mut answers: Vec<_> = requests.iter().map(|_| None).collect();
        self.fetch_each(requests, |index, answer| answers[index] = Some(answer));
        answers.into_iter().flatten().collect()
    }

    /// Fetches all of `requests` in parallel and calls `answered` on this thread with the index and
    /// the answer of each, exactly once, as they come.
    pub fn fetch_each(
        &self,
        requests: Vec<Request>,
        mut answered: impl FnMut(usize, Result<Response, HttpError>),
    ) {
        let _span = enter(centre!("fetch"));
        let mut waiting: Vec<Option<String>> = requests
            .iter()
            .map(|request| Some(request.url.clone()))
            .collect();
        let (sender, answers) = mpsc::channel();
        let mut tasks = Tasks::default();
        for (index, request) in requests.into_iter().enumerate() {
            let here = match self.route(&request) {
                Err(error) => Err(error),
                Ok(Route::File(path)) => local::read(&request.url, &path),
                Ok(Route::NotModified) => Ok(Response {
                    url: request.url,
                    status: 304,
                    headers: Vec::new(),
                    body: Vec::new(),
                }),
                Ok(Route::Network) => match self.spawn_fetch(index, request, &sender) {
                    Ok(task) => {
                        tasks.0.push(task);
                        continue;
                    }
                    Err(error) => Err(error),
                },
            };
            waiting[index] = None;
            answered(index, here);
        }
        drop(sender);
        for (index, answer) in answers {
            waiting[index] = None;
            answered(index, answer);
        }
        for (index, url) in waiting.into_iter().enumerate() {
            if let Some(url) = url {
                answered(index, Err(lost(&url)));
            }
        }
    }

    /// Downloads one file, calling `progress` on this thread as it comes in.
    ///
    /// # Errors
    /// Any [`HttpError`]. The destination is then as it was before.
    pub fn download(
        &self,
        download: Download,
        mut progress: impl FnMut(Progress),
    ) -> Result<Downloaded, HttpError> {
        let mut ended = None;
        let url = download.request.url.clone();
        self.download_each(vec![download], |_, event| match event {
            DownloadEvent::Progress(so_far) => progress(so_far),
            DownloadEvent::Done(result) => ended = Some(result),
        });
        ended.unwrap_or_else(|| Err(lost(&url)))
    }

    /// Downloads files in parallel and calls `happened` on this thread with the index and what
    /// became of it; [`DownloadEvent::Done`] comes exactly once for each.
    pub fn download_each(
        &self,
        downloads: Vec<Download>,
        mut happened: impl FnMut(usize, DownloadEvent),
    ) {
        let _span = enter(centre!("download"));
        let mut waiting: Vec<Option<String>> = downloads
            .iter()
            .map(|download| Some(download.request.url.clone()))
            .collect();
        let (sender, events) = mpsc::channel();
        let mut tasks = Tasks::default();
        for (index, download) in downloads.into_iter().enumerate() {
            let here = match self.route(&download.request) {
                Err(error) => Err(error),
                Ok(Route::File(path)) => local::copy(&download, &path, |progress| {
                    happened(index, DownloadEvent::Progress(progress));
                }),
                // A download has no older copy that "not modified" could speak of.
                Ok(Route::NotModified) => Err(HttpError::NetworkDisabled {
                    url: shown_url(&download.request.url),
                }),
                Ok(Route::Network) => match self.spawn_download(index, download, &sender) {
                    Ok(task) => {
                        tasks.0.push(task);
                        continue;
                    }
                    Err(error) => Err(error),
                },
            };
            waiting[index] = None;
            happened(index, DownloadEvent::Done(here));
        }
        drop(sender);
        for (index, event) in events {
            if matches!(event, DownloadEvent::Done(_)) {
                waiting[index] = None;
            }
            happened(index, event);
        }
        for (index, url) in waiting.into_iter().enumerate() {
            if let Some(url) = url {
                happened(index, DownloadEvent::Done(Err(lost(&url))));
            }
        }
    }

    fn route(&self, request: &Request) -> Result<Route, HttpError> {
        if let Some(path) = local::path_of(&request.url) {
            return Ok(Route::File(path));
        }
        match self.shared.options.network {
            Network::Enabled => Ok(Route::Network),
            Network::Disabled if request.if_modified_since.is_some() => Ok(Route::NotModified),
            Network::Disabled => Err(HttpError::NetworkDisabled {
                url: shown_url(&request.url),
            }),
        }
    }

    fn engine(&self) -> Result<&Engine, HttpError> {
        let options = &self.shared.options;
        self.shared
            .engine
            .get_or_init(|| Engine::start(options).map_err(|error| error.to_string()))
            .as_ref()
            .map_err(|reason| HttpError::Start {
                reason: reason.clone(),
            })
    }

    fn exchange(&self, engine: &Engine) -> Exchange {
        Exchange {
            http: engine.http.clone(),
            policy: Policy {
                secure_http: self.shared.options.secure_http,
            },
            timeout: self.shared.options.transfer_timeout,
        }
    }

    fn spawn_fetch(
        &self,
        index: usize,
        request: Request,
        sender: &Sender<(usize, Result<Response, HttpError>)>,
    ) -> Result<AbortHandle, HttpError> {
        let engine = self.engine()?;
        let exchange = self.exchange(engine);
        let permits = Arc::clone(&engine.permits);
        let sender = sender.clone();
        let task = engine.handle.spawn(async move {
            let _permit = permits.acquire().await;
            let answer = exchange.fetch(&request).await;
            let _ = sender.send((index, answer));
        });
        Ok(task.abort_handle())
    }

    fn spawn_download(
        &self,
        index: usize,
        download: Download,
        sender: &Sender<(usize, DownloadEvent)>,
    ) -> Result<AbortHandle, HttpError> {
        let engine = self.engine()?;
        let exchange = self.exchange(engine);
        let permits = Arc::clone(&engine.permits);
        let sender = sender.clone();
        let task = engine.handle.spawn(async move {
            let _permit = permits.acquire().await;
            let result = exchange
                .save(&download, |progress| {
                    let _ = sender.send((index, DownloadEvent::Progress(progress)));
                })
                .await;
            let _ = sender.send((index, DownloadEvent::Done(result)));
        });
        Ok(task.abort_handle())
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("options", &self.shared.options)
            .field("started", &self.has_started())
            .finish()
    }
}

/// Transfers that end with their caller, also when it unwinds.
#[derive(Default)]
struct Tasks(Vec<AbortHandle>);

impl Drop for Tasks {
    fn drop(&mut self) {
        for task in &self.0 {
            task.abort();
        }
    }
}

fn lost(url: &str) -> HttpError {
    HttpError::Transport {
        url: shown_url(url),
        reason: "the transfer ended without an answer".to_owned(),
    }
}
