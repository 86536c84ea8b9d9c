//! The root document, `packages.json`: <https://getcomposer.org/doc/05-repositories.md#composer>.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use shirabe_http::shown_url;
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::{Mirror, NamePattern, PackageName};
use shirabe_resolver::Provider;

use super::documents::Documents;
use super::location::Location;
use crate::{Notices, RepositoryError};

/// How deep root documents may include others.
const MAX_INCLUDES: usize = 64;

/// What the root document says.
pub(crate) struct Root {
    /// Its URL, for messages.
    pub(crate) url: String,
    pub(crate) content: Content,
    /// Versions in the root document itself, by the lower-case name of their package.
    pub(crate) inline: IndexMap<String, Vec<PhpMap>, FxBuildHasher>,
    pub(crate) notify_url: Option<String>,
    pub(crate) dist_mirrors: Vec<Mirror>,
    /// By type of source.
    pub(crate) source_mirrors: FxHashMap<&'static str, Vec<Mirror>>,
    available: Option<Available>,
    document: PhpMap,
    is_warned: bool,
}

/// How packages are offered.
pub(crate) enum Content {
    /// By one document a package, at a URL with `%package%`.
    Lazy { metadata_url: String },
    /// In the root document and those that it includes.
    Whole,
}

/// The packages that there are, where the repository says it.
struct Available {
    names: FxHashSet<String>,
    /// In the document's order.
    listed: Vec<String>,
    patterns: Vec<NamePattern>,
}

impl Root {
    pub(crate) fn read(
        mut document: PhpMap,
        url: &str,
        location: &Location,
        notices: &Notices,
    ) -> Result<Self, RepositoryError> {
        let shape = |reason: String| RepositoryError::Shape {
            place: shown_url(url),
            reason,
        };
        let text = |key: &str| -> Result<Option<String>, RepositoryError> {
            match document.get(key) {
                Some(PhpMixed::String(text)) if !text.is_empty() => {
                    Ok(Some(location.resolve(text)))
                }
                Some(other) if !other.is_empty() => Err(shape(format!(
                    "the key \"{key}\" should be a string, {} given",
                    other.type_name()
                ))),
                _ => Ok(None),
            }
        };
        let notify_url = match text("notify-batch")? {
            None => text("notify")?,
            found => found,
        };
        let content = match text("metadata-url")? {
            Some(metadata_url) => Content::Lazy { metadata_url },
            None => {
                for key in [
                    "providers-lazy-url",
                    "providers-url",
                    "providers",
                    "provider-includes",
                ] {
                    if document.get(key).is_some_and(|value| !value.is_empty()) {
                        return Err(RepositoryError::Unsupported(format!(
                            "{} speaks the protocol of Composer 1 (\"{key}\"), which is not supported: a \"metadata-url\" or \"packages\" is needed",
                            shown_url(url)
                        )));
                    }
                }
                Content::Whole
            }
        };
        let available = Available::read(&document).map_err(shape)?;
        let (dist_mirrors, source_mirrors) = mirrors(&document, location).map_err(shape)?;
        let mut inline: IndexMap<String, Vec<PhpMap>, FxBuildHasher> = IndexMap::default();
        let mut is_warned = false;
        if matches!(content, Content::Lazy { .. }) {
            for (key, versions) in by_key(document.swap_remove("packages")).map_err(shape)? {
                for version in versions {
                    warn_of_foreign_name(&mut is_warned, notices, &key, &version, location.base());
                    let name = name_of(&version).to_ascii_lowercase();
                    inline.entry(name).or_default().push(version);
                }
            }
        }
        Ok(Self {
            url: url.to_owned(),
            content,
            inline,
            notify_url,
            dist_mirrors,
            source_mirrors,
            available,
            document,
            is_warned,
        })
    }

    /// What the document has under another key.
    pub(crate) fn value(&self, key: &str) -> Option<&PhpMixed> {
        self.document.get(key)
    }

    /// Whether the repository may have metadata of this name.
    pub(crate) fn may_have(&self, name: &PackageName) -> bool {
        self.available.as_ref().is_none_or(|available| {
            available.names.contains(name.as_str())
                || available
                    .patterns
                    .iter()
                    .any(|pattern| pattern.matches(name))
        })
    }

    /// The names of all packages, if the repository lists them.
    pub(crate) fn all_names(&self) -> Option<Vec<PackageName>> {
        let names: Box<dyn Iterator<Item = &String>> = match &self.available {
            Some(available) if available.patterns.is_empty() => {
                let listed = available.listed.iter();
                Box::new(
                    self.inline
                        .keys()
                        .chain(listed.filter(|name| !self.inline.contains_key(*name))),
                )
            }
            None if !self.inline.is_empty() => Box::new(self.inline.keys()),
            _ => return None,
        };
        Some(names.map(|name| PackageName::new(name)).collect())
    }

    /// Packages in the root document that say that they provide a name.
    pub(crate) fn inline_providers(&self, name: &PackageName) -> Vec<Provider> {
        let mut found = Vec::new();
        for (provider, versions) in &self.inline {
            let providing = versions.iter().find(|version| {
                version
                    .get("provide")
                    .is_some_and(|links| links.get(name.as_str()).is_some())
            });
            if let Some(version) = providing {
                found.push(Provider {
                    name: PackageName::new(provider),
                    description: version
                        .get("description")
                        .and_then(PhpMixed::as_str)
                        .map(str::to_owned),
                });
            }
        }
        found
    }

