//! Lock files with the marks of an unfinished merge:
//! <https://getcomposer.org/doc/articles/resolving-merge-conflicts.md>.

use crate::error::PackageError;
use shirabe_mixed::JsonError;

/// What stands for the content hash until the lock file is renewed.
const UNDECIDED: &str =
    "    \"content-hash\": \"VCS merge conflict detected. Please run `composer update --lock`.\",";

/// The text without its conflict, if the only one is about the content hash.
pub(super) fn resolve(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let trimmed = |at: usize| {
        lines
            .get(at)
            .map(|line| line.trim_end_matches(['\r', '\n']))
    };
    let marker = |at: usize, mark: &str| {
        trimmed(at)
            .and_then(|line| line.strip_prefix(mark))
            .is_some_and(|label| label.len() > 1 && label.starts_with(' '))
    };
    let hash = |at: usize| trimmed(at).is_some_and(is_hash_line);
    let start = (1..lines.len()).find(|&at| marker(at, "<<<<<<<") && hash(at + 1))?;
    let mut at = start + 2;
    if marker(at, "|||||||") && hash(at + 1) {
        at += 2;
    }
    let closes = trimmed(at) == Some("=======") && hash(at + 1) && marker(at + 2, ">>>>>>>");
    if !closes {
        return None;
    }
    let mut out = lines[..start].concat();
    out.push_str(UNDECIDED);
    out.push('\n');
    out.push_str(&lines[at + 3..].concat());
    Some(out)
}

/// `    "content-hash": "0123abcd",`
fn is_hash_line(line: &str) -> bool {
    let unindented = line.trim_start();
    let value = unindented
        .strip_prefix("\"content-hash\":")
        .and_then(|rest| rest.trim_start_matches(' ').strip_prefix('"'))
        .and_then(|rest| rest.trim_end_matches(' ').strip_suffix("\","));
    unindented.len() < line.len()
        && value.is_some_and(|hash| {
            !hash.is_empty()
                && hash
                    .bytes()
                    .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        })
}

/// Why the file is no JSON: a merge, or else what the decoder says.
pub(super) fn explain(file: &str, bytes: &[u8], cause: JsonError) -> PackageError {
    let text = String::from_utf8_lossy(bytes);
    let marks = ["<<<<<<< ", "||||||| ", ">>>>>>> "];
    let conflict = text
        .lines()
        .position(|line| marks.iter().any(|mark| line.starts_with(mark)));
    match conflict {
        Some(line) => PackageError::MergeConflict {
            file: file.to_owned(),
            line: line + 1,
        },
        None => PackageError::json(file, cause),
    }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn a_conflict_about_the_hash_is_resolved() {
        let text = "{\n<<<<<<< HEAD\n    \"content-hash\": \"ab\",\n=======\n    \
                    \"content-hash\": \"cd\",\n>>>>>>> other\n    \"packages\": []\n}\n";
        let resolved = resolve(text.as_bytes());
        assert!(
            resolved.is_some_and(|text| text.contains("VCS merge conflict")
                && text.contains("\"packages\"")
                && !text.contains("======="))
        );
        assert_eq!(
            resolve(b"{\n<<<<<<< HEAD\n    \"a\": 1\n=======\n>>>>>>> b\n}"),
            None
        );
    }
}
