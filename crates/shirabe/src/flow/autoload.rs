//! Writing the autoloader, with the scripts around it.

use super::installing::layout;
use super::scripts::Scripts;
use super::{AutoloaderOptions, Flow};
use crate::console::Tone;
use crate::failure::{Failure, chain, exit};
use crate::project::Project;
use crate::session::Session;
use shirabe_autoload::{
    AutoloadError, AutoloadGenerator, AutoloadOptions, InstalledPackage, Notice,
    class_map::KnownClasses,
};
use shirabe_package::{AnyPackage, InstalledJson, PlatformRequirementFilter};

/// What to write.
pub(crate) struct Dump<'a> {
    /// How.
    pub(crate) how: &'a AutoloaderOptions,
    /// What `vendor/` holds.
    pub(crate) installed: &'a InstalledJson,
    /// With `autoload-dev` and the packages of `require-dev`.
    pub(crate) dev_mode: bool,
    /// Which platform requirements are not checked at run time.
    pub(crate) platform: &'a PlatformRequirementFilter,
    /// The lock file's content hash.
    pub(crate) lock_hash: Option<&'a str>,
    /// Change nothing.
    pub(crate) dry_run: bool,
    /// Tell of ambiguous classes in test folders too.
    pub(crate) all_ambiguities: bool,
    /// `dump-autoload` reports on standard output, the others on standard error.
    pub(crate) on_stdout: bool,
}

/// What was found on the way.
pub(crate) struct DumpReport {
    /// Classes that break their PSR-0 or PSR-4 rule.
    pub(crate) violations: usize,
    /// Classes in more than one file.
    pub(crate) ambiguous: usize,
}

/// The autoloader after an installation; the value is the exit code.
pub(super) fn after_install(
    flow: &Flow<'_>,
    how: &AutoloaderOptions,
    installed: &InstalledJson,
    lock_hash: Option<&str>,
    scripts: &Scripts<'_>,
) -> Result<u8, Failure> {
    let report = dump(
        flow.session,
        flow.project,
        scripts,
        &Dump {
            how,
            installed,
            dev_mode: flow.options.dev_mode,
            platform: &flow.options.platform,
            lock_hash,
            dry_run: false,
            all_ambiguities: false,
            on_stdout: false,
        },
    )?;
    if how.strict_psr && report.violations > 0 {
        return Ok(exit::PSR_VIOLATION);
    }
    Ok(exit::OK)
}

/// Writes the autoloader.
pub(crate) fn dump(
    session: &Session,
    project: &Project,
    scripts: &Scripts<'_>,
    dump: &Dump<'_>,
) -> Result<DumpReport, Failure> {
    let console = &session.console;
    let say = |line: &str| {
        if dump.on_stdout {
            console.print(line);
        } else {
            console.info(line);
        }
    };
    let how = dump.how;
    let kind = match (how.authoritative, how.optimize) {
        (true, _) if dump.on_stdout => "optimized autoload files (authoritative)",
        (true, _) | (_, true) => "optimized autoload files",
        _ => "autoload files",
    };
    say(&format!("Generating {kind}"));

    let config = &project.config;
    let layout = layout(project)?;
    let mut packages = Vec::new();
    for package in &dump.installed.packages {
        if let AnyPackage::Real(real) = package {
            packages.push(InstalledPackage {
                package: real.clone(),
                path: layout.install_path(package)?,
            });
        }
    }
    let options = AutoloadOptions {
        optimize: how.optimize,
        class_map_authoritative: how.authoritative,
        apcu: how.apcu.is_some(),
        apcu_prefix: how.apcu.clone().flatten(),
        dev: dump.dev_mode,
        dev_packages: dump.installed.dev_package_names.clone(),
        prepend: config.is_on("prepend-autoloader"),
        use_include_path: config.is_on("use-include-path"),
        platform_check: config.platform_check(),
        platform_filter: dump.platform.clone(),
        suffix: config.autoloader_suffix()?,
        content_hash: dump.lock_hash.map(str::to_owned),
        strict_ambiguous: dump.all_ambiguities,
        dry_run: dump.dry_run,
    };
    scripts.dispatch("pre-autoload-dump", dump.dev_mode)?;
    let dumped = AutoloadGenerator {
        base_dir: &project.folder,
        vendor_dir: &layout.vendor,
        root: &project.root.package,
        packages: &packages,
        options: &options,
        known: &KnownClasses::default(),
    }
    .dump()
    .map_err(|error| failure(&error))?;
    for notice in &dumped.notices {
        match notice {
            Notice::Warning(line) => console.say(Tone::Warning, line),
            Notice::Info(line) => console.say(Tone::Info, line),
        }
    }
    scripts.dispatch("post-autoload-dump", dump.dev_mode)?;
    if dump.on_stdout {
        if how.optimize || how.authoritative {
            say(&format!(
                "Generated {kind} containing {} classes",
                dumped.class_count()
            ));
        } else {
            say(&format!("Generated {kind}"));
        }
    }
    Ok(DumpReport {
        violations: dumped.class_map.violations().count(),
        ambiguous: usize::from(dumped.has_ambiguous_classes()),
    })
}

fn failure(error: &AutoloadError) -> Failure {
    Failure::new(chain(error))
}
