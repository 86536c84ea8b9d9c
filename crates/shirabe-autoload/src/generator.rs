//! `vendor/autoload.php` and what it loads.
//!
//! The map files (`autoload_classmap.php`, `autoload_psr4.php`, `autoload_namespaces.php`,
//! `autoload_files.php`, `include_paths.php` and the arrays in `autoload_static.php`) are read by
//! other programs: they are Composer's to the byte. The files that run are our own and offer the
//! same names (<https://getcomposer.org/doc/07-runtime.md>).

mod entry_files;
mod exclude;
mod maps;
mod platform_check;
mod rules;
mod static_maps;
mod write;

use crate::class_map::{self, ClassMap, EXTENSIONS, KnownClasses, Scope, path_bytes};
use crate::filesystem::{Shortest, normalize, shortest_code};
use crate::runtime;
use maps::Locations;
use rules::{Autoloads, Item};
use shirabe_callgraph::{centre, enter};
use shirabe_package::config::PlatformCheck;
use shirabe_package::{InstalledJson, Package, PackageName, PlatformRequirementFilter};
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// What keeps autoload files from being written.
#[derive(Debug, Error)]
pub enum AutoloadError {
    /// Classes cannot be collected.
    #[error(transparent)]
    Scan(#[from] class_map::ScanError),
    /// A PSR-4 prefix that names no namespace.
    #[error(
        "psr-4 namespaces must end with a namespace separator, '{namespace}' of {package} does not, use '{namespace}\\'."
    )]
    NoSeparator {
        /// The package.
        package: String,
        /// The prefix.
        namespace: String,
    },
    /// A package has both of what excludes each other.
    #[error(
        "PSR-4 autoloading is incompatible with the target-dir property, remove the target-dir in package '{package}'."
    )]
    TargetDir {
        /// The package.
        package: String,
    },
    /// A pattern cannot be read.
    #[error("the exclude-from-classmap patterns {patterns:?} cannot be used: {source}")]
    Exclude {
        /// The patterns, as regular expressions.
        patterns: Vec<String>,
        /// What is wrong with them.
        source: regex::Error,
    },
    /// A folder is not there or cannot be made.
    #[error("cannot use the folder {path:?}: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file cannot be written or removed.
    #[error("cannot write {path:?}: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// An installed package and where it is.
#[derive(Debug, Clone)]
pub struct InstalledPackage {
    /// The package, never an alias.
    pub package: Arc<Package>,
    /// The absolute path of its folder, with its `target-dir` if it has one; `None` for a
    /// metapackage.
    pub path: Option<PathBuf>,
}

impl InstalledPackage {
    /// The packages of `vendor/composer/installed.json` in their order, without aliases.
    #[must_use]
    pub fn from_installed(installed: &InstalledJson, vendor_dir: &Path) -> Vec<Self> {
        let composer_dir = vendor_dir.join("composer");
        installed
            .packages
            .iter()
            .filter(|package| !package.is_alias())
            .map(|package| Self {
                package: Arc::clone(package.base()),
                path: installed.install_paths.get(package.name()).map(|path| {
                    let path = composer_dir.join(path);
                    rules::to_path(&normalize(path_bytes(&path)))
                }),
            })
            .collect()
    }
}

