//! Running the project's scripts (<https://getcomposer.org/doc/articles/scripts.md>).

use super::platform;
use crate::console::{Console, Tone, Verbosity, without_tags};
use crate::failure::{Failure, chain};
use crate::project::Project;
use crate::session::Session;
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::{AnyPackage, PackageError, dumper};
use shirabe_php::{
    Event, Messages, Operation as ScriptOperation, ScriptProject, ScriptRunner, ScriptSettings,
    Verbosity as ScriptVerbosity,
};
use shirabe_resolver::Operation;
use std::cell::RefCell;
use std::time::Duration;

/// The scripts of one project, ready to run. Nothing is looked at before the first one does.
pub(crate) struct Scripts<'a> {
    session: &'a Session,
    project: &'a Project,
    enabled: bool,
    timeout: Option<u64>,
    runner: RefCell<Option<ScriptRunner>>,
}

impl<'a> Scripts<'a> {
    pub(crate) fn of(session: &'a Session, project: &'a Project, enabled: bool) -> Self {
        Self {
            session,
            project,
            enabled,
            timeout: None,
            runner: RefCell::new(None),
        }
    }

    /// `--timeout`, in seconds; 0 for none.
    pub(crate) fn set_timeout(&mut self, seconds: u64) {
        self.timeout = Some(seconds);
    }

    /// Whether composer.json has a script of this name.
    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.project
            .data
            .get("scripts")
            .and_then(|scripts| scripts.get(name))
            .is_some()
    }

    /// Runs what listens to an event.
    pub(crate) fn dispatch(&self, name: &str, dev_mode: bool) -> Result<(), Failure> {
        self.run(&Event::script(name, dev_mode))
    }

    /// Runs a script with arguments.
    pub(crate) fn dispatch_with(
        &self,
        name: &str,
        dev_mode: bool,
        arguments: &[String],
    ) -> Result<(), Failure> {
        self.run(&Event::script(name, dev_mode).with_arguments(arguments.to_vec()))
    }

    /// Runs what listens to an event of one package.
    pub(super) fn dispatch_package(
        &self,
        name: &str,
        dev_mode: bool,
        operation: &Operation,
    ) -> Result<(), Failure> {
        if !self.is_defined(name) {
            return Ok(());
        }
        let Some(operation) = script_operation(operation) else {
            return Ok(());
        };
        self.run(&Event::package(
            name,
            dev_mode,
            vec![operation.clone()],
            operation,
        ))
    }

    fn run(&self, event: &Event) -> Result<(), Failure> {
        if !self.enabled || !self.is_defined(&event.name) {
            return Ok(());
        }
        let mut slot = self.runner.borrow_mut();
        let runner = match &mut *slot {
            Some(runner) => runner,
            None => slot.insert(self.runner()?),
        };
        let mut messages = ConsoleMessages(&self.session.console);
        match runner.run(event, &mut messages) {
            Ok(0) => Ok(()),
            Ok(code) => Err(Failure::silent(exit_code(code))),
            Err(error) => {
                let code = exit_code(error.exit_code());
                let was_said = error.was_said();
                let failure = Failure::new(if was_said {
                    String::new()
                } else {
                    chain(&error)
                });
                Err(failure.code(code))
            }
        }
    }

    fn runner(&self) -> Result<ScriptRunner, Failure> {
        let Self {
            session, project, ..
        } = self;
        let config = &project.config;
        let detected = platform::detect(session, &project.folder)?;
        let timeout = self
            .timeout
            .unwrap_or_else(|| u64::try_from(config.process_timeout()).unwrap_or(0));
        let scripts = project.data.get("scripts").unwrap_or(&PhpMixed::Null);
        let script_project = ScriptProject {
            directory: project.folder.clone(),
            vendor_dir: config.vendor_dir()?,
            bin_dir: config.bin_dir()?,
            scripts: ScriptProject::read_scripts(scripts),
            binaries: project
                .root
                .package
                .binaries()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            manifest: manifest(project),
            config: values(project)?,
        };
        let console = &session.console;
        let settings = ScriptSettings {
            php: detected.php.clone(),
            cache_dir: (!session.no_cache)
                .then(|| config.cache_dir())
                .transpose()?
                .map(|folder| folder.join("shirabe")),
            executable: std::env::current_exe().map_err(|error| {
                Failure::new(format_args!(
                    "This program's own path cannot be found: {error}"
                ))
            })?,
            timeout: (timeout > 0).then(|| Duration::from_secs(timeout)),
            verbosity: match console.verbosity() {
                Verbosity::Quiet => ScriptVerbosity::Quiet,
                Verbosity::Normal => ScriptVerbosity::Normal,
                Verbosity::Verbose => ScriptVerbosity::Verbose,
                Verbosity::VeryVerbose => ScriptVerbosity::VeryVerbose,
                Verbosity::Debug => ScriptVerbosity::Debug,
            },
            interactive: console.is_interactive(),
            decorated: console.has_colour(),
            enabled: self.enabled,
            signal: None,
        };
        Ok(ScriptRunner::new(
            script_project,
            settings,
            &session.environment,
        ))
    }
}

fn exit_code(code: i32) -> u8 {
    u8::try_from(code)
        .ok()
        .filter(|code| *code != 0)
        .unwrap_or(1)
}

/// The root package as callbacks see it.
fn manifest(project: &Project) -> PhpMap {
    let mut data = project.data.clone();
    let package = &project.root.package;
    data.insert("version".into(), package.pretty_version.as_ref().into());
    data.insert("version_normalized".into(), package.version.as_str().into());
    data
}

/// Every setting with variables and references worked in.
fn values(project: &Project) -> Result<PhpMap, PackageError> {
    let config = &project.config;
    let mut values = PhpMap::default();
    for key in config.raw().keys() {
        if let Some(value) = config.get(key)? {
            values.insert(key.clone(), value);
        }
    }
    Ok(values)
}

fn script_operation(operation: &Operation) -> Option<ScriptOperation> {
    let data = |package: &AnyPackage| dumper::dump(package.base());
    match operation {
        Operation::Install(package) => Some(ScriptOperation::Install(data(package))),
        Operation::Update { from, to } => Some(ScriptOperation::Update {
            from: data(from),
            to: data(to),
        }),
        Operation::Uninstall(package) => Some(ScriptOperation::Uninstall(data(package))),
        Operation::MarkAliasInstalled(_) | Operation::MarkAliasUninstalled(_) => None,
    }
}

struct ConsoleMessages<'a>(&'a Console);

impl Messages for ConsoleMessages<'_> {
    fn line(&mut self, from: ScriptVerbosity, text: &str) {
        let least = match from {
            ScriptVerbosity::Quiet => Verbosity::Quiet,
            ScriptVerbosity::Normal => Verbosity::Normal,
            ScriptVerbosity::Verbose => Verbosity::Verbose,
            ScriptVerbosity::VeryVerbose => Verbosity::VeryVerbose,
            ScriptVerbosity::Debug => Verbosity::Debug,
        };
        let tone = if text.starts_with("<error>") {
            Tone::Error
        } else if text.starts_with("<warning>") {
            Tone::Warning
        } else {
            Tone::Plain
        };
        self.0.say_at(least, tone, &without_tags(text));
    }
}
