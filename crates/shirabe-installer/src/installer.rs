//! Executing a transaction.

use shirabe_callgraph::{centre, enter};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use shirabe_archive::Limits;
use shirabe_http::Client;
use shirabe_package::config::PreferredInstall;
use shirabe_package::installed::InstalledJson;
use shirabe_package::root::RootPackage;
use shirabe_package::{AnyPackage, InstallationSource, Package, PackageName};
use shirabe_repository::cache::FilesCache;
use shirabe_resolver::Operation;

use crate::batches::batches;
use crate::bin_proxies::{BinCompat, BinProxies};
use crate::dist_urls::CodeHosts;
use crate::error::InstallError;
use crate::fetch::{Archive, Fetcher, discard};
use crate::files;
use crate::layout::{self, Layout};
use crate::path_package;
use crate::plan::{Arrival, Origin, Rules};
use crate::record::{self, Ledger};
use crate::report::{Events, Level, Line, PackageEvent, Phase, Reporter, Say as _, Tone};
use crate::staging::Staging;
use crate::unpack::{Done, Job, Note, Unpacker};

/// What decides how packages are installed.
#[derive(Debug, Clone, Default)]
pub struct InstallOptions {
    /// `preferred-install`
    pub preference: PreferredInstall,
    /// `github-domains` and `gitlab-domains`
    pub code_hosts: CodeHosts,
    /// `bin-compat`
    pub bin_compat: BinCompat,
    /// `COMPOSER_MIRROR_PATH_REPOS`: path packages are copied where their repository does not say.
    pub mirror_path_packages: bool,
    /// How much one archive may unpack to.
    pub limits: Limits,
    /// How many packages are unpacked at once; 0 for as many as there are processors.
    pub threads: usize,
    /// Set by whoever hears that the user wants to stop: what is under way is completed, nothing new is begun.
    pub interrupted: Arc<AtomicBool>,
}

/// Puts packages into a project.
#[derive(Clone, Copy)]
pub struct Installer<'a> {
    /// Where things go.
    pub layout: &'a Layout,
    /// What decides how.
    pub options: &'a InstallOptions,
    /// Downloads archives.
    pub http: &'a Client,
    /// Keeps archives.
    pub cache: &'a FilesCache,
    /// Hears what the user sees.
    pub reporter: &'a dyn Reporter,
    /// Runs scripts.
    pub events: &'a dyn Events,
}