/// What `config`, the command line and the lock say about autoloading.
#[derive(Debug, Clone)]
pub struct AutoloadOptions {
    /// Put the classes below PSR-0 and PSR-4 prefixes into the class map (`--optimize`).
    pub optimize: bool,
    /// The class map is all there is (`--classmap-authoritative`); implies `optimize`.
    pub class_map_authoritative: bool,
    /// Let APCu remember what is found (`--apcu`).
    pub apcu: bool,
    /// The prefix of keys in APCu; without one it is random.
    pub apcu_prefix: Option<String>,
    /// With `autoload-dev` and packages that are only needed for development.
    pub dev: bool,
    /// Packages that are only needed for development, from `installed.json` or the lock. If there
    /// are none, they are worked out from the requirements.
    pub dev_packages: Vec<PackageName>,
    /// Come before other autoloaders (`prepend-autoloader`).
    pub prepend: bool,
    /// Search PHP's `include_path` too (`use-include-path`).
    pub use_include_path: bool,
    /// What `platform_check.php` checks.
    pub platform_check: PlatformCheck,
    /// Requirements that `platform_check.php` leaves out.
    pub platform_filter: PlatformRequirementFilter,
    /// The end of the names of the generated PHP classes (`autoloader-suffix`). Without one it is
    /// that of the present `vendor/autoload.php`, else the lock's hash, else random.
    pub suffix: Option<String>,
    /// The lock's `content-hash`, if there is a lock.
    pub content_hash: Option<String>,
    /// Tell also of ambiguous classes in folders for tests (`--strict-ambiguous`).
    pub strict_ambiguous: bool,
    /// Collect everything but write nothing.
    pub dry_run: bool,
}

impl Default for AutoloadOptions {
    fn default() -> Self {
        Self {
            optimize: false,
            class_map_authoritative: false,
            apcu: false,
            apcu_prefix: None,
            dev: true,
            dev_packages: Vec::new(),
            prepend: true,
            use_include_path: false,
            platform_check: PlatformCheck::PhpOnly,
            platform_filter: PlatformRequirementFilter::IgnoreNothing,
            suffix: None,
            content_hash: None,
            strict_ambiguous: false,
            dry_run: false,
        }
    }
}

/// Something to tell the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// In the colour of warnings.
    Warning(String),
    /// In the colour of information.
    Info(String),
}

/// What [`AutoloadGenerator::dump`] has done.
#[derive(Debug)]
pub struct Dumped {
    /// The class map as written.
    pub class_map: ClassMap,
    /// What to tell the user, in order.
    pub notices: Vec<Notice>,
}

impl Dumped {
    /// The number of classes in the class map, for "Generated optimized autoload files
    /// containing N classes".
    #[must_use]
    pub fn class_count(&self) -> usize {
        self.class_map.len()
    }

    /// Whether a class of the project breaks PSR-0 or PSR-4 (`--strict-psr`).
    #[must_use]
    pub fn has_psr_violations(&self) -> bool {
        self.class_map.violations().next().is_some()
    }

    /// Whether a class was found in more than one file (`--strict-ambiguous`).
    #[must_use]
    pub fn has_ambiguous_classes(&self) -> bool {
        !self.class_map.ambiguous(true).is_empty()
    }
}

/// Writes the autoload files of a project.
#[derive(Debug, Clone, Copy)]
pub struct AutoloadGenerator<'a> {
    /// The project's folder, absolute.
    pub base_dir: &'a Path,
    /// The folder of packages, absolute; it is made if need be.
    pub vendor_dir: &'a Path,
    /// The project itself.
    pub root: &'a Package,
    /// The installed packages, in the order of `installed.json`.
    pub packages: &'a [InstalledPackage],
    /// How to do it.
    pub options: &'a AutoloadOptions,
    /// Files whose classes are known already.
    pub known: &'a KnownClasses,
}

const INSTALLED_VERSIONS: &str = "Composer\\InstalledVersions";

