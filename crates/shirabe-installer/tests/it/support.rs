//! A project in a temporary folder, with packages that are archives beside it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shirabe_archive::{Content, Entry, WriteOptions, sha1_hex, write_zip};
use shirabe_http::{Client, ClientOptions, Network};
use shirabe_installer::{
    Events, FilesCache, InstallError, InstallOptions, Installer, Layout, Line, PackageEvent, Phase,
    Reporter,
};
use shirabe_mixed::json;
use shirabe_package::installed::InstalledJson;
use shirabe_package::root::RootPackage;
use shirabe_package::{AnyPackage, Loader};
use shirabe_resolver::Operation;
use tempfile::TempDir;

/// Path, permissions, content.
pub(crate) type File<'a> = (&'a str, u32, &'a str);

pub(crate) struct World {
    pub(crate) dir: TempDir,
    pub(crate) layout: Layout,
    pub(crate) options: InstallOptions,
    pub(crate) network: Network,
    pub(crate) cache: FilesCache,
    pub(crate) installed: InstalledJson,
    pub(crate) heard: Heard,
}

/// What a user and the scripts hear.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) lines: RefCell<Vec<String>>,
    pub(crate) events: RefCell<Vec<String>>,
    /// The event of this name fails; `stop` instead sets the flag.
    pub(crate) failing: RefCell<Option<String>>,
    pub(crate) stop: RefCell<Option<(String, Arc<AtomicBool>)>>,
    pub(crate) steps: RefCell<Vec<(Phase, usize)>>,
}

impl Reporter for Heard {
    fn line(&self, line: &Line) {
        self.lines.borrow_mut().push(line.text.clone());
    }

    fn started(&self, phase: Phase, total: usize) {
        self.steps.borrow_mut().push((phase, total));
    }
}

impl Events for Heard {
    fn dispatch(
        &self,
        event: PackageEvent,
        operation: &Operation,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let event = format!("{} {}", event.name(), operation.package().name());
        self.events.borrow_mut().push(event.clone());
        if let Some((at, flag)) = &*self.stop.borrow()
            && *at == event
        {
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        if self.failing.borrow().as_ref() == Some(&event) {
            return Err("the script said no".into());
        }
        Ok(())
    }
}

impl World {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        let project = root.join("project");
        fs::create_dir(&project).unwrap();
        Self {
            layout: Layout {
                vendor: project.join("vendor"),
                bin: project.join("vendor/bin"),
                project,
            },
            options: InstallOptions::default(),
            network: Network::Enabled,
            cache: FilesCache::new(&root.join("cache"), false),
            installed: InstalledJson {
                dev: Some(true),
                ..InstalledJson::default()
            },
            heard: Heard::default(),
            dir,
        }
    }

    pub(crate) fn root(&self) -> PathBuf {
        fs::canonicalize(self.dir.path()).unwrap()
    }

    /// Writes an archive with one top folder and answers the package that it is of. `more` is JSON for the package.
    pub(crate) fn publish(
        &self,
        name: &str,
        version: &str,
        files: &[File<'_>],
        more: &str,
    ) -> AnyPackage {
        let path = self.archive_of(name, version);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, zip(files)).unwrap();
        package(&format!(
            r#"{{"name": "{name}", "version": "{version}", "dist": {{"type": "zip", "url": "file://{}"}}{more}}}"#,
            path.display()
        ))
    }

    pub(crate) fn archive_of(&self, name: &str, version: &str) -> PathBuf {
        self.root()
            .join("dist")
            .join(format!("{}-{version}.zip", name.replace('/', "-")))
    }

    pub(crate) fn cached(&self, package: &AnyPackage) -> PathBuf {
        let url = package.base().dist_url().unwrap();
        self.root().join("cache").join(format!(
            "{}/{}.zip",
            package.name(),
            sha1_hex(url.as_bytes())
        ))
    }

    pub(crate) fn with<T>(&self, job: impl FnOnce(Installer<'_>) -> T) -> T {
        let client = Client::new(ClientOptions {
            network: self.network,
            ..ClientOptions::default()
        });
        job(Installer {
            layout: &self.layout,
            options: &self.options,
            http: &client,
            cache: &self.cache,
            reporter: &self.heard,
            events: &self.heard,
        })
    }

    pub(crate) fn execute(&mut self, operations: &[Operation]) -> Result<(), InstallError> {
        self.heard.lines.borrow_mut().clear();
        self.heard.events.borrow_mut().clear();
        let mut installed = std::mem::take(&mut self.installed);
        let result =
            self.with(|installer| installer.execute(operations, &mut installed, &root_package()));
        self.installed = installed;
        result
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.heard.lines.borrow().clone()
    }

    pub(crate) fn vendor(&self, path: &str) -> PathBuf {
        self.layout.vendor.join(path)
    }

    pub(crate) fn read(&self, path: &str) -> String {
        let path = self.vendor(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Names and versions in `installed.json` on disk.
    pub(crate) fn recorded(&self) -> Vec<String> {
        let document = InstalledJson::read(&self.vendor("composer/installed.json")).unwrap();
        let mut names: Vec<String> = document
            .packages
            .iter()
            .map(AnyPackage::pretty_string)
            .collect();
        names.sort();
        names
    }

    /// What lies in `vendor/composer` beside the two documents.
    pub(crate) fn litter(&self) -> Vec<String> {
        names(&self.vendor("composer"))
            .into_iter()
            .filter(|name| name != "installed.json" && name != "installed.php")
            .collect()
    }
}

pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

pub(crate) fn zip(files: &[File<'_>]) -> Vec<u8> {
    let entries = files.iter().map(|(path, mode, content)| Entry {
        path: format!("top/{path}").into(),
        mode: *mode,
        content: Content::File(content.as_bytes().into()),
    });
    write_zip(Cursor::new(Vec::new()), entries, &WriteOptions::default())
        .unwrap()
        .into_inner()
}

pub(crate) fn package(text: &str) -> AnyPackage {
    let data = json::decode(text.as_bytes()).unwrap();
    Loader::new()
        .with_transport_options()
        .load(data.as_map().unwrap().clone())
        .unwrap()
}

pub(crate) fn root_package() -> RootPackage {
    let data =
        json::decode(br#"{"name": "demo/app", "version": "1.0.0", "type": "project"}"#).unwrap();
    RootPackage::load(data.as_map().unwrap().clone(), None).unwrap()
}

pub(crate) fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}

/// Path → content of all files below.
pub(crate) fn tree(root: &Path) -> BTreeMap<String, String> {
    fn walk(root: &Path, folder: &Path, into: &mut BTreeMap<String, String>) {
        for name in names(folder) {
            let path = folder.join(name);
            let key = path
                .strip_prefix(root)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            let metadata = fs::symlink_metadata(&path).unwrap();
            if metadata.is_symlink() {
                into.insert(
                    key,
                    format!("-> {}", fs::read_link(&path).unwrap().display()),
                );
            } else if metadata.is_dir() {
                walk(root, &path, into);
            } else {
                into.insert(key, fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut into = BTreeMap::new();
    walk(root, root, &mut into);
    into
}

pub(crate) fn install(package: &AnyPackage) -> Operation {
    Operation::Install(package.clone())
}

pub(crate) fn update(from: &AnyPackage, to: &AnyPackage) -> Operation {
    Operation::Update {
        from: from.clone(),
        to: to.clone(),
    }
}
