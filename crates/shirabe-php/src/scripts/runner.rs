//! Running the scripts of an event, one after the other.

use super::arguments::{call_words, escape, join};
use super::callback::{self, Outcome};
use super::event::{Event, EventKind};
use super::events::is_raised;
use super::listener::Listener;
use super::messages::{Messages, Verbosity};
use super::settings::{ScriptProject, ScriptSettings};
use super::worker::Worker;
use super::{own_binary, php_command, process};
use crate::{IniSettings, PhpBinary, ScriptError, platform};
use shirabe_callgraph::{centre, enter};
use shirabe_package::Environment;
use std::time::Duration;

/// Runs scripts. What a script does to the environment (`@putenv`) holds for those after it.
pub struct ScriptRunner {
    pub(super) project: ScriptProject,
    pub(super) settings: ScriptSettings,
    pub(super) environment: Environment,
    pub(super) timeout: Option<Duration>,
    pub(super) worker: Option<Worker>,
    ini: Option<IniSettings>,
    running: Vec<String>,
    skipped: Vec<String>,
}

impl ScriptRunner {
    /// A runner for a project's scripts, which see `environment`.
    #[must_use]
    pub fn new(
        project: ScriptProject,
        settings: ScriptSettings,
        environment: &Environment,
    ) -> Self {
        let skipped = environment
            .text("COMPOSER_SKIP_SCRIPTS")
            .unwrap_or_default();
        let mut environment = environment.clone();
        environment.set("COMPOSER_BINARY", settings.executable.as_os_str());
        Self {
            skipped: skipped
                .split(',')
                .map(|name| name.trim().to_owned())
                .filter(|name| !name.is_empty())
                .collect(),
            timeout: settings.timeout,
            project,
            settings,
            environment,
            worker: None,
            ini: None,
            running: Vec::new(),
        }
    }

    /// The environment as scripts have left it.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Tells the runner of a project that has changed: `create-project` gets another one, and an
    /// update may bring another configuration.
    pub fn set_project(&mut self, project: ScriptProject) {
        self.project = project;
    }

    /// Sets how long one command may run from now on; nothing is for ever.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// Whether there is anything to run for an event.
    #[must_use]
    pub fn has_listeners(&self, event: &str) -> bool {
        self.settings.enabled
            && !self.is_skipped(event)
            && self
                .project
                .scripts
                .get(event)
                .is_some_and(|list| !list.is_empty())
    }

    fn is_skipped(&self, event: &str) -> bool {
        self.skipped.iter().any(|name| name == event)
    }

    /// Runs the scripts of an event in their order, up to the first that fails. The value is the
    /// exit code: 0, or 1 when a callback returned `false`.
    ///
    /// # Errors
    /// When a script fails, takes too long, calls itself, or cannot be run. What Composer says of
    /// it has been said; the error's own text is for those cases that end the program.
    pub fn run(&mut self, event: &Event, messages: &mut dyn Messages) -> Result<i32, ScriptError> {
        let _span = enter(centre!("script"));
        let dev_mode = if event.dev_mode { "1" } else { "0" };
        self.environment.set("COMPOSER_DEV_MODE", dev_mode);
        self.dispatch(event, messages)
    }

    fn dispatch(&mut self, event: &Event, out: &mut dyn Messages) -> Result<i32, ScriptError> {
        let listeners = self.listeners(&event.name, out);
        if self.running.contains(&event.name) {
            return Err(ScriptError::Circular(event.name.clone()));
        }
        self.running.push(event.name.clone());
        let result = self.run_all(&listeners, event, out);
        self.running.pop();
        result
    }

    fn listeners(&self, event: &str, out: &mut dyn Messages) -> Vec<String> {
        let listeners = self
            .project
            .scripts
            .get(event)
            .filter(|list| !list.is_empty());
        match listeners {
            Some(listeners) if self.settings.enabled => {
                if self.is_skipped(event) {
                    let text = format!(
                        "Skipped script listeners for <info>{event}</info> because of \
                         COMPOSER_SKIP_SCRIPTS"
                    );
                    out.line(Verbosity::Verbose, &text);
                    return Vec::new();
                }
                listeners.clone()
            }
            _ => Vec::new(),
        }
    }

