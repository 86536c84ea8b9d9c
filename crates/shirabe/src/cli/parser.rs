//! From words to an [`Input`]: which command, with which flags and arguments.
//!
//! The command is found first, as Composer finds it (any unambiguous beginning of a name will do,
//! and scripts of the project count as commands); clap then reads the rest by the table.

use super::table::{Arity, COMMANDS, CommandName, CommandSpec, Flag, GLOBAL, Takes, spec};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use std::collections::HashMap;

/// What the user asks for.
#[derive(Debug)]
pub(crate) enum Invocation {
    /// One of the program's own commands.
    Command(&'static CommandSpec, Input),
    /// A script of the project, called as if it were a command.
    Script {
        /// Its full name.
        name: String,
        /// What follows it.
        input: Input,
    },
}

impl Invocation {
    /// The flags and arguments.
    pub(crate) fn input(&self) -> &Input {
        match self {
            Self::Command(_, input) | Self::Script { input, .. } => input,
        }
    }
}

/// The command line is not one the table allows.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum UsageError {
    /// No such command; the second field lists similar names.
    #[error("Command \"{0}\" is not defined.{list}", list = similar(.1))]
    UnknownCommand(String, Vec<String>),
    /// The beginning of several names.
    #[error("Command \"{0}\" is ambiguous.{list}", list = similar(.1))]
    Ambiguous(String, Vec<String>),
    /// No such option.
    #[error("The \"{0}\" option does not exist.{hint}", hint = .1.as_ref().map(|near| format!(" Did you mean \"{near}\"?")).unwrap_or_default())]
    UnknownOption(String, Option<String>),
    /// An option without its value.
    #[error("The \"{0}\" option requires a value.")]
    MissingValue(String),
    /// A switch with a value.
    #[error("The \"{0}\" option does not accept a value.")]
    UnexpectedValue(String),
    /// More arguments than the command takes.
    #[error("Too many arguments to \"{command}\": \"{argument}\" is one too much.")]
    TooManyArguments {
        /// The command.
        command: String,
        /// The first argument too many.
        argument: String,
    },
    /// An argument that is not text.
    #[error("Arguments must be valid UTF-8.")]
    NotUnicode,
}

fn similar(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("\n\nDid you mean this?\n    {one}"),
        many => format!(
            "\n\nDid you mean one of these?\n    {}",
            many.join("\n    ")
        ),
    }
}

/// Flags and arguments of one invocation.
#[derive(Debug, Default)]
pub(crate) struct Input {
    switches: HashMap<&'static str, u8>,
    values: HashMap<&'static str, Vec<String>>,
    arguments: HashMap<&'static str, Vec<String>>,
}

impl Input {
    /// Whether a switch is on.
    pub(crate) fn has(&self, flag: &str) -> bool {
        self.switches.get(flag).is_some_and(|count| *count > 0) || self.values.contains_key(flag)
    }

    /// How often a switch was given.
    pub(crate) fn count(&self, flag: &str) -> u8 {
        self.switches.get(flag).copied().unwrap_or(0)
    }

    /// The last value of a flag.
    pub(crate) fn value(&self, flag: &str) -> Option<&str> {
        self.values.get(flag)?.last().map(String::as_str)
    }

    /// All values of a flag.
    pub(crate) fn values(&self, flag: &str) -> &[String] {
        self.values.get(flag).map_or(&[], Vec::as_slice)
    }

    /// One positional argument.
    pub(crate) fn argument(&self, name: &str) -> Option<&str> {
        self.arguments.get(name)?.first().map(String::as_str)
    }

