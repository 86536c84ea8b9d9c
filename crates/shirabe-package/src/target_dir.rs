//! The old `target-dir` key.

/// Takes `.` and `..` steps and leading slashes out of a target folder.
///
/// Such steps, with the separators around them, become one slash.
pub(crate) fn clean(target: &str) -> String {
    let bytes = target.as_bytes();
    let separator = |at: usize| matches!(bytes.get(at), Some(b'/' | b'\\'));
    let skip_separators = |mut at: usize| {
        while separator(at) {
            at += 1;
        }
        at
    };
    // A step is one or two dots that a separator or the end follows; the answer is where it ends.
    let step = |at: usize| {
        let dots = bytes[at.min(bytes.len())..]
            .iter()
            .take(2)
            .take_while(|&&byte| byte == b'.')
            .count();
        (1..=dots)
            .rev()
            .map(|dots| at + dots)
            .find(|&end| end == bytes.len() || separator(end))
            .map(skip_separators)
    };
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let start = skip_separators(at);
        let first = if at == 0 || start > at {
            step(start)
        } else {
            None
        };
        if let Some(mut end) = first {
            while let Some(next) = step(end).filter(|&next| next > end) {
                end = next;
            }
            out.push(b'/');
            at = end;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&out)
        .trim_start_matches('/')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn steps_become_a_slash() {
        assert_eq!(clean("/x/"), "x/");
        assert_eq!(clean("../../a"), "a");
        assert_eq!(clean("a/../b"), "a/b");
        assert_eq!(clean("a/.././b"), "a/b");
        assert_eq!(clean("a/.."), "a/");
        assert_eq!(clean("a/..b/c"), "a/..b/c");
        assert_eq!(clean("a\\..\\b"), "a/b");
        assert_eq!(clean("a..b"), "a..b");
    }
}
