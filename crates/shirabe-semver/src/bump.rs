//! Raising what a requirement asks for at least to what is installed
//! (<https://getcomposer.org/doc/03-cli.md#bump>).

use crate::{Constraint, intervals};

/// A requirement with the lower bounds that fit the installed version raised to it, as a text; nothing
/// where nothing changes. `installed` is a normalised version, for a branch that of its alias.
///
/// Requirements that name branches are left as they are, and so are all where the installed version has
/// a stability flag.
#[must_use]
pub fn bump(requirement: &str, installed: &str) -> Option<String> {
    if requirement.starts_with("dev-") || installed.starts_with("dev-") {
        return None;
    }
    let before = Constraint::parse(requirement).ok()?;
    if intervals::get(&before).branches.names().next().is_some() {
        return None;
    }
    let target = Target::new(installed)?;
    let mut bumped = String::with_capacity(requirement.len() + 8);
    let mut changes = false;
    for part in requirement.split_inclusive([',', ' ', '|']) {
        let (term, separator) = match part.strip_suffix([',', ' ', '|']) {
            Some(term) => part.split_at(term.len()),
            None => (part, ""),
        };
        let (range, flag) = term.split_at(term.find('@').unwrap_or(term.len()));
        match target.raise(range) {
            Some(raised) => {
                changes = true;
                bumped.push_str(&raised);
            }
            None => bumped.push_str(range),
        }
        bumped.push_str(flag);
        bumped.push_str(separator);
    }
    let after = Constraint::parse(&bumped).ok().filter(|_| changes)?;
    let same = intervals::is_subset_of(&after, &before) && intervals::is_subset_of(&before, &after);
    (!same).then_some(bumped)
}

/// The installed version as requirements write it.
struct Target<'v> {
    /// `2`, or `0.3` where the first number is zero.
    major: &'v str,
    /// Without the zeros at the end.
    version: &'v str,
}

impl<'v> Target<'v> {
    /// Nothing where the version has a flag.
    fn new(normalized: &'v str) -> Option<Self> {
        let mut version = normalized;
        let numbers = normalized.strip_suffix("-dev").unwrap_or(normalized);
        let mut shorter = numbers;
        while let Some(rest) = shorter
            .strip_suffix(".0")
            .or_else(|| shorter.strip_suffix(".9999999"))
        {
            shorter = rest;
            version = rest;
        }
        if !is_number(version) {
            return None;
        }
        let mut dots = version.match_indices('.').map(|(at, _)| at);
        let first = dots.next().unwrap_or(version.len());
        let second = dots.next().unwrap_or(version.len());
        // `0` alone has no second number to go by; what it was cut from has.
        let major = match &version[..first] {
            "0" if first == version.len() => normalized.get(..3)?,
            "0" => &version[..second],
            major => major,
        };
        Some(Self { major, version })
    }

    /// A range of this major version, or one without an upper bound, raised.
    fn raise(&self, range: &str) -> Option<String> {
        let dots = range.matches('.').count();
        let padding = if dots == 2 && self.version.matches('.').count() == 1 {
            ".0"
        } else {
            ""
        };
        let unprefixed = |text: &str| text.strip_prefix('v').unwrap_or(text).to_owned();
        let rest_of = |text: &str| unprefixed(text).strip_prefix(self.major).map(str::to_owned);
        if let Some(rest) = range.strip_prefix('^').and_then(rest_of) {
            return is_tail(&rest, is_digits).then(|| format!("^{}{padding}", self.version));
        }
        if let Some(rest) = range.strip_prefix('~').and_then(rest_of) {
            let numbers = rest.matches('.').count();
            if !is_tail(&rest, is_digits) || !(1..=3).contains(&numbers) {
                return None;
            }
            return Some(if dots == 1 {
                format!("^{}{padding}", self.version)
            } else {
                let numbers = self.version.split('.').chain(std::iter::repeat("0"));
                let numbers: Vec<&str> = numbers.take(dots + 1).collect();
                format!("~{}", numbers.join("."))
            });
        }
        if let Some(minimum) = range.strip_prefix(">=") {
            // Composer reads one digit before the first dot.
            let minimum = unprefixed(minimum);
            let (first, rest) = minimum.split_at_checked(1)?;
            let fits = is_digits(first) && is_tail(rest, is_digits);
            return fits.then(|| format!(">={}{padding}", self.version));
        }
        if range == "*" {
            return Some(format!(">={}", self.version));
        }
        let rest = rest_of(range)?;
        let is_wildcard = !rest.is_empty() && is_tail(&rest, |part| part == "*" || part == "x");
        is_wildcard.then(|| format!("^{}{padding}", self.version))
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `1`, `1.2` …
fn is_number(text: &str) -> bool {
    text.split('.').all(is_digits)
}

/// Nothing, or parts with a dot before each.
fn is_tail(text: &str, is_part: impl Fn(&str) -> bool) -> bool {
    match text.strip_prefix('.') {
        None => text.is_empty(),
        Some(parts) => parts.split('.').all(is_part),
    }
}

#[cfg(test)]
mod tests {
    use super::bump;

    #[track_caller]
    fn assert_bumped(requirement: &str, installed: &str, expected: Option<&str>) {
        assert_eq!(
            bump(requirement, installed).as_deref(),
            expected,
            "{requirement}"
        );
    }

    #[test]
    fn ranges_of_the_installed_major_version_are_raised() {
        assert_bumped("^4.1 || ^5.0", "5.6.2.0", Some("^4.1 || ^5.6.2"));
        assert_bumped("~4.1", "4.7.0.0", Some("^4.7"));
        assert_bumped("~4.1.0", "4.1.9.0", Some("~4.1.9"));
        assert_bumped("4.*", "4.7.0.0", Some("^4.7"));
        assert_bumped("^0.3", "0.3.4.0", Some("^0.3.4"));
        assert_bumped("*", "4.7.0.0", Some(">=4.7"));
        assert_bumped(">=4@beta", "4.7.0.0", Some(">=4.7@beta"));
    }

    #[test]
    fn the_rest_is_left_alone() {
        for requirement in ["4.7.0", "dev-main", "^4.7", "^5", "<9", "^4 || dev-main"] {
            assert_bumped(requirement, "4.7.0.0", None);
        }
        assert_bumped("^4.1", "4.7.0.0-beta1", None);
        assert_bumped("^4.1", "dev-main", None);
    }
}