impl AutoloadGenerator<'_> {
    /// Collects classes and writes `vendor/autoload.php` and `vendor/composer/*.php`. A file
    /// whose content would be the same is left alone; those no longer needed are removed.
    ///
    /// # Errors
    /// When a rule is wrong, a folder that is to be scanned is missing, or a file cannot be read
    /// or written. The old files may then be partly replaced.
    pub fn dump(&self) -> Result<Dumped, AutoloadError> {
        let _span = enter(centre!("dump-autoload"));
        let options = self.options;
        for installed in self.packages {
            rules::validate(&installed.package)?;
        }
        let target = self.vendor_dir.join("composer");
        if !options.dry_run {
            fs::create_dir_all(&target).map_err(|source| AutoloadError::Folder {
                path: target.clone(),
                source,
            })?;
        }
        let at = Locations::new(
            &real_path(self.base_dir)?,
            &real_or_future(self.vendor_dir)?,
        );

        let items = Item::all(self.root, self.packages);
        let autoloads = Autoloads::collect(&items, self.base_dir, options)?;
        let mut class_map = self.scan(&autoloads, &at)?;
        let mut notices = Vec::new();
        tell_ambiguous(&class_map, options.strict_ambiguous, &mut notices);
        class_map.clear_violations_below(&at.vendor);
        for (_, violations) in class_map.violations() {
            let messages = violations.iter().map(|one| one.message.clone());
            notices.extend(messages.map(Notice::Warning));
        }
        let installed_versions = [&at.vendor, b"/composer/InstalledVersions.php".as_slice()];
        class_map.insert(INSTALLED_VERSIONS.into(), &installed_versions.concat());

        if !options.dry_run {
            self.write(&target, &at, &items, &autoloads, &class_map, &mut notices)?;
        }
        Ok(Dumped { class_map, notices })
    }

    fn scan(&self, autoloads: &Autoloads, at: &Locations) -> Result<ClassMap, AutoloadError> {
        let optimize = self.options.optimize || self.options.class_map_authoritative;
        let rules = autoloads.scan_rules(at, optimize)?;
        let scope = Scope {
            base_dir: self.base_dir,
            extensions: &EXTENSIONS,
            known: self.known,
        };
        Ok(class_map::scan(&rules, &scope)?)
    }

    fn write(
        &self,
        target: &Path,
        at: &Locations,
        items: &[Item<'_>],
        autoloads: &Autoloads,
        class_map: &ClassMap,
        notices: &mut Vec<Notice>,
    ) -> Result<(), AutoloadError> {
        let options = self.options;
        let suffix = self.suffix();
        let map_file = |name: &str, lines: Vec<u8>| maps::map_file(at, name, &lines);
        let file = |name: &str| target.join(name);

        let namespaces = maps::prefix_lines(at, &autoloads.psr0);
        let psr4 = maps::prefix_lines(at, &autoloads.psr4);
        let classes = maps::class_lines(at, class_map);
        write::replace(
            &file("autoload_namespaces.php"),
            &map_file("autoload_namespaces.php", namespaces),
        )?;
        write::replace(
            &file("autoload_psr4.php"),
            &map_file("autoload_psr4.php", psr4),
        )?;
        write::replace(
            &file("autoload_classmap.php"),
            &map_file("autoload_classmap.php", classes),
        )?;

        let include_paths = maps::include_path_lines(at, items);
        let has_include_paths = !include_paths.is_empty();
        write::replace_or_remove(
            &file("include_paths.php"),
            has_include_paths.then(|| map_file("include_paths.php", include_paths)),
        )?;

        tell_repeated_files(at, &autoloads.files, notices);
        let files = maps::file_lines(at, &autoloads.files);
        let has_files = !files.is_empty();
        write::replace_or_remove(
            &file("autoload_files.php"),
            has_files.then(|| map_file("autoload_files.php", files)),
        )?;

        let static_maps = static_maps::file(at, &suffix, autoloads, class_map)?;
        write::replace(&file("autoload_static.php"), &static_maps)?;

        let check = platform_check::file(items, options);
        let checks_platform = check.is_some();
        write::replace_or_remove(&file("platform_check.php"), check.map(String::into_bytes))?;

        let real = entry_files::RealFile {
            suffix: &suffix,
            options,
            checks_platform,
            has_include_paths,
            has_files,
            target_dir_loader: entry_files::target_dir_loader(self.root, at),
        };
        write::replace(
            &self.vendor_dir.join("autoload.php"),
            &entry_files::autoload(at, &suffix),
        )?;
        write::replace(&file("autoload_real.php"), &real.code())?;
        write::replace(&file("ClassLoader.php"), runtime::CLASS_LOADER.as_bytes())?;
        write::replace(
            &file("InstalledVersions.php"),
            runtime::INSTALLED_VERSIONS.as_bytes(),
        )?;
        write::replace(&file("LICENSE"), runtime::LICENSE.as_bytes())
    }

    fn suffix(&self) -> String {
        let configured = self.options.suffix.clone();
        configured
            .filter(|suffix| !suffix.is_empty())
            .or_else(|| {
                let present = fs::read(self.vendor_dir.join("autoload.php")).ok()?;
                entry_files::suffix_of(&present)
            })
            .or_else(|| self.options.content_hash.clone())
            .unwrap_or_else(|| random_hex(32))
    }
}

