//! The keys of a package's data, with their types.

use crate::error::LoadError;
use crate::link::SELF_VERSION;
use crate::origin::{Dist, InstallationSource, Mirror, Source};
use crate::package::Abandoned;
use crate::release_date;
use shirabe_mixed::{PhpMap, PhpMixed, json};

/// The data of a package that is being loaded.
pub(super) struct Fields<'a> {
    pub(super) package: &'a str,
    pub(super) pretty_version: &'a str,
    pub(super) data: PhpMap,
}

impl Fields<'_> {
    fn wrong(&self, key: &str, expected: &'static str, found: &PhpMixed) -> LoadError {
        LoadError::WrongType {
            package: self.package.to_owned(),
            key: key.to_owned(),
            expected,
            found: found.type_name(),
        }
    }

    /// Takes a text out; `null` is as good as absent.
    pub(super) fn take_text(&mut self, key: &str) -> Result<Option<String>, LoadError> {
        match self.data.swap_remove(key) {
            None | Some(PhpMixed::Null) => Ok(None),
            Some(PhpMixed::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong(key, "a string", &other)),
        }
    }

    pub(super) fn source(&mut self) -> Result<Option<Source>, LoadError> {
        let Some(value) = self.take("source") else {
            return Ok(None);
        };
        let missing = |value: &PhpMixed| LoadError::BadOrigin {
            package: self.package.to_owned(),
            key: "source",
            expected: "{\"type\": ..., \"url\": ..., \"reference\": ...}",
            given: as_json(value),
        };
        let has = |key| value.get(key).is_some_and(|inner| !inner.is_null());
        if !(has("type") && has("url") && has("reference")) {
            return Err(missing(&value));
        }
        let PhpMixed::Map(mut map) = value else {
            return Err(missing(&value));
        };
        Ok(Some(Source {
            kind: self
                .inner_text(&mut map, "source", "type")?
                .unwrap_or_default(),
            url: self
                .inner_text(&mut map, "source", "url")?
                .unwrap_or_default(),
            reference: self.inner_scalar(&mut map, "source", "reference")?,
            mirrors: self.mirrors(&mut map, "source")?,
        }))
    }

    pub(super) fn dist(&mut self) -> Result<Option<Dist>, LoadError> {
        let Some(value) = self.take("dist") else {
            return Ok(None);
        };
        let missing = |value: &PhpMixed| LoadError::BadOrigin {
            package: self.package.to_owned(),
            key: "dist",
            expected: "{\"type\": ..., \"url\": ..., \"reference\": ..., \"shasum\": ...}",
            given: as_json(value),
        };
        let has = |key| value.get(key).is_some_and(|inner| !inner.is_null());
        if !(has("type") && has("url")) {
            return Err(missing(&value));
        }
        let PhpMixed::Map(mut map) = value else {
            return Err(missing(&value));
        };
        Ok(Some(Dist {
            kind: self
                .inner_text(&mut map, "dist", "type")?
                .unwrap_or_default(),
            url: self
                .inner_text(&mut map, "dist", "url")?
                .unwrap_or_default(),
            reference: self.inner_scalar(&mut map, "dist", "reference")?,
            shasum: self.inner_text(&mut map, "dist", "shasum")?,
            mirrors: self.mirrors(&mut map, "dist")?,
        }))
    }

    fn inner_text(
        &self,
        map: &mut PhpMap,
        outer: &str,
        key: &str,
    ) -> Result<Option<String>, LoadError> {
        match map.swap_remove(key) {
            None | Some(PhpMixed::Null) => Ok(None),
            Some(PhpMixed::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong(&format!("{outer}.{key}"), "a string", &other)),
        }
    }

    fn inner_scalar(
        &self,
        map: &mut PhpMap,
        outer: &str,
        key: &str,
    ) -> Result<Option<String>, LoadError> {
        match map.swap_remove(key) {
            None | Some(PhpMixed::Null) => Ok(None),
            Some(other @ (PhpMixed::List(_) | PhpMixed::Map(_))) => {
                Err(self.wrong(&format!("{outer}.{key}"), "a string", &other))
            }
            Some(scalar) => Ok(scalar_text(scalar)),
        }
    }

    fn mirrors(&self, map: &mut PhpMap, outer: &str) -> Result<Vec<Mirror>, LoadError> {
        let key = || format!("{outer}.mirrors");
        let entries: Vec<PhpMixed> = match map.swap_remove("mirrors") {
            None | Some(PhpMixed::Null) => return Ok(Vec::new()),
            Some(PhpMixed::List(list)) => list,
            Some(PhpMixed::Map(map)) => map.into_values().collect(),
            Some(other) => return Err(self.wrong(&key(), "an array", &other)),
        };
        entries
            .into_iter()
            .map(|entry| {
                let url = entry.get("url").and_then(PhpMixed::as_str);
                let Some(url) = url else {
                    return Err(self.wrong(&key(), "a list of objects with an url", &entry));
                };
                Ok(Mirror {
                    url: url.to_owned(),
                    preferred: entry.get("preferred").is_some_and(truthy),
                })
            })
            .collect()
    }

    pub(super) fn installation_source(&mut self) -> Result<Option<InstallationSource>, LoadError> {
        let text = self.take_text("installation-source")?;
        match text.as_deref() {
            None => Ok(None),
            Some("source") => Ok(Some(InstallationSource::Source)),
            Some("dist") => Ok(Some(InstallationSource::Dist)),
            Some(_) => Err(LoadError::WrongType {
                package: self.package.to_owned(),
                key: "installation-source".into(),
                expected: "\"source\" or \"dist\"",
                found: "another string",
            }),
        }
    }

    pub(super) fn abandoned(&mut self) -> Abandoned {
        match self.take("abandoned") {
            None => Abandoned::No,
            Some(value) if !truthy(&value) => Abandoned::No,
            Some(PhpMixed::String(instead)) => Abandoned::For(instead),
            Some(_) => Abandoned::Yes,
        }
    }

    /// Brings the keys that stay as they are into the one shape that the rest relies on.
    pub(super) fn settle(&mut self, with_transport_options: bool) -> Result<(), LoadError> {
        self.require_text("target-dir")?;
        self.keep_array("extra");
        self.settle_bin()?;
        self.settle_suggest()?;
        for key in ["autoload", "autoload-dev", "include-path", "php-ext"] {
            self.require_array(key)?;
        }
        self.settle_time()?;
        self.drop_empty("notification-url");
        self.require_text("notification-url")?;
        self.settle_archive()?;
        self.settle_scripts();
        self.keep_text("description");
        self.keep_text("homepage");
        self.keep_array("keywords");
        if let Some(keywords) = self.data.get_mut("keywords") {
            texts_of(keywords);
        }
        self.drop_empty("license");
        if let Some(license) = self.data.get_mut("license") {
            wrap(license);
        }
        for key in ["authors", "support", "funding"] {
            self.keep_array(key);
        }
        if with_transport_options {
            self.require_array("transport-options")?;
        } else {
            self.data.swap_remove("transport-options");
        }
        Ok(())
    }

    fn take(&mut self, key: &str) -> Option<PhpMixed> {
        self.data.swap_remove(key).filter(|value| !value.is_null())
    }

    fn drop_null(&mut self, key: &str) {
        if self.data.get(key).is_some_and(PhpMixed::is_null) {
            self.data.swap_remove(key);
        }
    }

    fn drop_empty(&mut self, key: &str) {
        if self.data.get(key).is_some_and(|value| !truthy(value)) {
            self.data.swap_remove(key);
        }
    }

    fn require_text(&mut self, key: &str) -> Result<(), LoadError> {
        self.drop_null(key);
        match self.data.get(key) {
            None | Some(PhpMixed::String(_)) => Ok(()),
            Some(other) => Err(self.wrong(key, "a string", other)),
        }
    }

    fn require_array(&mut self, key: &str) -> Result<(), LoadError> {
        self.drop_null(key);
        match self.data.get(key) {
            None | Some(PhpMixed::List(_) | PhpMixed::Map(_)) => Ok(()),
            Some(other) => Err(self.wrong(key, "an array", other)),
        }
    }

    /// Keeps the key only where it is a text that is not empty.
    fn keep_text(&mut self, key: &str) {
        let keep = matches!(self.data.get(key), Some(value @ PhpMixed::String(_)) if truthy(value));
        if !keep {
            self.data.swap_remove(key);
        }
    }

    /// Keeps the key only where it is an array.
    fn keep_array(&mut self, key: &str) {
        let keep = matches!(
            self.data.get(key),
            Some(PhpMixed::List(_) | PhpMixed::Map(_))
        );
        if !keep {
            self.data.swap_remove(key);
        }
    }

    fn settle_bin(&mut self) -> Result<(), LoadError> {
        self.drop_null("bin");
        if let Some(bin) = self.data.get_mut("bin") {
            wrap(bin);
            let items: Box<dyn Iterator<Item = &mut PhpMixed>> = match bin {
                PhpMixed::Map(map) => Box::new(map.values_mut()),
                PhpMixed::List(list) => Box::new(list.iter_mut()),
                _ => Box::new(std::iter::empty()),
            };
            for item in items {
                let PhpMixed::String(path) = item else {
                    return Err(LoadError::WrongType {
                        package: self.package.to_owned(),
                        key: "bin".into(),
                        expected: "a list of strings",
                        found: item.type_name(),
                    });
                };
                if path.starts_with('/') {
                    *path = path.trim_start_matches('/').to_owned();
                }
            }
        }
        Ok(())
    }

    fn settle_suggest(&mut self) -> Result<(), LoadError> {
        self.keep_array("suggest");
        let pretty_version = self.pretty_version;
        let reasons: Box<dyn Iterator<Item = &mut PhpMixed>> = match self.data.get_mut("suggest") {
            Some(PhpMixed::Map(map)) => Box::new(map.values_mut()),
            Some(PhpMixed::List(list)) => Box::new(list.iter_mut()),
            _ => return Ok(()),
        };
        for reason in reasons {
            let PhpMixed::String(text) = reason else {
                return Err(LoadError::WrongType {
                    package: self.package.to_owned(),
                    key: "suggest".into(),
                    expected: "a map of strings",
                    found: reason.type_name(),
                });
            };
            if text.trim_matches(PHP_SPACE) == SELF_VERSION {
                pretty_version.clone_into(text);
            }
        }
        Ok(())
    }

    fn settle_time(&mut self) -> Result<(), LoadError> {
        self.drop_empty("time");
        self.require_text("time")?;
        let Some(PhpMixed::String(time)) = self.data.get_mut("time") else {
            return Ok(());
        };
        match release_date::parse(time) {
            Some(date) => *time = date.to_string(),
            None => {
                self.data.swap_remove("time");
            }
        }
        Ok(())
    }

    fn settle_archive(&mut self) -> Result<(), LoadError> {
        let Some(PhpMixed::Map(archive)) = self.data.get_mut("archive") else {
            self.data.swap_remove("archive");
            return Ok(());
        };
        if archive.get("name").is_some_and(|name| !truthy(name)) {
            archive.swap_remove("name");
        }
        if archive.get("exclude").is_some_and(|list| !truthy(list)) {
            archive.swap_remove("exclude");
        }
        let (name, exclude) = (
            archive.get("name").cloned(),
            archive.get("exclude").cloned(),
        );
        if let Some(other) = name.filter(|name| name.as_str().is_none()) {
            return Err(self.wrong("archive.name", "a string", &other));
        }
        let array = |value: &PhpMixed| matches!(value, PhpMixed::List(_) | PhpMixed::Map(_));
        if let Some(other) = exclude.filter(|exclude| !array(exclude)) {
            return Err(self.wrong("archive.exclude", "an array", &other));
        }
        Ok(())
    }

    fn settle_scripts(&mut self) {
        self.keep_array("scripts");
        match self.data.get_mut("scripts") {
            Some(PhpMixed::Map(map)) => map.values_mut().for_each(wrap_or_empty),
            Some(PhpMixed::List(list)) => list.iter_mut().for_each(wrap_or_empty),
            _ => {}
        }
    }
}

