//! One run of the program: from words to an exit code.

use crate::cli::{self, Input, Invocation};
use crate::commands;
use crate::console::{Console, ConsoleOptions, Tone, Verbosity, memory_mib};
use crate::failure::{Failure, exit};
use crate::flow::platform::Detected;
use crate::profile::{self, Profiler};
use crate::project;
use crate::version;
use shirabe_callgraph::{centre, enter};
use shirabe_package::environment::Environment;
use std::cell::{Cell, OnceCell};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// What every command is given: the console, the environment, the folder, the flags.
pub(crate) struct Session {
    /// What the user sees.
    pub(crate) console: Arc<Console>,
    /// The variables of this run.
    pub(crate) environment: Environment,
    /// The folder the command works in: absolute.
    pub(crate) folder: PathBuf,
    /// `--no-scripts`
    pub(crate) no_scripts: bool,
    /// `--no-plugins`
    pub(crate) no_plugins: bool,
    /// `--no-cache`
    pub(crate) no_cache: bool,
    /// What PHP told about itself, once it was asked.
    pub(crate) detected: OnceCell<Detected>,
    /// Whether the user knows that there is no PHP.
    pub(crate) told_of_missing_php: Cell<bool>,
}

/// Runs the program and returns its exit code.
pub fn run(arguments: impl Iterator<Item = OsString>, environment: Environment) -> ExitCode {
    let started = Instant::now();
    let words: Result<Vec<String>, OsString> = arguments.map(OsString::into_string).collect();
    let words = match words {
        Ok(words) => words,
        Err(word) => {
            eprintln!("The argument {} is not valid UTF-8.", word.display());
            return ExitCode::from(exit::GENERIC);
        }
    };
    ExitCode::from(execute(&words, environment, started))
}

fn execute(words: &[String], environment: Environment, started: Instant) -> u8 {
    #[cfg(any(
        feature = "trace-allocations",
        all(feature = "phase-timeline", target_os = "linux")
    ))]
    let _watch = match crate::watch::Watch::start(&environment) {
        Ok(watch) => watch,
        Err(failure) => {
            let console = Console::new(console_options(&Input::default(), &environment, started));
            return report(&console, &failure);
        }
    };
    let current = std::env::current_dir();
    let folder_of = |input: &Input| -> Result<PathBuf, Failure> {
        let current = current.as_ref().map_err(|error| {
            Failure::new(format_args!("The current folder cannot be read: {error}."))
        })?;
        match input.value("working-dir") {
            None => Ok(current.clone()),
            Some(wanted) => {
                let folder = current.join(wanted);
                if folder.is_dir() {
                    Ok(folder)
                } else {
                    Err(Failure::new(format_args!(
                        "Invalid working directory specified, {wanted} does not exist."
                    )))
                }
            }
        }
    };
    let scripts = |input: &Input| match folder_of(input) {
        Ok(folder) => project::script_names(&folder, &environment),
        Err(_) => Vec::new(),
    };
    let invocation = match cli::read(words, scripts) {
        Ok(invocation) => invocation,
        Err(error) => {
            let console = Console::new(console_options(&Input::default(), &environment, started));
            return report(&console, &Failure::new(error));
        }
    };
    let input = invocation.input();
    let console = Arc::new(Console::new(console_options(input, &environment, started)));
    let profiler = match Profiler::begin(input, words) {
        Ok(profiler) => profiler,
        Err(failure) => return report(&console, &failure),
    };
    let folder = folder_of(input);
    let code = carry_out(&invocation, folder, Arc::clone(&console), environment);
    if profile::shows_time_and_memory(input) {
        console.info(&format!(
            "Memory usage: {:.2}MiB, time: {:.2}s",
            memory_mib().unwrap_or_default(),
            started.elapsed().as_secs_f64()
        ));
    }
    match profiler.map(Profiler::finish) {
        None => code,
        Some(Ok(file)) => {
            console.info(&format!("Profile written to {file}"));
            code
        }
        Some(Err(failure)) => {
            let own = report(&console, &failure);
            if code == exit::OK { own } else { code }
        }
    }
}

/// Runs the command and says what ended it.
fn carry_out(
    invocation: &Invocation,
    folder: Result<PathBuf, Failure>,
    console: Arc<Console>,
    environment: Environment,
) -> u8 {
    let _span = enter(centre!("command"));
    let input = invocation.input();
    if input.has("version") {
        return commands::version::print(&console);
    }
    let folder = match folder {
        Ok(folder) => folder,
        Err(failure) => return report(&console, &failure),
    };
    let mut session = Session {
        no_scripts: input.has("no-scripts"),
        no_plugins: input.has("no-plugins"),
        no_cache: input.has("no-cache"),
        console,
        environment,
        folder,
        detected: OnceCell::new(),
        told_of_missing_php: Cell::new(false),
    };
    if let Err(failure) = session.use_parent_folder(invocation) {
        return report(&session.console, &failure);
    }
    session.warn_root(invocation);
    match commands::dispatch(&mut session, invocation) {
        Ok(code) => code,
        Err(failure) => report(&session.console, &failure),
    }
}

