//! What holds when nobody says otherwise.

use shirabe_mixed::{PhpMap, PhpMixed};

fn texts(items: &[&str]) -> PhpMixed {
    items.to_vec().into()
}

/// Every key with its default, in the order in which they are listed.
pub(super) fn values() -> PhpMap {
    let none = || PhpMixed::List(Vec::new());
    let audit: PhpMap = [
        ("ignore".to_owned(), none()),
        ("abandoned".to_owned(), "fail".into()),
    ]
    .into_iter()
    .collect();
    let pairs: Vec<(&str, PhpMixed)> = vec![
        ("process-timeout", 300.into()),
        ("use-include-path", false.into()),
        ("allow-plugins", none()),
        ("use-parent-dir", "prompt".into()),
        ("preferred-install", "dist".into()),
        ("audit", PhpMixed::Map(audit)),
        ("policy", true.into()),
        ("notify-on-install", true.into()),
        ("github-protocols", texts(&["https", "ssh", "git"])),
        ("gitlab-protocol", PhpMixed::Null),
        ("vendor-dir", "vendor".into()),
        ("bin-dir", "{$vendor-dir}/bin".into()),
        ("cache-dir", "{$home}/cache".into()),
        ("data-dir", "{$home}".into()),
        ("cache-files-dir", "{$cache-dir}/files".into()),
        ("cache-repo-dir", "{$cache-dir}/repo".into()),
        ("cache-vcs-dir", "{$cache-dir}/vcs".into()),
        ("cache-ttl", 15_552_000.into()),
        ("cache-files-ttl", PhpMixed::Null),
        ("cache-files-maxsize", "300MiB".into()),
        ("cache-read-only", false.into()),
        ("bin-compat", "auto".into()),
        ("discard-changes", false.into()),
        ("autoloader-suffix", PhpMixed::Null),
        ("sort-packages", false.into()),
        ("optimize-autoloader", false.into()),
        ("classmap-authoritative", false.into()),
        ("apcu-autoloader", false.into()),
        ("prepend-autoloader", true.into()),
        ("update-with-minimal-changes", false.into()),
        ("github-domains", texts(&["github.com"])),
        ("bitbucket-expose-hostname", true.into()),
        ("disable-tls", false.into()),
        ("secure-http", true.into()),
        ("secure-svn-domains", none()),
        ("cafile", PhpMixed::Null),
        ("capath", PhpMixed::Null),
        ("github-expose-hostname", true.into()),
        ("gitlab-domains", texts(&["gitlab.com"])),
        ("store-auths", "prompt".into()),
        ("platform", none()),
        ("archive-format", "tar".into()),
        ("archive-dir", ".".into()),
        ("htaccess-protect", true.into()),
        ("use-github-api", true.into()),
        ("lock", true.into()),
        ("platform-check", "php-only".into()),
        ("bitbucket-oauth", none()),
        ("github-oauth", none()),
        ("gitlab-oauth", none()),
        ("gitlab-token", none()),
        ("http-basic", none()),
        ("bearer", none()),
        ("custom-headers", none()),
        ("bump-after-update", false.into()),
        ("allow-missing-requirements", false.into()),
        ("client-certificate", none()),
        ("forgejo-domains", texts(&["codeberg.org"])),
        ("forgejo-token", none()),
        ("source-fallback", false.into()),
    ];
    pairs
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}
