/// User names that hosting services use as a marker; not secret.
const MARKERS: [&str; 5] = [
    "private-token",
    "x-token-auth",
    "oauth2",
    "gitlab-ci-token",
    "x-oauth-basic",
];

/// `url` as it may be shown: passwords become `***`, what looks like a token keeps its first three
/// characters.
///
/// ```
/// assert_eq!(shirabe_http::shown_url("https://me:secret@example.org/p"), "https://me:***@example.org/p");
/// ```
pub fn shown_url(url: &str) -> String {
    let url = without_access_token(url);
    let (prefix, rest) = match url.split_once("://") {
        Some((scheme, rest)) if scheme.bytes().all(|b| b.is_ascii_alphanumeric()) => {
            (&url[..scheme.len() + 3], rest)
        }
        _ => ("", url.as_str()),
    };
    let authority_end = rest
        .find(|c: char| c == '/' || c.is_whitespace())
        .unwrap_or(rest.len());
    let Some(at) = rest[..authority_end].find('@') else {
        return url;
    };
    let (user, password) = match rest[..at].split_once(':') {
        Some((user, password)) => (user, Some(password)),
        None => (&rest[..at], None),
    };
    if user.is_empty() {
        return url;
    }
    let shown = shown_user(user);
    match password {
        Some(password) if !password.is_empty() => format!("{prefix}{shown}:***{}", &rest[at..]),
        _ => format!("{prefix}{shown}{}", &rest[at..]),
    }
}

fn shown_user(user: &str) -> String {
    if MARKERS.contains(&user) || user.len() < 12 {
        return user.to_owned();
    }
    let head: String = user.chars().take(3).collect();
    format!("{head}***")
}

fn without_access_token(url: &str) -> String {
    const KEY: &str = "access_token=";
    let mut out = String::with_capacity(url.len());
    let mut rest = url;
    while let Some(found) = rest.find(KEY) {
        let after = found + KEY.len();
        let is_parameter = found > 0 && matches!(rest.as_bytes()[found - 1], b'&' | b'?');
        out.push_str(&rest[..after]);
        rest = &rest[after..];
        if is_parameter {
            let end = rest.find('&').unwrap_or(rest.len());
            if end > 0 {
                out.push_str("***");
            }
            rest = &rest[end..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::shown_url;

    #[test]
    fn hides_what_is_secret() {
        for (url, shown) in [
            ("https://example.org/a@b", "https://example.org/a@b"),
            ("https://user@example.org/", "https://user@example.org/"),
            (
                "https://user:pw@example.org/x",
                "https://user:***@example.org/x",
            ),
            ("user:pw@example.org", "user:***@example.org"),
            (
                "https://0123456789abcdef@example.org/",
                "https://012***@example.org/",
            ),
            (
                "https://x-token-auth:pw@example.org/",
                "https://x-token-auth:***@example.org/",
            ),
            (
                "https://example.org/r?access_token=abc&x=1",
                "https://example.org/r?access_token=***&x=1",
            ),
            ("packages", "packages"),
        ] {
            assert_eq!(shown_url(url), shown);
        }
    }
}
