//! Small repositories to read, and what a test says about them.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use shirabe_http::{Client, ClientOptions, Network};
use shirabe_package::AnyPackage;
use shirabe_repository::{Context, Notice, Notices};
use shirabe_resolver::{KnownVersions, PackageSource, StabilityFilter, Wanted};
use shirabe_semver::{Constraint, Stability};

pub(crate) const DATE: &str = "Mon, 02 Jun 2025 10:00:00 GMT";

/// A context, and the notices that were given in it.
pub(crate) struct Setting {
    pub(crate) context: Context,
    notices: Arc<Mutex<Vec<Notice>>>,
}

impl Setting {
    pub(crate) fn new(network: Network, folder: &Path) -> Self {
        let http = Client::new(ClientOptions {
            secure_http: false,
            network,
            ..ClientOptions::default()
        });
        let notices = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&notices);
        let mut context = Context::new(http, folder);
        context.cache_dir = Some(folder.join("cache/repo"));
        context.notices = Notices::new(move |notice| sink.lock().unwrap().push(notice));
        context.environment = shirabe_package::Environment::from_process();
        Self { context, notices }
    }

    pub(crate) fn online(folder: &Path) -> Self {
        Self::new(Network::Enabled, folder)
    }

    pub(crate) fn offline(folder: &Path) -> Self {
        Self::new(Network::Disabled, folder)
    }

    /// The texts of the notices so far.
    pub(crate) fn notices(&self) -> Vec<String> {
        let notices = self.notices.lock().unwrap();
        notices
            .iter()
            .map(|notice| match notice {
                Notice::Warning(text) | Notice::Info(text) => text.clone(),
            })
            .collect()
    }
}

pub(crate) fn write(folder: &Path, file: &str, content: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

pub(crate) fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

pub(crate) fn wanted(name: &str, constraint: &str) -> Wanted {
    Wanted {
        name: name.into(),
        constraint: Some(Constraint::parse(constraint).unwrap()),
    }
}

/// `acme/a 1.0.0.0` for packages, `acme/a 1.9999999-dev (alias of dev-main)` for aliases.
pub(crate) fn shown(packages: &[AnyPackage]) -> Vec<String> {
    packages
        .iter()
        .map(|package| {
            let own = format!("{} {}", package.name(), package.version());
            match package.as_alias() {
                Some(alias) => format!("{own} (alias of {})", alias.of.version),
                None => own,
            }
        })
        .collect()
}

/// What a repository finds at a minimum stability: names, then packages.
pub(crate) fn load(
    repository: &mut dyn PackageSource,
    wanted: &[Wanted],
    minimum: Stability,
) -> (Vec<String>, Vec<String>) {
    let filter = StabilityFilter::new(minimum);
    let loaded = repository
        .load_packages(wanted, &filter, &KnownVersions::default())
        .unwrap();
    let names = loaded.names_found.iter().map(ToString::to_string).collect();
    (names, shown(&loaded.packages))
}

/// The message of a repository that cannot find something.
pub(crate) fn failure(repository: &mut dyn PackageSource, name: &str) -> String {
    let filter = StabilityFilter::new(Stability::Stable);
    let result = repository.load_packages(&[wanted(name, "*")], &filter, &KnownVersions::default());
    result.unwrap_err().to_string()
}