fn tell_ambiguous(class_map: &ClassMap, strict: bool, notices: &mut Vec<Notice>) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let ambiguous = class_map.ambiguous(strict);
    for (class, others) in &ambiguous {
        let first = class_map.get(class).map(text).unwrap_or_default();
        let class = text(class);
        let count = if others.len() > 1 {
            format!("{}x: in", others.len() + 1)
        } else {
            "in both".to_owned()
        };
        let others: Vec<String> = others.iter().map(|path| text(path)).collect();
        notices.push(Notice::Warning(format!(
            "Warning: Ambiguous class resolution, \"{class}\" was found {count} \"{first}\" and \"{}\", the first will be used.",
            others.join("\", \""),
        )));
    }
    if !ambiguous.is_empty() {
        notices.push(Notice::Info(
            "To resolve ambiguity in classes not under your control you can ignore them by path using exclude-from-classmap"
                .to_owned(),
        ));
    }
}

fn tell_repeated_files(at: &Locations, files: &rules::Files, notices: &mut Vec<Notice>) {
    let mut seen: Vec<Vec<u8>> = Vec::new();
    let mut repeated: Vec<Vec<u8>> = Vec::new();
    for path in files.values() {
        let code = at.path_code(path);
        if !seen.contains(&code) {
            seen.push(code);
        } else if !repeated.contains(&code) {
            repeated.push(code);
        }
    }
    if repeated.is_empty() {
        return;
    }
    notices.push(Notice::Warning(
        "The following \"files\" autoload rules are included multiple times, this may cause issues and should be resolved:"
            .to_owned(),
    ));
    for code in repeated {
        let code = String::from_utf8_lossy(&code);
        notices.push(Notice::Warning(format!(" - {code}")));
    }
}

fn real_path(path: &Path) -> Result<Vec<u8>, AutoloadError> {
    fs::canonicalize(path)
        .map(|real| normalize(path_bytes(&real)))
        .map_err(|source| AutoloadError::Folder {
            path: path.to_owned(),
            source,
        })
}

/// The real path, or that which a folder that is not there yet would have.
fn real_or_future(path: &Path) -> Result<Vec<u8>, AutoloadError> {
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if !path.exists() => {
            let mut real = real_or_future(parent)?;
            real.push(b'/');
            real.extend_from_slice(name.as_encoded_bytes());
            Ok(real)
        }
        _ => real_path(path),
    }
}

/// `digits` random hexadecimal digits: for names that must not clash, not for secrets.
fn random_hex(digits: usize) -> String {
    let mut text = String::with_capacity(digits + 16);
    while text.len() < digits {
        let random = RandomState::new().build_hasher().finish();
        text.push_str(&format!("{random:016x}"));
    }
    text.truncate(digits);
    text
}

/// The expression for `to`, a folder, in a file in the folder `from`.
fn folder_code(from: &[u8], to: &[u8], static_code: bool) -> Vec<u8> {
    let options = Shortest {
        static_code,
        ..Shortest::DIRECTORIES
    };
    shortest_code(from, to, options)
}
