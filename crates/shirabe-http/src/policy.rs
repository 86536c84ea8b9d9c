//! What may be called, and what an answer means.

use url::Url;

use crate::{HttpError, shown_url};

/// How many redirects one transfer follows.
pub(crate) const MAX_REDIRECTS: usize = 20;

/// What to do after one hop of a transfer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The answer is the one that was asked for.
    Accept,
    /// Ask again over there.
    Follow(Url),
}

/// The rules for one client.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Policy {
    pub(crate) secure_http: bool,
}

impl Policy {
    /// The URL to call for `url`, unless it may not be called.
    pub(crate) fn admit(self, url: &str) -> Result<Url, HttpError> {
        let parsed = Url::parse(url).map_err(|error| HttpError::InvalidUrl {
            url: shown_url(url),
            reason: error.to_string(),
        })?;
        self.check(&parsed)?;
        Ok(parsed)
    }

    fn check(self, url: &Url) -> Result<(), HttpError> {
        match url.scheme() {
            "https" => Ok(()),
            "http" if self.secure_http => Err(HttpError::Insecure {
                url: shown_url(url.as_str()),
            }),
            "http" => Ok(()),
            other => Err(HttpError::InvalidUrl {
                url: shown_url(url.as_str()),
                reason: format!("the scheme \"{other}\" is not supported"),
            }),
        }
    }

    /// What the answer `status` of `url` means; `location` is its `Location` header and `hops` the
    /// number of redirects followed so far.
    pub(crate) fn judge(
        self,
        url: &Url,
        status: u16,
        location: Option<&str>,
        hops: usize,
    ) -> Result<Verdict, HttpError> {
        if !(300..400).contains(&status) || status == 304 {
            return Ok(Verdict::Accept);
        }
        let refuse = |reason: String| HttpError::Redirect {
            url: shown_url(url.as_str()),
            reason,
        };
        if hops >= MAX_REDIRECTS {
            return Err(refuse(format!("more than {MAX_REDIRECTS} redirects")));
        }
        let location = location
            .filter(|location| !location.is_empty())
            .ok_or_else(|| refuse(format!("got redirect without Location ({status})")))?;
        let target = url.join(location).map_err(|error| {
            refuse(format!(
                "got a redirect to \"{}\": {error}",
                shown_url(location)
            ))
        })?;
        if !matches!(target.scheme(), "http" | "https") {
            return Err(refuse(format!(
                "could not follow the redirect to \"{}\" because only http and https redirects are supported",
                shown_url(target.as_str())
            )));
        }
        self.check(&target)?;
        Ok(Verdict::Follow(target))
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_REDIRECTS, Policy, Verdict};
    use crate::HttpError;
    use url::Url;

    #[test]
    fn redirects_keep_to_http() {
        let from = Url::parse("https://example.org/a/b").unwrap();
        let policy = Policy { secure_http: true };
        let follow = |location| policy.judge(&from, 302, Some(location), 0);
        assert_eq!(
            follow("../c").unwrap(),
            Verdict::Follow(Url::parse("https://example.org/c").unwrap())
        );
        assert_eq!(
            follow("//other.example.org/x").unwrap(),
            Verdict::Follow(Url::parse("https://other.example.org/x").unwrap())
        );
        assert!(matches!(
            follow("file:///etc/passwd"),
            Err(HttpError::Redirect { .. })
        ));
        assert!(matches!(
            follow("http://example.org/"),
            Err(HttpError::Insecure { .. })
        ));
        assert!(policy.judge(&from, 302, None, 0).is_err());
        assert!(policy.judge(&from, 302, Some("/x"), MAX_REDIRECTS).is_err());
        assert_eq!(policy.judge(&from, 304, None, 0).unwrap(), Verdict::Accept);
        assert_eq!(policy.judge(&from, 200, None, 0).unwrap(), Verdict::Accept);
    }

    #[test]
    fn secure_http_spares_no_host() {
        let secure = Policy { secure_http: true };
        assert!(matches!(
            secure.admit("http://localhost/"),
            Err(HttpError::Insecure { .. })
        ));
        let lax = Policy { secure_http: false };
        assert!(lax.admit("http://localhost/").is_ok());
        assert!(matches!(
            lax.admit("ftp://example.org/"),
            Err(HttpError::InvalidUrl { .. })
        ));
        assert!(matches!(
            lax.admit("nonsense"),
            Err(HttpError::InvalidUrl { .. })
        ));
    }
}
