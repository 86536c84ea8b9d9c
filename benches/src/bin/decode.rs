//! The measured half of the `decode` experiment: decodes every document of a folder into
//! `PhpMixed`, as often as told, and says what it did as JSON. It runs under the allocator that
//! the program's library declares.

use shirabe_benches::experiment::decode::Decoded;
use shirabe_mixed::PhpMixed;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rounds, folder] = arguments.as_slice() else {
        eprintln!("usage: decode ROUNDS FOLDER");
        return ExitCode::FAILURE;
    };
    let Ok(rounds) = rounds.parse() else {
        eprintln!("{rounds} is no number of rounds");
        return ExitCode::FAILURE;
    };
    match decode(rounds, Path::new(folder)) {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn decode(rounds: usize, folder: &Path) -> Result<String, String> {
    let mut texts = Vec::new();
    read(folder, &mut texts)?;
    texts.sort();
    let mut values = 0;
    for _ in 0..rounds {
        for (path, text) in &texts {
            let document =
                shirabe_mixed::json::decode(text).map_err(|error| error.explain(path))?;
            values += count(&document);
        }
    }
    let decoded = Decoded {
        allocator: shirabe::ALLOCATOR.to_owned(),
        library: shirabe::allocator_statistics().map_or_else(String::new, |it| it.library),
        documents: texts.len(),
        bytes: texts.iter().map(|(_, text)| text.len()).sum(),
        values,
    };
    serde_json::to_string(&decoded).map_err(|error| error.to_string())
}

/// Reads every `.json` below a folder.
fn read(folder: &Path, texts: &mut Vec<(String, Vec<u8>)>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            read(&path, texts)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            texts.push((path.display().to_string(), text));
        }
    }
    Ok(())
}

fn count(value: &PhpMixed) -> usize {
    1 + value.values().map(count).sum::<usize>()
}
