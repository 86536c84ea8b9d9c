//! Where a package's files come from: a checkout (source) or an archive (dist).

use shirabe_mixed::{PhpMap, PhpMixed};

/// Another place that has the same files (<https://getcomposer.org/doc/05-repositories.md#mirrors>).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// URL with placeholders such as `%package%`.
    pub url: String,
    /// Whether it goes before the original.
    pub preferred: bool,
}

/// A checkout of a version control system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// `git`, `hg`, `svn` …; empty for a root package whose commit alone is known.
    pub kind: String,
    /// URL of the repository.
    pub url: String,
    /// Commit, tag or revision.
    pub reference: Option<String>,
    /// Other places, in order.
    pub mirrors: Vec<Mirror>,
}

/// An archive, or a folder of this machine (`path`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dist {
    /// `zip`, `tar`, `path` …; empty for a root package whose commit alone is known.
    pub kind: String,
    /// URL or path; empty when there is none.
    pub url: String,
    /// Commit that the archive was made of.
    pub reference: Option<String>,
    /// SHA-1 of the archive in hexadecimal; often empty, which means unknown.
    pub shasum: Option<String>,
    /// Other places, in order.
    pub mirrors: Vec<Mirror>,
}

/// What was used when the package was put into `vendor/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InstallationSource {
    /// The checkout.
    Source,
    /// The archive.
    Dist,
}

impl InstallationSource {
    /// As `installed.json` writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Dist => "dist",
        }
    }
}

impl Source {
    pub(crate) fn dump(&self) -> PhpMap {
        let mut out = PhpMap::default();
        out.insert("type".into(), text(&self.kind));
        out.insert("url".into(), text(&self.url));
        if let Some(reference) = &self.reference {
            out.insert("reference".into(), text(reference));
        }
        dump_mirrors(&mut out, &self.mirrors);
        out
    }
}

impl Dist {
    pub(crate) fn dump(&self) -> PhpMap {
        let mut out = PhpMap::default();
        out.insert("type".into(), text(&self.kind));
        let url = if self.url.is_empty() {
            PhpMixed::Null
        } else {
            text(&self.url)
        };
        out.insert("url".into(), url);
        if let Some(reference) = &self.reference {
            out.insert("reference".into(), text(reference));
        }
        if let Some(shasum) = &self.shasum {
            out.insert("shasum".into(), text(shasum));
        }
        dump_mirrors(&mut out, &self.mirrors);
        out
    }
}

fn text(value: &str) -> PhpMixed {
    PhpMixed::String(value.to_owned())
}

fn dump_mirrors(out: &mut PhpMap, mirrors: &[Mirror]) {
    if mirrors.is_empty() {
        return;
    }
    let list = mirrors
        .iter()
        .map(|mirror| {
            let mut entry = PhpMap::default();
            entry.insert("url".into(), text(&mirror.url));
            entry.insert("preferred".into(), PhpMixed::Bool(mirror.preferred));
            PhpMixed::Map(entry)
        })
        .collect();
    out.insert("mirrors".into(), PhpMixed::List(list));
}