/// Prints what ended the command and returns its exit code.
fn report(console: &Console, failure: &Failure) -> u8 {
    if !failure.message.is_empty() {
        for line in failure.message.lines() {
            console.error(line);
        }
        for line in &failure.advice {
            console.say_at(Verbosity::Quiet, Tone::Plain, &format!("  → {line}"));
        }
    }
    failure.code
}

fn console_options(input: &Input, environment: &Environment, started: Instant) -> ConsoleOptions {
    let verbosity = if input.has("quiet") {
        Verbosity::Quiet
    } else {
        match input.count("verbose") {
            0 => match environment
                .text("SHELL_VERBOSITY")
                .and_then(|value| value.parse().ok())
            {
                Some(-1) => Verbosity::Quiet,
                Some(1) => Verbosity::Verbose,
                Some(2) => Verbosity::VeryVerbose,
                Some(3) => Verbosity::Debug,
                _ => Verbosity::Normal,
            },
            1 => Verbosity::Verbose,
            2 => Verbosity::VeryVerbose,
            _ => Verbosity::Debug,
        }
    };
    let colour = if input.has("ansi") {
        Some(true)
    } else if input.has("no-ansi") || environment.get("NO_COLOR").is_some() {
        Some(false)
    } else {
        None
    };
    ConsoleOptions {
        verbosity,
        colour,
        interactive: !input.has("no-interaction")
            && !environment.flag("COMPOSER_NO_INTERACTION")
            && std::io::stdin().is_terminal(),
        progress: !input.has("no-progress") && environment.get("CI").is_none(),
        profile_since: profile::shows_time_and_memory(input).then_some(started),
    }
}

impl Session {
    /// Offers the composer.json of a folder above where the current one has none
    /// (<https://getcomposer.org/doc/06-config.md#use-parent-dir>).
    fn use_parent_folder(&mut self, invocation: &Invocation) -> Result<(), Failure> {
        use cli::CommandName::{
            About, ClearCache, Complete, Completion, CreateProject, Help, List,
        };
        let needs_project = match invocation {
            Invocation::Command(spec, _) => !matches!(
                spec.id,
                About | ClearCache | Complete | Completion | CreateProject | Help | List
            ),
            Invocation::Script { .. } => true,
        };
        if !needs_project
            || invocation.input().has("working-dir")
            || project::composer_file(&self.folder, &self.environment).is_file()
        {
            return Ok(());
        }
        let wanted = project::use_parent_dir(&self.environment)?;
        if wanted == Some(false) {
            return Ok(());
        }
        let home = self.environment.home();
        let above = self
            .folder
            .ancestors()
            .skip(1)
            .take_while(|folder| folder.parent().is_some() && home.as_deref() != Some(*folder));
        let Some(found) = above
            .map(Path::to_path_buf)
            .find(|folder| project::composer_file(folder, &self.environment).is_file())
        else {
            return Ok(());
        };
        let shown = found.display();
        if wanted == Some(true) {
            self.console.info(&format!(
                "No composer.json in current directory, changing working directory to {shown}"
            ));
        } else if !self.console.is_interactive() {
            self.console.info(&format!(
                "No composer.json in current directory, to use the one at {shown} run interactively or set config.use-parent-dir to true"
            ));
            return Ok(());
        } else if !self.console.confirm(
            &format!("No composer.json in current directory, do you want to use the one at {shown}? [y,n] "),
            true,
        ) {
            return Ok(());
        }
        self.folder = found;
        Ok(())
    }

    /// Whether plugins are off because nobody at a terminal has said that root may run them.
    pub(crate) fn plugins_are_off_for_safety(&self) -> bool {
        is_root()
            && !self.console.is_interactive()
            && !self.environment.flag("COMPOSER_ALLOW_SUPERUSER")
    }

    fn warn_root(&self, invocation: &Invocation) {
        let quiet_command = matches!(
            invocation,
            Invocation::Command(spec, _) if spec.id == cli::CommandName::Complete
        );
        if quiet_command || self.environment.flag("COMPOSER_ALLOW_SUPERUSER") || !is_root() {
            return;
        }
        self.console.warn(&format!(
            "Do not run {} as root/super user! See https://getcomposer.org/root for details",
            version::NAME
        ));
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}
