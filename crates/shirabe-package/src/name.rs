//! Package names: `vendor/name`, and the names of platform packages.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A package name in lower case, cheap to clone and to hash.
///
/// Names differ only by letters, never by case; see
/// <https://getcomposer.org/doc/04-schema.md#name>. The spelling that a person wrote stays with
/// the package as its pretty name.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackageName(Arc<str>);

impl PackageName {
    /// Takes any spelling and lowers it.
    #[must_use]
    pub fn new(name: &str) -> Self {
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Self(name.to_ascii_lowercase().into())
        } else {
            Self(name.into())
        }
    }

    /// The name that a root package without one goes by.
    #[must_use]
    pub fn root() -> Self {
        Self("__root__".into())
    }

    /// The lower-case text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The shared text itself.
    #[must_use]
    pub fn as_arc(&self) -> &Arc<str> {
        &self.0
    }

    /// Whether the name means something that the machine has rather than something to install.
    #[must_use]
    pub fn is_platform(&self) -> bool {
        is_platform(&self.0)
    }
}

impl Deref for PackageName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for PackageName {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for PackageName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for PackageName {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

impl From<String> for PackageName {
    fn from(name: String) -> Self {
        Self::new(&name)
    }
}

impl PartialEq<str> for PackageName {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for PackageName {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl fmt::Display for PackageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for PackageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Whether a name, in any case, is that of a platform package: `php`, `ext-*`, `lib-*`,
/// `composer-*-api` and their like (<https://getcomposer.org/doc/01-basic-usage.md#platform-packages>).
#[must_use]
pub fn is_platform(name: &str) -> bool {
    let bytes = name.as_bytes();
    match bytes.first().map(u8::to_ascii_lowercase) {
        Some(b'p') => ["php", "php-64bit", "php-ipv6", "php-zts", "php-debug"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known)),
        Some(b'h') => name.eq_ignore_ascii_case("hhvm"),
        Some(b'c') => ["composer", "composer-plugin-api", "composer-runtime-api"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known)),
        Some(b'e' | b'l') => {
            bytes.len() > 4
                && (bytes[..4].eq_ignore_ascii_case(b"ext-")
                    || bytes[..4].eq_ignore_ascii_case(b"lib-"))
                && is_words(&bytes[4..], 1)
        }
        _ => false,
    }
}

/// Letters and digits in runs that one `_`, `.` or `-` separates; up to `dashes` dashes in a row.
fn is_words(text: &[u8], dashes: usize) -> bool {
    let mut run = 0;
    let mut separators = 0;
    for &byte in text {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
                run += 1;
                separators = 0;
            }
            b'_' | b'.' if run > 0 && separators == 0 => separators = dashes,
            b'-' if run > 0 && separators < dashes => separators += 1,
            _ => return false,
        }
    }
    run > 0 && separators == 0
}

/// Whether a name is a vendor's and a project's word with a slash between, in any case.
pub(crate) fn is_well_formed(name: &str) -> bool {
    name.split_once('/').is_some_and(|(vendor, project)| {
        is_words(vendor.as_bytes(), 1) && is_words(project.as_bytes(), 2)
    })
}

const RESERVED: [&str; 22] = [
    "nul", "con", "prn", "aux", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// What is wrong with a package name, as the sentence that follows the key it stands under.
///
/// `is_link` says that the name is that of another package, which cannot be renamed here.
#[must_use]
pub fn naming_error(name: &str, is_link: bool) -> Option<String> {
    if is_platform(name) {
        return None;
    }
    let well_formed = name.split_once('/').filter(|_| is_well_formed(name));
    let Some((vendor, project)) = well_formed else {
        return Some(format!(
            "{name} is invalid, it should have a vendor name, a forward slash, and a package name. \
             The vendor and package name can be words separated by -, . or _. The complete name \
             should match \"^[a-z0-9]([_.-]?[a-z0-9]+)*/[a-z0-9](([_.]?|-{{0,2}})[a-z0-9]+)*$\"."
        ));
    };
    let reserved = |word: &str| {
        RESERVED
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
    };
    if reserved(vendor) || reserved(project) {
        return Some(format!(
            "{name} is reserved, package and vendor names can not match any of: {}.",
            RESERVED.join(", ")
        ));
    }
    if name.ends_with(".json") {
        return Some(format!(
            "{name} is invalid, package names can not end in .json, consider renaming it or \
             perhaps using a -json suffix instead."
        ));
    }
    if !name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    Some(if is_link {
        format!(
            "{name} is invalid, it should not contain uppercase characters. Please use {} instead.",
            name.to_ascii_lowercase()
        )
    } else {
        format!(
            "{name} is invalid, it should not contain uppercase characters. We suggest using {} \
             instead.",
            dashed(name)
        )
    })
}

/// `FooBar` as `foo-bar`: a dash where a lower-case letter meets an upper-case one, or before the
/// last capital of a run that a lower-case letter follows.
fn dashed(name: &str) -> String {
    let bytes = name.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let mut dash_before = vec![false; bytes.len() + 1];
    let mut index = 0;
    while index < bytes.len() {
        if at(index).is_ascii_lowercase() && at(index + 1).is_ascii_uppercase() {
            dash_before[index + 1] = true;
            index += 2;
        } else if at(index).is_ascii_uppercase()
            && at(index + 1).is_ascii_uppercase()
            && at(index + 2).is_ascii_lowercase()
        {
            dash_before[index + 1] = true;
            index += 3;
        } else {
            index += 1;
        }
    }
    let mut out = String::with_capacity(name.len() + 4);
    for (position, character) in name.char_indices() {
        if dash_before[position] {
            out.push('-');
        }
        out.push(character.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{PackageName, dashed, is_platform, naming_error};

    #[test]
    fn names_are_lowered() {
        assert_eq!(PackageName::new("Acme/Thing").as_str(), "acme/thing");
    }

    #[test]
    fn platform_names() {
        for name in [
            "php",
            "PHP-64bit",
            "ext-mbstring",
            "lib-pcre2.x",
            "hhvm",
            "composer",
            "composer-plugin-api",
        ] {
            assert!(is_platform(name), "{name}");
        }
        for name in [
            "php-8",
            "ext-",
            "ext--a",
            "ext-a-",
            "lib-a/b",
            "composer-api",
            "acme/php",
            "",
        ] {
            assert!(!is_platform(name), "{name}");
        }
    }

    #[test]
    fn project_names_may_double_the_dash_and_vendors_not() {
        assert_eq!(naming_error("acme/a--b", false), None);
        assert!(naming_error("ac--me/a", false).is_some());
        assert!(naming_error("acme/a---b", false).is_some());
        assert!(naming_error("acme/a.-b", false).is_some());
        assert!(naming_error("acme/con", false).is_some_and(|text| text.contains("reserved")));
        assert!(naming_error("acme/a.json", false).is_some_and(|text| text.contains(".json")));
    }

    #[test]
    fn a_better_spelling_is_suggested() {
        assert_eq!(dashed("AcmeCorp/HTMLParser"), "acme-corp/html-parser");
        assert!(
            naming_error("Acme/A", true).is_some_and(|text| text.contains("Please use acme/a"))
        );
    }
}
