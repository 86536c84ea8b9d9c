//! The checks of single keys by type.

use super::{Findings, is_blank};
use crate::package::entries_of;
use shirabe_mixed::{PhpMap, PhpMixed};

/// The data that is being checked, and what was found. What is wrong is dropped, so that it is
/// reported once.
pub(super) struct Checker {
    data: PhpMap,
    pub(super) findings: Findings,
}

impl Checker {
    pub(super) fn new(data: PhpMap) -> Self {
        Self {
            data,
            findings: Findings::default(),
        }
    }

    pub(super) fn error(&mut self, text: String) {
        self.findings.errors.push(text);
    }

    pub(super) fn warning(&mut self, text: String) {
        self.findings.warnings.push(text);
    }

    /// The value of a key; `null` is as good as absent.
    pub(super) fn get(&self, key: &str) -> Option<&PhpMixed> {
        self.data.get(key).filter(|value| !value.is_null())
    }

    pub(super) fn str(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(PhpMixed::as_str)
    }

    pub(super) fn entries(&self, key: &str) -> Vec<(String, PhpMixed)> {
        entries_of(self.get(key))
            .map(|(key, value)| (key, value.clone()))
            .collect()
    }

    pub(super) fn drop(&mut self, key: &str) {
        self.data.shift_remove(key);
    }

    /// Whether there is a text that is not blank.
    pub(super) fn text(&mut self, key: &str, mandatory: bool) -> bool {
        if let Some(other) = self.get(key).filter(|value| value.as_str().is_none()) {
            let found = other.type_name();
            self.error(format!("{key} : should be a string, {found} given"));
            self.drop(key);
            return false;
        }
        if self.str(key).is_none_or(is_blank) {
            if mandatory {
                self.error(format!("{key} : must be present"));
            }
            self.drop(key);
            return false;
        }
        true
    }

    /// Warns of a text with other characters than those that are allowed.
    pub(super) fn pattern(&mut self, key: &str, shown: &str, allowed: impl Fn(char) -> bool) {
        if !self.text(key, false) {
            return;
        }
        let text = self.str(key).unwrap_or_default().to_owned();
        if !text.chars().all(allowed) {
            self.warning(format!(
                "{key} : invalid value ({text}), must match {shown}"
            ));
            self.drop(key);
        }
    }

    pub(super) fn url(&mut self, key: &str) {
        if !self.text(key, false) {
            return;
        }
        let text = self.str(key).unwrap_or_default().to_owned();
        if !is_url(&text, &["http", "https"]) {
            self.warning(format!(
                "{key} : invalid value ({text}), must be an http/https URL"
            ));
            self.drop(key);
        }
    }

    /// Whether there is an array with at least one item.
    pub(super) fn array(&mut self, key: &str) -> bool {
        if let Some(other) = self.get(key).filter(|value| !value.is_array()) {
            let found = other.type_name();
            self.error(format!("{key} : should be an array, {found} given"));
            self.drop(key);
            return false;
        }
        let filled = self.get(key).is_some_and(|value| !value.is_empty());
        if !filled {
            self.drop(key);
        }
        filled
    }

    /// Checks an array of texts or numbers, and their characters where `shown` says which may be.
    pub(super) fn flat_array(
        &mut self,
        key: &str,
        shown: Option<&str>,
        allowed: impl Fn(char) -> bool,
    ) {
        if !self.array(key) {
            return;
        }
        for (index, value) in self.entries(key) {
            let Some(text) = scalar(&value) else {
                self.error(format!(
                    "{key}.{index} : must be a string or int, {} given",
                    value.type_name()
                ));
                continue;
            };
            if let Some(shown) = shown
                && (text.is_empty() || !text.chars().all(&allowed))
            {
                self.warning(format!(
                    "{key}.{index} : invalid value ({text}), must match {shown}"
                ));
            }
        }
    }
}

fn scalar(value: &PhpMixed) -> Option<String> {
    match value {
        PhpMixed::String(_) | PhpMixed::Int(_) | PhpMixed::Float(_) => {
            crate::loader::scalar_text(value.clone())
        }
        _ => None,
    }
}

/// Whether the text is a URL with one of the schemes and a host. The empty text passes.
pub(super) fn is_url(text: &str, schemes: &[&str]) -> bool {
    if text.is_empty() {
        return true;
    }
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host, ""),
    };
    schemes.contains(&scheme)
        && !name.is_empty()
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && (port.is_empty() || port.parse::<u16>().is_ok())
}

/// Whether the text looks like an e-mail address: a local part, and a domain with a dot.
pub(crate) fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let atom = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    let local_fits = !local.is_empty()
        && local.len() <= 64
        && local.chars().all(atom)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..");
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    local_fits && domain.contains('.') && domain.len() <= 253 && domain.split('.').all(label)
}
