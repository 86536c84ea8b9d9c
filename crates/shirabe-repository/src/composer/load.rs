use std::sync::{Mutex, MutexGuard, PoisonError};

use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::{AnyPackage, LoadError, Loader, Mirror};

use super::location::Location;
use super::root::Root;

/// Makes packages of data, with what the repository adds to each.
pub(crate) struct PackageLoader {
    /// Those that no thread uses just now.
    loaders: Mutex<Vec<Loader>>,
    notify_url: Option<String>,
    dist_mirrors: Option<PhpMixed>,
    dist_mirror_urls: Vec<String>,
    source_mirrors: Vec<(&'static str, PhpMixed)>,
    base: String,
    options: Option<PhpMixed>,
}

impl PackageLoader {
    pub(crate) fn new(root: &Root, location: &Location, options: &PhpMixed) -> Self {
        Self {
            loaders: Mutex::default(),
            notify_url: root.notify_url.clone(),
            dist_mirrors: (!root.dist_mirrors.is_empty()).then(|| as_data(&root.dist_mirrors)),
            dist_mirror_urls: root
                .dist_mirrors
                .iter()
                .map(|mirror| mirror.url.clone())
                .collect(),
            source_mirrors: root
                .source_mirrors
                .iter()
                .map(|(kind, mirrors)| (*kind, as_data(mirrors)))
                .collect(),
            base: location.base().to_owned(),
            options: (!options.is_empty()).then(|| options.clone()),
        }
    }

    /// One package or alias for each version. Called from several threads at once.
    pub(crate) fn load_all(&self, versions: Vec<PhpMap>) -> Result<Vec<AnyPackage>, LoadError> {
        let mut loader = self
            .idle_loaders()
            .pop()
            .unwrap_or_else(|| Loader::new().with_transport_options());
        let packages = versions
            .into_iter()
            .map(|mut data| {
                self.complete(&mut data);
                loader.load_from_repository(data)
            })
            .collect();
        self.idle_loaders().push(loader);
        packages
    }

    fn idle_loaders(&self) -> MutexGuard<'_, Vec<Loader>> {
        self.loaders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn complete(&self, data: &mut PhpMap) {
        if let Some(url) = &self.notify_url
            && data.get("notification-url").is_none_or(PhpMixed::is_null)
        {
            data.insert("notification-url".to_owned(), PhpMixed::String(url.clone()));
        }
        if let Some(PhpMixed::Map(source)) = data.get_mut("source") {
            let kind = source.get("type").and_then(PhpMixed::as_str);
            let mirrors = self
                .source_mirrors
                .iter()
                .find(|(known, _)| Some(*known) == kind);
            if let Some((_, mirrors)) = mirrors {
                source.insert("mirrors".to_owned(), mirrors.clone());
            }
        }
        data.swap_remove("transport-options");
        let Some(PhpMixed::Map(dist)) = data.get_mut("dist") else {
            return;
        };
        // Only the repository itself says which mirrors it has.
        match &self.dist_mirrors {
            Some(mirrors) => {
                dist.insert("mirrors".to_owned(), mirrors.clone());
            }
            None => {
                dist.swap_remove("mirrors");
            }
        }
        if let Some(options) = &self.options {
            let own = dist.get("url").and_then(PhpMixed::as_str);
            let mut urls = self.dist_mirror_urls.iter().map(String::as_str).chain(own);
            if urls.any(|url| url.starts_with(&self.base)) {
                data.insert("transport-options".to_owned(), options.clone());
            }
        }
    }
}

fn as_data(mirrors: &[Mirror]) -> PhpMixed {
    let entries = mirrors.iter().map(|mirror| {
        let mut entry = PhpMap::default();
        entry.insert("url".to_owned(), PhpMixed::String(mirror.url.clone()));
        entry.insert("preferred".to_owned(), PhpMixed::Bool(mirror.preferred));
        PhpMixed::Map(entry)
    });
    PhpMixed::List(entries.collect())
}