    fn run_all(
        &mut self,
        listeners: &[String],
        event: &Event,
        out: &mut dyn Messages,
    ) -> Result<i32, ScriptError> {
        let mut worst = 0;
        for written in listeners {
            self.put_bin_dir_first();
            let text = written
                .replace(" @no_additional_args", "")
                .replace("@no_additional_args", "");
            let arguments = if written.contains("@no_additional_args") {
                &[]
            } else {
                &event.arguments[..]
            };
            let listener = Listener::of(&text);
            if self.is_left_out(listener, event, out) {
                continue;
            }
            match listener {
                Listener::Composer(rest) => {
                    self.announce_call(&text, event, arguments, out);
                    let (words, _) = call_words(Some(rest), arguments);
                    let line = format!("{} {}", self.own_command(), words.join(" "));
                    self.shell(&line, &text, event, out)?;
                }
                Listener::Script(rest) => {
                    self.announce_call(&text, event, arguments, out);
                    worst = worst.max(self.call(&text, rest, event, arguments, out)?);
                }
                Listener::PutEnv(assignment) => {
                    self.announce(&text, event, out);
                    match assignment.split_once('=') {
                        Some((name, value)) => self.environment.set(name, value),
                        None => self.environment.unset(assignment),
                    }
                }
                Listener::Callback { class, method } => {
                    let outcome = callback::method(self, class, method, &text, event, out)?;
                    worst = worst.max(outcome.code);
                    if outcome.stop {
                        break;
                    }
                }
                Listener::Command(class) => {
                    let Outcome { code, .. } =
                        callback::command(self, class, arguments, event, out)?;
                    worst = worst.max(code);
                }
                Listener::Shell(line) => self.command(line, arguments, event, out)?,
            }
        }
        Ok(worst)
    }

    /// Whether a listener is passed over for lack of PHP, which is said.
    fn is_left_out(&self, listener: Listener<'_>, event: &Event, out: &mut dyn Messages) -> bool {
        let needs_php = match listener {
            Listener::Callback { class, method } => !callback::needs_no_php(class, method),
            Listener::Command(_) => true,
            Listener::Shell(line) => line.starts_with("@php "),
            _ => false,
        };
        let raised_by_us = self
            .running
            .first()
            .is_some_and(|outermost| is_raised(outermost));
        let left_out = needs_php && self.settings.php.is_none() && raised_by_us;
        if left_out {
            let text = format!(
                "<warning>PHP was not found, script {listener} handling the {} event was \
                 skipped</warning>",
                event.name
            );
            out.line(Verbosity::Quiet, &text);
        }
        left_out
    }

    /// `@name`: runs another script with the words behind its name and our own arguments.
    fn call(
        &mut self,
        text: &str,
        rest: &str,
        event: &Event,
        arguments: &[String],
        out: &mut dyn Messages,
    ) -> Result<i32, ScriptError> {
        let name = rest.split(' ').next().unwrap_or(rest);
        let behind = rest.get(name.len() + 1..);
        let (words, own) = call_words(behind, arguments);
        if !self.has_listeners(name) {
            let warning =
                format!("<warning>You made a reference to a non-existent script {text}</warning>");
            out.line(Verbosity::Quiet, &warning);
        }
        let mut called_by = vec![event.name.clone()];
        called_by.extend(event.called_by.iter().cloned());
        let called = Event {
            name: name.to_owned(),
            dev_mode: event.dev_mode,
            arguments: words,
            alias_input: event
                .alias_input
                .as_ref()
                .map(|input| format!("{} {input}", join(&own))),
            kind: EventKind::Script,
            called_by,
        };
        let result = self.dispatch(&called, out);
        if matches!(&result, Err(ScriptError::Failed { .. })) {
            let text = format!("<error>Script {text} was called via {}</error>", event.name);
            out.line(Verbosity::Quiet, &text);
        }
        result
    }

