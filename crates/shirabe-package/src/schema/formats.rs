//! Texts of a certain form.

use super::Format;
use crate::name::is_well_formed;

const NAME: &str = "^[a-z0-9]([_.-]?[a-z0-9]+)*/[a-z0-9](([_.]|-{1,2})?[a-z0-9]+)*$";
const TYPE: &str = "^[a-z0-9-]+$";
const VERSION: &str = "^[vV]?\\d+(?:[.-]\\d+){0,3}[._-]?(?:(?:[sS][tT][aA][bB][lL][eE]|[bB][eE][tT][aA]|[bB]|[rR][cC]|[aA][lL][pP][hH][aA]|[aA]|[pP][aA][tT][cC][hH]|[pP][lL]|[pP])(?:(?:[.-]?\\d+)*)?)?(?:[.-]?[dD][eE][vV]|\\.x-dev)?(?:\\+.*)?$|^dev-.*$";

/// What is wrong with a text, if anything.
pub(super) fn complaint(format: Format, text: &str) -> Option<String> {
    let pattern = |fits: bool, pattern: &str| {
        (!fits).then(|| format!("Does not match the regex pattern {pattern}"))
    };
    match format {
        Format::PackageName => {
            let lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
            pattern(lower && is_well_formed(text), NAME)
        }
        Format::PackageType => {
            let is_type = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            pattern(!text.is_empty() && text.chars().all(is_type), TYPE)
        }
        Format::Version => pattern(is_version(text), VERSION),
        Format::Url => (!is_url(text)).then(|| "Invalid URL format".to_owned()),
        Format::Email => (!crate::validate::is_email(text)).then(|| "Invalid email".to_owned()),
    }
}

/// A scheme and, where two slashes follow, a host; nothing but printable ASCII.
fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    let printable = text.bytes().all(|byte| byte.is_ascii_graphic());
    let has_place = match rest.strip_prefix("//") {
        Some(rest) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            !host.is_empty() || scheme == "file"
        }
        None => matches!(scheme, "mailto" | "news" | "file" | "urn") && !rest.is_empty(),
    };
    is_scheme && printable && has_place
}

fn is_version(text: &str) -> bool {
    if let Some(branch) = text.strip_prefix("dev-") {
        return !branch.contains('\n');
    }
    let rest = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let Some(mut rest) = after_digits(rest) else {
        return false;
    };
    for _ in 0..3 {
        rest = rest
            .strip_prefix(['.', '-'])
            .and_then(after_digits)
            .unwrap_or(rest);
    }
    let separated = rest.strip_prefix(['.', '_', '-']);
    is_version_end(rest) || separated.is_some_and(is_version_end)
}

/// `beta.2-dev+build`, every part of which may be missing.
fn is_version_end(text: &str) -> bool {
    const WORDS: [&str; 9] = [
        "stable", "beta", "b", "rc", "alpha", "a", "patch", "pl", "p",
    ];
    let word = WORDS.iter().find_map(|word| {
        let head = text.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
    });
    if let Some(mut rest) = word {
        while let Some(next) = after_digits(rest.strip_prefix(['.', '-']).unwrap_or(rest)) {
            rest = next;
        }
        if is_dev_end(rest) {
            return true;
        }
    }
    is_dev_end(text)
}

fn is_dev_end(text: &str) -> bool {
    let is_build = |text: &str| {
        text.is_empty()
            || text
                .strip_prefix('+')
                .is_some_and(|build| !build.contains('\n'))
    };
    let unseparated = text.strip_prefix(['.', '-']).unwrap_or(text);
    let after_dev = unseparated
        .get(..3)
        .filter(|head| head.eq_ignore_ascii_case("dev"))
        .map(|_| &unseparated[3..]);
    is_build(text)
        || after_dev.is_some_and(is_build)
        || text.strip_prefix(".x-dev").is_some_and(is_build)
}

fn after_digits(text: &str) -> Option<&str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| &text[digits..])
}

#[cfg(test)]
mod tests {
    use super::{is_url, is_version};

    #[test]
    fn versions() {
        for text in [
            "1",
            "v1.2.3",
            "1.0.0.0",
            "1.0-beta.2",
            "1.0.0RC1",
            "2.x-dev",
            "1.0-dev",
            "dev-main",
            "1.0.0+build",
            "1.0.0-p1-dev",
            "1.0.x-dev",
        ] {
            assert!(is_version(text), "{text}");
        }
        for text in ["xyz", "", "v", "1.0.0.0.0", "1.0-foo", "1.0-beta x"] {
            assert!(!is_version(text), "{text}");
        }
    }

    #[test]
    fn urls() {
        assert!(is_url("https://example.org/a"));
        assert!(is_url("irc://irc.example.org/a"));
        assert!(is_url("mailto:a@example.org"));
        assert!(!is_url("nope"));
        assert!(!is_url("foo:bar"));
        assert!(!is_url("https://"));
    }
}
