//! One version of one package.

use crate::link::{Link, LinkKind};
use crate::name::PackageName;
use crate::origin::{Dist, InstallationSource, Mirror, Source};
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_semver::{Stability, Version};
use std::sync::Arc;

/// Whether the authors have given a package up, and what they advise instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Abandoned {
    /// It is kept up.
    #[default]
    No,
    /// It is abandoned.
    Yes,
    /// It is abandoned for this other package.
    For(String),
}

/// One loaded package.
///
/// What a solve looks at is typed and at hand; the rest of the data stays as it was read and is
/// answered by methods. The loader has checked its types.
#[derive(Clone, Debug)]
pub struct Package {
    /// The name.
    pub name: PackageName,
    /// The name as its authors spell it.
    pub pretty_name: Arc<str>,
    /// The normalised version.
    pub version: Version,
    /// The version as written.
    pub pretty_version: Arc<str>,
    /// `library`, `metapackage`, `composer-plugin` …, in lower case.
    pub package_type: Arc<str>,
    /// `require`
    pub requires: Vec<Link>,
    /// `require-dev`
    pub dev_requires: Vec<Link>,
    /// `conflict`
    pub conflicts: Vec<Link>,
    /// `provide`
    pub provides: Vec<Link>,
    /// `replace`
    pub replaces: Vec<Link>,
    /// The checkout.
    pub source: Option<Source>,
    /// The archive.
    pub dist: Option<Dist>,
    /// What `vendor/` holds: the checkout or the archive.
    pub installation_source: Option<InstallationSource>,
    /// Whether this is the head of the repository's default branch.
    pub is_default_branch: bool,
    /// Whether the package is given up.
    pub abandoned: Abandoned,
    /// Every other known key, under the names of `composer.json`.
    pub(crate) more: PhpMap,
}

/// Which reference [`Package::full_pretty_version`] shows beside the version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReferenceDisplay {
    /// The source's, or else the dist's, and only for development versions.
    #[default]
    SourceIfDev,
    /// Always the source's.
    Source,
    /// Always the dist's.
    Dist,
}

impl Package {
    /// A package without links or files, as platform packages are.
    #[must_use]
    pub fn new(pretty_name: &str, version: Version, pretty_version: &str) -> Self {
        Self {
            name: PackageName::new(pretty_name),
            pretty_name: pretty_name.into(),
            version,
            pretty_version: pretty_version.into(),
            package_type: "library".into(),
            requires: Vec::new(),
            dev_requires: Vec::new(),
            conflicts: Vec::new(),
            provides: Vec::new(),
            replaces: Vec::new(),
            source: None,
            dist: None,
            installation_source: None,
            is_default_branch: false,
            abandoned: Abandoned::No,
            more: PhpMap::default(),
        }
    }

    /// The links of one kind.
    #[must_use]
    pub fn links(&self, kind: LinkKind) -> &[Link] {
        match kind {
            LinkKind::Require => &self.requires,
            LinkKind::DevRequire => &self.dev_requires,
            LinkKind::Conflict => &self.conflicts,
            LinkKind::Provide => &self.provides,
            LinkKind::Replace => &self.replaces,
        }
    }

    /// The links of one kind, to change.
    pub fn links_mut(&mut self, kind: LinkKind) -> &mut Vec<Link> {
        match kind {
            LinkKind::Require => &mut self.requires,
            LinkKind::DevRequire => &mut self.dev_requires,
            LinkKind::Conflict => &mut self.conflicts,
            LinkKind::Provide => &mut self.provides,
            LinkKind::Replace => &mut self.replaces,
        }
    }

    /// How stable the version is.
    #[must_use]
    pub fn stability(&self) -> Stability {
        self.version.stability()
    }

    /// Whether the version is a development one.
    #[must_use]
    pub fn is_dev(&self) -> bool {
        self.stability() == Stability::Dev
    }

    /// Name and normalised version with a dash between.
    #[must_use]
    pub fn unique_name(&self) -> String {
        format!("{}-{}", self.name, self.version.as_str())
    }

    /// Name and version as written.
    #[must_use]
    pub fn pretty_string(&self) -> String {
        format!("{} {}", self.pretty_name, self.pretty_version)
    }