impl Installer<'_> {
    /// Executes `operations` in their order and records in `installed` and in `vendor/composer` what is there
    /// afterwards; also without any operation, the documents are written. `installed.dev` and
    /// `installed.dev_package_names` must be those of the state to come; `root` is named in `installed.php`.
    ///
    /// Binaries that another package's removal took along come back with [`Installer::ensure_binaries`].
    ///
    /// # Errors
    /// The first failure. Operations that were complete are recorded all the same.
    pub fn execute(
        &self,
        operations: &[Operation],
        installed: &mut InstalledJson,
        root: &RootPackage,
    ) -> Result<(), InstallError> {
        let _span = enter(centre!("install"));
        let layout = self.real_layout()?;
        let staging = Staging::open(layout.composer())?;
        let fetcher = self.fetcher(&staging, &layout);
        let arrivals = self.arrivals(operations, &layout)?;
        let archives = fetcher.fetch_all(&arrivals, self.reporter)?;
        let run = Run {
            installer: self,
            layout: &layout,
            staging: &staging,
            fetcher: &fetcher,
            operations,
            arrivals: &arrivals,
        };
        let mut archives = archives;
        let mut ledger = Ledger { installed };
        run.guard_updates(&ledger, root)?;
        let result = batches(operations)
            .into_iter()
            .try_for_each(|batch| run.batch(batch, &mut archives, &mut ledger));
        archives.iter().flatten().for_each(discard);
        let recorded = record::write(&layout, ledger.installed, root);
        result.and(recorded)
    }

    /// Fetches the archives of all operations into the cache and changes nothing else (`--download-only`).
    ///
    /// # Errors
    /// The first failure.
    pub fn fetch_only(&self, operations: &[Operation]) -> Result<(), InstallError> {
        let _span = enter(centre!("fetch-only"));
        let layout = self.real_layout()?;
        let staging = Staging::open(layout.composer())?;
        let arrivals = self.arrivals(operations, &layout)?;
        let archives = self
            .fetcher(&staging, &layout)
            .fetch_all(&arrivals, self.reporter)?;
        archives.iter().flatten().for_each(discard);
        files::remove_if_empty(&layout.composer());
        files::remove_if_empty(&layout.vendor);
        Ok(())
    }

    /// Makes the proxies that are missing.
    ///
    /// # Errors
    /// A proxy that cannot be written.
    pub fn ensure_binaries(&self, installed: &InstalledJson) -> Result<(), InstallError> {
        let _span = enter(centre!("binaries"));
        let layout = self.real_layout()?;
        let proxies = self.proxies(&layout);
        for package in &installed.packages {
            if let AnyPackage::Real(package) = package
                && let Some(home) = layout::package_path(&layout.vendor, package)?
            {
                proxies.install(package, &home, true, self.reporter)?;
            }
        }
        Ok(())
    }

    /// Whether the files of `package` are where `installed.json` says. A package that is recorded but lost is installed
    /// again.
    ///
    /// # Errors
    /// A name that leads out of the vendor folder.
    pub fn is_present(&self, package: &AnyPackage) -> Result<bool, InstallError> {
        Ok(self
            .layout
            .install_path(package)?
            .is_none_or(|path| path.exists()))
    }

    /// The layout with the vendor folder as it really is, made if need be.
    fn real_layout(&self) -> Result<Layout, InstallError> {
        files::create_folder(&self.layout.vendor)?;
        let real =
            |path: &PathBuf| fs::canonicalize(path).map_err(InstallError::file("find", path));
        Ok(Layout {
            vendor: real(&self.layout.vendor)?,
            project: real(&self.layout.project)?,
            bin: self.layout.bin.clone(),
        })
    }

    fn arrivals(
        &self,
        operations: &[Operation],
        layout: &Layout,
    ) -> Result<Vec<Option<Arrival>>, InstallError> {
        let rules = self.rules(layout);
        let arrivals = operations
            .iter()
            .map(|operation| rules.arrival(operation))
            .collect::<Result<Vec<_>, _>>()?;
        for arrival in arrivals
            .iter()
            .flatten()
            .filter(|arrival| arrival.instead_of_source)
        {
            self.reporter.warn(format!(
                "    Installing from source is not supported yet: taking the dist of {}",
                arrival.package.pretty_string()
            ));
        }
        Ok(arrivals)
    }

    pub(crate) fn rules<'b>(&'b self, layout: &'b Layout) -> Rules<'b> {
        Rules {
            layout,
            preference: &self.options.preference,
            hosts: &self.options.code_hosts,
            mirror_path_packages: self.options.mirror_path_packages,
        }
    }

    pub(crate) fn fetcher<'b>(&'b self, staging: &'b Staging, layout: &'b Layout) -> Fetcher<'b> {
        Fetcher {
            http: self.http,
            cache: self.cache,
            staging,
            project: &layout.project,
        }
    }

    pub(crate) fn unpacker<'b>(
        &'b self,
        staging: &'b Staging,
        fetcher: &'b Fetcher<'b>,
    ) -> Unpacker<'b> {
        Unpacker {
            staging,
            fetcher,
            limits: &self.options.limits,
            interrupted: &self.options.interrupted,
        }
    }

    fn proxies<'b>(&self, layout: &'b Layout) -> BinProxies<'b> {
        BinProxies {
            folder: layout.bin.clone(),
            vendor: &layout.vendor,
            compat: self.options.bin_compat,
        }
    }

    pub(crate) fn tell(&self, notes: Vec<Note>) {
        for note in notes {
            match note {
                Note::MirroredInstead(line) => {
                    self.reporter
                        .fail("    Symlink failed, fallback to use mirroring!".into());
                    self.reporter.say(line);
                }
                Note::FetchedAgain(reason) => {
                    self.reporter.warn(format!(
                        "    {reason}. The cached archive was removed and is fetched again."
                    ));
                }
            }
        }
    }
}

