//! A project on disk to generate autoload files for.

use shirabe_autoload::class_map::KnownClasses;
use shirabe_autoload::{
    AutoloadError, AutoloadGenerator, AutoloadOptions, Dumped, InstalledPackage, Notice,
};
use shirabe_mixed::{PhpMap, json};
use shirabe_package::{InstalledJson, Loader, RootPackage};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

pub(crate) struct Project {
    /// Keeps the folder until the end of the test.
    _temp: TempDir,
    pub(crate) dir: PathBuf,
    root: PhpMap,
    packages: Vec<InstalledPackage>,
}

impl Project {
    /// A project in an empty folder.
    pub(crate) fn new(composer_json: &str) -> Self {
        let temp = tempfile::tempdir().unwrap();
        let dir = fs::canonicalize(temp.path()).unwrap().join("project");
        fs::create_dir(&dir).unwrap();
        let project = Self {
            _temp: temp,
            dir,
            root: map(composer_json),
            packages: Vec::new(),
        };
        project.write("composer.json", composer_json)
    }

    /// Adds a file.
    pub(crate) fn write(self, path: &str, content: &str) -> Self {
        let path = self.dir.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Adds an installed package; a metapackage has no folder.
    pub(crate) fn install(mut self, composer_json: &str) -> Self {
        let package = Loader::new().load(map(composer_json)).unwrap();
        let package = Arc::clone(package.base());
        let mut path = self.dir.join("vendor").join(package.name.as_str());
        path.extend(package.target_dir());
        let is_meta = &*package.package_type == "metapackage";
        self.packages.push(InstalledPackage {
            package,
            path: (!is_meta).then_some(path),
        });
        self
    }

    /// Runs Composer, apart from the user's own settings and the network.
    pub(crate) fn composer(&self, arguments: &[&str]) {
        let output = Command::new("composer")
            .args(arguments)
            .arg("--no-interaction")
            .env("COMPOSER_ALLOW_SUPERUSER", "1")
            .env("COMPOSER_DISABLE_NETWORK", "1")
            .env("COMPOSER_HOME", self.path("../composer-home"))
            .current_dir(&self.dir)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
    }

    /// Takes the packages that Composer has installed for its own.
    pub(crate) fn read_installed(&mut self) {
        let vendor = self.dir.join("vendor");
        let installed = InstalledJson::read(&vendor.join("composer/installed.json")).unwrap();
        self.packages = InstalledPackage::from_installed(&installed, &vendor);
        assert!(!self.packages.is_empty());
    }

    /// Removes all autoload files.
    pub(crate) fn remove_generated(&self) {
        for entry in fs::read_dir(self.path("vendor/composer")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if !name.starts_with("installed.") {
                fs::remove_file(path).unwrap();
            }
        }
        fs::remove_file(self.path("vendor/autoload.php")).unwrap();
    }

    pub(crate) fn try_dump(&self, options: &AutoloadOptions) -> Result<Dumped, AutoloadError> {
        let root = RootPackage::load(self.root.clone(), None).unwrap();
        AutoloadGenerator {
            base_dir: &self.dir,
            vendor_dir: &self.dir.join("vendor"),
            root: &root.package,
            packages: &self.packages,
            options,
            known: &KnownClasses::new(),
        }
        .dump()
    }

    pub(crate) fn dump(&self, options: &AutoloadOptions) -> Dumped {
        self.try_dump(options).unwrap()
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.join(path)
    }

    /// The text of a file.
    pub(crate) fn text(&self, path: &str) -> String {
        fs::read_to_string(self.dir.join(path)).unwrap()
    }

    /// The lines of the array that a map file returns.
    pub(crate) fn map(&self, name: &str) -> String {
        let text = self.text(&format!("vendor/composer/{name}"));
        let (_, lines) = text.split_once("return array(\n").unwrap();
        lines.strip_suffix(");\n").unwrap().to_owned()
    }

    /// Notices with the project's folder as `%`.
    pub(crate) fn notices(&self, dumped: &Dumped) -> String {
        let lines: Vec<String> = dumped
            .notices
            .iter()
            .map(|notice| match notice {
                Notice::Warning(text) => format!("warning: {text}"),
                Notice::Info(text) => format!("info: {text}"),
            })
            .collect();
        lines.join("\n").replace(self.dir.to_str().unwrap(), "%")
    }
}

/// Options with a suffix that does not depend on the run.
pub(crate) fn options() -> AutoloadOptions {
    AutoloadOptions {
        suffix: Some("Test".to_owned()),
        ..AutoloadOptions::default()
    }
}

pub(crate) fn optimized() -> AutoloadOptions {
    AutoloadOptions {
        optimize: true,
        ..options()
    }
}

fn map(text: &str) -> PhpMap {
    json::decode(text.as_bytes()).unwrap().into_map().unwrap()
}

/// Writes a tree of files below a folder.
pub(crate) fn tree(root: &Path, files: &[(&str, &str)]) {
    for (name, content) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}
