//! Command lines that start PHP.

use super::arguments::escape;
use crate::executable;
use crate::{IniSettings, PhpBinary};
use shirabe_package::Environment;
use std::path::Path;

/// Composer raises a lower `memory_limit` to this, and its scripts inherit it.
const LEAST_MEMORY: &str = "1536M";
const LEAST_MEMORY_BYTES: i64 = 1536 * 1024 * 1024;

/// `php` with the settings that a script inherits, ready for the shell.
pub(super) fn php(binary: &PhpBinary, ini: &IniSettings, environment: &Environment) -> String {
    format!(
        "{} -d allow_url_fopen={} -d disable_functions={} -d memory_limit={}",
        escape(&binary.path().to_string_lossy()),
        escape(&ini.allow_url_fopen),
        escape(&ini.disable_functions),
        escape(&memory_limit(ini, environment)),
    )
}

/// `COMPOSER_MEMORY_LIMIT`, or PHP's own limit, raised when it is low.
pub(super) fn memory_limit(ini: &IniSettings, environment: &Environment) -> String {
    if let Some(limit) = environment.filled("COMPOSER_MEMORY_LIMIT") {
        return limit;
    }
    let limit = ini.memory_limit.trim();
    if limit == "-1" || bytes(limit) >= LEAST_MEMORY_BYTES {
        limit.to_owned()
    } else {
        LEAST_MEMORY.to_owned()
    }
}

/// A size as PHP writes it: a number, and `K`, `M` or `G` behind it.
fn bytes(size: &str) -> i64 {
    let digits = size
        .char_indices()
        .find(|(at, c)| !(c.is_ascii_digit() || *at == 0 && *c == '-'))
        .map_or(size.len(), |(at, _)| at);
    let number = size[..digits].parse::<i64>().unwrap_or(0);
    let shift = match size.bytes().last().map(|b| b.to_ascii_lowercase()) {
        Some(b'g') => 30,
        Some(b'm') => 20,
        Some(b'k') => 10,
        _ => 0,
    };
    number.saturating_mul(1 << shift)
}

/// What stands behind `@php`, with a bare first word that is no file in the project looked up in
/// `PATH`, so that `@php phpunit` finds the executable of a package.
pub(super) fn resolve_script(line: &str, folder: &Path, environment: &Environment) -> String {
    let end = line
        .find(|c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '/' | '\\'))
        .unwrap_or(line.len());
    let word = &line[..end];
    if word.is_empty() || folder.join(word).exists() {
        return line.to_owned();
    }
    match executable::find(word, environment) {
        Some(path) => format!("{}{}", path.display(), &line[end..]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, memory_limit};
    use crate::IniSettings;
    use shirabe_package::Environment;

    #[test]
    fn memory_is_raised_but_not_lowered() {
        let limit = |text: &str| {
            let ini = IniSettings {
                memory_limit: text.to_owned(),
                ..IniSettings::default()
            };
            memory_limit(&ini, &Environment::default())
        };
        assert_eq!(limit("128M"), "1536M");
        assert_eq!(limit("2G"), "2G");
        assert_eq!(limit("-1"), "-1");
        assert_eq!(limit("2147483648"), "2147483648");
        assert_eq!(bytes("512k"), 524_288);
        let told: Environment = [("COMPOSER_MEMORY_LIMIT", "64M")].into_iter().collect();
        assert_eq!(memory_limit(&IniSettings::default(), &told), "64M");
    }
}
