//! The line that counts operations: tools read it.

use crate::console::{Console, Tone, Verbosity};
use shirabe_package::{AnyPackage, ReferenceDisplay};
use shirabe_resolver::Operation;

/// Prints `<title>: 1 install, 2 updates, 0 removals`, and from `-v` on what they are.
pub(super) fn print<'o>(
    console: &Console,
    title: &str,
    operations: impl Iterator<Item = &'o Operation>,
) {
    let mut installs = Vec::new();
    let mut updates = Vec::new();
    let mut removals = Vec::new();
    for operation in operations {
        match operation {
            Operation::Install(package) => installs.push(named(package)),
            Operation::Update { to, .. } => updates.push(named(to)),
            Operation::Uninstall(package) => removals.push(package.pretty_name().to_owned()),
            Operation::MarkAliasInstalled(_) | Operation::MarkAliasUninstalled(_) => {}
        }
    }
    console.info(&format!(
        "{title}: {}, {}, {}",
        counted(installs.len(), "install"),
        counted(updates.len(), "update"),
        counted(removals.len(), "removal")
    ));
    for (label, names) in [
        ("Installs", installs),
        ("Updates", updates),
        ("Removals", removals),
    ] {
        if !names.is_empty() {
            console.say_at(
                Verbosity::Verbose,
                Tone::Plain,
                &format!("{label}: {}", names.join(", ")),
            );
        }
    }
}

/// `1 thing`, `2 things`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

fn named(package: &AnyPackage) -> String {
    format!(
        "{}:{}",
        package.pretty_name(),
        package.full_pretty_version(true, ReferenceDisplay::default())
    )
}
