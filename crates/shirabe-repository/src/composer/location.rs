use std::path::Path;

use shirabe_http::shown_url;

use crate::RepositoryError;

/// Where a composer repository is, and what its relative URLs mean.
#[derive(Debug, Clone)]
pub(crate) struct Location {
    url: String,
    base: String,
}

impl Location {
    pub(crate) fn new(given: &str, working_dir: &Path) -> Result<Self, RepositoryError> {
        let mut url = given.to_owned();
        if !has_scheme(given) {
            url = match std::fs::canonicalize(working_dir.join(given)) {
                Ok(path) if !given.is_empty() => format!("file://{}", path.display()),
                _ => format!("http://{given}"),
            };
        }
        url.truncate(url.trim_end_matches('/').len());
        if let Some(rest) = url.strip_prefix("https?") {
            url = format!("https{rest}");
        }
        let scheme_and_rest = url.split_once("://");
        if scheme_and_rest.is_none_or(|(scheme, rest)| scheme.is_empty() || rest.is_empty()) {
            return Err(RepositoryError::Definition(format!(
                "Invalid url given for Composer repository: \"{}\"",
                shown_url(given)
            )));
        }
        let lowered = url.to_ascii_lowercase();
        if matches!(
            lowered.as_str(),
            "https://packagist.org" | "http://packagist.org"
        ) {
            url = url
                .replacen("packagist", "repo.packagist", 1)
                .to_ascii_lowercase();
        }
        Ok(Self {
            base: base_of(&url).to_owned(),
            url,
        })
    }

    /// The URL that identifies the repository.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The folder that the root document is in, without a slash at its end.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// The URL of the root document.
    pub(crate) fn packages_json(&self) -> String {
        let (_, rest) = self.url.split_once("://").unwrap_or(("", &self.url));
        let end = rest.find(['?', '#']).unwrap_or(rest.len());
        let path = rest[..end].find('/').map_or("", |slash| &rest[slash..end]);
        if path.contains(".json") {
            self.url.clone()
        } else {
            format!("{}/packages.json", self.url)
        }
    }

    /// What a URL in the root document means.
    pub(crate) fn resolve(&self, url: &str) -> String {
        if url.starts_with('/') {
            let scheme = self.url.find("://").map_or(0, |at| at + 3);
            let host_end = self.url[scheme..]
                .find('/')
                .map_or(self.url.len(), |at| scheme + at);
            return format!("{}{url}", &self.url[..host_end]);
        }
        if has_scheme(url) {
            return url.to_owned();
        }
        format!("{}/{url}", self.base)
    }
}

/// The URL without query, without a `.json` file at its end.
fn base_of(url: &str) -> &str {
    let start = url.find("://").map_or(0, |at| at + 3);
    let end = url[start..]
        .find(['?', '#'])
        .map_or(url.len(), |at| start + at);
    let plain = &url[..end];
    match plain[start..].rfind('/') {
        Some(slash) if plain.ends_with(".json") && plain.len() > start + slash + 6 => {
            &plain[..start + slash]
        }
        _ => plain,
    }
    .trim_end_matches('/')
}

fn has_scheme(url: &str) -> bool {
    url.split_once("://").is_some_and(|(scheme, _)| {
        let scheme = scheme.strip_suffix('?').unwrap_or(scheme);
        !scheme.is_empty()
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
    })
}

#[cfg(test)]
mod tests {
    use super::Location;
    use std::path::Path;

    fn at(url: &str) -> Location {
        Location::new(url, Path::new("/nowhere")).unwrap()
    }

    #[test]
    fn urls_find_their_root_document() {
        for (given, url, root, base) in [
            (
                "https://packagist.org/",
                "https://repo.packagist.org",
                "https://repo.packagist.org/packages.json",
                "https://repo.packagist.org",
            ),
            (
                "example.org/repo",
                "http://example.org/repo",
                "http://example.org/repo/packages.json",
                "http://example.org/repo",
            ),
            (
                "https://example.org/a/my.json?x=1",
                "https://example.org/a/my.json?x=1",
                "https://example.org/a/my.json?x=1",
                "https://example.org/a",
            ),
            (
                "https?://example.org",
                "https://example.org",
                "https://example.org/packages.json",
                "https://example.org",
            ),
        ] {
            let location = at(given);
            assert_eq!(location.url(), url);
            assert_eq!(location.packages_json(), root);
            assert_eq!(location.base(), base);
        }
        assert!(Location::new("", Path::new("/nowhere")).is_err());
    }

    #[test]
    fn relative_urls_are_of_the_host_or_the_folder() {
        let location = at("https://example.org/sub/packages.json");
        assert_eq!(
            location.resolve("/p2/%package%.json"),
            "https://example.org/p2/%package%.json"
        );
        assert_eq!(
            location.resolve("p2/%package%.json"),
            "https://example.org/sub/p2/%package%.json"
        );
        assert_eq!(
            location.resolve("https://x.example.org/p"),
            "https://x.example.org/p"
        );
        let local = at("file:///srv/repo");
        assert_eq!(
            local.resolve("/srv/repo/p2/%package%.json"),
            "file:///srv/repo/p2/%package%.json"
        );
    }

    #[test]
    fn folders_of_this_machine_need_no_scheme() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("repo")).unwrap();
        let location = Location::new("repo", folder.path()).unwrap();
        let path = std::fs::canonicalize(folder.path().join("repo")).unwrap();
        assert_eq!(location.url(), format!("file://{}", path.display()));
    }
}
