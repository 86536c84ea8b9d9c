//! Building a world, and finding one's way in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;
use rayon::iter::{ParallelBridge, ParallelIterator};
use walkdir::WalkDir;

use crate::dist::Dist;
use crate::document::{package_documents, root_document};
use crate::error::write_file;
use crate::facts::{self, Facts, PackageFacts, VersionFacts};
use crate::source_file::source_file;
use crate::{WorldError, cache, home};

/// A world on disk.
#[derive(Debug, Clone)]
pub struct World {
    folder: PathBuf,
}

/// A version whose archive is part of the world: what solving `laravel/laravel` v12.11.2 ends with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// The package's name.
    pub name: String,
    /// The version as its author wrote it.
    pub version: String,
    /// The commit that dist and source refer to.
    pub reference: String,
    /// How many files its archive holds.
    pub files: usize,
}

/// The content of `<dir>/stamp`: changes with the fixtures and with the code that makes the world.
const STAMP: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " ",
    env!("SHIRABE_WORLD_STAMP"),
    "\n"
);

impl World {
    /// The world in `folder`, built if it is not there or made from something else. Two processes may
    /// build at once: each builds beside and moves into place, and the first one stands.
    pub fn build(folder: &Path) -> Result<World, WorldError> {
        let world = World {
            folder: folder.to_owned(),
        };
        if world.is_fresh() {
            return Ok(world);
        }
        let parent = match folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent).map_err(WorldError::io(parent))?;
        let beside = tempfile::Builder::new()
            .prefix(".world-")
            .tempdir_in(parent)
            .map_err(WorldError::io(parent))?;
        let fresh = World {
            folder: beside.path().join("world"),
        };
        fresh.fill()?;

