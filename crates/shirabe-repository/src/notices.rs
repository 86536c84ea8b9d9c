use std::fmt;
use std::sync::Arc;

use shirabe_http::shown_url;
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_semver::{Constraint, Version};

/// Something that a user should read but that stops nothing. Plain text without tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Something is not as it should be.
    Warning(String),
    /// A repository has something to tell.
    Info(String),
}

/// Where notices go. They may come from any thread.
#[derive(Clone)]
pub struct Notices(Arc<dyn Fn(Notice) + Send + Sync>);

impl Notices {
    /// Hands every notice to `receive`.
    pub fn new(receive: impl Fn(Notice) + Send + Sync + 'static) -> Self {
        Self(Arc::new(receive))
    }

    /// Drops them.
    #[must_use]
    pub fn ignored() -> Self {
        Self::new(|_| {})
    }

    /// Hands on one notice.
    pub fn give(&self, notice: Notice) {
        (self.0)(notice);
    }

    pub(crate) fn warn(&self, text: impl Into<String>) {
        self.give(Notice::Warning(text.into()));
    }

    /// Hands on the messages that a server put into a document, if they are meant for `version`:
    /// `warning`, `info`, `warnings` and `infos`.
    pub(crate) fn give_messages(&self, url: &str, document: &PhpMap, version: &Version) {
        for (key, title, make) in KINDS {
            let text = document.get(key).and_then(PhpMixed::as_str);
            let versions = document.get(&format!("{key}-versions"));
            if let Some(text) = text.filter(|text| !text.is_empty())
                && is_meant(versions, version, true)
            {
                self.give(make(message(title, url, text)));
            }
        }
        for (key, title, make) in KINDS {
            let list = document.get(&format!("{key}s"));
            for entry in list.into_iter().flat_map(PhpMixed::values) {
                let text = entry.get("message").and_then(PhpMixed::as_str);
                if let Some(text) = text
                    && is_meant(entry.get("versions"), version, false)
                {
                    self.give(make(message(title, url, text)));
                }
            }
        }
    }
}

/// The keys whose messages [`Notices::give_messages`] looks for.
pub(crate) const MESSAGE_KEYS: [&str; 6] = [
    "warning",
    "warning-versions",
    "info",
    "info-versions",
    "warnings",
    "infos",
];

/// A key, the word that a message begins with, and the notice that it becomes.
type Kind = (&'static str, &'static str, fn(String) -> Notice);

const KINDS: [Kind; 2] = [
    ("warning", "Warning", Notice::Warning),
    ("info", "Info", Notice::Info),
];

fn is_meant(versions: Option<&PhpMixed>, version: &Version, if_unsaid: bool) -> bool {
    match versions.and_then(PhpMixed::as_str) {
        None | Some("") => if_unsaid,
        Some(text) => Constraint::parse(text).is_ok_and(|constraint| constraint.admits(version)),
    }
}

fn message(title: &str, url: &str, text: &str) -> String {
    format!("{title} from {}: {}", shown_url(url), without_colours(text))
}

/// The text without terminal colours, which a server has no business to send.
fn without_colours(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        let code = &rest[at + 2..];
        let digits = code
            .find(|c: char| !(c.is_ascii_digit() || c == ';'))
            .unwrap_or(code.len());
        out.push_str(&rest[..at]);
        rest = match code[digits..].strip_prefix('m') {
            Some(after) => after,
            None => {
                out.push_str("\u{1b}[");
                code
            }
        };
    }
    out.push_str(rest);
    out
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notices")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use shirabe_mixed::json;
    use shirabe_semver::Version;

    use super::{Notice, Notices};

    #[test]
    fn messages_are_for_the_versions_they_name() {
        let got = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&got);
        let notices = Notices::new(move |notice| sink.lock().unwrap().push(notice));
        let document = json::decode(
            br#"{"warning":"old \u001b[31mred\u001b[0m","info":"not you","info-versions":"<2",
                "infos":[{"versions":">=2","message":"hello"},{"versions":"<2","message":"no"},{"message":"no"}]}"#,
        )
        .unwrap();
        let version = Version::parse("2.10.2").unwrap();
        notices.give_messages(
            "https://u:p@example.org",
            document.as_map().unwrap(),
            &version,
        );
        assert_eq!(
            *got.lock().unwrap(),
            [
                Notice::Warning("Warning from https://u:***@example.org: old red".to_owned()),
                Notice::Info("Info from https://u:***@example.org: hello".to_owned()),
            ]
        );
    }
}