    /// All values of a positional argument.
    pub(crate) fn arguments(&self, name: &str) -> &[String] {
        self.arguments.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Reads the words after the program's name. `scripts` is asked for the project's script names
/// only where no command has the very name.
pub(crate) fn read(
    words: &[String],
    scripts: impl FnOnce(&Input) -> Vec<String>,
) -> Result<Invocation, UsageError> {
    let Some(at) = command_word(words) else {
        let input = parse("list", &GLOBAL.iter().collect::<Vec<_>>(), &[], words)?;
        return Ok(Invocation::Command(spec(CommandName::List), input));
    };
    let word = words[at].as_str();
    let mut rest = words.to_vec();
    rest.remove(at);
    if let Some(found) = named(word) {
        return own_command(found, &rest);
    }

    let mut scripts = scripts(&parse_leniently(&rest));
    scripts.retain(|script| named(script).is_none());
    if scripts.iter().any(|script| script == word) {
        return own_script(word.to_owned(), &rest);
    }
    let commands: Vec<&'static CommandSpec> = COMMANDS
        .iter()
        .filter(|spec| !spec.hidden && names(spec).any(|name| name.starts_with(word)))
        .collect();
    let meant: Vec<String> = scripts
        .iter()
        .filter(|script| script.starts_with(word))
        .cloned()
        .collect();
    match (commands.as_slice(), meant.as_slice()) {
        ([], []) => Err(UsageError::UnknownCommand(
            word.to_owned(),
            near(word, scripts),
        )),
        ([found], []) => own_command(found, &rest),
        ([], [script]) => own_script(script.clone(), &rest),
        _ => {
            let names = commands.iter().map(|spec| spec.name.to_owned());
            Err(UsageError::Ambiguous(
                word.to_owned(),
                names.chain(meant).collect(),
            ))
        }
    }
}

fn own_command(found: &'static CommandSpec, rest: &[String]) -> Result<Invocation, UsageError> {
    let mut input = parse(found.name, &flags_of(found), found.arguments, rest)?;
    if found.id == CommandName::Help {
        return Ok(Invocation::Command(found, input));
    }
    if input.has("help") {
        input
            .arguments
            .insert("command_name", vec![found.name.to_owned()]);
        return Ok(Invocation::Command(spec(CommandName::Help), input));
    }
    Ok(Invocation::Command(found, input))
}

fn own_script(name: String, rest: &[String]) -> Result<Invocation, UsageError> {
    const SCRIPT_FLAGS: &[Flag] = &[
        Flag {
            long: "dev",
            short: None,
            takes: Takes::Nothing,
            help: "",
        },
        Flag {
            long: "no-dev",
            short: None,
            takes: Takes::Nothing,
            help: "",
        },
    ];
    let input = parse(
        "run-script",
        &GLOBAL.iter().chain(SCRIPT_FLAGS).collect::<Vec<_>>(),
        &spec(CommandName::RunScript).arguments[1..],
        rest,
    )?;
    Ok(Invocation::Script { name, input })
}

/// Where the command's name stands: the first word that is neither an option nor its value.
fn command_word(words: &[String]) -> Option<usize> {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if word == "--" {
            return None;
        }
        if word == "-d" || word == "--working-dir" {
            at += 2;
        } else if word.starts_with('-') && word.len() > 1 {
            at += 1;
        } else {
            return Some(at);
        }
    }
    None
}

fn names(spec: &'static CommandSpec) -> impl Iterator<Item = &'static str> {
    std::iter::once(spec.name).chain(spec.aliases.iter().copied())
}

/// The command of this very name.
fn named(word: &str) -> Option<&'static CommandSpec> {
    COMMANDS
        .iter()
        .find(|spec| names(spec).any(|name| name == word))
}

/// Names that a slip of the finger would turn `word` into.
fn near(word: &str, scripts: Vec<String>) -> Vec<String> {
    COMMANDS
        .iter()
        .filter(|spec| !spec.hidden)
        .map(|spec| spec.name.to_owned())
        .chain(scripts)
        .filter(|name| {
            let distance = strsim::levenshtein(word, name);
            distance <= word.len() / 3 || (word.len() > 2 && name.contains(word))
        })
        .collect()
}

/// What clap calls the positional arguments: a flag may have the same name as an argument.
const POSITIONS: [&str; 3] = ["argument 1", "argument 2", "argument 3"];

fn clap_command<'a>(
    name: &'static str,
    flags: impl Iterator<Item = &'a Flag>,
    arguments: &[super::table::Argument],
) -> Command {
    let mut command = Command::new(name)
        .no_binary_name(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args_override_self(true);
    for flag in flags {
        let mut arg = Arg::new(flag.long).long(flag.long);
        if let Some(letter) = flag.short {
            arg = arg.short(letter);
        }
        command = command.arg(match flag.takes {
            Takes::Nothing => arg.action(ArgAction::Count),
            Takes::Value(_) => arg.action(ArgAction::Set).num_args(1),
            Takes::OptionalValue(_) => arg
                .action(ArgAction::Set)
                .num_args(0..=1)
                .default_missing_value(""),
            Takes::AttachedValue(_) => arg
                .action(ArgAction::Set)
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value(""),
            Takes::Values(_) => arg.action(ArgAction::Append).num_args(1),
        });
    }
    for (argument, id) in arguments.iter().zip(POSITIONS) {
        let arg = Arg::new(id);
        command = command.arg(match argument.arity {
            Arity::Optional => arg,
            Arity::Many | Arity::Rest => arg.num_args(0..).action(ArgAction::Append),
        });
    }
    command
}

/// The flags of a command, the global ones included.
fn flags_of(spec: &CommandSpec) -> Vec<&'static Flag> {
    let own = spec
        .own_flags()
        .filter(|flag| GLOBAL.iter().all(|global| global.long != flag.long));
    GLOBAL.iter().chain(own).collect()
}

