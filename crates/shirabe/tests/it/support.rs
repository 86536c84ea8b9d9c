//! Places to run the program in, and looking at what it leaves there.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;

use shirabe_archive::{sha1_file, sha1_hex};
use shirabe_world::World;
use tempfile::TempDir;
use walkdir::WalkDir;

/// What a run said and how it ended.
#[derive(Debug)]
pub(crate) struct Run {
    /// Nothing where a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn of(output: &Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    #[track_caller]
    pub(crate) fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:#?}");
        self
    }
}

/// The world that all tests read.
pub(crate) fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| World::shared().expect("the world is built"))
}

/// A folder of its own, in memory where the system has such a place: a vendor folder is many small files.
pub(crate) fn scratch() -> TempDir {
    TempDir::new_in(folder_of_this_run()).expect("a temporary folder")
}

/// The folder of all places of this run. What lies in a static is never dropped, and a killed run drops nothing:
/// each run would keep hundreds of megabytes of memory. So a process that sees this one end removes the folder.
fn folder_of_this_run() -> &'static Path {
    use std::os::unix::process::CommandExt;
    static RUN: OnceLock<(PathBuf, Child)> = OnceLock::new();
    let (folder, _) = RUN.get_or_init(|| {
        let memory = Path::new("/dev/shm");
        let mut builder = tempfile::Builder::new();
        builder.prefix("shirabe-it-");
        let made = if memory.is_dir() {
            builder.tempdir_in(memory)
        } else {
            builder.tempdir()
        };
        let folder = made.expect("a temporary folder").keep();
        // Its standard input ends when this process does, however that happens. The group of its own keeps
        // Ctrl-C away from it.
        let remover = Command::new("sh")
            .args(["-c", "read -r line; rm -rf -- \"$1\"", "sh"])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("sh starts");
        (folder, remover)
    });
    folder
}

/// A folder with a `COMPOSER_HOME` and a warm cache that belong to one test.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    /// The world's configuration and cache, copied.
    pub(crate) fn new() -> Self {
        let place = Self { folder: scratch() };
        copy(&world().home(), &place.home());
        copy(&world().cache(), &place.cache());
        place
    }

    /// The world's configuration and an empty cache.
    pub(crate) fn cold() -> Self {
        let place = Self { folder: scratch() };
        copy(&world().home(), &place.home());
        place
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub(crate) fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// A path in this place.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A project with this composer.json.
    pub(crate) fn project(&self, name: &str, composer_json: &str) -> PathBuf {
        let folder = self.at(name);
        fs::create_dir_all(&folder).expect("the project's folder");
        fs::write(folder.join("composer.json"), composer_json).expect("composer.json");
        folder
    }

    /// `program` with the variables of this place and no others, without a network.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>, folder: &Path) -> Command {
        let mut command = self.online(program, folder);
        command.env("COMPOSER_DISABLE_NETWORK", "1");
        command
    }

    /// The same with a network.
    pub(crate) fn online(&self, program: impl AsRef<OsStr>, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(folder)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.folder.path())
            .env("COMPOSER_HOME", self.home())
            .env("COMPOSER_CACHE_DIR", self.cache())
            .env("COMPOSER_ALLOW_SUPERUSER", "1")
            .env("COMPOSER_NO_INTERACTION", "1")
            .stdin(Stdio::null());
        command
    }

    /// Runs the program offline in `folder`.
    pub(crate) fn run(&self, folder: &Path, arguments: &[&str]) -> Run {
        let output = self
            .command(PROGRAM, folder)
            .args(arguments)
            .output()
            .expect("the program starts");
        Run::of(&output)
    }
}

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_shirabe");

/// Copies a folder with its modes and links.
pub(crate) fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.expect("a folder to copy");
        let target = to.join(entry.path().strip_prefix(from).expect("inside"));
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).expect("a folder");
        } else if entry.file_type().is_symlink() {
            let link = fs::read_link(entry.path()).expect("a link");
            std::os::unix::fs::symlink(link, &target).expect("a link");
        } else {
            fs::copy(entry.path(), &target).expect("a file");
        }
    }
}

/// What lies in a folder: by path, type and mode and the SHA-1 of the content or where a link leads.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, String> {
    use std::os::unix::fs::PermissionsExt;
    let mut found = BTreeMap::new();
    for entry in WalkDir::new(folder).min_depth(1) {
        let entry = entry.expect("a folder to list");
        let path = entry.path();
        let name = path
            .strip_prefix(folder)
            .expect("inside")
            .display()
            .to_string();
        let mode = entry.metadata().expect("metadata").permissions().mode() & 0o7777;
        let what = if entry.file_type().is_dir() {
            format!("folder {mode:o}")
        } else if entry.file_type().is_symlink() {
            format!("link {}", fs::read_link(path).expect("a link").display())
        } else {
            format!("file {mode:o} {}", sha1_file(path).expect("a file"))
        };
        found.insert(name, what);
    }
    found
}

/// Fails with the paths that differ, not with thousands that do not.
#[track_caller]
pub(crate) fn assert_same(left: &BTreeMap<String, String>, right: &BTreeMap<String, String>) {
    let differing: Vec<_> = left
        .keys()
        .chain(right.keys())
        .filter(|name| left.get(*name) != right.get(*name))
        .map(|name| (name, left.get(name), right.get(name)))
        .take(10)
        .collect();
    assert!(differing.is_empty(), "{differing:#?}");
}

/// The SHA-1 of what `sha1sum` prints for the packages' files in `vendor`: one number for all of them.
pub(crate) fn packages_sum(app: &Path) -> String {
    let mut text = String::new();
    for (name, what) in tree(&app.join("vendor")) {
        let own = ["composer/", "bin/"]
            .iter()
            .any(|folder| name.starts_with(folder));
        if what.starts_with("file") && !own && name != "autoload.php" {
            let sum = what.rsplit(' ').next().unwrap_or_default();
            text.push_str(&format!("{sum}  vendor/{name}\n"));
        }
    }
    sha1_hex(text.as_bytes())
}

/// Whether `program` can be run. Where SHIRABE_REQUIRE_PHP=1 asks for a full run it must be there.
pub(crate) fn has(program: &str) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .env("COMPOSER_ALLOW_SUPERUSER", "1")
        .stdin(Stdio::null())
        .output()
        .is_ok_and(|output| output.status.success());
    let required = std::env::var_os("SHIRABE_REQUIRE_PHP").is_some_and(|value| value == "1");
    assert!(
        found || !required,
        "SHIRABE_REQUIRE_PHP=1, but {program} cannot be run"
    );
    if !found {
        eprintln!("skipped: {program} cannot be run here");
    }
    found
}

/// Runs PHP code on one argument and returns what it prints.
pub(crate) fn php(code: &str, argument: &Path) -> String {
    let output = Command::new("php")
        .args(["-d", "memory_limit=-1", "-r", code, "--"])
        .arg(argument)
        .output()
        .expect("php runs");
    assert!(output.status.success(), "{:#?}", Run::of(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A text without what is in it only because of where it was made: the folder, and whether there is PHP.
pub(crate) fn redacted(text: &str, place: &Place) -> String {
    text.replace(&place.folder().display().to_string(), "[place]")
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("PHP was not found"))
        .collect()
}
