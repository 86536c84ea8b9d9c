//! Which repositories are asked, and in which order:
//! <https://getcomposer.org/doc/05-repositories.md>.

use super::merge::is_number;
use crate::package::entries_of;
use shirabe_mixed::PhpMixed;
use std::fmt;

/// What a repository is called in the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepositoryKey {
    /// Its number in a list.
    Index(i64),
    /// Its name.
    Name(String),
}

impl fmt::Display for RepositoryKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "{index}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

/// One repository as it is configured.
#[derive(Clone, Debug, PartialEq)]
pub struct RepositoryDefinition {
    /// Its name or number.
    pub key: RepositoryKey,
    /// `{"type": …, "url": …}`, unchecked.
    pub definition: PhpMixed,
}

/// The name under which packagist is always there, and can be turned off.
const PACKAGIST: &str = "packagist.org";

/// The repositories of all layers, those of the last layer first.
#[derive(Clone, Debug)]
pub(super) struct Repositories {
    entries: Vec<RepositoryDefinition>,
}

impl Default for Repositories {
    fn default() -> Self {
        let packagist = [
            ("type".to_owned(), "composer".into()),
            ("url".to_owned(), "https://repo.packagist.org".into()),
        ];
        Self {
            entries: vec![RepositoryDefinition {
                key: RepositoryKey::Name(PACKAGIST.to_owned()),
                definition: PhpMixed::Map(packagist.into_iter().collect()),
            }],
        }
    }
}

impl Repositories {
    pub(super) fn as_slice(&self) -> &[RepositoryDefinition] {
        &self.entries
    }

    /// Puts the repositories of one more layer before those that are there.
    pub(super) fn merge(&mut self, layer: &PhpMixed) {
        let layer: Vec<(String, &PhpMixed)> = entries_of(Some(layer)).collect();
        if layer.is_empty() {
            return;
        }
        // Built from the last to the first, so that what comes later in a layer is added earlier.
        self.entries.reverse();
        for (key, definition) in layer.into_iter().rev() {
            self.add(key, definition);
        }
        self.entries.reverse();
    }

    fn add(&mut self, key: String, definition: &PhpMixed) {
        let number = key.parse::<i64>().ok().filter(|_| is_number(&key));
        if *definition == PhpMixed::Bool(false) {
            self.disable(&key);
            return;
        }
        let mut entries = entries_of(Some(definition));
        if let (Some((name, PhpMixed::Bool(false))), None) = (entries.next(), entries.next()) {
            self.disable(&name);
            return;
        }
        if is_packagist(definition) {
            self.disable(PACKAGIST);
        }
        let key = match number {
            Some(number) if self.find(&RepositoryKey::Index(number)).is_none() => {
                RepositoryKey::Index(number)
            }
            Some(_) => RepositoryKey::Index(self.next_index()),
            None if key == "packagist" => RepositoryKey::Name(PACKAGIST.to_owned()),
            None => RepositoryKey::Name(key),
        };
        let definition = definition.clone();
        match self.find(&key) {
            Some(at) => self.entries[at].definition = definition,
            None => self.entries.push(RepositoryDefinition { key, definition }),
        }
    }

    fn find(&self, key: &RepositoryKey) -> Option<usize> {
        self.entries.iter().position(|entry| entry.key == *key)
    }

    fn next_index(&self) -> i64 {
        let highest = self.entries.iter().filter_map(|entry| match entry.key {
            RepositoryKey::Index(index) => Some(index),
            RepositoryKey::Name(_) => None,
        });
        highest.max().map_or(0, |index| (index + 1).max(0))
    }

    fn disable(&mut self, name: &str) {
        let key = match name.parse::<i64>().ok().filter(|_| is_number(name)) {
            Some(number) => RepositoryKey::Index(number),
            None => RepositoryKey::Name(name.to_owned()),
        };
        let at = self.find(&key).or_else(|| {
            let packagist = RepositoryKey::Name(PACKAGIST.to_owned());
            (name == "packagist")
                .then(|| self.find(&packagist))
                .flatten()
        });
        if let Some(at) = at {
            self.entries.remove(at);
        }
    }
}

/// Whether a definition is packagist under another name, which takes the default one's place.
fn is_packagist(definition: &PhpMixed) -> bool {
    let text = |key: &str| definition.get(key).and_then(PhpMixed::as_str);
    let (Some("composer"), Some(url)) = (text("type"), text("url")) else {
        return false;
    };
    let Some(rest) = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))
    else {
        return false;
    };
    let host = rest.split('/').next().unwrap_or_default();
    let is_host = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    // In the pattern that decides, the dot of `packagist.org` stands for any character.
    let Some(at) = host.len().checked_sub(PACKAGIST.len()) else {
        return false;
    };
    let (Some(sub), Some(domain)) = (host.get(..at), host.get(at..)) else {
        return false;
    };
    domain.starts_with("packagist")
        && domain.ends_with("org")
        && (sub.is_empty() || sub.len() > 1 && sub.ends_with('.') && sub.chars().all(is_host))
}
