//! One transfer: hop by hop until an answer that counts.

use std::error::Error;
use std::time::Duration;

use reqwest::header::{
    AUTHORIZATION, CONTENT_TYPE, COOKIE, HeaderName, HeaderValue, IF_MODIFIED_SINCE, LOCATION,
};
use url::Url;

use crate::policy::{Policy, Verdict};
use crate::saver::Saver;
use crate::{Download, Downloaded, HttpError, Progress, Request, Response, shown_url};

/// How much of an error's JSON body is shown.
const EXCERPT_CHARS: usize = 200;

/// What a transfer needs of its client.
#[derive(Clone)]
pub(crate) struct Exchange {
    pub(crate) http: reqwest::Client,
    pub(crate) policy: Policy,
    pub(crate) timeout: Duration,
}

impl Exchange {
    pub(crate) async fn fetch(&self, request: &Request) -> Result<Response, HttpError> {
        let answer = self.settle(request).await?;
        let url = answer.url().to_string();
        let status = answer.status().as_u16();
        let headers = answer
            .headers()
            .iter()
            .map(|(name, value)| {
                let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
                (name.as_str().to_owned(), value)
            })
            .collect();
        let body = answer
            .bytes()
            .await
            .map_err(|error| self.transport(&request.url, &error))?;
        Ok(Response {
            url,
            status,
            headers,
            body: body.into(),
        })
    }

    pub(crate) async fn save(
        &self,
        download: &Download,
        mut progress: impl FnMut(Progress),
    ) -> Result<Downloaded, HttpError> {
        let url = &download.request.url;
        let mut answer = self.settle(&download.request).await?;
        let total = answer.content_length();
        let mut saver = Saver::create(download)?;
        while let Some(chunk) = answer
            .chunk()
            .await
            .map_err(|error| self.transport(url, &error))?
        {
            let received = saver.write(&chunk)?;
            progress(Progress { received, total });
        }
        saver.finish()
    }

    /// Sends `request` and follows where it leads, to the head of the answer that counts.
    async fn settle(&self, request: &Request) -> Result<reqwest::Response, HttpError> {
        let first = self.policy.admit(&request.url)?;
        let mut url = first.clone();
        let mut hops = 0;
        loop {
            let answer = self
                .call(&url, request, url.origin() == first.origin())?
                .send()
                .await
                .map_err(|error| self.transport(url.as_str(), &error))?;
            let status = answer.status().as_u16();
            let location = answer
                .headers()
                .get(LOCATION)
                .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
            match self.policy.judge(&url, status, location.as_deref(), hops)? {
                Verdict::Follow(next) => {
                    url = next;
                    hops += 1;
                }
                Verdict::Accept if (400..600).contains(&status) => {
                    return Err(refused(&url, answer).await);
                }
                Verdict::Accept => return Ok(answer),
            }
        }
    }

    /// The call of `url` for `request`. Secrets are for the server that was asked first alone.
    fn call(
        &self,
        url: &Url,
        request: &Request,
        at_origin: bool,
    ) -> Result<reqwest::RequestBuilder, HttpError> {
        let invalid = |what: &str| HttpError::InvalidUrl {
            url: shown_url(&request.url),
            reason: format!("the header \"{what}\" that goes with it is not valid"),
        };
        let mut call = self.http.get(url.clone());
        for (name, value) in &request.headers {
            let header = HeaderName::try_from(name).map_err(|_| invalid(name))?;
            if !at_origin && (header == AUTHORIZATION || header == COOKIE) {
                continue;
            }
            let value = HeaderValue::try_from(value).map_err(|_| invalid(name))?;
            call = call.header(header, value);
        }
        if let Some(date) = &request.if_modified_since {
            let value =
                HeaderValue::try_from(date).map_err(|_| invalid(IF_MODIFIED_SINCE.as_str()))?;
            call = call.header(IF_MODIFIED_SINCE, value);
        }
        Ok(call)
    }

    fn transport(&self, url: &str, error: &reqwest::Error) -> HttpError {
        let url = shown_url(url);
        if error.is_timeout() && !error.is_connect() {
            return HttpError::TimedOut {
                url,
                seconds: self.timeout.as_secs(),
            };
        }
        HttpError::Transport {
            url,
            reason: innermost(error),
        }
    }
}

async fn refused(url: &Url, answer: reqwest::Response) -> HttpError {
    let code = answer.status().as_u16();
    let reason = answer.status().canonical_reason().unwrap_or_default();
    let line = format!("{:?} {code} {reason}", answer.version());
    let is_json = answer
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|kind| {
            matches!(
                kind.to_ascii_lowercase().as_str(),
                "application/json" | "application/json; charset=utf-8"
            )
        });
    let excerpt = match answer.text().await {
        Ok(body) if is_json => {
            let head: String = body.chars().take(EXCERPT_CHARS).collect();
            let more = if head.len() < body.len() { "..." } else { "" };
            format!(":\n{head}{more}")
        }
        _ => String::new(),
    };
    HttpError::Status {
        url: shown_url(url.as_str()),
        code,
        line,
        excerpt,
    }
}

/// The outer layers of a client error only say "error sending request": the cause is at the bottom.
pub(crate) fn innermost(error: &(dyn Error + 'static)) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
