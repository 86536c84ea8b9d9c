//! `authors`, `support` and `funding`.

use super::shapes::{Checker, is_email, is_url};
use crate::package::entries_of;
use shirabe_mixed::PhpMixed;

const WEB: [&str; 2] = ["http", "https"];

fn text<'a>(value: &'a PhpMixed, key: &str) -> Option<&'a str> {
    value.get(key).and_then(PhpMixed::as_str)
}

/// Reports the values of `keys` that are no texts.
fn texts_only(checker: &mut Checker, path: &str, value: &PhpMixed, keys: &[&str]) {
    for key in keys {
        let wrong = value
            .get(key)
            .is_some_and(|inner| !inner.is_null() && inner.as_str().is_none());
        if wrong {
            checker.error(format!("{path}.{key} : invalid value, must be a string"));
        }
    }
}

fn web_url(checker: &mut Checker, path: &str, value: &PhpMixed, key: &str) {
    if let Some(url) = text(value, key).filter(|url| !is_url(url, &WEB)) {
        checker.warning(format!(
            "{path}.{key} : invalid value ({url}), must be an http/https URL"
        ));
    }
}

fn email(checker: &mut Checker, path: &str, value: &PhpMixed) {
    if let Some(address) = text(value, "email").filter(|address| !is_email(address)) {
        checker.warning(format!(
            "{path}.email : invalid value ({address}), must be a valid email address"
        ));
    }
}

pub(super) fn authors(checker: &mut Checker) {
    if !checker.array("authors") {
        return;
    }
    for (index, author) in checker.entries("authors") {
        let path = format!("authors.{index}");
        if !author.is_array() {
            let found = author.type_name();
            checker.error(format!("{path} : should be an array, {found} given"));
            continue;
        }
        texts_only(
            checker,
            &path,
            &author,
            &["homepage", "email", "name", "role"],
        );
        web_url(checker, &path, &author, "homepage");
        email(checker, &path, &author);
    }
}

pub(super) fn support(checker: &mut Checker) {
    if !checker.array("support") {
        return;
    }
    let Some(support) = checker.get("support").cloned() else {
        return;
    };
    let keys = [
        "issues", "forum", "wiki", "source", "email", "irc", "docs", "rss", "chat", "security",
    ];
    texts_only(checker, "support", &support, &keys);
    email(checker, "support", &support);
    if let Some(channel) = text(&support, "irc").filter(|url| !is_url(url, &["irc", "ircs"])) {
        checker.warning(format!(
            "support.irc : invalid value ({channel}), must be a irc://<server>/<channel> or \
             ircs:// URL"
        ));
    }
    for key in [
        "issues", "forum", "wiki", "source", "docs", "chat", "security",
    ] {
        web_url(checker, "support", &support, key);
    }
}

pub(super) fn funding(checker: &mut Checker) {
    if !checker.array("funding") {
        return;
    }
    let funding = checker.get("funding").cloned();
    for (index, option) in entries_of(funding.as_ref()) {
        let path = format!("funding.{index}");
        if !option.is_array() {
            let found = option.type_name();
            checker.error(format!("{path} : should be an array, {found} given"));
            continue;
        }
        texts_only(checker, &path, option, &["type", "url"]);
        web_url(checker, &path, option, "url");
    }
}
