//! Callbacks into PHP: `Class::method`, and classes that are console commands.

use super::arguments::join;
use super::event::{Event, EventKind, Operation};
use super::messages::{Messages, Verbosity};
use super::php_command;
use super::process;
use super::runner::ScriptRunner;
use super::worker::Worker;
use crate::ScriptError;
use shirabe_mixed::json::{self, EncodeOptions};
use shirabe_mixed::{PhpMap, PhpMixed};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What came of a callback.
#[derive(Default)]
pub(super) struct Outcome {
    /// 0, or 1 when it returned `false`; a console command's exit code.
    pub(super) code: i32,
    /// Whether no further listeners shall run.
    pub(super) stop: bool,
}

/// Whether it is the one method of Composer itself that projects list as a script: we know what it
/// does (it ends the time limit).
pub(super) fn needs_no_php(class: &str, method: &str) -> bool {
    class.trim_start_matches('\\') == "Composer\\Config" && method == "disableProcessTimeout"
}

/// Calls a static method with the event.
pub(super) fn method(
    runner: &mut ScriptRunner,
    class: &str,
    method: &str,
    written: &str,
    event: &Event,
    out: &mut dyn Messages,
) -> Result<Outcome, ScriptError> {
    if needs_no_php(class, method) {
        runner.announce(written, event, out);
        runner.timeout = None;
        return Ok(Outcome::default());
    }
    let mut line = Announcement::default();
    runner.announce(written, event, &mut line);
    let call = map([
        ("class", class.into()),
        ("method", method.into()),
        ("announce", line.0.map_or(PhpMixed::Null, PhpMixed::from)),
    ]);
    run(runner, call, written, event, out)
}

/// Runs a class that is a Symfony console command.
pub(super) fn command(
    runner: &mut ScriptRunner,
    class: &str,
    arguments: &[String],
    event: &Event,
    out: &mut dyn Messages,
) -> Result<Outcome, ScriptError> {
    let input = event.alias_input.clone().unwrap_or_else(|| join(arguments));
    let call = map([
        ("class", class.into()),
        ("method", PhpMixed::Null),
        ("input", input.into()),
    ]);
    run(runner, call, class, event, out)
}

/// Keeps the line that shall be shown just before the callback runs.
#[derive(Default)]
struct Announcement(Option<String>);

impl Messages for Announcement {
    fn line(&mut self, _: Verbosity, text: &str) {
        self.0 = Some(text.to_owned());
    }
}

fn run(
    runner: &mut ScriptRunner,
    call: PhpMixed,
    written: &str,
    event: &Event,
    out: &mut dyn Messages,
) -> Result<Outcome, ScriptError> {
    let php = runner.php(written)?;
    let ini = runner.ini(&php);
    let worker = match runner.worker.take() {
        Some(worker) => worker,
        None => Worker::new()?,
    };
    let document = map([
        ("project", project(runner)),
        ("console", console(runner)),
        ("timeout", PhpMixed::Int(seconds(runner.timeout))),
        ("event", described(event)),
        ("call", call),
    ]);
    let text = json::encode(&document, &EncodeOptions::compact()).map_err(|cause| {
        ScriptError::Worker {
            script: written.to_owned(),
            reason: cause.to_string(),
        }
    })?;
    worker.write("input.json", &text)?;
    let memory = php_command::memory_limit(&ini, &runner.environment);
    let mut process = Command::new(php.path());
    process
        .args(["-d", &format!("memory_limit={memory}")])
        .arg(worker.path("main.php"))
        .args([worker.path("input.json"), worker.path("output.json")]);
    // In Composer callbacks run inside the program, where no time limit holds.
    let ended = process::run(
        process,
        written,
        &runner.project.directory,
        &runner.environment,
        None,
        &runner.settings,
    );
    let answer = worker.take("output.json");
    runner.worker = Some(worker);
    let code = ended?;
    match answer? {
        Some(bytes) => read(runner, &bytes, written, event, out),
        None => Err(ScriptError::Exited {
            script: written.to_owned(),
            code,
        }),
    }
}

