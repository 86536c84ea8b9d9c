//! The URLs under which a dist can be had, best first.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use shirabe_package::Package;
use url::Url;

/// Hosts beside github.com and gitlab.com that speak the same API.
#[derive(Debug, Clone, Default)]
pub struct CodeHosts {
    /// `github-domains`
    pub github: Vec<String>,
    /// `gitlab-domains`
    pub gitlab: Vec<String>,
}

/// The dist's own URL and those of its mirrors (<https://getcomposer.org/doc/05-repositories.md#mirrors>), each asking
/// for the dist's reference where the host's URLs carry one.
pub(crate) fn dist_urls(package: &Package, hosts: &CodeHosts) -> Vec<String> {
    let Some(dist) = package.dist.as_ref().filter(|dist| !dist.url.is_empty()) else {
        return Vec::new();
    };
    let fill = |template: &str| placeholders(template, package);
    let mut urls = vec![if dist.url.contains('%') {
        fill(&dist.url)
    } else {
        dist.url.clone()
    }];
    for mirror in &dist.mirrors {
        let url = fill(&mirror.url);
        if urls.contains(&url) {
            continue;
        }
        if mirror.preferred {
            urls.insert(0, url);
        } else {
            urls.push(url);
        }
    }
    if let Some(reference) = &dist.reference {
        for url in &mut urls {
            if let Cow::Owned(changed) = at_reference(url, reference, hosts) {
                *url = changed;
            }
        }
    }
    urls
}

fn placeholders(template: &str, package: &Package) -> String {
    let reference = package.dist_reference().unwrap_or_default();
    let plain_reference = reference
        .bytes()
        .all(|byte| matches!(byte, b'a'..=b'f' | b'0'..=b'9'));
    let reference = if plain_reference || reference == "%reference%" {
        Cow::Borrowed(reference)
    } else {
        Cow::Owned(md5_hex(reference))
    };
    let version = package.version.as_str();
    let version = if version.contains('/') {
        Cow::Owned(md5_hex(version))
    } else {
        Cow::Borrowed(version)
    };
    [
        ("%package%", package.name.as_str()),
        ("%version%", &version),
        ("%reference%", &reference),
        ("%type%", package.dist_kind().unwrap_or_default()),
        ("%prettyVersion%", &package.pretty_version),
    ]
    .into_iter()
    .fold(template.to_owned(), |url, (name, value)| {
        url.replace(name, value)
    })
}

fn md5_hex(text: &str) -> String {
    use md5::{Digest as _, Md5};
    Md5::digest(text)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// `url` with `reference` in the place where code hosts name the commit.
fn at_reference<'a>(url: &'a str, reference: &str, hosts: &CodeHosts) -> Cow<'a, str> {
    static GITHUB: LazyLock<[Regex; 3]> = LazyLock::new(|| {
        [
            pattern(r"(?i)^https?://(?:www\.)?github\.com/([^/]+)/([^/]+)/(zip|tar)ball/.+$"),
            pattern(
                r"(?i)^https?://(?:www\.)?github\.com/([^/]+)/([^/]+)/archive/.+\.(zip|tar)(?:\.gz)?$",
            ),
            pattern(r"(?i)^https?://api\.github\.com/repos/([^/]+)/([^/]+)/(zip|tar)ball(?:/.+)?$"),
        ]
    });
    static BITBUCKET: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^https?://(?:www\.)?bitbucket\.org/([^/]+)/([^/]+)/get/.+\.(zip|tar\.gz|tar\.bz2)$",
        )
    });
    static GITLAB: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^https?://(?:www\.)?gitlab\.com/api/v[34]/projects/([^/]+)/repository/archive\.(zip|tar\.gz|tar\.bz2|tar)\?sha=.+$",
        )
    });
    static GITHUB_ELSEWHERE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)(/repos/[^/]+/[^/]+/(?:zip|tar)ball)(?:/.+)?$"));
    static GITLAB_ELSEWHERE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)(/api/v[34]/projects/[^/]+/repository/archive\.(?:zip|tar\.gz|tar\.bz2|tar)\?sha=).+$",
        )
    });

    let Some(host) = Url::parse(url)
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned))
    else {
        return Cow::Borrowed(url);
    };
    let quoted = reference.replace('$', "$$");
    match host.as_str() {
        "api.github.com" | "github.com" | "www.github.com" => GITHUB
            .iter()
            .find(|pattern| pattern.is_match(url))
            .map_or(Cow::Borrowed(url), |pattern| {
                pattern.replace(
                    url,
                    format!("https://api.github.com/repos/$1/$2/${{3}}ball/{quoted}"),
                )
            }),
        "bitbucket.org" | "www.bitbucket.org" => {
            BITBUCKET.replace(url, format!("https://bitbucket.org/$1/$2/get/{quoted}.$3"))
        }
        "gitlab.com" | "www.gitlab.com" => GITLAB.replace(
            url,
            format!("https://gitlab.com/api/v4/projects/$1/repository/archive.$2?sha={quoted}"),
        ),
        host if hosts.github.iter().any(|known| known == host) => {
            GITHUB_ELSEWHERE.replace(url, format!("$1/{quoted}"))
        }
        host if hosts.gitlab.iter().any(|known| known == host) => {
            GITLAB_ELSEWHERE.replace(url, format!("${{1}}{quoted}"))
        }
        _ => Cow::Borrowed(url),
    }
}

#[expect(
    clippy::expect_used,
    reason = "the patterns are constants that the tests compile"
)]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_go_where_the_host_has_them() {
        let hosts = CodeHosts {
            github: vec!["github.example.org".into()],
            gitlab: vec!["gitlab.example.org".into()],
        };
        for (url, expected) in [
            (
                "https://api.github.com/repos/a/b/zipball/old",
                "https://api.github.com/repos/a/b/zipball/new",
            ),
            (
                "https://api.github.com/repos/a/b/tarball",
                "https://api.github.com/repos/a/b/tarball/new",
            ),
            (
                "https://github.com/a/b/zipball/v1",
                "https://api.github.com/repos/a/b/zipball/new",
            ),
            (
                "https://www.github.com/a/b/archive/v1.tar.gz",
                "https://api.github.com/repos/a/b/tarball/new",
            ),
            (
                "https://github.com/a/b/releases/download/1/x.zip",
                "https://github.com/a/b/releases/download/1/x.zip",
            ),
            (
                "https://bitbucket.org/a/b/get/old.tar.bz2",
                "https://bitbucket.org/a/b/get/new.tar.bz2",
            ),
            (
                "https://gitlab.com/api/v3/projects/1/repository/archive.zip?sha=old",
                "https://gitlab.com/api/v4/projects/1/repository/archive.zip?sha=new",
            ),
            (
                "https://github.example.org/api/v3/repos/a/b/zipball/old",
                "https://github.example.org/api/v3/repos/a/b/zipball/new",
            ),
            (
                "https://gitlab.example.org/api/v4/projects/1/repository/archive.zip?sha=old",
                "https://gitlab.example.org/api/v4/projects/1/repository/archive.zip?sha=new",
            ),
            (
                "https://example.org/repos/a/b/zipball/old",
                "https://example.org/repos/a/b/zipball/old",
            ),
            ("relative/path.zip", "relative/path.zip"),
        ] {
            assert_eq!(at_reference(url, "new", &hosts), expected);
        }
    }
}
