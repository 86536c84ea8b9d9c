//! The repositories that a project names.

use super::installing::client;
use crate::failure::{Failure, chain, exit};
use crate::session::Session;
use shirabe_http::HttpError;
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::{AnyPackage, Config};
use shirabe_repository::{Context, DynamicDecoder, Notice, Notices, RepositoryError, factory};
use shirabe_resolver::{PackageSource, RepositorySet, SourceError};
use std::path::Path;
use std::sync::Arc;

/// A repository of any kind.
pub(crate) type Boxed = Box<dyn PackageSource>;

/// The configured repositories by priority.
pub(crate) fn of(session: &Session, folder: &Path, config: &Config) -> Result<Vec<Boxed>, Failure> {
    Ok(factory::create(
        &context(session, folder, config)?,
        config.repositories(),
    )?)
}

/// One repository by its definition.
pub(crate) fn create(
    session: &Session,
    folder: &Path,
    config: &Config,
    definition: &PhpMixed,
) -> Result<Boxed, Failure> {
    Ok(factory::create_one(
        &context(session, folder, config)?,
        "0",
        definition,
    )?)
}

fn context(session: &Session, folder: &Path, config: &Config) -> Result<Context, Failure> {
    let cache_dir = (!session.no_cache)
        .then(|| config.cache_repo_dir())
        .transpose()?;
    Ok(Context {
        http: client(session, config),
        cache_dir,
        cache_read_only: config.cache_read_only(),
        working_dir: folder.to_owned(),
        environment: session.environment.clone(),
        notices: notices(session),
        decoder: Arc::new(DynamicDecoder),
    })
}

fn notices(session: &Session) -> Notices {
    let console = Arc::clone(&session.console);
    Notices::new(move |notice| match notice {
        Notice::Warning(text) => console.warn(&text),
        Notice::Info(text) => console.info(&text),
    })
}

/// A repository as `--repository` names it: a URL, a packages.json, or an object in JSON.
pub(crate) fn parse(folder: &Path, text: &str) -> Result<PhpMap, Failure> {
    factory::definition_of(text, folder)?
        .into_map()
        .ok_or_else(|| Failure::new(format_args!("The repository {text} should be an object.")))
}

/// Whether a definition only says that the default repository is not wanted.
pub(crate) fn disables_packagist(definition: &PhpMap) -> bool {
    definition.len() == 1
        && ["packagist", "packagist.org"]
            .iter()
            .any(|key| definition.get(*key) == Some(&PhpMixed::Bool(false)))
}

/// The name of the repository that a package of the set is from.
pub(super) fn name_of(set: &mut RepositorySet<'_>, package: &AnyPackage) -> Option<String> {
    let constraint =
        shirabe_semver::Constraint::single(shirabe_semver::Op::Eq, package.version().clone());
    let found = set
        .find_packages_of_any_stability(package.name(), Some(&constraint))
        .ok()?;
    found.first().map(|(source, _)| set.source_name(*source))
}

impl From<RepositoryError> for Failure {
    fn from(error: RepositoryError) -> Self {
        about(&error, Some(&error))
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        about(&error, error.cause.downcast_ref())
    }
}

fn about(error: &dyn std::error::Error, cause: Option<&RepositoryError>) -> Failure {
    let failure = Failure::new(chain(error));
    match cause {
        Some(RepositoryError::Fetch(HttpError::NetworkDisabled { .. })) => failure
            .code(exit::TRANSPORT)
            .advise("unset COMPOSER_DISABLE_NETWORK to fetch what is not in the cache"),
        Some(RepositoryError::Fetch(_)) => failure.code(exit::TRANSPORT),
        // Composer passes over such a file and then finds no version.
        Some(RepositoryError::DamagedCache { .. }) => failure.code(exit::UNSOLVABLE),
        _ => failure,
    }
}
