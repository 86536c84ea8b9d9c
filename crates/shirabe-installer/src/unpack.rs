//! Making a package's folder, on whatever thread.

use shirabe_callgraph::{centre, enter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use shirabe_archive::{ArchiveError, ArchiveKind, Limits, extract};

use crate::error::InstallError;
use crate::fetch::{Archive, Fetcher, discard};
use crate::files;
use crate::path_package::PathPackage;
use crate::plan::{Arrival, Origin};
use crate::staging::Staging;

/// A package to put in place.
pub(crate) struct Job<'a> {
    /// Which operation it belongs to.
    pub(crate) operation: usize,
    pub(crate) arrival: &'a Arrival,
    pub(crate) target: &'a Path,
    pub(crate) archive: Option<Archive>,
    /// A folder of the version before that is not at `target`.
    pub(crate) old: Option<PathBuf>,
}

/// What became of a job.
pub(crate) struct Done {
    pub(crate) operation: usize,
    /// Words for the user.
    pub(crate) notes: Vec<Note>,
    pub(crate) result: Result<(), InstallError>,
}

/// Something that came up on the way.
pub(crate) enum Note {
    /// The file system refused a link, so the folder was copied.
    MirroredInstead(String),
    /// A cached archive was damaged and is fetched again.
    FetchedAgain(String),
}

/// What all jobs need.
pub(crate) struct Unpacker<'a> {
    pub(crate) staging: &'a Staging,
    pub(crate) fetcher: &'a Fetcher<'a>,
    pub(crate) limits: &'a Limits,
    pub(crate) interrupted: &'a AtomicBool,
}

impl Unpacker<'_> {
    /// Does all jobs on `threads` threads, the largest archives first, and hands each outcome to `done` on this
    /// thread. After a failure nothing new is begun: `done` does not hear of such jobs.
    pub(crate) fn run(&self, jobs: Vec<Job<'_>>, threads: usize, mut done: impl FnMut(Done)) {
        let mut jobs = jobs;
        jobs.sort_by_cached_key(|job| {
            let size = job
                .archive
                .as_ref()
                .and_then(|archive| std::fs::metadata(&archive.path).ok())
                .map_or(0, |metadata| metadata.len());
            std::cmp::Reverse(size)
        });
        let threads = threads.clamp(1, jobs.len().max(1));
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let (sender, outcomes) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                let (jobs, next, failed) = (&jobs, &next, &failed);
                scope.spawn(move || {
                    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if failed.load(Ordering::Relaxed)
                            || self.interrupted.load(Ordering::Relaxed)
                        {
                            break;
                        }
                        let mut notes = Vec::new();
                        let result = self.job(job, &mut notes);
                        if result.is_err() {
                            failed.store(true, Ordering::Relaxed);
                        }
                        // The receiver outlives the threads.
                        let _ = sender.send(Done {
                            operation: job.operation,
                            notes,
                            result,
                        });
                    }
                });
            }
            drop(sender);
            for outcome in outcomes {
                done(outcome);
            }
        });
    }

    fn job(&self, job: &Job<'_>, notes: &mut Vec<Note>) -> Result<(), InstallError> {
        let _span = enter(centre!("unpack"));
        let staged = self.staging.fresh();
        let made = self.make(
            job.arrival,
            job.target,
            job.archive.as_ref(),
            &staged,
            notes,
        );
        let placed = made.and_then(|()| self.put(job, &staged));
        if placed.is_err() {
            // The error at hand matters more than one of tidying up.
            let _ = files::remove(&staged);
        }
        placed
    }

    /// Puts the new folder in its place and deletes the old one.
    fn put(&self, job: &Job<'_>, staged: &Path) -> Result<(), InstallError> {
        let elsewhere = match &job.old {
            Some(old) => self.staging.take_away(old)?.map(|away| (old, away)),
            None => None,
        };
        match self.staging.place(staged, job.target) {
            Ok(replaced) => {
                for rest in replaced.into_iter().chain(elsewhere.map(|(_, away)| away)) {
                    files::remove(&rest)?;
                }
                Ok(())
            }
            Err(error) => {
                if let Some((old, away)) = elsewhere {
                    // Better the old package than none.
                    let _ = files::move_to(&away, old);
                }
                Err(error)
            }
        }
    }

    /// Makes the package at `staged`, to be put at `target` afterwards.
    pub(crate) fn make(
        &self,
        arrival: &Arrival,
        target: &Path,
        archive: Option<&Archive>,
        staged: &Path,
        notes: &mut Vec<Note>,
    ) -> Result<(), InstallError> {
        match (&arrival.origin, archive) {
            (Origin::Path(path), _) => link(path, staged, target, notes),
            (Origin::Archive { kind, .. }, Some(archive)) => {
                let result = self.extract(arrival, *kind, archive, staged, notes);
                discard(archive);
                result
            }
            (Origin::File { name, .. }, Some(archive)) => {
                files::create_folder(staged)?;
                let file = staged.join(name);
                std::fs::copy(&archive.path, &file).map_err(InstallError::file("write", &file))?;
                discard(archive);
                Ok(())
            }
            (Origin::Metapackage, _) | (_, None) => Ok(()),
        }
    }

    /// Unpacks; a damaged archive leaves the cache, and one that came from there is fetched once more.
    fn extract(
        &self,
        arrival: &Arrival,
        kind: ArchiveKind,
        archive: &Archive,
        staged: &Path,
        notes: &mut Vec<Note>,
    ) -> Result<(), InstallError> {
        let failed = |source: ArchiveError, advice| InstallError::Extract {
            package: arrival.package.pretty_string(),
            source: Box::new(source),
            advice,
        };
        let Err(error) = extract(&archive.path, kind, staged, self.limits) else {
            return Ok(());
        };
        if !archive.cached || !is_the_archives_fault(&error) {
            return Err(failed(error, ""));
        }
        if !self.fetcher.forget(archive) {
            return Err(failed(
                error,
                ". The cache may not be written, so the archive is still in it",
            ));
        }
        if archive.fresh {
            return Err(failed(error, ". The archive was removed from the cache"));
        }
        if self.fetcher.is_offline() {
            return Err(failed(
                error,
                ". The archive was removed from the cache; run the command again with network access to fetch it anew",
            ));
        }
        notes.push(Note::FetchedAgain(error.to_string()));
        let again = self
            .fetcher
            .fetch_again(arrival)
            .map_err(|source| InstallError::Download {
                package: arrival.package.pretty_string(),
                source,
            })?;
        let result = extract(&again.path, kind, staged, self.limits)
            .map(drop)
            .map_err(|error| {
                let gone = again.cached && self.fetcher.forget(&again);
                failed(
                    error,
                    if gone {
                        ". The archive was removed from the cache"
                    } else {
                        ""
                    },
                )
            });
        discard(&again);
        result
    }
}

fn link(
    path: &PathPackage,
    staged: &Path,
    target: &Path,
    notes: &mut Vec<Note>,
) -> Result<(), InstallError> {
    if path.stage(staged, target)? {
        notes.push(Note::MirroredInstead(path.mirroring()));
    }
    Ok(())
}

/// Whether another copy of the archive could do better.
fn is_the_archives_fault(error: &ArchiveError) -> bool {
    !matches!(
        error,
        ArchiveError::Write { .. } | ArchiveError::DestinationExists { .. }
    )
}
