//! Help pages and the command list, from the table.

use super::table::{Argument, Arity, COMMANDS, CommandSpec, Flag, GLOBAL, Takes};
use shirabe_mixed::{PhpMap, PhpMixed};

/// The text of one command's help page.
pub(crate) fn page(spec: &CommandSpec) -> String {
    let mut text = String::new();
    text.push_str("Description:\n  ");
    text.push_str(spec.summary);
    text.push_str("\n\nUsage:\n");
    for name in std::iter::once(&spec.name).chain(spec.aliases) {
        text.push_str("  ");
        text.push_str(name);
        text.push_str(" [options]");
        if !spec.arguments.is_empty() {
            text.push_str(" [--]");
        }
        for argument in spec.arguments {
            text.push(' ');
            text.push_str(&argument_usage(argument));
        }
        text.push('\n');
    }
    let mut rows: Vec<(String, &str)> = Vec::new();
    for argument in spec.arguments {
        rows.push((argument.name.to_owned(), argument.help));
    }
    let arguments = rows.len();
    for flag in spec.own_flags().chain(GLOBAL) {
        rows.push((flag_usage(flag), flag.help));
    }
    let width = rows
        .iter()
        .map(|(left, _)| left.chars().count())
        .max()
        .unwrap_or(0);
    if arguments > 0 {
        text.push_str("\nArguments:\n");
        push_rows(&mut text, &rows[..arguments], width);
    }
    text.push_str("\nOptions:\n");
    push_rows(&mut text, &rows[arguments..], width);
    text.push_str("\nHelp:\n");
    for line in spec.about.lines() {
        text.push_str("  ");
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The list of commands; `namespace` leaves only `namespace:…`.
pub(crate) fn list(version: &str, namespace: Option<&str>, scripts: &[(String, String)]) -> String {
    let rows = rows(namespace, scripts);
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!("{version}\n\nUsage:\n  command [options] [arguments]\n\nOptions:\n");
    let flags: Vec<(String, &str)> = GLOBAL
        .iter()
        .map(|flag| (flag_usage(flag), flag.help))
        .collect();
    let flag_width = flags
        .iter()
        .map(|(left, _)| left.chars().count())
        .max()
        .unwrap_or(0);
    push_rows(&mut text, &flags, flag_width);
    match namespace {
        Some(namespace) => text.push_str(&format!(
            "\nAvailable commands for the \"{namespace}\" namespace:\n"
        )),
        None => text.push_str("\nAvailable commands:\n"),
    }
    let rows: Vec<(String, &str)> = rows
        .iter()
        .map(|(name, help)| (name.clone(), help.as_str()))
        .collect();
    push_rows(&mut text, &rows, width);
    text
}

/// `list --raw`: a name and a summary a line.
pub(crate) fn raw_list(namespace: Option<&str>, scripts: &[(String, String)]) -> String {
    let rows = rows(namespace, scripts);
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows.iter()
        .map(|(name, help)| format!("{name:width$}   {help}\n"))
        .collect()
}

/// `list --format=json`: what a program may want to know of the commands.
pub(crate) fn as_data(
    program: (&str, &str),
    scripts: &[(String, String)],
    short: bool,
) -> PhpMixed {
    let commands = COMMANDS
        .iter()
        .filter(|spec| !spec.hidden)
        .map(|spec| command_data(spec, short))
        .chain(scripts.iter().map(|(name, help)| {
            map([
                ("name", name.as_str().into()),
                ("description", help.as_str().into()),
            ])
        }))
        .collect();
    map([
        (
            "application",
            map([("name", program.0.into()), ("version", program.1.into())]),
        ),
        ("commands", PhpMixed::List(commands)),
    ])
}

/// One command as data.
pub(crate) fn command_data(spec: &CommandSpec, short: bool) -> PhpMixed {
    let usage = std::iter::once(&spec.name)
        .chain(spec.aliases)
        .map(|name| PhpMixed::from(*name))
        .collect();
    let mut data = PhpMap::default();
    data.insert("name".into(), spec.name.into());
    data.insert("description".into(), spec.summary.into());
    data.insert("usage".into(), PhpMixed::List(usage));
    data.insert("help".into(), spec.about.into());
    data.insert("hidden".into(), PhpMixed::Bool(spec.hidden));
    if !short {
        let arguments: PhpMap = spec
            .arguments
            .iter()
            .map(|argument| {
                let value = map([
                    ("name", argument.name.into()),
                    ("is_required", PhpMixed::Bool(false)),
                    (
                        "is_array",
                        PhpMixed::Bool(argument.arity != Arity::Optional),
                    ),
                    ("description", argument.help.into()),
                ]);
                (argument.name.to_owned(), value)
            })
            .collect();
        let options: PhpMap = spec
            .own_flags()
            .chain(GLOBAL)
            .map(|flag| (flag.long.to_owned(), flag_data(flag)))
            .collect();
        data.insert(
            "definition".into(),
            map([
                ("arguments", PhpMixed::Map(arguments)),
                ("options", PhpMixed::Map(options)),
            ]),
        );
    }
    PhpMixed::Map(data)
}

fn flag_data(flag: &Flag) -> PhpMixed {
    let short = flag
        .short
        .map(|letter| format!("-{letter}"))
        .unwrap_or_default();
    map([
        ("name", format!("--{}", flag.long).into()),
        ("shortcut", short.into()),
        ("accept_value", PhpMixed::Bool(flag.takes != Takes::Nothing)),
        (
            "is_value_required",
            PhpMixed::Bool(matches!(flag.takes, Takes::Value(_) | Takes::Values(_))),
        ),
        (
            "is_multiple",
            PhpMixed::Bool(matches!(flag.takes, Takes::Values(_))),
        ),
        ("description", flag.help.into()),
    ])
}

fn map<const N: usize>(entries: [(&str, PhpMixed); N]) -> PhpMixed {
    PhpMixed::Map(
        entries
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
    )
}

fn rows(namespace: Option<&str>, scripts: &[(String, String)]) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = COMMANDS
        .iter()
        .filter(|spec| !spec.hidden)
        .map(|spec| {
            let aliases = if spec.aliases.is_empty() {
                String::new()
            } else {
                format!("[{}] ", spec.aliases.join("|"))
            };
            (spec.name.to_owned(), format!("{aliases}{}", spec.summary))
        })
        .chain(scripts.iter().cloned())
        .filter(|(name, _)| {
            namespace.is_none_or(|namespace| {
                name.strip_prefix(namespace)
                    .is_some_and(|rest| rest.starts_with(':'))
            })
        })
        .collect();
    rows.sort();
    rows
}

fn push_rows(text: &mut String, rows: &[(String, &str)], width: usize) {
    for (left, right) in rows {
        text.push_str(&format!("  {left:width$}  {right}\n"));
    }
}

fn argument_usage(argument: &Argument) -> String {
    match argument.arity {
        Arity::Optional => format!("[<{}>]", argument.name),
        Arity::Many | Arity::Rest => format!("[<{}>...]", argument.name),
    }
}

fn flag_usage(flag: &Flag) -> String {
    let short = match flag.short {
        Some('v') => "-v|vv|vvv, ".to_owned(),
        Some(letter) => format!("-{letter}, "),
        None => "    ".to_owned(),
    };
    let value = match flag.takes {
        Takes::Nothing => String::new(),
        Takes::Value(name) => format!("={name}"),
        Takes::OptionalValue(name) | Takes::AttachedValue(name) => format!("[={name}]"),
        Takes::Values(name) => format!("={name} (several)"),
    };
    format!("{short}--{}{value}", flag.long)
}
