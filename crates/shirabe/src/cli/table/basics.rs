//! Commands about the program itself.

use super::flags::*;
use super::{Argument, Arity, CommandName, CommandSpec};

pub(super) const ABOUT: CommandSpec = CommandSpec {
    id: CommandName::About,
    name: "about",
    aliases: &[],
    summary: "Say in a few words what this program is",
    about: "Says in a few words what Shirabe is.",
    arguments: &[],
    flags: &[],
    hidden: false,
};

pub(super) const CLEAR_CACHE: CommandSpec = CommandSpec {
    id: CommandName::ClearCache,
    name: "clear-cache",
    aliases: &["clearcache", "cc"],
    summary: "Empty the cache folder",
    about: "Removes everything in the cache folder, or with --gc only what is too old or too much.",
    arguments: &[],
    flags: &[&[switch(
        "gc",
        "Remove only entries that are too old or beyond the size limit",
    )]],
    hidden: false,
};

pub(super) const COMPLETE: CommandSpec = CommandSpec {
    id: CommandName::Complete,
    name: "_complete",
    aliases: &[],
    summary: "Answer the shell's completion request",
    about: "Answers the completion request of a shell; the script that `completion` prints calls it.",
    arguments: &[],
    flags: &[&[
        short(
            's',
            value("shell", "SHELL", "The shell that asks: bash, fish or zsh"),
        ),
        short('i', values("input", "WORD", "The words typed so far")),
        short(
            'c',
            value("current", "INDEX", "Which of the words the cursor is on"),
        ),
        short(
            'a',
            value("api-version", "VERSION", "Version of the protocol"),
        ),
        short(
            'S',
            value("symfony", "VERSION", "Older name of --api-version"),
        ),
    ]],
    hidden: true,
};

pub(super) const COMPLETION: CommandSpec = CommandSpec {
    id: CommandName::Completion,
    name: "completion",
    aliases: &[],
    summary: "Print the shell's completion script",
    about: "Prints a script that teaches bash, fish or zsh to complete commands and options. Source it from the shell's start-up file.",
    arguments: &[Argument {
        name: "shell",
        arity: Arity::Optional,
        help: "bash, fish or zsh; taken from $SHELL where left out",
    }],
    flags: &[&[switch(
        "debug",
        "Print nothing but what the completion would log",
    )]],
    hidden: false,
};

pub(super) const HELP: CommandSpec = CommandSpec {
    id: CommandName::Help,
    name: "help",
    aliases: &[],
    summary: "Show the help page of a command",
    about: "Shows arguments and flags of a command.",
    arguments: &[Argument {
        name: "command_name",
        arity: Arity::Optional,
        help: "The command",
    }],
    flags: &[&[
        value("format", "FORMAT", "txt or json"),
        switch("raw", "Plain text"),
    ]],
    hidden: false,
};

pub(super) const LIST: CommandSpec = CommandSpec {
    id: CommandName::List,
    name: "list",
    aliases: &[],
    summary: "List the commands",
    about: "Lists the commands, or those of one namespace.",
    arguments: &[Argument {
        name: "namespace",
        arity: Arity::Optional,
        help: "Only the commands that start with this and a colon",
    }],
    flags: &[&[
        switch("raw", "Plain text, one command a line"),
        value("format", "FORMAT", "txt or json"),
        switch("short", "Leave out arguments and flags in json"),
    ]],
    hidden: false,
};