fn parse(
    name: &'static str,
    flags: &[&Flag],
    arguments: &'static [super::table::Argument],
    words: &[String],
) -> Result<Input, UsageError> {
    let matches = clap_command(name, flags.iter().copied(), arguments)
        .try_get_matches_from(words)
        .map_err(|error| usage_error(name, &error, flags))?;
    let mut input = Input::default();
    for flag in flags {
        let long = flag.long;
        match flag.takes {
            Takes::Nothing => {
                input.switches.insert(long, matches.get_count(long));
            }
            _ => {
                if let Some(values) = matches.get_many::<String>(long) {
                    input.values.insert(long, values.cloned().collect());
                }
            }
        }
    }
    for (argument, id) in arguments.iter().zip(POSITIONS) {
        if let Some(values) = matches.get_many::<String>(id) {
            input
                .arguments
                .insert(argument.name, values.cloned().collect());
        }
    }
    Ok(input)
}

/// The global flags of a command line whose command is not known yet; what does not fit is passed over.
fn parse_leniently(words: &[String]) -> Input {
    let matches = clap_command("", GLOBAL.iter(), spec(CommandName::RunScript).arguments)
        .ignore_errors(true)
        .try_get_matches_from(words);
    let mut input = Input::default();
    if let Ok(matches) = matches {
        for flag in GLOBAL {
            if flag.takes == Takes::Nothing {
                input
                    .switches
                    .insert(flag.long, matches.get_count(flag.long));
            } else if let Some(value) = matches.get_one::<String>(flag.long) {
                input.values.insert(flag.long, vec![value.clone()]);
            }
        }
    }
    input
}

