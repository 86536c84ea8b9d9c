//! One run of the installer: the work that `install`, `update` and `create-project` share.
//!
//! [`Flow::run`] reads from top to bottom: the lock file, the solve, the packages, the autoloader,
//! what there is to say afterwards, and the scripts around all of it.

mod audit;
pub(crate) mod autoload;
mod bump;
mod install;
mod installing;
pub(crate) mod options;
mod outcome;
pub(crate) mod platform;
mod plugins;
mod policies;
mod problems;
mod remarks;
pub(crate) mod repositories;
pub(crate) mod scripts;
mod suggestions;
mod summary;
mod update;
pub(crate) mod version_choice;

pub(crate) use bump::BumpScope;
pub(crate) use installing::{ConsoleReporter, installed_path, installer_parts, layout};
pub(crate) use options::{AutoloaderOptions, RunOptions};
pub(crate) use suggestions::Suggestions;

use crate::failure::{Failure, exit};
use crate::project::Project;
use crate::session::Session;
use outcome::Outcome;
use scripts::Scripts;
use shirabe_package::{InstalledJson, LockFile};

/// What a run works with.
pub(crate) struct Flow<'a> {
    /// Console, environment, folder.
    pub(crate) session: &'a Session,
    /// The project.
    pub(crate) project: &'a Project,
    /// What is asked for.
    pub(crate) options: &'a RunOptions,
}

impl Flow<'_> {
    /// Does it all and returns the exit code. `suggestions` are those of a project package that was
    /// installed before.
    pub(crate) fn run(&self, suggestions: Suggestions) -> Result<u8, Failure> {
        let console = &self.session.console;
        let installed_json = installed_path(self.project)?;
        let is_fresh = !installed_json.exists();
        let mut installed = install::read_installed(self, &installed_json)?;
        let (previous, unreadable) = match self.project.read_lock() {
            Ok(lock) => (lock.filter(|_| self.project.config.lock()), None),
            Err(error) => (None, Some(error)),
        };
        let whole_update = self.options.update
            && self.options.allow_list.is_none()
            && !self.options.update_mirrors;
        if let Some(error) = unreadable
            && !whole_update
        {
            let in_conflict = std::fs::read_to_string(&self.project.lock_path)
                .is_ok_and(|text| text.lines().any(|line| line.starts_with("<<<<<<< ")));
            let mend = if in_conflict {
                "resolve the conflict in composer.lock by hand"
            } else {
                "restore composer.lock from your version control"
            };
            return Err(Failure::from(error).advise(format_args!(
                "{mend}, or delete it and run `shirabe update`"
            )));
        }
        let mut options = self.options.clone();
        if !options.update && previous.is_none() {
            let reason = if self.project.config.lock() {
                "No composer.lock file present."
            } else {
                "Lockfile creation is disabled in config."
            };
            console.warn(&format!("{reason} Updating dependencies to latest instead of installing from lock file. See https://getcomposer.org/install for more information."));
            options.update = true;
        }
        options.run_scripts &= !options.dry_run;
        let flow = Flow {
            options: &options,
            ..*self
        };
        let scripts = Scripts::of(self.session, self.project, options.run_scripts);
        scripts.dispatch(
            if options.update {
                "pre-update-cmd"
            } else {
                "pre-install-cmd"
            },
            options.dev_mode,
        )?;

        let mut outcome = Outcome::new(suggestions);
        if options.update {
            let code = update::run(&flow, previous.as_ref(), &mut outcome)?;
            if code != exit::OK {
                return Ok(code);
            }
        }
        if !options.update || options.install {
            let lock = outcome.lock.clone().or(previous);
            let lock =
                lock.ok_or_else(|| Failure::new("There is no lock file to install from."))?;
            let code = install::run(&flow, &lock, &scripts, &mut installed)?;
            if code != exit::OK {
                return Ok(code);
            }
            outcome.lock = Some(lock);
        }
        let code = self.conclude(&flow, &scripts, &outcome, &installed, is_fresh)?;
        if code != exit::OK {
            return Ok(code);
        }
        let code = audit::run(&flow, &mut outcome, &installed)?;
        match options.bump {
            Some(scope) if code == exit::OK => bump::run(&flow, scope, &outcome),
            _ => Ok(code),
        }
    }

    fn conclude(
        &self,
        flow: &Flow<'_>,
        scripts: &Scripts<'_>,
        outcome: &Outcome,
        installed: &InstalledJson,
        is_fresh: bool,
    ) -> Result<u8, Failure> {
        let options = flow.options;
        if options.update {
            remarks::suggestions(flow, outcome, is_fresh)?;
        }
        if let Some(lock) = &outcome.lock {
            remarks::abandoned(flow, lock)?;
        }
        let changes_vendor =
            !options.dry_run && !options.download_only && (options.install || !options.update);
        if let (Some(how), true) = (&options.autoloader, changes_vendor) {
            let hash = outcome.lock.as_ref().and_then(LockFile::content_hash);
            let code = autoload::after_install(flow, how, installed, hash, scripts)?;
            if code != exit::OK {
                return Ok(code);
            }
        }
        if changes_vendor {
            installing::ensure_binaries(flow, installed)?;
        }
        remarks::funding(flow, installed);
        scripts.dispatch(
            if options.update {
                "post-update-cmd"
            } else {
                "post-install-cmd"
            },
            options.dev_mode,
        )?;
        Ok(exit::OK)
    }
}
