//! Packages that bring plugins: installed like any other, not run yet, and only with leave
//! (<https://getcomposer.org/doc/06-config.md#allow-plugins>).

use super::Flow;
use crate::failure::Failure;
use crate::version;
use shirabe_mixed::PhpMixed;
use shirabe_package::config::PluginDecision;
use shirabe_resolver::Operation;

/// Says which plugins come without being run; ends the run where nobody has said whether a plugin
/// is welcome.
pub(super) fn check(flow: &Flow<'_>, operations: &[Operation]) -> Result<(), Failure> {
    let session = flow.session;
    if session.no_plugins {
        return Ok(());
    }
    let rules = flow.project.config.allow_plugins()?;
    let mut idle = Vec::new();
    for operation in operations {
        let (Operation::Install(package) | Operation::Update { to: package, .. }) = operation
        else {
            continue;
        };
        if !matches!(
            package.package_type(),
            "composer-plugin" | "composer-installer"
        ) {
            continue;
        }
        let name = package.pretty_name();
        match rules.decide(name) {
            PluginDecision::Allowed => idle.push(name.to_owned()),
            PluginDecision::Denied => {}
            PluginDecision::Undecided => {
                let is_optional = package
                    .base()
                    .extra()
                    .and_then(|extra| extra.get("plugin-optional"))
                    .and_then(PhpMixed::as_bool)
                    .unwrap_or(false);
                if is_optional || session.plugins_are_off_for_safety() {
                    continue;
                }
                let question = format!(
                    "{name} contains a Composer plugin which is currently not in your allow-plugins config. Go on and install it? [y,n] "
                );
                if !session.console.confirm(&question, false) {
                    return Err(Failure::new(format_args!(
                        "{name} contains a Composer plugin which is blocked by your allow-plugins config. You may add it to the list if you consider it safe."
                    ))
                    .advise(format_args!("add \"{name}\": true (or false to keep it from running) to config.allow-plugins in composer.json")));
                }
            }
        }
    }
    if !idle.is_empty() {
        session.console.warn(&format!(
            "Plugins are installed but not run by {} yet: {}",
            version::NAME,
            idle.join(", ")
        ));
    }
    Ok(())
}
