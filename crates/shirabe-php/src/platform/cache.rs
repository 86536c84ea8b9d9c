//! The file that keeps PHP's answer.
//!
//! One file for each interpreter, `php-platform-<name>.json` in the folder that the caller gives,
//! replaced as a whole.

use super::fingerprint;
use super::probe::{self, Report};
use crate::{PhpBinary, PhpError};
use shirabe_mixed::json::{self, EncodeOptions};
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::Environment;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The form of the file; one of another form is not read.
const FORMAT: i64 = 2;

/// The answer from the cache if it still holds, else PHP's own.
pub(super) fn report(
    php: &PhpBinary,
    environment: &Environment,
    cache: Option<&Path>,
) -> Result<Report, PhpError> {
    let Some(folder) = cache else {
        return probe::ask(php, environment);
    };
    let identity = fingerprint::of_binary(php, environment);
    let file = file_for(folder, php);
    if let Some(report) = read(&file, &identity) {
        return Ok(report);
    }
    let report = probe::ask(php, environment)?;
    // Without the file the next run asks PHP again, which is all that is lost.
    let _ = write(folder, &file, identity, &report);
    Ok(report)
}

fn file_for(folder: &Path, php: &PhpBinary) -> PathBuf {
    let name: String = php
        .path()
        .to_string_lossy()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    folder.join(format!("php-platform{name}.json"))
}

fn read(file: &Path, identity: &PhpMap) -> Option<Report> {
    let stored = json::decode(&std::fs::read(file).ok()?).ok()?;
    let matches = stored.get("format")?.as_int() == Some(FORMAT)
        && stored.get("identity")?.as_map()? == identity;
    if !matches {
        return None;
    }
    let report = Report::new(stored.get("report")?.clone())?;
    let files = stored.get("files")?;
    let unchanged = report.files().all(|path| {
        let known = files.get(&path).and_then(PhpMixed::as_str);
        known == Some(&fingerprint::of_file(Path::new(&path)))
    });
    unchanged.then_some(report)
}

fn write(folder: &Path, file: &Path, identity: PhpMap, report: &Report) -> std::io::Result<()> {
    let files: PhpMap = report
        .files()
        .map(|path| {
            let mark = fingerprint::of_file(Path::new(&path));
            (path, mark.into())
        })
        .collect();
    let document: PhpMap = [
        ("format", PhpMixed::Int(FORMAT)),
        ("identity", PhpMixed::Map(identity)),
        ("files", PhpMixed::Map(files)),
        ("report", report.as_mixed().clone()),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value))
    .collect();
    let text = json::encode(&PhpMixed::Map(document), &EncodeOptions::pretty())
        .map_err(std::io::Error::other)?;
    std::fs::create_dir_all(folder)?;
    let mut beside = tempfile::NamedTempFile::new_in(folder)?;
    beside.write_all(text.as_bytes())?;
    beside.persist(file)?;
    Ok(())
}