/// What PHP's `trim` takes away.
pub(crate) const PHP_SPACE: [char; 6] = [' ', '\t', '\n', '\r', '\0', '\x0b'];

/// PHP's cast to bool.
pub(crate) fn truthy(value: &PhpMixed) -> bool {
    !value.is_empty()
}

/// A scalar as text; `None` for arrays and `null`.
pub(crate) fn scalar_text(value: PhpMixed) -> Option<String> {
    match value {
        PhpMixed::String(text) => Some(text),
        PhpMixed::Int(value) => Some(value.to_string()),
        PhpMixed::Float(value) => Some(value.to_string()),
        PhpMixed::Bool(value) => Some(if value { "1".into() } else { String::new() }),
        PhpMixed::Null | PhpMixed::List(_) | PhpMixed::Map(_) => None,
    }
}

fn wrap(value: &mut PhpMixed) {
    if !matches!(value, PhpMixed::List(_) | PhpMixed::Map(_)) {
        *value = PhpMixed::List(vec![std::mem::replace(value, PhpMixed::Null)]);
    }
}

fn wrap_or_empty(value: &mut PhpMixed) {
    if value.is_null() {
        *value = PhpMixed::List(Vec::new());
    } else {
        wrap(value);
    }
}

fn texts_of(value: &mut PhpMixed) {
    let text = |item: &mut PhpMixed| {
        if item.as_str().is_none() {
            let taken = std::mem::replace(item, PhpMixed::Null);
            *item = PhpMixed::String(scalar_text(taken).unwrap_or_default());
        }
    };
    match value {
        PhpMixed::List(list) => list.iter_mut().for_each(text),
        PhpMixed::Map(map) => map.values_mut().for_each(text),
        _ => {}
    }
}

/// The value as compact JSON, for messages.
pub(crate) fn as_json(value: &PhpMixed) -> String {
    json::encode(value, &json::EncodeOptions::compact())
        .unwrap_or_else(|_| value.type_name().into())
}
