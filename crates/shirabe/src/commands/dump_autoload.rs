//! `dump-autoload`: writes the autoloader anew.

use super::options;
use crate::cli::Input;
use crate::failure::{Failure, exit};
use crate::flow::autoload::{self, Dump};
use crate::flow::scripts::Scripts;
use crate::flow::{AutoloaderOptions, installed_path, layout};
use crate::project::Project;
use crate::session::Session;
use shirabe_package::{InstalledJson, LockFile};

pub(super) fn run(session: &Session, input: &Input) -> Result<u8, Failure> {
    let project = Project::open(session)?;
    let console = &session.console;
    let installed = InstalledJson::read(&installed_path(&project)?)?;
    let layout = layout(&project)?;
    let mut is_incomplete = false;
    for package in &installed.packages {
        if layout
            .install_path(package)?
            .is_some_and(|place| !place.exists())
        {
            is_incomplete = true;
        }
    }
    if is_incomplete {
        console.print("Not all dependencies are installed. Make sure to run a \"composer install\" to install missing dependencies");
    }
    let config = &project.config;
    let prefix = input.value("apcu-prefix").map(str::to_owned);
    let how = AutoloaderOptions {
        optimize: input.has("optimize") || config.is_on("optimize-autoloader"),
        authoritative: input.has("classmap-authoritative")
            || config.is_on("classmap-authoritative"),
        apcu: (prefix.is_some() || input.has("apcu") || config.is_on("apcu-autoloader"))
            .then_some(prefix),
        strict_psr: input.has("strict-psr"),
    };
    for flag in ["strict-psr", "strict-ambiguous"] {
        if input.has(flag) && !how.optimize && !how.authoritative {
            return Err(Failure::new(format_args!(
                "--{flag} mode only works with optimized autoloader, use --optimize or --classmap-authoritative if you want a strict return value."
            )));
        }
    }
    if input.has("dev") && input.has("no-dev") {
        return Err(Failure::new(
            "You can not use both --no-dev and --dev as they conflict with each other.",
        ));
    }
    let dev_mode = if input.has("no-dev") {
        false
    } else {
        input.has("dev") || installed.dev.unwrap_or(true)
    };
    let scripts = Scripts::of(
        session,
        &project,
        !session.no_scripts && !input.has("dry-run"),
    );
    let lock = project.read_lock()?;
    let report = autoload::dump(
        session,
        &project,
        &scripts,
        &Dump {
            how: &how,
            installed: &installed,
            dev_mode,
            platform: &options::platform_filter(session, input),
            lock_hash: lock.as_ref().and_then(LockFile::content_hash),
            dry_run: input.has("dry-run"),
            all_ambiguities: input.has("strict-ambiguous"),
            on_stdout: true,
        },
    )?;
    if is_incomplete || input.has("strict-psr") && report.violations > 0 {
        return Ok(exit::GENERIC);
    }
    if input.has("strict-ambiguous") && report.ambiguous > 0 {
        return Ok(2);
    }
    Ok(exit::OK)
}