    /// The version as written, with the reference that `display` asks for; a full commit hash is
    /// shortened to seven digits when `truncate` is set.
    #[must_use]
    pub fn full_pretty_version(&self, truncate: bool, display: ReferenceDisplay) -> String {
        self.describe_version(&self.pretty_version, self.is_dev(), truncate, display)
    }

    pub(crate) fn describe_version(
        &self,
        pretty_version: &str,
        is_dev: bool,
        truncate: bool,
        display: ReferenceDisplay,
    ) -> String {
        let source_kind = self.source_kind();
        let reference = match display {
            ReferenceDisplay::SourceIfDev => {
                let checkout = matches!(source_kind, Some("git" | "hg"));
                let archive_only = source_kind.is_none_or(str::is_empty)
                    && self.dist_reference().is_some_and(|text| !text.is_empty());
                if !is_dev || !(checkout || archive_only) {
                    None
                } else {
                    self.source_reference()
                        .filter(|text| !text.is_empty())
                        .or_else(|| self.dist_reference())
                }
            }
            ReferenceDisplay::Source => self.source_reference(),
            ReferenceDisplay::Dist => self.dist_reference(),
        };
        match reference {
            None => pretty_version.to_owned(),
            Some(commit) if truncate && commit.len() == 40 && source_kind != Some("svn") => {
                let short = commit.get(..7).unwrap_or(commit);
                format!("{pretty_version} {short}")
            }
            Some(reference) => format!("{pretty_version} {reference}"),
        }
    }

    /// Type of the checkout; an empty one is none.
    #[must_use]
    pub fn source_kind(&self) -> Option<&str> {
        self.source
            .as_ref()
            .map(|source| source.kind.as_str())
            .filter(|kind| !kind.is_empty())
    }

    /// URL of the checkout, if there is one.
    #[must_use]
    pub fn source_url(&self) -> Option<&str> {
        self.source
            .as_ref()
            .filter(|source| !source.kind.is_empty())
            .map(|source| source.url.as_str())
    }

    /// Reference of the checkout.
    #[must_use]
    pub fn source_reference(&self) -> Option<&str> {
        self.source.as_ref()?.reference.as_deref()
    }

    /// Type of the archive; an empty one is none.
    #[must_use]
    pub fn dist_kind(&self) -> Option<&str> {
        self.dist
            .as_ref()
            .map(|dist| dist.kind.as_str())
            .filter(|kind| !kind.is_empty())
    }

    /// URL of the archive; an empty one is none.
    #[must_use]
    pub fn dist_url(&self) -> Option<&str> {
        self.dist
            .as_ref()
            .map(|dist| dist.url.as_str())
            .filter(|url| !url.is_empty())
    }

    /// Reference of the archive.
    #[must_use]
    pub fn dist_reference(&self) -> Option<&str> {
        self.dist.as_ref()?.reference.as_deref()
    }

    /// Checksum of the archive; an empty one is none.
    #[must_use]
    pub fn dist_shasum(&self) -> Option<&str> {
        self.dist
            .as_ref()?
            .shasum
            .as_deref()
            .filter(|sum| !sum.is_empty())
    }

    /// Sets the checkout's reference; a package without a checkout keeps it all the same, since
    /// references are compared to tell whether anything changed.
    pub fn set_source_reference(&mut self, reference: Option<String>) {
        match &mut self.source {
            Some(source) => source.reference = reference,
            None if reference.is_some() => {
                self.source = Some(Source {
                    reference,
                    ..Source::default()
                });
            }
            None => {}
        }
    }

    /// Sets the archive's reference, where there is an archive.
    pub fn set_dist_reference(&mut self, reference: Option<String>) {
        if let Some(dist) = &mut self.dist {
            dist.reference = reference;
        }
    }

    /// Sets the archive's URL, where there is an archive.
    pub fn set_dist_url(&mut self, url: String) {
        if let Some(dist) = &mut self.dist {
            dist.url = url;
        }
    }

    /// Sets the archive's type, where there is an archive.
    pub fn set_dist_kind(&mut self, kind: String) {
        if let Some(dist) = &mut self.dist {
            dist.kind = kind;
        }
    }

