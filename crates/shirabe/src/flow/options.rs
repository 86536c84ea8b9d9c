//! What one run of the installer is asked to do.

use super::BumpScope;
use shirabe_package::config::PreferredInstall;
use shirabe_package::{PackageName, PlatformRequirementFilter};
use shirabe_resolver::UpdateScope;
use shirabe_semver::Constraint;

/// Flags of `install`, `update` and `create-project`, worked out from command line, environment and
/// configuration.
#[derive(Clone, Debug)]
pub(crate) struct RunOptions {
    /// Resolve anew instead of taking the lock file's word.
    pub(crate) update: bool,
    /// Change `vendor/` too, not the lock file alone.
    pub(crate) install: bool,
    /// Change nothing.
    pub(crate) dry_run: bool,
    /// Fill the cache, leave `vendor/` as it is.
    pub(crate) download_only: bool,
    /// Install the packages of `require-dev`.
    pub(crate) dev_mode: bool,
    /// `--prefer-source`, `--prefer-dist`; where nothing is said the configuration decides.
    pub(crate) preference: Option<PreferredInstall>,
    /// How the autoloader is written; nothing leaves it as it is.
    pub(crate) autoloader: Option<AutoloaderOptions>,
    /// Run the project's scripts.
    pub(crate) run_scripts: bool,
    /// Which platform requirements do not count.
    pub(crate) platform: PlatformRequirementFilter,
    /// `--prefer-stable`
    pub(crate) prefer_stable: bool,
    /// `--prefer-lowest`
    pub(crate) prefer_lowest: bool,
    /// `--minimal-changes`
    pub(crate) minimal_changes: bool,
    /// `--lock`: refresh the lock file's metadata, keep the versions.
    pub(crate) update_mirrors: bool,
    /// The packages of a partial update.
    pub(crate) allow_list: Option<Vec<String>>,
    /// How far a partial update reaches.
    pub(crate) scope: UpdateScope,
    /// `--with` and `--patch-only`.
    pub(crate) temporary_constraints: Vec<(PackageName, Constraint)>,
    /// Whether policies may block versions.
    pub(crate) blocking: bool,
    /// Look for security advisories about the packages at the end.
    pub(crate) audit: bool,
    /// Raise requirements to what an update has locked.
    pub(crate) bump: Option<BumpScope>,
    /// Whether advisories are a failure.
    pub(crate) fail_on_advisories: bool,
}

/// How the autoloader is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct AutoloaderOptions {
    /// A class map for PSR-0 and PSR-4 too.
    pub(crate) optimize: bool,
    /// The class map alone.
    pub(crate) authoritative: bool,
    /// Cache look-ups in APCu, under a prefix if one is given.
    pub(crate) apcu: Option<Option<String>>,
    /// Exit with a code of its own where classes break their rules.
    pub(crate) strict_psr: bool,
}