fn usage_error(command: &str, error: &clap::Error, flags: &[&Flag]) -> UsageError {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let argument = text(ContextKind::InvalidArg).unwrap_or_default();
    let option = argument
        .split([' ', '='])
        .next()
        .unwrap_or_default()
        // What clap puts behind an option that may come several times.
        .trim_end_matches("...")
        .to_owned();
    match error.kind() {
        ErrorKind::UnknownArgument if option.starts_with('-') => {
            let wanted = option.trim_start_matches('-');
            let near = flags
                .iter()
                .map(|flag| (strsim::levenshtein(wanted, flag.long), flag.long))
                .filter(|(distance, _)| *distance <= wanted.len() / 3)
                .min()
                .map(|(_, long)| format!("--{long}"));
            UsageError::UnknownOption(option, near)
        }
        ErrorKind::InvalidValue | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            UsageError::MissingValue(option)
        }
        ErrorKind::TooManyValues => UsageError::UnexpectedValue(option),
        ErrorKind::InvalidUtf8 => UsageError::NotUnicode,
        _ => UsageError::TooManyArguments {
            command: command.to_owned(),
            argument,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(words: &[&str], scripts: &[&str]) -> Result<Invocation, UsageError> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let scripts = scripts.iter().map(|name| (*name).to_owned()).collect();
        read(&words, |_| scripts)
    }

    fn command(words: &[&str]) -> (CommandName, Input) {
        match read_words(words, &[]).expect("a valid command line") {
            Invocation::Command(spec, input) => (spec.id, input),
            Invocation::Script { name, .. } => panic!("{name} is no script"),
        }
    }

    #[test]
    fn every_flag_of_the_table_is_accepted_by_clap() {
        for spec in COMMANDS {
            clap_command(spec.name, flags_of(spec).into_iter(), spec.arguments).debug_assert();
        }
    }

    #[test]
    fn names_aliases_and_beginnings_find_the_command() {
        for (words, id) in [
            (&["install"][..], CommandName::Install),
            (&["i"], CommandName::Install),
            (&["upd"], CommandName::Update),
            (&["-d", "/x", "cr"], CommandName::CreateProject),
            (
                &["--working-dir=/x", "dumpautoload", "-o"],
                CommandName::DumpAutoload,
            ),
            (&[], CommandName::List),
            (&["update", "--help"], CommandName::Help),
        ] {
            assert_eq!(command(words).0, id, "{words:?}");
        }
    }

    #[test]
    fn flags_stand_anywhere_and_shortcuts_combine() {
        let (_, input) = command(&[
            "-nvv",
            "update",
            "a/b",
            "-W",
            "--with",
            "x/y:1",
            "--with=z/z:2",
            "-v",
            "c/d",
        ]);
        assert!(input.has("no-interaction") && input.has("with-all-dependencies"));
        assert_eq!(input.count("verbose"), 3);
        assert_eq!(input.values("with"), ["x/y:1", "z/z:2"]);
        assert_eq!(input.arguments("packages"), ["a/b", "c/d"]);
    }

    #[test]
    fn an_optional_value_may_be_left_out() {
        let (_, input) = command(&["update", "--bump-after-update", "--lock"]);
        assert_eq!(input.value("bump-after-update"), Some(""));
        let (_, input) = command(&["update", "--bump-after-update=dev"]);
        assert_eq!(input.value("bump-after-update"), Some("dev"));
        let (_, input) = command(&["update"]);
        assert_eq!(input.value("bump-after-update"), None);
    }

    #[test]
    fn an_attached_value_is_never_the_next_word() {
        let (_, input) = command(&["--profile", "update", "--profile", "a/b"]);
        assert_eq!(input.value("profile"), Some(""));
        assert_eq!(input.arguments("packages"), ["a/b"]);
        let (_, input) = command(&["update", "--profile=out", "a/b"]);
        assert_eq!(input.value("profile"), Some("out"));
        assert_eq!(input.arguments("packages"), ["a/b"]);
    }

    #[test]
    fn scripts_are_commands_and_keep_what_follows() {
        let found =
            read_words(&["test", "--", "--filter", "x"], &["test", "lint"]).expect("a script");
        let Invocation::Script { name, input } = found else {
            panic!("not a script")
        };
        assert_eq!(name, "test");
        assert_eq!(input.arguments("args"), ["--filter", "x"]);
    }

    #[test]
    fn a_script_of_the_very_name_beats_an_abbreviation_and_a_command_beats_both() {
        let scripts = ["clear", "about", "installer", "zebra"];
        let is_script = |word: &str| match read_words(&[word], &scripts) {
            Ok(Invocation::Script { name, .. }) => Some(name),
            _ => None,
        };
        assert_eq!(is_script("clear").as_deref(), Some("clear"));
        assert_eq!(is_script("ze").as_deref(), Some("zebra"));
        assert_eq!(is_script("about"), None);
        assert_eq!(command(&["inst"]).0, CommandName::Install);
        let names = ["install", "installer"].map(str::to_owned).to_vec();
        assert_eq!(
            read_words(&["inst"], &scripts).unwrap_err(),
            UsageError::Ambiguous("inst".into(), names)
        );
    }

    #[test]
    fn what_the_table_does_not_know_is_refused_by_name() {
        assert_eq!(
            read_words(&["instal1"], &[]).unwrap_err(),
            UsageError::UnknownCommand("instal1".into(), vec!["install".into()])
        );
        assert!(
            matches!(read_words(&["c"], &[]).unwrap_err(), UsageError::Ambiguous(word, _) if word == "c")
        );
        assert_eq!(
            read_words(&["install", "--no-deev"], &[]).unwrap_err(),
            UsageError::UnknownOption("--no-deev".into(), Some("--no-dev".into()))
        );
        assert_eq!(
            read_words(&["install", "--prefer-install"], &[]).unwrap_err(),
            UsageError::MissingValue("--prefer-install".into())
        );
        assert_eq!(
            read_words(&["install", "--no-dev=1"], &[]).unwrap_err(),
            UsageError::UnexpectedValue("--no-dev".into())
        );
        assert!(matches!(
            read_words(&["about", "x"], &[]).unwrap_err(),
            UsageError::TooManyArguments { .. }
        ));
    }
}