/// One transaction under way.
struct Run<'a> {
    installer: &'a Installer<'a>,
    layout: &'a Layout,
    staging: &'a Staging,
    fetcher: &'a Fetcher<'a>,
    operations: &'a [Operation],
    arrivals: &'a [Option<Arrival>],
}

impl Run<'_> {
    /// Records that packages about to change are not installed: should this run be killed, their folders may have the
    /// new version while the old one stands in the document.
    fn guard_updates(&self, ledger: &Ledger<'_>, root: &RootPackage) -> Result<(), InstallError> {
        let changing: HashSet<&PackageName> = self
            .operations
            .iter()
            .filter_map(|operation| match operation {
                Operation::Update { from, .. } => Some(from.name()),
                _ => None,
            })
            .collect();
        if changing.is_empty() {
            return Ok(());
        }
        record::write(self.layout, &mut ledger.without(&changing), root)
    }

    fn batch(
        &self,
        batch: Range<usize>,
        archives: &mut [Option<Archive>],
        ledger: &mut Ledger<'_>,
    ) -> Result<(), InstallError> {
        let reporter = self.installer.reporter;
        let mut jobs = Vec::new();
        let mut begun = Vec::new();
        let mut error = None;
        for index in batch {
            match self.begin(index, archives, ledger) {
                Ok(job) => {
                    begun.push(index);
                    jobs.extend(job);
                }
                Err(failure) => {
                    error = Some(failure);
                    break;
                }
            }
        }

        let mut outcomes: HashMap<usize, Result<(), InstallError>> = HashMap::new();
        let working: HashSet<usize> = jobs.iter().map(|job| job.operation).collect();
        if error.is_none() && !jobs.is_empty() {
            reporter.started(Phase::Packages, jobs.len());
            let threads = match self.installer.options.threads {
                0 => thread::available_parallelism().map_or(1, usize::from),
                threads => threads,
            };
            self.installer.unpacker(self.staging, self.fetcher).run(
                jobs,
                threads,
                |Done {
                     operation,
                     notes,
                     result,
                 }| {
                    self.installer.tell(notes);
                    outcomes.insert(operation, result);
                    reporter.advanced(Phase::Packages);
                },
            );
            reporter.finished(Phase::Packages);
        }

        for &index in &begun {
            let outcome = match outcomes.remove(&index) {
                Some(outcome) => outcome.map(|()| true),
                None => Ok(!working.contains(&index)),
            };
            let ended = match outcome {
                Ok(true) => self.end(index, ledger),
                Ok(false) => self.undo(index),
                Err(failure) => {
                    let kind = self.operations[index].kind();
                    let name = self.operations[index].package();
                    reporter.fail(format!(
                        "    {} of {} failed",
                        capitalised(kind),
                        name.pretty_name()
                    ));
                    self.undo(index).and(Err(failure))
                }
            };
            if let Err(failure) = ended {
                error.get_or_insert(failure);
            }
        }
        if let Some(error) = error {
            return Err(error);
        }
        self.check_interrupted()?;
        begun
            .iter()
            .try_for_each(|&index| self.dispatch(index, false))
    }

    /// Tells of an operation and does what is to be done at once. Unpacking is left to a job.
    fn begin<'b>(
        &'b self,
        index: usize,
        archives: &mut [Option<Archive>],
        ledger: &mut Ledger<'_>,
    ) -> Result<Option<Job<'b>>, InstallError> {
        self.check_interrupted()?;
        let operation = &self.operations[index];
        let reporter = self.installer.reporter;
        match operation {
            Operation::MarkAliasInstalled(_) | Operation::MarkAliasUninstalled(_) => {
                reporter.line(&Line {
                    level: Level::Debug,
                    tone: Tone::Plain,
                    text: format!("  - {operation}"),
                });
                if matches!(operation, Operation::MarkAliasInstalled(_)) {
                    ledger.add(operation.package());
                } else {
                    ledger.remove_alias(&operation.package());
                }
                Ok(None)
            }
            Operation::Uninstall(package) => {
                self.dispatch(index, true)?;
                self.uninstall(operation, package.base())?;
                ledger.remove(package.name());
                Ok(None)
            }
            Operation::Install(package) => {
                self.dispatch(index, true)?;
                let Some(arrival) = &self.arrivals[index] else {
                    return Ok(None);
                };
                reporter.say(format!("  - {operation}{}", arrival.appendix()));
                if arrival
                    .target
                    .as_ref()
                    .is_some_and(|target| !target.exists())
                    && ledger
                        .installed
                        .packages
                        .iter()
                        .any(|known| known.name() == package.name())
                {
                    self.proxies().remove(package.base())?;
                }
                Ok(job(index, arrival, archives[index].take(), None))
            }
            Operation::Update { from, to } => {
                self.dispatch(index, true)?;
                let Some(arrival) = &self.arrivals[index] else {
                    return Ok(None);
                };
                if same_way(from.base(), to.base()) {
                    reporter.say(format!("  - {operation}{}", arrival.appendix()));
                } else {
                    reporter.say(format!("  - {}", Operation::Uninstall(from.clone())));
                    reporter.say(format!(
                        "  - {}{}",
                        Operation::Install(to.clone()),
                        arrival.appendix()
                    ));
                }
                self.proxies().remove(from.base())?;
                let old = self.old_folder(from.base(), arrival)?;
                if arrival.target.is_none() {
                    // It has become a metapackage, which has no files.
                    if let Some(old) = &old {
                        self.remove_folder(old)?;
                    }
                }
                Ok(job(index, arrival, archives[index].take(), old))
            }
        }
    }

    /// Completes an operation whose files are in place.
    fn end(&self, index: usize, ledger: &mut Ledger<'_>) -> Result<(), InstallError> {
        let Some(arrival) = &self.arrivals[index] else {
            return Ok(());
        };
        let package = arrival.installed();
        if let Operation::Update { from, .. } = &self.operations[index] {
            ledger.remove(from.name());
        }
        ledger.add(AnyPackage::Real(Arc::clone(&package)));
        match &arrival.target {
            Some(home) => {
                make_single_file_executable(&arrival.origin, &package, home);
                self.proxies()
                    .install(&package, home, false, self.installer.reporter)
            }
            None => Ok(()),
        }
    }

    /// Gives the version that stays, since the new one did not come, its proxies back.
    fn undo(&self, index: usize) -> Result<(), InstallError> {
        if let Operation::Update { from, .. } = &self.operations[index]
            && let Some(home) = layout::package_path(&self.layout.vendor, from.base())?
            && home.exists()
        {
            self.proxies()
                .install(from.base(), &home, true, self.installer.reporter)?;
        }
        Ok(())
    }

    fn uninstall(&self, operation: &Operation, package: &Package) -> Result<(), InstallError> {
        let reporter = self.installer.reporter;
        let Some(folder) = layout::base_path(&self.layout.vendor, package)? else {
            reporter.say(format!("  - {operation}"));
            return Ok(());
        };
        let is_own_source = package.installation_source != Some(InstallationSource::Source)
            && package.dist_kind() == Some("path")
            && path_package::is_own_source(package, &self.layout.project, &folder);
        if is_own_source {
            reporter.say(format!(
                "  - {operation}, source is still present in {}",
                folder.display()
            ));
        } else {
            reporter.say(format!("  - {operation}"));
            self.remove_folder(&folder)?;
        }
        self.proxies().remove(package)
    }

    /// Removes a package's folder in one step, as others see it, and its vendor's folder where that is empty then.
    fn remove_folder(&self, folder: &std::path::Path) -> Result<(), InstallError> {
        if let Some(away) = self.staging.take_away(folder)? {
            files::remove(&away)?;
        }
        if let Some(parent) = folder
            .parent()
            .filter(|parent| *parent != self.layout.vendor)
        {
            files::remove_if_empty(parent);
        }
        Ok(())
    }

    /// The folder of the version before, where it is not the one that the new version takes.
    fn old_folder(
        &self,
        from: &Package,
        arrival: &Arrival,
    ) -> Result<Option<PathBuf>, InstallError> {
        let before = layout::package_path(&self.layout.vendor, from)?;
        if before == arrival.target || before.as_ref().is_none_or(|path| !files::exists(path)) {
            return Ok(None);
        }
        let is_the_same = |path: &PathBuf| {
            let real = |path: &PathBuf| fs::canonicalize(path).ok();
            arrival
                .target
                .as_ref()
                .is_some_and(|target| real(target).is_some() && real(target) == real(path))
        };
        Ok(layout::base_path(&self.layout.vendor, from)?.filter(|path| !is_the_same(path)))
    }

    fn dispatch(&self, index: usize, before: bool) -> Result<(), InstallError> {
        let operation = &self.operations[index];
        let event = match (operation, before) {
            (Operation::Install(_), true) => PackageEvent::PreInstall,
            (Operation::Install(_), false) => PackageEvent::PostInstall,
            (Operation::Update { .. }, true) => PackageEvent::PreUpdate,
            (Operation::Update { .. }, false) => PackageEvent::PostUpdate,
            (Operation::Uninstall(_), true) => PackageEvent::PreUninstall,
            (Operation::Uninstall(_), false) => PackageEvent::PostUninstall,
            _ => return Ok(()),
        };
        self.installer
            .events
            .dispatch(event, operation)
            .map_err(InstallError::Event)
    }

    fn check_interrupted(&self) -> Result<(), InstallError> {
        if self.installer.options.interrupted.load(Ordering::Relaxed) {
            return Err(InstallError::Interrupted);
        }
        Ok(())
    }

    fn proxies(&self) -> BinProxies<'_> {
        self.installer.proxies(self.layout)
    }
}

