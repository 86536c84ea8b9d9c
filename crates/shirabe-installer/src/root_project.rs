//! `create-project`: a package becomes a project of its own
//! (<https://getcomposer.org/doc/03-cli.md#create-project>).

use shirabe_callgraph::{centre, enter};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shirabe_package::Package;
use shirabe_resolver::Operation;

use crate::error::InstallError;
use crate::fetch::discard;
use crate::files;
use crate::installer::Installer;
use crate::plan::{Arrival, Origin};
use crate::report::Say as _;
use crate::staging::Staging;

/// Where a project is made ready.
const WORKSHOP: &str = ".create-project";

impl Installer<'_> {
    /// Puts the files of `package` into the folder `target`, which must not exist or be empty. They appear there all
    /// at once, or (in a folder that exists) one by one when all are ready. Answers the package as it was installed.
    ///
    /// # Errors
    /// [`InstallError::ProjectNotEmpty`], or any failure of fetching and unpacking; `target` is then as it was.
    pub fn install_root_project(
        &self,
        package: &Arc<Package>,
        target: &Path,
    ) -> Result<Arc<Package>, InstallError> {
        let _span = enter(centre!("root-project"));
        let is_there = files::exists(target);
        let parent = match target.parent() {
            _ if is_there => target,
            Some(parent) => parent,
            None => target,
        };
        let made = first_missing(parent);
        files::create_folder(parent)?;
        let workshop = parent.join(WORKSHOP);
        if is_there {
            // A run that was killed may have left it; nothing else is ours to clear away.
            files::remove(&workshop)?;
            if !files::is_empty_folder(target) {
                return Err(InstallError::ProjectNotEmpty {
                    path: target.to_path_buf(),
                });
            }
        }
        let result = self.make_project(package, target, &workshop, is_there);
        if is_there {
            let tidied = files::remove(&workshop);
            return result.and_then(|package| tidied.map(|()| package));
        }
        files::remove_if_empty(&workshop);
        if result.is_err()
            && let Some(made) = made
        {
            remove_empty_folders(parent, &made);
        }
        result
    }

    fn make_project(
        &self,
        package: &Arc<Package>,
        target: &Path,
        workshop: &Path,
        is_there: bool,
    ) -> Result<Arc<Package>, InstallError> {
        let staging = Staging::open(workshop.to_path_buf())?;
        let fetcher = self.fetcher(&staging, self.layout);
        let arrival =
            self.rules(self.layout)
                .arrival_at(package, None, Some(target.to_path_buf()))?;
        let arrivals = [Some(arrival)];
        let archive = fetcher.fetch_all(&arrivals, self.reporter)?.pop().flatten();
        let [Some(arrival)] = &arrivals else {
            return Ok(Arc::clone(package));
        };
        self.reporter.say(format!(
            "  - {}{}",
            Operation::Install(Arc::clone(package).into()),
            arrival.appendix()
        ));
        if let Origin::Path(path) = &arrival.origin
            && path.is_in_place(target)
        {
            return Ok(arrival.installed());
        }
        let staged = staging.fresh();
        let mut notes = Vec::new();
        let made = self
            .unpacker(&staging, &fetcher)
            .make(arrival, target, archive.as_ref(), &staged, &mut notes)
            .and_then(|()| place(arrival, &staged, target, workshop, is_there));
        self.tell(notes);
        if made.is_err() {
            archive.iter().for_each(discard);
            files::remove(&staged)?;
        }
        made.map(|()| arrival.installed())
    }
}

/// Moves what is at `staged` to `target`: as one where nothing is there, else what is in it.
fn place(
    arrival: &Arrival,
    staged: &Path,
    target: &Path,
    workshop: &Path,
    is_there: bool,
) -> Result<(), InstallError> {
    let moved = |from: &Path, to: &Path| {
        files::move_to(from, to).map_err(InstallError::file("put the project at", to))
    };
    if !is_there {
        return moved(staged, target);
    }
    if files::is_link(staged) {
        // A link takes the place of the whole folder.
        files::remove(workshop)?;
        fs::remove_dir(target).map_err(InstallError::file("replace", target))?;
        if let Origin::Path(path) = &arrival.origin {
            path.stage(target, target)?;
        }
        return Ok(());
    }
    let entries = fs::read_dir(staged).map_err(InstallError::file("read the folder", staged))?;
    for entry in entries {
        let entry = entry.map_err(InstallError::file("read the folder", staged))?;
        moved(&entry.path(), &target.join(entry.file_name()))?;
    }
    Ok(())
}

/// The topmost folder on the way to `path` that does not exist.
fn first_missing(path: &Path) -> Option<PathBuf> {
    path.ancestors()
        .take_while(|ancestor| !ancestor.as_os_str().is_empty() && !files::exists(ancestor))
        .last()
        .map(Path::to_path_buf)
}

/// Removes the empty folders from `path` up to `top`.
fn remove_empty_folders(path: &Path, top: &Path) {
    for folder in path
        .ancestors()
        .take_while(|folder| folder.starts_with(top))
    {
        files::remove_if_empty(folder);
    }
}