    /// A command line, `@php …` and `composer …` included.
    fn command(
        &mut self,
        written: &str,
        arguments: &[String],
        event: &Event,
        out: &mut dyn Messages,
    ) -> Result<(), ScriptError> {
        let arguments = join(arguments);
        let mut line = if written.contains("@additional_args") {
            written.replace("@additional_args", &arguments)
        } else if arguments.is_empty() {
            written.to_owned()
        } else {
            format!("{written} {arguments}")
        };
        self.announce(&line, event, out);
        if let Some(binary) = own_binary::named_by(written, &self.project.binaries) {
            let rest = line.strip_prefix(written).unwrap_or_default();
            let caller = own_binary::interpreter(&self.project.directory.join(binary));
            line = format!("{caller} {binary}{rest}");
        }
        if let Some(rest) = line.strip_prefix("@php ") {
            let folder = &self.project.directory;
            let script = php_command::resolve_script(rest, folder, &self.environment);
            let php = self.php(written)?;
            let ini = self.ini(&php);
            line = format!(
                "{} {script}",
                php_command::php(&php, &ini, &self.environment)
            );
        } else {
            if let Some(php) = &self.settings.php {
                self.environment.set("PHP_BINARY", php.path().as_os_str());
            }
            if let Some(rest) = line.strip_prefix("composer ") {
                line = format!("{} {rest}", self.own_command());
            }
        }
        self.shell(&line, written, event, out)
    }

    /// Runs a command line; `written` is what stands in `composer.json`.
    fn shell(
        &mut self,
        line: &str,
        written: &str,
        event: &Event,
        out: &mut dyn Messages,
    ) -> Result<(), ScriptError> {
        let code = process::run(
            process::shell(line),
            line,
            &self.project.directory,
            &self.environment,
            self.timeout,
            &self.settings,
        )
        .inspect_err(|error| explain_timeout(error, out))?;
        if code == 0 {
            return Ok(());
        }
        let failure = ScriptError::Failed {
            script: written.to_owned(),
            event: event.name.clone(),
            code,
        };
        out.line(Verbosity::Quiet, &format!("<error>{failure}</error>"));
        Err(failure)
    }

    /// This program as the beginning of a command line.
    fn own_command(&self) -> String {
        escape(&self.settings.executable.to_string_lossy())
    }

    pub(super) fn php(&self, script: &str) -> Result<PhpBinary, ScriptError> {
        self.settings
            .php
            .clone()
            .ok_or_else(|| ScriptError::NoPhp(script.to_owned()))
    }

    /// PHP's settings; those of an unconfigured PHP when it does not tell them.
    pub(super) fn ini(&mut self, php: &PhpBinary) -> IniSettings {
        let cache = self.settings.cache_dir.as_deref();
        let told = || platform::probe(php, &self.environment, cache).ok()?.ini;
        let unconfigured = || IniSettings {
            memory_limit: "128M".to_owned(),
            allow_url_fopen: "1".to_owned(),
            disable_functions: String::new(),
        };
        self.ini
            .get_or_insert_with(|| told().unwrap_or_else(unconfigured))
            .clone()
    }

    /// Makes the executables of packages the first that are found.
    fn put_bin_dir_first(&mut self) {
        let Ok(folder) = self.project.bin_dir.canonicalize() else {
            return;
        };
        let path = self.environment.get("PATH").unwrap_or_default().to_owned();
        let mut folders: Vec<_> = std::env::split_paths(&path).collect();
        if folders.contains(&folder) {
            return;
        }
        folders.insert(0, folder);
        // A folder whose name holds the separator cannot be in PATH at all.
        if let Ok(path) = std::env::join_paths(folders) {
            self.environment.set("PATH", path);
        }
    }

    /// Shows a command line before it runs.
    pub(super) fn announce(&self, line: &str, event: &Event, out: &mut dyn Messages) {
        if self.settings.verbosity >= Verbosity::Verbose {
            out.line(Verbosity::Verbose, &format!("> {}: {line}", event.name));
        } else if event.alias_input.is_none() && event.name != "__exec_command" {
            out.line(Verbosity::Normal, &format!("> {line}"));
        }
    }

    /// Shows, when verbose, that another script is called.
    fn announce_call(&self, text: &str, event: &Event, with: &[String], out: &mut dyn Messages) {
        let arguments = if with.is_empty() {
            String::new()
        } else {
            format!(" ({})", with.join(", "))
        };
        out.line(
            Verbosity::Verbose,
            &format!("> {}{arguments}: {text}", event.name),
        );
    }
}

/// Says what to do about a script that took too long.
pub(super) fn explain_timeout(error: &ScriptError, out: &mut dyn Messages) {
    if matches!(error, ScriptError::TimedOut { .. }) {
        for text in [
            "The following exception is caused by a process timeout",
            "Check https://getcomposer.org/doc/06-config.md#process-timeout for details",
        ] {
            out.line(Verbosity::Quiet, &format!("<error>{text}</error>"));
        }
    }
}
