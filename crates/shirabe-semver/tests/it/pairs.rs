//! Names and versions as words of a command line.

use shirabe_semver::parse_name_version_pairs;

fn read(words: &[&str]) -> String {
    let pairs = parse_name_version_pairs(words, |word| word.starts_with("ext-") || word == "php");
    let pairs: Vec<String> = pairs
        .into_iter()
        .map(|pair| match pair.version {
            Some(version) => format!("{} = {version:?}", pair.name),
            None => pair.name,
        })
        .collect();
    pairs.join(", ")
}

#[test]
fn separators_and_separate_words() {
    assert_eq!(read(&["a/b:^1 || ^2"]), "a/b = \"^1 || ^2\"");
    assert_eq!(
        read(&["a/b=1.0", "c/d 2.0"]),
        "a/b = \"1.0\", c/d = \"2.0\""
    );
    assert_eq!(read(&["a/b", "1.0", "c/d"]), "a/b = \"1.0\", c/d");
    assert_eq!(read(&["a/b:", "1.0"]), "a/b = \"\", 1.0");
}

#[test]
fn names_are_not_taken_for_versions() {
    assert_eq!(
        read(&["a/b", "c/d", "ext-x", "php"]),
        "a/b, c/d, ext-x, php"
    );
    assert_eq!(read(&["a/b", "sym*"]), "a/b, sym*");
    assert_eq!(read(&["a/b", "*"]), "a/b = \"*\"");
    assert_eq!(read(&[":1.0"]), ":1.0");
}