    /// Sets the mirrors of the checkout.
    pub fn set_source_mirrors(&mut self, mirrors: Vec<Mirror>) {
        if let Some(source) = &mut self.source {
            source.mirrors = mirrors;
        }
    }

    /// Sets the mirrors of the archive.
    pub fn set_dist_mirrors(&mut self, mirrors: Vec<Mirror>) {
        if let Some(dist) = &mut self.dist {
            dist.mirrors = mirrors;
        }
    }

    /// Pins checkout and archive to a commit, as `dev-main#commit` in the root package asks.
    ///
    /// The URL of the archive follows where a code host makes archives of any commit.
    pub fn set_source_dist_references(&mut self, reference: &str) {
        self.set_source_reference(Some(reference.to_owned()));
        let Some(dist) = &mut self.dist else {
            return;
        };
        if let Some(url) = commit_url(&dist.url, reference) {
            dist.url = url;
            dist.reference = Some(reference.to_owned());
        } else if dist
            .reference
            .as_deref()
            .is_some_and(|old| !old.is_empty() && old != "0")
        {
            dist.reference = Some(reference.to_owned());
        }
    }

    /// Replaces the version, as the root package's is when it was guessed.
    pub fn replace_version(&mut self, version: Version, pretty_version: &str) {
        self.version = version;
        self.pretty_version = pretty_version.into();
    }
}

/// The same archive URL for another commit, at the hosts whose URLs carry the commit; `None` at others.
#[must_use]
pub fn commit_url(url: &str, reference: &str) -> Option<String> {
    let lowered = url.to_ascii_lowercase();
    let rest = lowered
        .strip_prefix("https://")
        .or_else(|| lowered.strip_prefix("http://"))?;
    let host = rest.split_once('/')?.0;
    let known = [
        "bitbucket.org",
        "www.bitbucket.org",
        "github.com",
        "www.github.com",
        "api.github.com",
        "gitlab.com",
        "www.gitlab.com",
    ];
    if !known.contains(&host) {
        return None;
    }
    let mut out = String::with_capacity(url.len());
    let mut rest = url;
    while let Some(at) = find_commit(rest, &out) {
        out.push_str(&rest[..at]);
        out.push_str(reference);
        rest = &rest[at + 40..];
    }
    out.push_str(rest);
    Some(out)
}

/// Where forty hexadecimal digits stand as a whole path segment or after `sha=`.
fn find_commit(text: &str, before: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len().saturating_sub(39)).find(|&at| {
        let opens = if at == 0 {
            before.ends_with('/') || before.ends_with("sha=")
        } else {
            bytes[..at].ends_with(b"/") || bytes[..at].ends_with(b"sha=")
        };
        opens
            && bytes[at..at + 40].iter().all(u8::is_ascii_hexdigit)
            && bytes.get(at + 40).is_none_or(|&next| next == b'/')
    })
}

