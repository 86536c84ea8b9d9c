//! Wiring the installer: folders, options, what the user sees, scripts of package events.

use super::Flow;
use super::plugins;
use super::scripts::Scripts;
use crate::console::progress::Progress;
use crate::console::{Console, Tone, Verbosity};
use crate::failure::{Failure, exit, system_advice};
use crate::project::Project;
use crate::session::Session;
use crate::version;
use shirabe_archive::ArchiveError;
use shirabe_http::{Client, ClientOptions, HttpError, Network};
use shirabe_installer::{
    BinCompat, CodeHosts, Events, FilesCache, InstallError, InstallOptions, Installer, Layout,
    Level, Line, PackageEvent, Phase, Reporter, Tone as LineTone,
};
use shirabe_mixed::PhpMixed;
use shirabe_package::InstalledJson;
use shirabe_package::config::{BinCompat as ConfiguredBinCompat, Config, PreferredInstall};
use shirabe_resolver::Operation;
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where the record of `vendor/` lies.
pub(crate) fn installed_path(project: &Project) -> Result<PathBuf, Failure> {
    Ok(project.config.vendor_dir()?.join("composer/installed.json"))
}

/// The folders of a project.
pub(crate) fn layout(project: &Project) -> Result<Layout, Failure> {
    Ok(Layout {
        project: project.folder.clone(),
        vendor: project.config.vendor_dir()?,
        bin: project.config.bin_dir()?,
    })
}

/// The HTTP client by environment and configuration.
pub(crate) fn client(session: &Session, config: &Config) -> Client {
    let environment = &session.environment;
    let parallel = environment
        .number("COMPOSER_MAX_PARALLEL_HTTP")
        .and_then(|count| usize::try_from(count).ok())
        .filter(|count| *count > 0);
    let defaults = ClientOptions::default();
    Client::new(ClientOptions {
        max_parallel: parallel.unwrap_or(defaults.max_parallel),
        user_agent: format!(
            "Composer/{} ({}; {}/{})",
            version::COMPOSER_VERSION,
            std::env::consts::OS,
            version::NAME,
            version::VERSION
        ),
        network: match environment.filled("COMPOSER_DISABLE_NETWORK").as_deref() {
            None | Some("prime") => Network::Enabled,
            Some(_) => Network::Disabled,
        },
        secure_http: config.secure_http(),
        ..defaults
    })
}

/// What an [`Installer`] is put together from.
pub(crate) struct InstallerParts {
    layout: Layout,
    options: InstallOptions,
    http: Client,
    cache: FilesCache,
}

impl InstallerParts {
    /// The installer itself.
    pub(crate) fn installer<'a>(
        &'a self,
        reporter: &'a dyn Reporter,
        events: &'a dyn Events,
    ) -> Installer<'a> {
        Installer {
            layout: &self.layout,
            options: &self.options,
            http: &self.http,
            cache: &self.cache,
            reporter,
            events,
        }
    }
}

/// Works the parts out of configuration, environment and flags.
pub(crate) fn installer_parts(
    session: &Session,
    config: &Config,
    layout: Layout,
    preference: Option<&PreferredInstall>,
) -> Result<InstallerParts, Failure> {
    let cache = if session.no_cache {
        FilesCache::disabled()
    } else {
        FilesCache::new(&config.cache_files_dir()?, config.cache_read_only())
    };
    Ok(InstallerParts {
        options: InstallOptions {
            preference: match preference {
                Some(preference) => preference.clone(),
                None => config.preferred_install()?,
            },
            code_hosts: CodeHosts {
                github: texts(config, "github-domains")?,
                gitlab: texts(config, "gitlab-domains")?,
            },
            bin_compat: match config.bin_compat()? {
                ConfiguredBinCompat::Auto => BinCompat::Auto,
                ConfiguredBinCompat::Full => BinCompat::Full,
                ConfiguredBinCompat::Proxy => BinCompat::Proxy,
                ConfiguredBinCompat::Symlink => BinCompat::Proxy,
            },
            mirror_path_packages: session.environment.flag("COMPOSER_MIRROR_PATH_REPOS"),
            interrupted: interruption()?,
            ..InstallOptions::default()
        },
        http: client(session, config),
        cache,
        layout,
    })
}

fn texts(config: &Config, key: &str) -> Result<Vec<String>, Failure> {
    let value = config.get(key)?;
    Ok(value
        .iter()
        .flat_map(PhpMixed::values)
        .filter_map(|value| value.as_str().map(str::to_owned))
        .collect())
}

