//! Getting archives: from the cache, or over the network into it.

use shirabe_callgraph::{centre, enter};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use shirabe_archive::sha1_file;
use shirabe_http::{Client, Download, DownloadEvent, HttpError, Network, Request};
use shirabe_package::{Package, ReferenceDisplay};
use shirabe_repository::cache::FilesCache;

use crate::error::InstallError;
use crate::files;
use crate::plan::Arrival;
use crate::report::{Phase, Reporter, Say as _};
use crate::staging::Staging;

/// How often a URL is tried again after a failure that may pass.
const RETRIES: usize = 3;
const BEFORE_RETRY: Duration = Duration::from_millis(500);

/// An archive that is at hand.
#[derive(Debug, Clone)]
pub(crate) struct Archive {
    pub(crate) path: PathBuf,
    /// Whether it is in the cache, else it is deleted after use.
    pub(crate) cached: bool,
    /// Whether this run fetched it.
    pub(crate) fresh: bool,
}

/// Gets archives.
pub(crate) struct Fetcher<'a> {
    pub(crate) http: &'a Client,
    pub(crate) cache: &'a FilesCache,
    pub(crate) staging: &'a Staging,
    /// Where relative URLs start.
    pub(crate) project: &'a Path,
}

/// The way of one package through its URLs.
struct Attempt<'a> {
    index: usize,
    arrival: &'a Arrival,
    url: usize,
    retries: usize,
}

/// What to do after a failure.
enum Next {
    Retry,
    OtherUrl,
    GiveUp,
}

