//! A solve without a result, in words.

use super::{Flow, platform};
use crate::console::{Tone, Verbosity};
use crate::failure::Failure;
use shirabe_resolver::{Explainer, Pool, RepositorySet, Request, SolveError, Unsolvable};

/// Which solve it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Headline {
    /// `update`
    Update,
    /// The second solve of `update`; its headline is said already.
    Split,
    /// `install` from a lock file.
    Lock,
}

/// Says why there is no solution.
pub(super) fn report(
    flow: &Flow<'_>,
    set: &mut RepositorySet<'_>,
    request: &Request,
    pool: &Pool,
    unsolvable: &Unsolvable,
    headline: Headline,
) -> Result<(), Failure> {
    let console = &flow.session.console;
    match headline {
        Headline::Update => {
            console.error(
                "Your requirements could not be resolved to an installable set of packages.",
            );
        }
        Headline::Lock => {
            console.error("Your lock file does not contain a compatible set of packages. Please run composer update.");
        }
        Headline::Split => {}
    }
    let text = Explainer {
        repositories: set,
        request,
        pool,
        php: &platform::php_runtime(flow),
        verbose: console.verbosity() >= Verbosity::Verbose,
        dev_extraction: headline == Headline::Split,
    }
    .explain(unsolvable)?;
    for line in crate::console::without_tags(&text).lines() {
        console.say_at(Verbosity::Quiet, Tone::Plain, line);
    }
    if headline == Headline::Update && !flow.options.dev_mode {
        console.say_at(
            Verbosity::Quiet,
            Tone::Warning,
            "Running update with --no-dev does not mean require-dev is ignored, it just means the packages will not be installed. If dev requirements are blocking the update you have to resolve those problems.",
        );
    }
    Ok(())
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Source(error) => error.into(),
            error => Self::new(error),
        }
    }
}
