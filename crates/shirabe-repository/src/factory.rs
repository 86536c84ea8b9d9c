//! Repositories by their definitions in `composer.json` and `config.json`:
//! <https://getcomposer.org/doc/05-repositories.md>.

use std::path::Path;

use shirabe_http::shown_url;
use shirabe_mixed::{PhpMap, PhpMixed, json};
use shirabe_package::config::RepositoryDefinition;
use shirabe_resolver::PackageSource;

use crate::{
    ComposerRepository, Context, FilteredRepository, PackageRepository, PathRepository,
    RepositoryError,
};

/// Types that Composer knows and that cannot be read yet.
const NOT_YET: [&str; 12] = [
    "vcs",
    "git",
    "github",
    "gitlab",
    "bitbucket",
    "git-bitbucket",
    "svn",
    "hg",
    "fossil",
    "perforce",
    "artifact",
    "pear",
];

/// The repositories that the definitions name, in their order. Nothing is read yet.
///
/// # Errors
/// When a definition is not usable, or of a type that cannot be read.
pub fn create(
    context: &Context,
    definitions: &[RepositoryDefinition],
) -> Result<Vec<Box<dyn PackageSource>>, RepositoryError> {
    definitions
        .iter()
        .map(|entry| create_one(context, &entry.key.to_string(), &entry.definition))
        .collect()
}

/// The repository that one definition names. `key` is its name or number, for messages.
///
/// # Errors
/// When the definition is not usable, or of a type that cannot be read.
pub fn create_one(
    context: &Context,
    key: &str,
    definition: &PhpMixed,
) -> Result<Box<dyn PackageSource>, RepositoryError> {
    let shown = || json::encode(definition, &json::EncodeOptions::compact()).unwrap_or_default();
    let map = match definition {
        PhpMixed::Map(map) => map,
        PhpMixed::String(_) => {
            return Err(RepositoryError::Definition(
                "\"repositories\" should be an array of repository definitions, only a single repository was given"
                    .to_owned(),
            ));
        }
        PhpMixed::List(_) => return Err(untyped(key, &shown())),
        other => {
            return Err(RepositoryError::Definition(format!(
                "Repository \"{key}\" ({}) should be an array, {} given",
                shown(),
                other.type_name()
            )));
        }
    };
    let Some(kind) = map.get("type").and_then(PhpMixed::as_str) else {
        return Err(untyped(key, &shown()));
    };
    if map.get("packagist") == Some(&PhpMixed::Bool(false)) {
        context.notices.warn(format!(
            "Repository \"{key}\" ({}) has a packagist key which should be in its own repository definition",
            shown()
        ));
    }
    let repository: Box<dyn PackageSource> = match kind {
        "composer" => {
            let options = map.get("options").cloned().unwrap_or_default();
            let url = url_of(key, map, &shown())?;
            Box::new(ComposerRepository::with_options(
                context.clone(),
                url,
                options,
            )?)
        }
        "package" => Box::new(PackageRepository::new(map)?),
        "path" => Box::new(PathRepository::new(context.clone(), map)?),
        kind if NOT_YET.contains(&kind) => {
            let url = map
                .get("url")
                .and_then(PhpMixed::as_str)
                .unwrap_or_default();
            return Err(RepositoryError::Unsupported(format!(
                "Repository \"{key}\" ({}) is of type \"{kind}\", which is not supported yet: use a repository of type \"composer\", \"package\" or \"path\", or take it out of \"repositories\"",
                shown_url(url)
            )));
        }
        kind => {
            return Err(RepositoryError::Unsupported(format!(
                "Repository type is not registered: {kind}"
            )));
        }
    };
    FilteredRepository::wrap(repository, map)
}

/// The definition that an option such as `--repository` gives: a URL, the path of a `.json` file, or a
/// definition as JSON.
///
/// # Errors
/// When it is none of them, or the file holds no repository.
pub fn definition_of(text: &str, working_dir: &Path) -> Result<PhpMixed, RepositoryError> {
    let composer = |url: String| {
        let mut map = PhpMap::default();
        map.insert("type".to_owned(), "composer".into());
        map.insert("url".to_owned(), url.into());
        PhpMixed::Map(map)
    };
    if text
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("http"))
    {
        return Ok(composer(text.to_owned()));
    }
    if text.ends_with(".json") {
        let path = working_dir.join(text);
        let read =
            std::fs::read(&path).and_then(|content| Ok((content, std::fs::canonicalize(&path)?)));
        let (content, real) = read.map_err(|cause| RepositoryError::Read { path, cause })?;
        let data = json::decode(&content).map_err(|cause| RepositoryError::Json {
            url: text.to_owned(),
            cause: cause.into(),
        })?;
        let has = |key: &str| data.get(key).is_some_and(|value| !value.is_empty());
        if has("packages") || has("includes") || has("provider-includes") {
            return Ok(composer(format!("file://{}", real.display())));
        }
        return Err(RepositoryError::Definition(format!(
            "Invalid repository URL ({text}) given. This file does not contain a valid composer repository."
        )));
    }
    if text.starts_with('{') {
        return json::decode(text.as_bytes()).map_err(|cause| RepositoryError::Json {
            url: text.to_owned(),
            cause: cause.into(),
        });
    }
    Err(RepositoryError::Definition(format!(
        "Invalid repository url ({}) given. Has to be a .json file, an http url or a JSON object.",
        shown_url(text)
    )))
}

fn untyped(key: &str, shown: &str) -> RepositoryError {
    RepositoryError::Definition(format!(
        "Repository \"{key}\" ({shown}) must have a type defined"
    ))
}

fn url_of<'a>(key: &str, map: &'a PhpMap, shown: &str) -> Result<&'a str, RepositoryError> {
    map.get("url")
        .and_then(PhpMixed::as_str)
        .filter(|url| !url.trim_end_matches('/').is_empty())
        .ok_or_else(|| {
            RepositoryError::Definition(format!(
                "Repository \"{key}\" ({shown}) must have its url defined as a string"
            ))
        })
}
