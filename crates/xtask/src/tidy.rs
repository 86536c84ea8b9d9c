//! `cargo xtask tidy`: the rules of `ARCHITECTURE.md` as tests.
//!
//! The tables of that file are the rules: which crate stands on which floor, and what a crate's
//! sources must never name. A change to a rule is a change to the file.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A file beyond this is several ideas.
const LONGEST_FILE_LINES: usize = 1_000;

/// Checks every rule and prints what breaks one.
pub(crate) fn run() -> ExitCode {
    match check() {
        Ok(faults) if faults.is_empty() => {
            println!("tidy: every rule of ARCHITECTURE.md holds");
            ExitCode::SUCCESS
        }
        Ok(faults) => {
            for fault in &faults {
                eprintln!("tidy: {fault}");
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("tidy: {error}");
            ExitCode::FAILURE
        }
    }
}

fn check() -> Result<Vec<String>, String> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let root = metadata.workspace_root.as_std_path();
    let text = read(&root.join("ARCHITECTURE.md"))?;
    let mut faults = Vec::new();
    floors(&metadata, &text, &mut faults)?;
    names(&metadata, &text, &mut faults)?;
    lengths(&metadata, &mut faults)?;
    Ok(faults)
}

/// A crate may depend on lower floors only.
fn floors(metadata: &Metadata, text: &str, faults: &mut Vec<String>) -> Result<(), String> {
    let floors: BTreeMap<String, Option<u8>> = table(text, "floor")
        .into_iter()
        .filter_map(|row| match row.as_slice() {
            [floor, name, ..] => Some((plain(name), floor.parse().ok())),
            _ => None,
        })
        .collect();
    if floors.is_empty() {
        return Err("ARCHITECTURE.md has no table of floors".to_owned());
    }
    for package in metadata.workspace_packages() {
        let name = package.name.as_str();
        let key = if name == "shirabe-benches" {
            "benches"
        } else {
            name
        };
        let Some(floor) = floors.get(key) else {
            faults.push(format!("{name} has no row in the table of floors"));
            continue;
        };
        let Some(floor) = floor else { continue };
        for dependency in &package.dependencies {
            if dependency.kind == DependencyKind::Development {
                continue;
            }
            match floors.get(dependency.name.as_str()) {
                None => {}
                Some(Some(lower)) if lower < floor => {}
                Some(other) => faults.push(format!(
                    "{name} (floor {floor}) imports {} (floor {}): only lower floors may be imported",
                    dependency.name,
                    other.map_or_else(|| "none".to_owned(), |floor| floor.to_string())
                )),
            }
        }
    }
    Ok(())
}

/// Sources never name what the table of negative rules forbids their crate.
fn names(metadata: &Metadata, text: &str, faults: &mut Vec<String>) -> Result<(), String> {
    let rules = table(text, "crates");
    if rules.is_empty() {
        return Err("ARCHITECTURE.md has no table of negative rules".to_owned());
    }
    for row in rules {
        let [crates, forbidden, ..] = row.as_slice() else {
            continue;
        };
        let (all, listed) = match crates.strip_prefix("all but ") {
            Some(rest) => (true, code_spans(rest)),
            None => (crates == "all", code_spans(crates)),
        };
        for package in metadata.workspace_packages() {
            let name = package.name.as_str();
            if listed.iter().any(|one| one == name) == all {
                continue;
            }
            let folder = folder_of(package)?;
            for file in rust_files(&folder.join("src"))? {
                let source = read(&file)?;
                for word in code_spans(forbidden) {
                    if let Some(line) = source.lines().position(|line| {
                        !line.trim_start().starts_with("//") && names_word(line, &word)
                    }) {
                        faults.push(format!(
                            "{}:{} names {word}, which {name} must not know",
                            file.display(),
                            line + 1
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}

/// Whether `word` stands in the line, not as part of a longer name.
fn names_word(line: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(inside) && !line[at + word.len()..].starts_with(inside)
    })
}

fn lengths(metadata: &Metadata, faults: &mut Vec<String>) -> Result<(), String> {
    for package in metadata.workspace_packages() {
        for file in rust_files(&folder_of(package)?)? {
            let lines = read(&file)?.lines().count();
            if lines > LONGEST_FILE_LINES {
                faults.push(format!(
                    "{} has {lines} lines: split it by idea",
                    file.display()
                ));
            }
        }
    }
    Ok(())
}

/// The rows of the table whose header starts with `first`, cell by cell.
fn table(text: &str, first: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        line.trim()
            .trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    text.lines()
        .skip_while(|line| {
            !(line.starts_with('|') && cells(line).first().is_some_and(|cell| cell == first))
        })
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect()
}

fn code_spans(cell: &str) -> Vec<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn plain(cell: &str) -> String {
    cell.trim_matches('`').to_owned()
}

fn folder_of(package: &cargo_metadata::Package) -> Result<PathBuf, String> {
    package
        .manifest_path
        .as_std_path()
        .parent()
        .map(Path::to_path_buf)
        .ok_or_else(|| format!("{} has no folder", package.name))
}

fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| error.to_string())?;
        if entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "rs")
        {
            found.push(entry.into_path());
        }
    }
    Ok(found)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "\
| floor | crate | idea |
|---|---|---|
| 0 | `a` | x |
| – | `b` | y |

| crates | never name |
|---|---|
| all but `a` | `std::fs` |
";

    #[test]
    fn tables_are_read_by_their_first_header() {
        assert_eq!(table(RULES, "floor").len(), 2);
        assert_eq!(table(RULES, "floor")[0][1], "`a`");
        assert_eq!(code_spans(&table(RULES, "crates")[0][0]), ["a"]);
    }

    #[test]
    fn a_word_is_not_found_inside_another() {
        assert!(names_word("use std::fs;", "std::fs"));
        assert!(!names_word("a_word = 1", "word"));
        assert!(names_word("word { }", "word"));
    }

    #[test]
    fn the_project_keeps_its_own_rules() {
        assert_eq!(check(), Ok(Vec::new()));
    }
}
