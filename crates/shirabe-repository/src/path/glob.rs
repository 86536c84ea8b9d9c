//! Folders by a pattern, as PHP's `glob` finds them with `GLOB_ONLYDIR | GLOB_BRACE`.

use std::fs;
use std::path::Path;

use glob::{MatchOptions, Pattern};

/// A hidden file is only found by a pattern that begins with a dot.
const OPTIONS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// The folders that `pattern` names, as it writes them, without a slash at the end. Relative ones are
/// looked for in `working_dir`. The matches of each brace alternative are in order of their bytes.
pub(super) fn folders(pattern: &str, working_dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for alternative in alternatives(pattern) {
        let mut matches = matches(&alternative, working_dir);
        matches.sort_unstable();
        found.extend(matches);
    }
    found
}

fn matches(pattern: &str, working_dir: &Path) -> Vec<String> {
    let (root, rest) = match pattern.strip_prefix('/') {
        Some(rest) => ("/", rest),
        None => ("", pattern),
    };
    let mut found = vec![root.to_owned()];
    for part in rest.split('/').filter(|part| !part.is_empty()) {
        let wild = part
            .contains(['*', '?', '['])
            .then(|| Pattern::new(part).ok())
            .flatten();
        found = found
            .into_iter()
            .flat_map(|parent| match &wild {
                Some(wild) => children(&parent, wild, working_dir),
                None => vec![join(&parent, part)],
            })
            .collect();
    }
    found.retain(|path| !path.is_empty() && working_dir.join(path).is_dir());
    found
}

fn children(parent: &str, pattern: &Pattern, working_dir: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(working_dir.join(parent)) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| pattern.matches_with(name, OPTIONS))
        .map(|name| join(parent, &name))
        .collect()
}

fn join(parent: &str, name: &str) -> String {
    if parent.is_empty() || parent.ends_with('/') {
        format!("{parent}{name}")
    } else {
        format!("{parent}/{name}")
    }
}

/// `a/{b,c}` is `a/b` and `a/c`; braces nest. An unclosed brace is a plain letter.
fn alternatives(pattern: &str) -> Vec<String> {
    let Some((open, close, commas)) = first_braces(pattern) else {
        return vec![pattern.to_owned()];
    };
    let (head, tail) = (&pattern[..open], &pattern[close + 1..]);
    let mut starts = vec![open + 1];
    starts.extend(commas.iter().map(|comma| comma + 1));
    let mut ends = commas;
    ends.push(close);
    starts
        .into_iter()
        .zip(ends)
        .flat_map(|(start, end)| alternatives(&format!("{head}{}{tail}", &pattern[start..end])))
        .collect()
}

/// The first brace that is closed, with its end and the commas directly in it.
fn first_braces(pattern: &str) -> Option<(usize, usize, Vec<usize>)> {
    let open = pattern.find('{')?;
    let mut depth = 0;
    let mut commas = Vec::new();
    for (at, letter) in pattern.char_indices().skip_while(|(at, _)| *at < open) {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some((open, at, commas));
                }
            }
            ',' if depth == 1 => commas.push(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{alternatives, folders};

    #[test]
    fn braces_are_alternatives() {
        assert_eq!(
            alternatives("a/{b,c{d,e}}/f"),
            ["a/b/f", "a/cd/f", "a/ce/f"]
        );
        assert_eq!(alternatives("a/{b"), ["a/{b"]);
        assert_eq!(alternatives("{a,}b"), ["ab", "b"]);
    }

    #[test]
    fn folders_are_found_as_they_are_written() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["p/b", "p/a", "p/.hidden", "p/a/x", "q"] {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        std::fs::write(root.path().join("p/file"), "").unwrap();
        let find = |pattern: &str| folders(pattern, root.path());
        assert_eq!(find("p/*"), ["p/a", "p/b"]);
        assert_eq!(find("./p/*/"), ["./p/a", "./p/b"]);
        assert_eq!(find("{q,p}/"), ["q", "p"]);
        assert_eq!(find("p/{b,a}"), ["p/b", "p/a"]);
        assert_eq!(find("p/*/*"), ["p/a/x"]);
        assert_eq!(find("p/?"), ["p/a", "p/b"]);
        assert_eq!(find("p/.*"), ["p/.hidden"]);
        assert_eq!(find("p/[!a]"), ["p/b"]);
        assert!(find("p/none").is_empty());
        let absolute = format!("{}/p/*", root.path().display());
        assert_eq!(find(&absolute).len(), 2);
        assert!(find(&absolute)[0].ends_with("/p/a"));
    }
}
