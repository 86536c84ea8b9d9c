//! Symbolic links of an archive, followed on paper before any of them exists on disk.

use std::collections::{HashMap, VecDeque};

/// Links by the path they have in the package, with their targets as written.
pub(crate) type Links = HashMap<Vec<u8>, Vec<u8>>;

/// More links than this on one way: the system gives up as well (`ELOOP`), so the way leads nowhere.
const MOST_FOLLOWED: usize = 64;

/// Whether following the link at `path` never leaves the package, be it through other links of the archive.
pub(crate) fn stays_inside(path: &[u8], links: &Links) -> bool {
    let mut position: Vec<&[u8]> = Vec::new();
    let mut ahead: VecDeque<&[u8]> = components(path).collect();
    let mut followed = 0;
    while let Some(component) = ahead.pop_front() {
        match component {
            b"" | b"." => continue,
            b".." => {
                if position.pop().is_none() {
                    return false;
                }
                continue;
            }
            _ => position.push(component),
        }
        let Some(target) = links.get(&position.join(&b'/')) else {
            continue;
        };
        if target.starts_with(b"/") {
            return false;
        }
        followed += 1;
        if followed > MOST_FOLLOWED {
            return true;
        }
        position.pop();
        for component in components(target).rev() {
            ahead.push_front(component);
        }
    }
    true
}

fn components(path: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    path.split(|byte| *byte == b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(path: &str, links: &[(&str, &str)]) -> bool {
        let links = links
            .iter()
            .map(|(from, to)| (from.as_bytes().to_vec(), to.as_bytes().to_vec()))
            .collect();
        stays_inside(path.as_bytes(), &links)
    }

    #[test]
    fn within() {
        assert!(inside("a/l", &[("a/l", "../b")]));
        assert!(inside("a/l", &[("a/l", "..")]));
        assert!(inside("l", &[("l", "missing/file")]));
        assert!(inside("l", &[("l", ".")]));
    }

    #[test]
    fn without() {
        assert!(!inside("l", &[("l", "..")]));
        assert!(!inside("a/l", &[("a/l", "../../b")]));
        assert!(!inside("l", &[("l", "/etc/passwd")]));
        assert!(!inside("l", &[("l", "a/../../x")]));
    }

    #[test]
    fn through_another_link() {
        let links = [("p/q/up", "../.."), ("z", "p/q/up/../..")];
        assert!(inside("p/q/up", &links));
        assert!(
            !inside("z", &links),
            "p/q/up is the package itself, so its parent is outside"
        );
        let deeper = [("d", "s/t"), ("e", "d/../..")];
        assert!(inside("e", &deeper));
    }

    #[test]
    fn loops_end() {
        assert!(inside("a", &[("a", "b"), ("b", "a")]));
        assert!(inside("a", &[("a", "a/a")]));
        assert!(inside("a", &[("a", "a/../a/../../x")]));
    }
}