/// The keys that a solve does not look at.
impl Package {
    /// The value of another key of the data, by its name in `composer.json`.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&PhpMixed> {
        self.more.get(key)
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.more.get(key).and_then(PhpMixed::as_str)
    }

    fn entries(&self, key: &str) -> Vec<(String, String)> {
        entries_of(self.more.get(key))
            .map(|(key, value)| (key, value.as_str().unwrap_or_default().to_owned()))
            .collect()
    }

    fn texts(&self, key: &str) -> Vec<&str> {
        match self.more.get(key) {
            Some(PhpMixed::List(list)) => list.iter().filter_map(PhpMixed::as_str).collect(),
            Some(PhpMixed::Map(map)) => map.values().filter_map(PhpMixed::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// The folder inside the package's own that it is installed to, for old PSR-0 packages. Steps
    /// that would lead elsewhere are taken out.
    #[must_use]
    pub fn target_dir(&self) -> Option<String> {
        self.text("target-dir").map(crate::target_dir::clean)
    }

    /// `extra`
    #[must_use]
    pub fn extra(&self) -> Option<&PhpMixed> {
        self.more.get("extra")
    }

    /// The executables, relative to the package's folder.
    #[must_use]
    pub fn binaries(&self) -> Vec<&str> {
        self.texts("bin")
    }

    /// Other packages that go well with it, each with the reason.
    #[must_use]
    pub fn suggests(&self) -> Vec<(String, String)> {
        self.entries("suggest")
    }

    /// `autoload`
    #[must_use]
    pub fn autoload(&self) -> Option<&PhpMixed> {
        self.more.get("autoload")
    }

    /// `autoload-dev`, which counts for the root package alone.
    #[must_use]
    pub fn dev_autoload(&self) -> Option<&PhpMixed> {
        self.more.get("autoload-dev")
    }

    /// `include-path`
    #[must_use]
    pub fn include_paths(&self) -> Vec<&str> {
        self.texts("include-path")
    }

    /// `php-ext`
    #[must_use]
    pub fn php_ext(&self) -> Option<&PhpMixed> {
        self.more.get("php-ext")
    }

    /// When the version was made, as RFC 3339 text.
    #[must_use]
    pub fn release_date(&self) -> Option<&str> {
        self.text("time")
    }

    /// Where installations are counted.
    #[must_use]
    pub fn notification_url(&self) -> Option<&str> {
        self.text("notification-url")
    }

    /// `scripts`: each name with its handlers.
    #[must_use]
    pub fn scripts(&self) -> Option<&PhpMixed> {
        self.more.get("scripts")
    }

    /// `description`
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.text("description")
    }

    /// `homepage`
    #[must_use]
    pub fn homepage(&self) -> Option<&str> {
        self.text("homepage")
    }

    /// `keywords`
    #[must_use]
    pub fn keywords(&self) -> Vec<&str> {
        self.texts("keywords")
    }

    /// `license`
    #[must_use]
    pub fn license(&self) -> Vec<&str> {
        self.texts("license")
    }

    /// `authors`
    #[must_use]
    pub fn authors(&self) -> Option<&PhpMixed> {
        self.more.get("authors")
    }

    /// `support`
    #[must_use]
    pub fn support(&self) -> Option<&PhpMixed> {
        self.more.get("support")
    }

    /// `funding`
    #[must_use]
    pub fn funding(&self) -> Option<&PhpMixed> {
        self.more.get("funding")
    }

    /// Name of the archives that `archive` makes.
    #[must_use]
    pub fn archive_name(&self) -> Option<&str> {
        self.more.get("archive")?.get("name")?.as_str()
    }

    /// Paths left out of the archives that `archive` makes.
    #[must_use]
    pub fn archive_excludes(&self) -> Option<&PhpMixed> {
        self.more.get("archive")?.get("exclude")
    }

    /// How the files are to be fetched: TLS settings, `symlink` and `relative` of path packages.
    #[must_use]
    pub fn transport_options(&self) -> Option<&PhpMixed> {
        self.more.get("transport-options")
    }

    /// Sets how the files are to be fetched.
    pub fn set_transport_options(&mut self, options: PhpMixed) {
        self.more.insert("transport-options".into(), options);
    }

    /// Sets where installations are counted.
    pub fn set_notification_url(&mut self, url: &str) {
        self.set_value("notification-url", PhpMixed::String(url.to_owned()));
    }

    /// Sets the description.
    pub fn set_description(&mut self, text: &str) {
        self.set_value("description", PhpMixed::String(text.to_owned()));
    }

    /// Sets when the version was made, as RFC 3339 text.
    pub fn set_release_date(&mut self, time: &str) {
        self.set_value("time", PhpMixed::String(time.to_owned()));
    }

    /// Sets any other key, which must have the type that the loader asks for.
    pub fn set_value(&mut self, key: &str, value: PhpMixed) {
        self.more.insert(key.to_owned(), value);
    }
}

/// The entries of a PHP array, the keys of a list being its indices.
pub(crate) fn entries_of(value: Option<&PhpMixed>) -> impl Iterator<Item = (String, &PhpMixed)> {
    let (list, map) = match value {
        Some(PhpMixed::List(list)) => (Some(list), None),
        Some(PhpMixed::Map(map)) => (None, Some(map)),
        _ => (None, None),
    };
    let numbered = list
        .into_iter()
        .flatten()
        .enumerate()
        .map(|(index, value)| (index.to_string(), value));
    let named = map
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), value));
    numbered.chain(named)
}