/// Takes over what the callback did, and says what Composer says about it.
fn read(
    runner: &mut ScriptRunner,
    bytes: &[u8],
    written: &str,
    event: &Event,
    out: &mut dyn Messages,
) -> Result<Outcome, ScriptError> {
    let answer = json::decode(bytes).map_err(|cause| ScriptError::Worker {
        script: written.to_owned(),
        reason: cause.to_string(),
    })?;
    for (name, value) in answer
        .get("set")
        .and_then(PhpMixed::as_map)
        .into_iter()
        .flatten()
    {
        runner
            .environment
            .set(name, value.as_str().unwrap_or_default());
    }
    for name in answer
        .get("unset")
        .and_then(PhpMixed::as_list)
        .into_iter()
        .flatten()
    {
        runner.environment.unset(name.as_str().unwrap_or_default());
    }
    if let Some(seconds) = answer.get("timeout").and_then(PhpMixed::as_int) {
        let limit = u64::try_from(seconds).ok().filter(|seconds| *seconds > 0);
        runner.timeout = limit.map(Duration::from_secs);
    }
    if let Some(thrown) = answer.get("thrown") {
        let text = |key: &str| {
            thrown
                .get(key)
                .and_then(PhpMixed::as_str)
                .unwrap_or_default()
        };
        if thrown.get("exception").and_then(PhpMixed::as_bool) == Some(true) {
            let line = format!(
                "<error>Script {written} handling the {} event terminated with an exception</error>",
                event.name
            );
            out.line(Verbosity::Quiet, &line);
        }
        let code = thrown.get("code").and_then(PhpMixed::as_int).unwrap_or(1);
        return Err(ScriptError::Exception {
            class: text("class").to_owned(),
            message: text("message").to_owned(),
            place: text("place").to_owned(),
            code: i32::try_from(code.clamp(0, 255)).unwrap_or(1),
        });
    }
    if let Some(warning) = answer.get("warning").and_then(PhpMixed::as_str) {
        out.line(Verbosity::Quiet, &format!("<warning>{warning}</warning>"));
        return Ok(Outcome::default());
    }
    let code = answer.get("code").and_then(PhpMixed::as_int).unwrap_or(0);
    Ok(Outcome {
        code: i32::try_from(code).unwrap_or(1),
        stop: answer.get("stop").and_then(PhpMixed::as_bool) == Some(true),
    })
}

fn seconds(timeout: Option<Duration>) -> i64 {
    timeout.map_or(0, |limit| {
        i64::try_from(limit.as_secs()).unwrap_or(i64::MAX)
    })
}

fn project(runner: &ScriptRunner) -> PhpMixed {
    let project = &runner.project;
    let path = |path: &Path| PhpMixed::from(path.to_string_lossy().into_owned());
    map([
        ("directory", path(&project.directory)),
        ("vendor-dir", path(&project.vendor_dir)),
        ("manifest", PhpMixed::Map(project.manifest.clone())),
        ("config", PhpMixed::Map(project.config.clone())),
    ])
}

fn console(runner: &ScriptRunner) -> PhpMixed {
    // The numbers of Composer's `IOInterface`.
    let verbosity = match runner.settings.verbosity {
        Verbosity::Quiet => 1,
        Verbosity::Normal => 2,
        Verbosity::Verbose => 4,
        Verbosity::VeryVerbose => 8,
        Verbosity::Debug => 16,
    };
    map([
        ("verbosity", PhpMixed::Int(verbosity)),
        ("interactive", PhpMixed::Bool(runner.settings.interactive)),
        ("decorated", PhpMixed::Bool(runner.settings.decorated)),
    ])
}

fn described(event: &Event) -> PhpMixed {
    let texts = |list: &[String]| {
        PhpMixed::List(
            list.iter()
                .map(|text| PhpMixed::from(text.as_str()))
                .collect(),
        )
    };
    let (kind, executing, operations, operation) = match &event.kind {
        EventKind::Script => ("script", true, &[][..], None),
        EventKind::Package {
            operations,
            operation,
        } => ("package", true, &operations[..], Some(operation)),
        EventKind::Installer {
            executing,
            operations,
        } => ("installer", *executing, &operations[..], None),
    };
    let flags = match &event.alias_input {
        Some(input) => map([("script-alias-input", input.as_str().into())]),
        None => PhpMixed::List(Vec::new()),
    };
    map([
        ("name", event.name.as_str().into()),
        ("kind", kind.into()),
        ("dev-mode", PhpMixed::Bool(event.dev_mode)),
        ("arguments", texts(&event.arguments)),
        ("flags", flags),
        ("called-by", texts(&event.called_by)),
        ("executing", PhpMixed::Bool(executing)),
        (
            "operations",
            PhpMixed::List(operations.iter().map(told).collect()),
        ),
        ("operation", operation.map_or(PhpMixed::Null, told)),
    ])
}

fn told(operation: &Operation) -> PhpMixed {
    let package = |package: &PhpMap| PhpMixed::Map(package.clone());
    match operation {
        Operation::Install(new) => map([("type", "install".into()), ("package", package(new))]),
        Operation::Update { from, to } => map([
            ("type", "update".into()),
            ("package", package(to)),
            ("from", package(from)),
        ]),
        Operation::Uninstall(old) => map([("type", "uninstall".into()), ("package", package(old))]),
    }
}

fn map<const N: usize>(entries: [(&str, PhpMixed); N]) -> PhpMixed {
    let entries = entries
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value));
    PhpMixed::Map(entries.collect())
}
