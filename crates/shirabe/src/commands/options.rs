//! Flags that several commands share, with the environment variables that stand for them
//! (<https://getcomposer.org/doc/03-cli.md#environment-variables>).

use crate::cli::Input;
use crate::failure::Failure;
use crate::flow::AutoloaderOptions;
use crate::session::Session;
use shirabe_package::config::{Config, PreferredInstall};
use shirabe_package::{InstallationSource, PlatformRequirementFilter};

/// Whether a flag or its variable is set.
pub(super) fn switched(session: &Session, input: &Input, flag: &str, variable: &str) -> bool {
    input.has(flag) || session.environment.flag(variable)
}

/// `--no-dev` turned around.
pub(super) fn dev_mode(session: &Session, input: &Input) -> bool {
    !switched(session, input, "no-dev", "COMPOSER_NO_DEV")
}

/// Whether policies may block versions.
pub(super) fn blocking(session: &Session, input: &Input) -> bool {
    !switched(
        session,
        input,
        "no-security-blocking",
        "COMPOSER_NO_SECURITY_BLOCKING",
    ) && !switched(session, input, "no-blocking", "COMPOSER_NO_BLOCKING")
}

/// `--audit-format`, of which only the summary is there.
pub(super) fn check_audit_format(session: &Session, input: &Input) -> Result<(), Failure> {
    let formats = ["table", "plain", "json", "summary"];
    if let Some(format) = input.value("audit-format") {
        if !formats.contains(&format) {
            return Err(Failure::new(format_args!(
                "--audit-format must be one of {}.",
                formats.join(", ")
            )));
        }
        if format != "summary" {
            session.console.warn(&format!(
                "The audit report \"{format}\" is not available yet; a summary takes its place."
            ));
        }
    }
    Ok(())
}

/// Whether the run ends with an audit, unless `--no-audit` does without.
pub(super) fn audits(session: &Session, input: &Input) -> bool {
    !switched(session, input, "no-audit", "COMPOSER_NO_AUDIT")
}

/// `--ignore-platform-req` and `--ignore-platform-reqs`.
pub(super) fn platform_filter(session: &Session, input: &Input) -> PlatformRequirementFilter {
    if input.has("ignore-platform-reqs") {
        return PlatformRequirementFilter::IgnoreAll;
    }
    if session.environment.flag("COMPOSER_IGNORE_PLATFORM_REQS") {
        session
            .console
            .warn("COMPOSER_IGNORE_PLATFORM_REQS is set. You may experience unexpected errors.");
        return PlatformRequirementFilter::IgnoreAll;
    }
    let given = input.values("ignore-platform-req");
    if !given.is_empty() {
        return PlatformRequirementFilter::from_list(given);
    }
    match session.environment.text("COMPOSER_IGNORE_PLATFORM_REQ") {
        Some(list) if !list.is_empty() => {
            session.console.warn(&format!(
                "COMPOSER_IGNORE_PLATFORM_REQ is set to ignore {list}. You may experience unexpected errors."
            ));
            PlatformRequirementFilter::from_list(&list.split(',').collect::<Vec<_>>())
        }
        _ => PlatformRequirementFilter::IgnoreNothing,
    }
}

/// `--prefer-source`, `--prefer-dist`, `--prefer-install`; nothing where the configuration decides.
pub(super) fn preference(input: &Input) -> Result<Option<PreferredInstall>, Failure> {
    let source = input.has("prefer-source");
    let dist = input.has("prefer-dist");
    let all = |source| Ok(Some(PreferredInstall::all(source)));
    match input.value("prefer-install") {
        Some(_) if source => Err(Failure::new(
            "--prefer-source can not be used together with --prefer-install",
        )),
        Some(_) if dist => Err(Failure::new(
            "--prefer-dist can not be used together with --prefer-install",
        )),
        Some("dist") => all(Some(InstallationSource::Dist)),
        Some("source") => all(Some(InstallationSource::Source)),
        Some("auto") => all(None),
        Some(other) => Err(Failure::new(format_args!(
            "--prefer-install accepts one of \"dist\", \"source\" or \"auto\", got {other}"
        ))),
        None if source => all(Some(InstallationSource::Source)),
        None if dist => all(Some(InstallationSource::Dist)),
        None => Ok(None),
    }
}

/// How `install` and `update` write the autoloader; nothing with `--no-autoloader`.
pub(super) fn autoloader(
    input: &Input,
    config: &Config,
) -> Result<Option<AutoloaderOptions>, Failure> {
    let prefix = input.value("apcu-autoloader-prefix").map(str::to_owned);
    let how = AutoloaderOptions {
        optimize: input.has("optimize-autoloader") || config.is_on("optimize-autoloader"),
        authoritative: input.has("classmap-authoritative")
            || config.is_on("classmap-authoritative"),
        apcu: (prefix.is_some() || input.has("apcu-autoloader") || config.is_on("apcu-autoloader"))
            .then_some(prefix),
        strict_psr: input.has("strict-psr-autoloader"),
    };
    if how.strict_psr && !how.optimize && !how.authoritative {
        return Err(Failure::new(
            "--strict-psr-autoloader mode only works with optimized autoloader, use --optimize-autoloader or --classmap-authoritative if you want a strict return value.",
        ));
    }
    Ok((!input.has("no-autoloader")).then_some(how))
}

/// Says that flags which have lost their meaning were passed over.
pub(super) fn warn_of_deprecated(session: &Session, input: &Input) {
    for flag in ["dev", "no-suggest"] {
        if input.has(flag) {
            session.console.warn(&format!(
                "You are using the deprecated option \"--{flag}\". It has no effect and will break in Composer 3."
            ));
        }
    }
}