/// Set when the user presses Ctrl-C or the system asks the program to end: the package under way is
/// completed, what is done is recorded, and the program ends.
fn interruption() -> Result<Arc<AtomicBool>, Failure> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in signal_hook::consts::TERM_SIGNALS {
        // The second signal ends the program at once.
        signal_hook::flag::register_conditional_shutdown(*signal, 130, Arc::clone(&interrupted))
            .and_then(|_| signal_hook::flag::register(*signal, Arc::clone(&interrupted)))
            .map_err(|error| Failure::new(format_args!("Signals cannot be caught: {error}")))?;
    }
    Ok(interrupted)
}

/// Executes the operations and records what is there afterwards.
pub(super) fn execute(
    flow: &Flow<'_>,
    scripts: &Scripts<'_>,
    operations: &[Operation],
    installed: &mut InstalledJson,
) -> Result<(), Failure> {
    let project = flow.project;
    let parts = installer_parts(
        flow.session,
        &project.config,
        layout(project)?,
        flow.options.preference.as_ref(),
    )?;
    let reporter = ConsoleReporter::new(&flow.session.console);
    let events = ScriptEvents {
        scripts,
        dev_mode: flow.options.dev_mode,
    };
    let installer = parts.installer(&reporter, &events);
    if flow.options.download_only {
        installer.fetch_only(operations)?;
        return Ok(());
    }
    plugins::check(flow, operations)?;
    installer.execute(operations, installed, &project.root)?;
    Ok(())
}

/// Makes the missing proxies in `vendor/bin`.
pub(super) fn ensure_binaries(flow: &Flow<'_>, installed: &InstalledJson) -> Result<(), Failure> {
    let project = flow.project;
    let parts = installer_parts(
        flow.session,
        &project.config,
        layout(project)?,
        flow.options.preference.as_ref(),
    )?;
    let reporter = ConsoleReporter::new(&flow.session.console);
    parts
        .installer(&reporter, &shirabe_installer::NoEvents)
        .ensure_binaries(installed)?;
    Ok(())
}

/// Shows the installer's lines on the console.
pub(crate) struct ConsoleReporter<'a> {
    console: &'a Console,
    progress: RefCell<Option<Progress<'a>>>,
}

impl<'a> ConsoleReporter<'a> {
    pub(crate) fn new(console: &'a Console) -> Self {
        Self {
            console,
            progress: RefCell::new(None),
        }
    }
}

impl Reporter for ConsoleReporter<'_> {
    fn line(&self, line: &Line) {
        let least = match line.level {
            Level::Normal => Verbosity::Normal,
            Level::VeryVerbose => Verbosity::VeryVerbose,
            Level::Debug => Verbosity::Debug,
        };
        let tone = match line.tone {
            LineTone::Plain => Tone::Plain,
            LineTone::Warning => Tone::Warning,
            LineTone::Error => Tone::Error,
        };
        self.console.say_at(least, tone, &line.text);
    }

    fn started(&self, phase: Phase, total: usize) {
        let label = match phase {
            Phase::Downloads => "downloading",
            Phase::Packages => "installing",
        };
        *self.progress.borrow_mut() = Some(Progress::start(self.console, label, total as u64));
    }

    fn advanced(&self, _phase: Phase) {
        if let Some(progress) = self.progress.borrow().as_ref() {
            progress.step();
        }
    }

    fn finished(&self, _phase: Phase) {
        self.progress.borrow_mut().take();
    }
}

/// Runs the scripts that listen to package events.
struct ScriptEvents<'a> {
    scripts: &'a Scripts<'a>,
    dev_mode: bool,
}

impl Events for ScriptEvents<'_> {
    fn dispatch(
        &self,
        event: PackageEvent,
        operation: &Operation,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        self.scripts
            .dispatch_package(event.name(), self.dev_mode, operation)
            .map_err(|failure| failure.message.into())
    }
}

impl From<InstallError> for Failure {
    fn from(error: InstallError) -> Self {
        let failure = Self::new(crate::failure::chain(&error));
        match &error {
            InstallError::Interrupted => failure
                .advise("what was complete is recorded; run the same command again to go on")
                .code(130),
            // Composer does not count bytes that came, but the wrong ones, among failed downloads.
            InstallError::Download {
                source: HttpError::Checksum { .. },
                ..
            } => failure,
            // The server did its part.
            InstallError::Download {
                source: HttpError::Write { .. },
                ..
            } => match system_advice(&error) {
                Some(advice) => failure.advise(advice),
                None => failure,
            },
            InstallError::Download { .. } => failure.code(exit::TRANSPORT),
            InstallError::Extract { source, .. }
                if matches!(**source, ArchiveError::Invalid { kind: "zip", .. }) =>
            {
                failure.code(exit::NOT_A_ZIP)
            }
            error => match system_advice(error) {
                Some(advice) => failure.advise(advice),
                None => failure,
            },
        }
    }
}
