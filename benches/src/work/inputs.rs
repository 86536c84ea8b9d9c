//! What the benchmarks work on.

use super::WorkError;
use shirabe_mixed::{PhpMap, PhpMixed, json};
use shirabe_world::{Solved, World};
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The offline world's folder, from which each benchmark takes what it needs.
#[derive(Debug, Clone)]
pub struct Inputs {
    world: PathBuf,
}

impl Inputs {
    /// Of a world in this folder.
    #[must_use]
    pub fn new(world: &Path) -> Self {
        Self {
            world: world.to_owned(),
        }
    }

    /// The text of every metadata document, the smallest first, and by name where two are equal.
    pub(super) fn documents(&self) -> Result<Vec<Vec<u8>>, WorkError> {
        let mut texts = Vec::new();
        for entry in WalkDir::new(self.world.join("repository/p2")).sort_by_file_name() {
            let entry = entry?;
            if entry.file_type().is_file() {
                texts.push(fs::read(entry.path())?);
            }
        }
        if texts.is_empty() {
            return Err("the world has no metadata".into());
        }
        texts.sort_by_key(Vec::len);
        Ok(texts)
    }

    /// The minified versions of every package, those with the fewest versions first.
    pub(super) fn version_lists(&self) -> Result<Vec<Vec<PhpMap>>, WorkError> {
        let mut lists = Vec::new();
        for text in self.documents()? {
            lists.extend(versions(&text)?);
        }
        lists.sort_by_key(Vec::len);
        Ok(lists)
    }

    /// The minified stable versions of a package.
    pub(super) fn package(&self, name: &str) -> Result<Vec<PhpMap>, WorkError> {
        let path = self.world.join(format!("repository/p2/{name}.json"));
        let list = versions(&fs::read(path)?)?.pop();
        list.ok_or_else(|| format!("{name} has no versions").into())
    }

    /// The platform that the world pins: names and versions.
    pub(super) fn platform(&self) -> Result<PhpMap, WorkError> {
        let document = json::decode(&fs::read(self.world.join("home/config.json"))?)?;
        let platform = document.get("config").and_then(|it| it.get("platform"));
        let platform = platform.and_then(PhpMixed::as_map).cloned();
        platform.ok_or_else(|| "the world pins no platform".into())
    }

    /// The zip of the solved version with the most files.
    pub(super) fn largest_zip(&self) -> Result<PathBuf, WorkError> {
        let solved = World::solved()?;
        let most = solved.iter().max_by_key(|solved| solved.files);
        let most = most.ok_or("the world has no archives")?;
        let world = World::build(&self.world)?;
        Ok(world.zip(&most.name, &most.reference))
    }

    /// The packages that solving `laravel/laravel` ends with, and it itself.
    pub(super) fn solved(&self) -> Result<Vec<Solved>, WorkError> {
        Ok(World::solved()?)
    }
}

/// The version lists of a document; one, as a rule.
pub(super) fn versions(text: &[u8]) -> Result<Vec<Vec<PhpMap>>, WorkError> {
    let document = json::decode(text)?;
    let packages = document.get("packages").and_then(PhpMixed::as_map);
    let lists = packages.into_iter().flat_map(PhpMap::values);
    Ok(lists
        .filter_map(PhpMixed::as_list)
        .map(|list| list.iter().filter_map(PhpMixed::as_map).cloned().collect())
        .collect())
}