    /// The data of all packages, of this document and those that it includes.
    pub(crate) fn take_everything(
        &mut self,
        documents: &mut Documents,
        notices: &Notices,
    ) -> Result<Vec<PhpMap>, RepositoryError> {
        let document = std::mem::take(&mut self.document);
        let mut all = Vec::new();
        let url = self.url.clone();
        self.collect(document, &url, documents, notices, MAX_INCLUDES, &mut all)?;
        Ok(all)
    }

    fn collect(
        &mut self,
        mut document: PhpMap,
        url: &str,
        documents: &mut Documents,
        notices: &Notices,
        depth: usize,
        all: &mut Vec<PhpMap>,
    ) -> Result<(), RepositoryError> {
        let shape = |reason: String| RepositoryError::Shape {
            place: shown_url(url),
            reason,
        };
        let packages = document.swap_remove("packages");
        let includes = document.swap_remove("includes");
        if packages.as_ref().is_none_or(PhpMixed::is_null)
            && includes.as_ref().is_none_or(PhpMixed::is_null)
        {
            return Err(shape(
                "it has neither \"packages\" nor \"metadata-url\"".to_owned(),
            ));
        }
        for (key, versions) in by_key(packages).map_err(shape)? {
            for version in versions {
                warn_of_foreign_name(
                    &mut self.is_warned,
                    notices,
                    &key,
                    &version,
                    documents.base(),
                );
                all.push(version);
            }
        }
        let Some(PhpMixed::Map(includes)) = includes else {
            return Ok(());
        };
        if depth == 0 {
            return Err(shape("its includes are nested too deep".to_owned()));
        }
        for (include, about) in includes {
            let sha1 = about.get("sha1").and_then(PhpMixed::as_str);
            let (included, place) = documents.include(&include, sha1)?;
            self.collect(included, &place, documents, notices, depth - 1, all)?;
        }
        Ok(())
    }
}

impl Available {
    fn read(document: &PhpMap) -> Result<Option<Self>, String> {
        let list = |key: &str| -> Result<Vec<String>, String> {
            let value = document.get(key);
            let items = value.into_iter().flat_map(PhpMixed::values);
            items
                .map(|item| match item.as_str() {
                    Some(text) => Ok(text.to_ascii_lowercase()),
                    None => Err(format!("the key \"{key}\" should be a list of strings")),
                })
                .collect()
        };
        let listed = list("available-packages")?;
        let patterns = list("available-package-patterns")?;
        if listed.is_empty() && patterns.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            names: listed.iter().cloned().collect(),
            listed,
            patterns: patterns
                .iter()
                .map(|pattern| NamePattern::new(pattern))
                .collect(),
        }))
    }
}

type SourceMirrors = FxHashMap<&'static str, Vec<Mirror>>;

fn mirrors(document: &PhpMap, location: &Location) -> Result<(Vec<Mirror>, SourceMirrors), String> {
    let mut dist = Vec::new();
    let mut source = SourceMirrors::default();
    for entry in document
        .get("mirrors")
        .into_iter()
        .flat_map(PhpMixed::values)
    {
        let preferred = entry
            .get("preferred")
            .is_some_and(|value| !value.is_empty());
        let url = |key: &str| match entry.get(key) {
            Some(PhpMixed::String(url)) if !url.is_empty() => Ok(Some(url.clone())),
            Some(other) if !other.is_empty() => Err(format!(
                "\"{key}\" of a mirror should be a string, {} given",
                other.type_name()
            )),
            _ => Ok(None),
        };
        for (kind, key) in [("git", "git-url"), ("hg", "hg-url")] {
            if let Some(url) = url(key)? {
                source
                    .entry(kind)
                    .or_default()
                    .push(Mirror { url, preferred });
            }
        }
        if let Some(url) = url("dist-url")? {
            dist.push(Mirror {
                url: location.resolve(&url),
                preferred,
            });
        }
    }
    Ok((dist, source))
}

fn by_key(packages: Option<PhpMixed>) -> Result<Vec<(String, Vec<PhpMap>)>, String> {
    let Some(packages) = packages.filter(|packages| !packages.is_empty()) else {
        return Ok(Vec::new());
    };
    let kind = packages.type_name();
    let packages = packages
        .into_map()
        .ok_or_else(|| format!("the key \"packages\" should be an object, {kind} given"))?;
    packages
        .into_iter()
        .map(|(key, versions)| {
            let expected = |found: &str| {
                format!(
                    "\"packages\" should hold the versions of \"{key}\" as objects, {found} given"
                )
            };
            let kind = versions.type_name();
            let versions = versions.into_map().ok_or_else(|| expected(kind))?;
            let versions = versions
                .into_values()
                .map(|version| match version {
                    PhpMixed::Map(map) => Ok(map),
                    other => Err(expected(other.type_name())),
                })
                .collect::<Result<_, _>>()?;
            Ok((key, versions))
        })
        .collect()
}

fn name_of(version: &PhpMap) -> &str {
    version
        .get("name")
        .and_then(PhpMixed::as_str)
        .unwrap_or_default()
}

/// Warns of the first package that stands under another name than its own.
fn warn_of_foreign_name(
    is_warned: &mut bool,
    notices: &Notices,
    key: &str,
    version: &PhpMap,
    base: &str,
) {
    if !name_of(version).eq_ignore_ascii_case(key) && !std::mem::replace(is_warned, true) {
        notices.warn(format!(
            "Warning: the packages key '{key}' doesn't match the name defined in the package metadata '{}' in repository {base}",
            name_of(version)
        ));
    }
}