        if folder.exists() && !world.is_fresh() {
            // A process that still reads the old world keeps it until it is thrown away below.
            match fs::rename(folder, beside.path().join("old")) {
                Err(error) if folder.exists() && !world.is_fresh() => {
                    return Err(WorldError::io(folder)(error));
                }
                _ => {}
            }
        }
        match fs::rename(&fresh.folder, folder) {
            Err(error) if !world.is_fresh() => Err(WorldError::io(folder)(error)),
            _ => Ok(world),
        }
    }

    /// The world that this workspace's tests, benches and demo share: `target/world`, built if needed.
    pub fn shared() -> Result<World, WorldError> {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
            || {
                let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
                let workspace = crate_folder.ancestors().nth(2).unwrap_or(crate_folder);
                workspace.join("target")
            },
            PathBuf::from,
        );
        World::build(&target.join("world"))
    }

    /// A copy in `folder`, which must not be there yet, for a test that writes into its world or damages it.
    pub fn copy(&self, folder: &Path) -> Result<World, WorldError> {
        for entry in WalkDir::new(&self.folder) {
            let entry = entry.map_err(|error| WorldError::io(&self.folder)(error.into()))?;
            let Ok(relative) = entry.path().strip_prefix(&self.folder) else {
                continue;
            };
            let to = folder.join(relative);
            if entry.file_type().is_dir() {
                fs::create_dir(&to).map_err(WorldError::io(&to))?;
                continue;
            }
            fs::copy(entry.path(), &to).map_err(WorldError::io(&to))?;
            let modified = fs::metadata(entry.path()).and_then(|metadata| metadata.modified());
            let file = fs::File::options().append(true).open(&to);
            file.and_then(|file| file.set_modified(modified?))
                .map_err(WorldError::io(&to))?;
        }
        Ok(World {
            folder: folder.to_owned(),
        })
    }

    /// Where the world lies.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// `packages.json` and `p2/`, as a repository server offers them.
    #[must_use]
    pub fn repository(&self) -> PathBuf {
        self.folder.join("repository")
    }

    /// A folder for `COMPOSER_HOME`. Processes that write there should be given a copy.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        self.folder.join("home")
    }

    /// A folder for `COMPOSER_CACHE_DIR`, warm. Processes that write there should be given a copy.
    #[must_use]
    pub fn cache(&self) -> PathBuf {
        self.folder.join("cache")
    }

    /// The archive of a solved version.
    #[must_use]
    pub fn zip(&self, name: &str, reference: &str) -> PathBuf {
        self.dist(name, reference, "zip")
    }

    /// The same files as [`World::zip`], as a tar.gz.
    #[must_use]
    pub fn tar_gz(&self, name: &str, reference: &str) -> PathBuf {
        self.dist(name, reference, "tar.gz")
    }

    /// Where the cache keeps the archive of a solved version.
    #[must_use]
    pub fn cached_zip(&self, name: &str, reference: &str) -> PathBuf {
        cache::archive_path(&self.cache(), name, reference)
    }

    /// The versions whose archives are part of every world, in the order of their names.
    pub fn solved() -> Result<Vec<Solved>, WorldError> {
        let facts = facts::load()?;
        let mut solved: Vec<Solved> = solved_versions(&facts)
            .map(|(name, _, version)| Solved {
                name: name.to_owned(),
                version: version.version.clone(),
                reference: version.reference.clone(),
                files: version.files.as_ref().map_or(0, Vec::len),
            })
            .collect();
        solved.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(solved)
    }

    /// The variables that make Composer, or what takes its place, run on this world without a network.
    #[must_use]
    pub fn variables(&self) -> Vec<(&'static str, PathBuf)> {
        vec![
            ("COMPOSER_HOME", self.home()),
            ("COMPOSER_CACHE_DIR", self.cache()),
            ("COMPOSER_DISABLE_NETWORK", "1".into()),
            ("COMPOSER_ALLOW_SUPERUSER", "1".into()),
        ]
    }

    fn dist(&self, name: &str, reference: &str, extension: &str) -> PathBuf {
        self.folder
            .join("dists")
            .join(name)
            .join(format!("{reference}.{extension}"))
    }

    fn is_fresh(&self) -> bool {
        fs::read_to_string(self.folder.join("stamp")).is_ok_and(|stamp| stamp == STAMP)
    }

    fn fill(&self) -> Result<(), WorldError> {
        let facts = facts::load()?;
        let root = root_document(&facts);
        let text = serde_json::Value::Object(root.content.clone()).to_string();
        let path = self.repository().join("packages.json");
        write_file(&path, text.as_bytes())?;
        set_modified(&path, root.modified)?;
        cache::write_document(&self.cache(), "packages.json", &root)?;
        home::write_config(&self.home())?;

        facts
            .iter()
            .par_bridge()
            .try_for_each(|(name, package)| self.write_documents(name, package))?;
        let mut solved: Vec<_> = solved_versions(&facts).collect();
        solved.sort_by_key(|(_, _, version)| std::cmp::Reverse(weight(version)));
        solved
            .into_iter()
            .par_bridge()
            .try_for_each(|(name, package, version)| self.write_archives(name, package, version))?;

        write_file(&self.folder.join("stamp"), STAMP.as_bytes())
    }

    fn write_documents(&self, name: &str, package: &PackageFacts) -> Result<(), WorldError> {
        let documents = package_documents(name, package);
        for (suffix, document) in ["", "~dev"].into_iter().zip(documents) {
            let text = serde_json::Value::Object(document.content.clone()).to_string();
            let path = self.repository().join(format!("p2/{name}{suffix}.json"));
            write_file(&path, text.as_bytes())?;
            set_modified(&path, document.modified)?;
            cache::write_document(&self.cache(), &format!("{name}{suffix}"), &document)?;
        }
        Ok(())
    }

    fn write_archives(
        &self,
        name: &str,
        package: &PackageFacts,
        version: &VersionFacts,
    ) -> Result<(), WorldError> {
        let reference = &version.reference;
        let short: String = reference.chars().take(7).collect();
        let files = version.files.iter().flatten();
        let dist = Dist {
            top_folder: format!("{}-{short}", name.replace('/', "-")),
            reference: reference.clone(),
            time: version.time,
            files: files
                .map(|(path, size)| {
                    (
                        path.clone(),
                        source_file(name, package, version, path, *size),
                    )
                })
                .collect(),
        };
        let (zip, tar_gz) = (self.zip(name, reference), self.tar_gz(name, reference));
        let cached = self.cached_zip(name, reference);
        for path in [&zip, &cached] {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(WorldError::io(folder))?;
            }
        }
        dist.write_zip(&zip)?;
        dist.write_tar_gz(&tar_gz)?;
        fs::copy(&zip, &cached).map_err(WorldError::io(&cached))?;
        Ok(())
    }
}

/// The server tells this time as `Last-Modified`, as servers of plain files do.
fn set_modified(path: &Path, time: Timestamp) -> Result<(), WorldError> {
    let file = fs::File::options()
        .append(true)
        .open(path)
        .map_err(WorldError::io(path))?;
    file.set_modified(SystemTime::from(time))
        .map_err(WorldError::io(path))
}

fn solved_versions(facts: &Facts) -> impl Iterator<Item = (&str, &PackageFacts, &VersionFacts)> {
    facts.iter().flat_map(|(name, package)| {
        let solved = package
            .versions
            .iter()
            .filter(|version| version.files.is_some());
        solved.map(move |version| (name.as_str(), package, version))
    })
}

fn weight(version: &VersionFacts) -> usize {
    version.files.iter().flatten().map(|(_, size)| size).sum()
}