impl Fetcher<'_> {
    /// One archive for each arrival that needs one, in the order of `arrivals`.
    ///
    /// # Errors
    /// The first failure in that order, when all transfers have ended.
    pub(crate) fn fetch_all(
        &self,
        arrivals: &[Option<Arrival>],
        reporter: &dyn Reporter,
    ) -> Result<Vec<Option<Archive>>, InstallError> {
        let _span = enter(centre!("fetch-archives"));
        let mut archives: Vec<Option<Archive>> = arrivals.iter().map(|_| None).collect();
        let mut errors: Vec<(usize, InstallError)> = Vec::new();
        let mut attempts = Vec::new();
        for (index, arrival) in arrivals.iter().enumerate() {
            let Some(arrival) = arrival
                .as_ref()
                .filter(|arrival| !arrival.urls().is_empty())
            else {
                continue;
            };
            let package = &arrival.package;
            if let Some(archive) = self.cached(package, &arrival.urls()[0]) {
                reporter.whisper(format!("  - Loading {} from cache", described(package)));
                archives[index] = Some(archive);
            } else {
                reporter.say(format!("  - Downloading {}", described(package)));
                attempts.push(Attempt {
                    index,
                    arrival,
                    url: 0,
                    retries: RETRIES,
                });
            }
        }
        if attempts.is_empty() {
            return Ok(archives);
        }
        reporter.started(Phase::Downloads, attempts.len());
        while !attempts.is_empty() {
            attempts = self.round(attempts, &mut archives, &mut errors, reporter);
        }
        reporter.finished(Phase::Downloads);
        errors.sort_by_key(|(index, _)| *index);
        match errors.into_iter().next() {
            None => Ok(archives),
            Some((_, error)) => {
                archives.iter().flatten().for_each(discard);
                Err(error)
            }
        }
    }

    /// Tries all at once. Answers what is to be tried again.
    fn round<'b>(
        &self,
        attempts: Vec<Attempt<'b>>,
        archives: &mut [Option<Archive>],
        errors: &mut Vec<(usize, InstallError)>,
        reporter: &dyn Reporter,
    ) -> Vec<Attempt<'b>> {
        let destinations: Vec<Archive> = attempts
            .iter()
            .map(|attempt| {
                self.destination(
                    &attempt.arrival.package,
                    &attempt.arrival.urls()[attempt.url],
                )
            })
            .collect();
        let downloads = attempts
            .iter()
            .zip(&destinations)
            .map(|(attempt, archive)| {
                self.download(
                    &attempt.arrival.package,
                    &attempt.arrival.urls()[attempt.url],
                    archive,
                )
            })
            .collect();
        let mut failures: Vec<Option<HttpError>> = attempts.iter().map(|_| None).collect();
        self.http
            .download_each(downloads, |position, event| match event {
                DownloadEvent::Progress(_) => {}
                DownloadEvent::Done(Ok(_)) => {
                    archives[attempts[position].index] = Some(destinations[position].clone());
                    reporter.advanced(Phase::Downloads);
                }
                DownloadEvent::Done(Err(error)) => failures[position] = Some(error),
            });

        let mut again = Vec::new();
        let mut wait = false;
        for (mut attempt, failure) in attempts.into_iter().zip(failures) {
            let Some(error) = failure else {
                continue;
            };
            let package = &attempt.arrival.package;
            let more_urls = attempt.url + 1 < attempt.arrival.urls().len();
            match next(&error) {
                Next::Retry if attempt.retries > 0 => {
                    attempt.retries -= 1;
                    wait = true;
                    again.push(attempt);
                }
                Next::Retry | Next::OtherUrl if more_urls => {
                    reporter.say(format!(
                        "    Failed downloading {}, trying the next URL ({}: {error})",
                        package.name,
                        error.status().unwrap_or(0)
                    ));
                    attempt.url += 1;
                    attempt.retries = RETRIES;
                    match self.cached(package, &attempt.arrival.urls()[attempt.url]) {
                        Some(archive) => {
                            archives[attempt.index] = Some(archive);
                            reporter.advanced(Phase::Downloads);
                        }
                        None => again.push(attempt),
                    }
                }
                _ => {
                    if package.source_kind().is_some_and(|kind| !kind.is_empty()) {
                        reporter.warn(format!(
                            "    Failed to download {} from dist: {error}",
                            package.pretty_name
                        ));
                        reporter.warn(
                            "    Source fallback is disabled. Not trying alternative sources."
                                .into(),
                        );
                    }
                    errors.push((
                        attempt.index,
                        InstallError::Download {
                            package: package.pretty_string(),
                            source: error,
                        },
                    ));
                }
            }
        }
        if wait {
            thread::sleep(BEFORE_RETRY);
        }
        again
    }

    /// Fetches an archive anew whose cached copy turned out to be damaged and is gone.
    pub(crate) fn fetch_again(&self, arrival: &Arrival) -> Result<Archive, HttpError> {
        let mut last = None;
        for url in arrival.urls() {
            let archive = self.destination(&arrival.package, url);
            match self
                .http
                .download(self.download(&arrival.package, url, &archive), |_| {})
            {
                Ok(_) => return Ok(archive),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| HttpError::InvalidUrl {
            url: String::new(),
            reason: "it is empty".into(),
        }))
    }

    pub(crate) fn is_offline(&self) -> bool {
        self.http.options().network == Network::Disabled
    }

    /// Throws a cached archive away. Answers whether it is gone.
    pub(crate) fn forget(&self, archive: &Archive) -> bool {
        !self.cache.cache().is_read_only() && files::remove(&archive.path).is_ok()
    }

    fn cached(&self, package: &Package, url: &str) -> Option<Archive> {
        let path = self
            .cache
            .find(&key(package, url))
            .filter(|path| path.is_file())?;
        if let Some(expected) = package.dist_shasum()
            && !sha1_file(&path).is_ok_and(|actual| actual == expected)
        {
            return None;
        }
        Some(Archive {
            path,
            cached: true,
            fresh: false,
        })
    }

    /// Where to download to: into the cache, or beside the packages where that cannot be written.
    fn destination(&self, package: &Package, url: &str) -> Archive {
        let in_cache = self.cache.place(&key(package, url)).ok().flatten();
        let cached = in_cache.is_some();
        Archive {
            path: in_cache.unwrap_or_else(|| self.staging.fresh()),
            cached,
            fresh: true,
        }
    }

    fn download(&self, package: &Package, url: &str, archive: &Archive) -> Download {
        let url = if url.contains("://") {
            url.to_owned()
        } else {
            format!("file://{}", self.project.join(url).display())
        };
        Download {
            request: Request::get(url),
            destination: archive.path.clone(),
            sha1: package.dist_shasum().map(str::to_owned),
        }
    }
}

fn key(package: &Package, url: &str) -> String {
    FilesCache::key(
        package.name.as_str(),
        url,
        package.dist_kind().unwrap_or_default(),
    )
}

/// Deletes an archive that is not kept.
pub(crate) fn discard(archive: &Archive) {
    if !archive.cached {
        // It lies in the staging folder, which is cleared by and by.
        let _ = files::remove(&archive.path);
    }
}

/// Name and version as the lines about a package have them.
pub(crate) fn described(package: &Package) -> String {
    format!(
        "{} ({})",
        package.name,
        package.full_pretty_version(true, ReferenceDisplay::SourceIfDev)
    )
}

fn next(error: &HttpError) -> Next {
    match error {
        HttpError::Transport { .. } | HttpError::TimedOut { .. } => Next::Retry,
        HttpError::Status {
            code: 500 | 502 | 503 | 504,
            ..
        } => Next::Retry,
        HttpError::Status { .. } | HttpError::Redirect { .. } | HttpError::Local { .. } => {
            Next::OtherUrl
        }
        _ => Next::GiveUp,
    }
}
