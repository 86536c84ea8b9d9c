//! The table of commands, arguments and flags.
//!
//! Names, shortcuts and which flag takes a value follow Composer's command line
//! (<https://getcomposer.org/doc/03-cli.md>); the wording is our own.

mod basics;
mod flags;
mod project;
mod solving;

pub(crate) use flags::GLOBAL;

/// Whether a flag is followed by a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// A switch.
    Nothing,
    /// `--flag=value`, required.
    Value(&'static str),
    /// `--flag` or `--flag=value`.
    OptionalValue(&'static str),
    /// `--flag` or `--flag=value`, but never a value in a word of its own.
    AttachedValue(&'static str),
    /// Several `--flag=value`.
    Values(&'static str),
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag {
    /// Name without the dashes.
    pub(crate) long: &'static str,
    /// One-letter shortcut.
    pub(crate) short: Option<char>,
    /// Value shape.
    pub(crate) takes: Takes,
    /// One line for the help page.
    pub(crate) help: &'static str,
}

/// How many values a positional argument takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arity {
    /// Zero or one.
    Optional,
    /// Any number.
    Many,
    /// Everything that follows, flags included.
    Rest,
}

/// One positional argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument {
    /// Name as the usage line shows it.
    pub(crate) name: &'static str,
    /// How many values it takes.
    pub(crate) arity: Arity,
    /// One line for the help page.
    pub(crate) help: &'static str,
}

/// Which command a row of the table describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandName {
    About,
    ClearCache,
    Complete,
    Completion,
    CreateProject,
    DumpAutoload,
    Help,
    Install,
    List,
    RunScript,
    Update,
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandSpec {
    /// Which one.
    pub(crate) id: CommandName,
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Other names for it.
    pub(crate) aliases: &'static [&'static str],
    /// One line for `list`.
    pub(crate) summary: &'static str,
    /// The paragraph of its help page.
    pub(crate) about: &'static str,
    /// Positional arguments in order.
    pub(crate) arguments: &'static [Argument],
    /// Its flags, in groups that commands share.
    pub(crate) flags: &'static [&'static [Flag]],
    /// Left out of `list`.
    pub(crate) hidden: bool,
}

impl CommandSpec {
    /// All flags of the command, the global ones left out.
    pub(crate) fn own_flags(&self) -> impl Iterator<Item = &'static Flag> {
        self.flags.iter().flat_map(|group| group.iter())
    }
}

/// Every command, by name.
pub(crate) const COMMANDS: &[CommandSpec] = &[
    basics::ABOUT,
    basics::CLEAR_CACHE,
    basics::COMPLETE,
    basics::COMPLETION,
    solving::CREATE_PROJECT,
    project::DUMP_AUTOLOAD,
    basics::HELP,
    solving::INSTALL,
    basics::LIST,
    project::RUN_SCRIPT,
    solving::UPDATE,
];

/// The row of a command.
pub(crate) fn spec(id: CommandName) -> &'static CommandSpec {
    COMMANDS
        .iter()
        .find(|spec| spec.id == id)
        .expect("every command has a row in the table")
}