/// The job of putting `arrival` in place, unless it is there or has no files.
fn job(
    operation: usize,
    arrival: &Arrival,
    archive: Option<Archive>,
    old: Option<PathBuf>,
) -> Option<Job<'_>> {
    let target = arrival.target.as_deref()?;
    if let Origin::Path(path) = &arrival.origin
        && path.is_in_place(target)
    {
        return None;
    }
    Some(Job {
        operation,
        arrival,
        target,
        archive,
        old,
    })
}

/// Whether both versions are installed in one way, so that one line tells of the update.
fn same_way(from: &Package, to: &Package) -> bool {
    let way = |package: &Package, source: Option<InstallationSource>| match source {
        _ if layout::is_metapackage(package) => None,
        Some(InstallationSource::Source) => package.source_kind().map(str::to_lowercase),
        _ => package.dist_kind().map(str::to_lowercase),
    };
    let before = way(from, from.installation_source);
    let after = way(to, Some(InstallationSource::Dist));
    from.package_type == to.package_type && (before == after || before.is_none() || after.is_none())
}

/// A dist that is one file has no permissions of its own.
fn make_single_file_executable(origin: &Origin, package: &Package, home: &std::path::Path) {
    if matches!(origin, Origin::File { .. }) {
        for bin in package.binaries() {
            files::make_executable(&home.join(bin));
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
