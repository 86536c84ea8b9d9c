//! `clear-cache`: empties the cache folder.

use crate::cli::Input;
use crate::failure::{Failure, exit};
use crate::session::Session;
use shirabe_mixed::json;
use shirabe_package::Config;
use shirabe_repository::{Cache, FilesCache};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Metadata is small; more than this is only there after years.
const REPOSITORY_CACHE_LIMIT: u64 = 1024 * 1024 * 1024;

pub(super) fn run(session: &Session, input: &Input) -> Result<u8, Failure> {
    let console = &session.console;
    let config = config(session)?;
    let gc = input.has("gc");
    let folders: [(&str, PathBuf); 4] = [
        ("cache-vcs-dir", config.cache_vcs_dir()?),
        ("cache-repo-dir", config.cache_repo_dir()?),
        ("cache-files-dir", config.cache_files_dir()?),
        ("cache-dir", config.cache_dir()?),
    ];
    for (key, folder) in folders {
        if gc && key == "cache-dir" {
            continue;
        }
        let shown = folder.display();
        if !folder.is_dir() {
            console.info(&format!("Cache directory does not exist ({key}): {shown}"));
            continue;
        }
        if config.cache_read_only() || session.no_cache {
            console.info(&format!("Cache is not enabled ({key}): {shown}"));
            continue;
        }
        if !gc {
            console.info(&format!("Clearing cache ({key}): {shown}"));
            Cache::new(&folder, &[], false).clear()?;
            continue;
        }
        console.info(&format!("Garbage-collecting cache ({key}): {shown}"));
        let seconds = |value: i64| Duration::from_secs(u64::try_from(value).unwrap_or(0));
        match key {
            "cache-files-dir" => FilesCache::new(&folder, false).collect(
                seconds(config.cache_files_ttl()),
                config.cache_files_maxsize()?,
            )?,
            "cache-repo-dir" => FilesCache::new(&folder, false)
                .collect(seconds(config.cache_ttl()), REPOSITORY_CACHE_LIMIT)?,
            _ => collect_checkouts(&folder, seconds(config.cache_ttl()))?,
        }
    }
    console.info(if gc {
        "All caches garbage-collected."
    } else {
        "All caches cleared."
    });
    Ok(exit::OK)
}

/// Removes the mirrors of version-controlled repositories that nobody has used for so long.
fn collect_checkouts(folder: &Path, ttl: Duration) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(format_args!(
            "{} cannot be cleaned: {error}",
            folder.display()
        ))
    };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let metadata = entry.metadata().map_err(failed)?;
        let age = metadata
            .modified()
            .map_err(failed)?
            .elapsed()
            .unwrap_or_default();
        if metadata.is_dir() && age > ttl {
            std::fs::remove_dir_all(entry.path()).map_err(failed)?;
        }
    }
    Ok(())
}

/// The configuration of the project where there is one, else the user's own.
fn config(session: &Session) -> Result<Config, Failure> {
    let mut config = Config::load(&session.environment, &session.folder)?;
    let file = crate::project::composer_file(&session.folder, &session.environment);
    if let Ok(bytes) = std::fs::read(&file)
        && let Some(data) = json::decode(&bytes)
            .ok()
            .and_then(|document| document.into_map())
    {
        config.merge(&data, &file.display().to_string())?;
    }
    Ok(config)
}
