//! `create-project`: a package becomes a project of its own
//! (<https://getcomposer.org/doc/03-cli.md#create-project>).

use super::options;
use crate::cli::Input;
use crate::failure::{Failure, exit};
use crate::flow::scripts::Scripts;
use crate::flow::version_choice::VersionChoice;
use crate::flow::{self, AutoloaderOptions, Flow, RunOptions, Suggestions, platform, repositories};
use crate::project::Project;
use crate::session::Session;
use shirabe_autoload::filesystem::{Shortest, find_shortest_path, normalize_path};
use shirabe_installer::{Layout, NoEvents};
use shirabe_mixed::{PhpMap, PhpMixed, json};
use shirabe_package::config::{Config, PreferredInstall};
use shirabe_package::name::is_platform;
use shirabe_package::{
    AnyPackage, InstallationSource, LinkKind, PackageName, PlatformRequirementFilter,
    ReferenceDisplay,
};
use shirabe_resolver::{RepositorySet, SetOptions, StabilityFilter, UpdateScope};
use shirabe_semver::{Constraint, Stability, parse_name_version_pairs};
use std::path::{Path, PathBuf};

/// The name that the default repository goes by.
const PACKAGIST: &str = "packagist.org";

pub(super) fn run(session: &mut Session, input: &Input) -> Result<u8, Failure> {
    let console = &session.console;
    if input.has("dev") {
        console.warn("You are using the deprecated option \"dev\". Dev packages are installed by default now.");
    }
    if input.has("no-custom-installers") {
        console.warn("You are using the deprecated option \"no-custom-installers\". Use \"no-plugins\" instead.");
        session.no_plugins = true;
    }
    if input.has("require") || input.has("add-repository") && !has_repositories(input) {
        require_is_for_later(input)?;
    }
    options::check_audit_format(session, input)?;
    let filter = options::platform_filter(session, input);
    let mut suggestions = Suggestions::default();
    if let Some(package) = input.argument("package") {
        install_project_package(session, input, package, &filter, &mut suggestions)?;
    }
    if input.has("add-repository") && has_repositories(input) {
        add_repositories(session, input)?;
    }
    finish(session, input, &filter, suggestions)
}

fn has_repositories(input: &Input) -> bool {
    input.has("repository") || input.has("repository-url")
}

fn require_is_for_later(input: &Input) -> Result<(), Failure> {
    if input.has("require") {
        return Err(Failure::new("The option \"--require\" is not available yet.")
            .advise("create the project first, then add the packages to its composer.json and run `shirabe update`"));
    }
    Ok(())
}

/// Where the project goes, absolute.
fn directory(session: &Session, input: &Input, name: &str) -> Result<PathBuf, Failure> {
    let default = name.rsplit('/').next().unwrap_or(name).to_owned();
    let asked = if input.has("ask") {
        session
            .console
            .ask(&format!("New project directory [{default}]: "))
            .filter(|answer| !answer.is_empty())
    } else {
        input.argument("directory").map(str::to_owned)
    };
    let wanted = asked.unwrap_or(default);
    let trimmed = wanted.trim_end_matches(['/', '\\']);
    if trimmed.is_empty() {
        return Err(Failure::new(
            "Got an empty target directory, something went wrong",
        ));
    }
    let joined = session.folder.join(trimmed);
    let text = joined.to_str().ok_or_else(|| {
        Failure::new(format_args!(
            "The path {} is not valid UTF-8.",
            joined.display()
        ))
    })?;
    Ok(PathBuf::from(normalize_path(text)))
}

/// Unpacks the project's package and moves the session into its folder.
fn install_project_package(
    session: &mut Session,
    input: &Input,
    package: &str,
    filter: &PlatformRequirementFilter,
    suggestions: &mut Suggestions,
) -> Result<(), Failure> {
    let pair = parse_name_version_pairs(&[package], is_platform)
        .into_iter()
        .next()
        .ok_or_else(|| Failure::new("Name the package to start from."))?;
    let name = pair.name.to_lowercase();
    let version = input
        .argument("version")
        .filter(|version| !version.is_empty())
        .map(str::to_owned)
        .or(pair.version);
    let directory = directory(session, input, &name)?;
    let shown = match (session.folder.to_str(), directory.to_str()) {
        (Some(from), Some(to)) => {
            find_shortest_path(from, to, Shortest::DIRECTORIES).map_err(Failure::new)?
        }
        _ => directory.display().to_string(),
    };
    session
        .console
        .info(&format!("Creating a \"{package}\" project at \"{shown}\""));
    check_target(&directory)?;

    let mut config = Config::load(&session.environment, &directory)?;
    if input.has("no-secure-http") {
        let off = PhpMixed::Map(
            [("secure-http".to_owned(), PhpMixed::Bool(false))]
                .into_iter()
                .collect(),
        );
        let document: PhpMap = [("config".to_owned(), off)].into_iter().collect();
        config.merge(&document, "--no-secure-http")?;
    }
    let stability = stability(input, version.as_deref())?;
    let chosen = choose(
        session,
        input,
        &config,
        &name,
        version.as_deref(),
        stability,
        filter,
    )?;
    session.console.info(&format!(
        "Installing {} ({})",
        chosen.name(),
        chosen.full_pretty_version(false, ReferenceDisplay::default())
    ));
    if session.no_plugins {
        session.console.info("Plugins have been disabled.");
    }

    let preference = match options::preference(input)? {
        None if input.has("keep-vcs") => {
            Some(PreferredInstall::all(Some(InstallationSource::Source)))
        }
        preference => preference,
    };
    let layout = Layout {
        project: session.folder.clone(),
        vendor: directory.join("vendor"),
        bin: directory.join("vendor/bin"),
    };
    let parts = flow::installer_parts(session, &config, layout, preference.as_ref())?;
    let reporter = flow::ConsoleReporter::new(&session.console);
    parts
        .installer(&reporter, &NoEvents)
        .install_root_project(chosen.base(), &directory)?;
    suggestions.add(chosen.base());
    session
        .console
        .info(&format!("Created project in {}", directory.display()));

    // The variable names another project's file; the version is what the project's package has.
    if directory.join("composer.json").exists() {
        session.environment.unset("COMPOSER");
    }
    session.environment.set(
        "COMPOSER_ROOT_VERSION",
        chosen.base().pretty_version.as_ref(),
    );
    session.folder = directory;
    Ok(())
}

fn check_target(directory: &Path) -> Result<(), Failure> {
    let shown = directory.display();
    match std::fs::read_dir(directory) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Err(Failure::new(format_args!(
                    "Project directory \"{shown}\" is not empty."
                ))
                .advise("name another folder, or empty this one"));
            }
            Ok(())
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => Err(Failure::new(
            format_args!("Cannot create project directory at \"{shown}\", it exists as a file."),
        )),
        Err(error) => Err(Failure::new(format_args!(
            "Cannot create project directory at \"{shown}\": {error}"
        ))),
    }
}

fn stability(input: &Input, version: Option<&str>) -> Result<Stability, Failure> {
    let flag = |version: &str| {
        let (constraint, flag) = version.rsplit_once('@')?;
        (!constraint.contains([',', ' ', '@']))
            .then(|| named_stability(flag))
            .flatten()
    };
    match (input.value("stability"), version) {
        (Some(name), _) => named_stability(name).ok_or_else(|| {
            Failure::new(format_args!(
                "Invalid stability provided ({name}), must be one of: stable, RC, beta, alpha, dev"
            ))
        }),
        (None, None) => Ok(Stability::Stable),
        (None, Some(version)) => Ok(flag(version).unwrap_or_else(|| Stability::of(version))),
    }
}

fn named_stability(name: &str) -> Option<Stability> {
    [
        Stability::Stable,
        Stability::RC,
        Stability::Beta,
        Stability::Alpha,
        Stability::Dev,
    ]
    .into_iter()
    .find(|stability| stability.as_str().eq_ignore_ascii_case(name))
}

/// The version of the project's package to take.
fn choose(
    session: &Session,
    input: &Input,
    config: &Config,
    name: &str,
    version: Option<&str>,
    stability: Stability,
    filter: &PlatformRequirementFilter,
) -> Result<AnyPackage, Failure> {
    let mut set = RepositorySet::new(SetOptions::new(StabilityFilter::new(stability)));
    for repository in project_repositories(session, input, config)? {
        set.add_boxed(repository);
    }
    let constraint = version
        .map(Constraint::parse)
        .transpose()
        .map_err(Failure::new)?;
    let candidates: Vec<AnyPackage> = set
        .find_packages(&PackageName::new(name), constraint.as_ref())?
        .into_iter()
        .map(|(_, package)| package)
        .collect();
    let platform = platform::of(session, &session.folder, &config.platform())?;
    let choice = VersionChoice {
        preferred: stability,
        platform: &platform,
        filter,
    };
    if let Some(package) = choice.best(candidates.clone(), Some(&session.console)) {
        return Ok(package);
    }
    let what = match version {
        Some(version) => format!("version {version}"),
        None => format!("stability {stability}"),
    };
    let message = format!("Could not find package {name} with {what}");
    let anywhere = VersionChoice {
        filter: &PlatformRequirementFilter::IgnoreAll,
        ..choice
    };
    if anywhere.best(candidates, None).is_some() {
        return Err(Failure::new(format_args!(
            "{message} in a version installable using your PHP version, PHP extensions and Composer version."
        ))
        .advise("choose an older version as third argument, or pass --ignore-platform-reqs"));
    }
    Err(Failure::new(format_args!("{message}.")).advise(
        "check the spelling of name and version; --stability=dev accepts unstable versions",
    ))
}

/// Where the project's package is looked for: the configured repositories, or those of the flag.
fn project_repositories(
    session: &Session,
    input: &Input,
    config: &Config,
) -> Result<Vec<repositories::Boxed>, Failure> {
    if !has_repositories(input) {
        return repositories::of(session, &session.folder, config);
    }
    let mut found = Vec::new();
    for text in given_repositories(input) {
        let mut definition = repositories::parse(&session.folder, text)?;
        if repositories::disables_packagist(&definition) {
            continue;
        }
        // A project of links into the repository's folder would be of no use.
        if definition.get("type").and_then(PhpMixed::as_str) == Some("path") {
            let options = definition
                .entry("options".to_owned())
                .or_insert_with(|| PhpMixed::Map(PhpMap::default()));
            if let PhpMixed::Map(options) = options {
                options
                    .entry("symlink".to_owned())
                    .or_insert(PhpMixed::Bool(false));
            }
        }
        found.push(repositories::create(
            session,
            &session.folder,
            config,
            &PhpMixed::Map(definition),
        )?);
    }
    Ok(found)
}

fn given_repositories(input: &Input) -> &[String] {
    match input.values("repository") {
        [] => input.values("repository-url"),
        given => given,
    }
}

/// `--add-repository`: the repositories go into the new composer.json, and its lock file goes.
fn add_repositories(session: &Session, input: &Input) -> Result<(), Failure> {
    let file = session.folder.join("composer.json");
    for (index, text) in given_repositories(input).iter().enumerate() {
        let definition = repositories::parse(&session.folder, text)?;
        edit(&file, |data| {
            let mut config = Config::load(&session.environment, &session.folder)?;
            config.merge(data, "./composer.json")?;
            let name = repository_name(index, &definition, &config);
            add_repository(data, name, definition);
            Ok(())
        })?;
    }
    match std::fs::remove_file(session.folder.join("composer.lock")) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::new(format_args!(
                "The lock file {} cannot be removed: {error}",
                session.folder.join("composer.lock").display()
            )))
        }
        _ => Ok(()),
    }
}

/// What a new repository is called: its address, or its number where it has none.
fn repository_name(index: usize, definition: &PhpMap, config: &Config) -> String {
    let mut name = match definition.get("url").and_then(PhpMixed::as_str) {
        Some(url) => ["http://", "https://"]
            .iter()
            .find_map(|scheme| {
                let start = url.get(..scheme.len())?;
                start
                    .eq_ignore_ascii_case(scheme)
                    .then(|| &url[scheme.len()..])
            })
            .unwrap_or(url)
            .to_owned(),
        None => index.to_string(),
    };
    let known = config.repositories();
    while known.iter().any(|known| known.key.to_string() == name) {
        name.push('2');
    }
    name
}

/// Puts a repository before those that are there, in place of the one of its name; that packagist is not
/// wanted comes last. What had names as keys becomes a list.
fn add_repository(data: &mut PhpMap, name: String, mut definition: PhpMap) {
    let disables = repositories::disables_packagist(&definition);
    let name = if disables { PACKAGIST.to_owned() } else { name };
    let known = data
        .entry("repositories".to_owned())
        .or_insert(PhpMixed::List(Vec::new()));
    let mut list = match std::mem::take(known) {
        PhpMixed::Map(named) => named.into_iter().map(listed_repository).collect(),
        PhpMixed::List(list) => list,
        _ => Vec::new(),
    };
    let of_this_name = |known: &PhpMixed| {
        known.get("name").and_then(PhpMixed::as_str) == Some(&name)
            || known.as_map().is_some_and(|map| map.len() == 1)
                && known.get(&name) == Some(&PhpMixed::Bool(false))
    };
    if let Some(at) = list.iter().position(of_this_name) {
        list.remove(at);
    }
    if disables {
        let no = [(name, PhpMixed::Bool(false))];
        list.push(PhpMixed::Map(no.into_iter().collect()));
    } else {
        if name.parse::<f64>().is_err() {
            definition.shift_remove("name");
            definition.shift_insert(0, "name".to_owned(), name.into());
        }
        list.insert(0, PhpMixed::Map(definition));
    }
    *known = PhpMixed::List(list);
}

/// A repository out of an object of repositories as a list holds it: its key becomes its name.
fn listed_repository((key, definition): (String, PhpMixed)) -> PhpMixed {
    match definition {
        PhpMixed::Map(mut map) if key.parse::<f64>().is_err() => {
            map.shift_remove("name");
            map.shift_insert(0, "name".to_owned(), key.into());
            PhpMixed::Map(map)
        }
        PhpMixed::Map(map) => PhpMixed::Map(map),
        flag => PhpMixed::Map([(key, flag)].into_iter().collect()),
    }
}

/// Changes a composer.json; the text keeps its indentation.
fn edit(
    file: &Path,
    change: impl FnOnce(&mut PhpMap) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        Failure::new(format_args!("{} cannot be read: {error}", file.display()))
    })?;
    let mut data = match json::decode_keeping_objects(text.as_bytes()) {
        Ok(PhpMixed::Map(data)) => data,
        Ok(_) => {
            return Err(Failure::new(format_args!(
                "{} should hold an object.",
                file.display()
            )));
        }
        Err(error) => return Err(Failure::new(format_args!("{}: {error}", file.display()))),
    };
    change(&mut data)?;
    let options = json::EncodeOptions::pretty_with(json::Indent::detect(&text));
    let mut text = json::encode(&PhpMixed::Map(data), &options).map_err(Failure::new)?;
    text.push('\n');
    shirabe_package::file::replace(file, &text)?;
    Ok(())
}

/// Installs what the project requires, and runs its first scripts.
fn finish(
    session: &Session,
    input: &Input,
    filter: &PlatformRequirementFilter,
    suggestions: Suggestions,
) -> Result<u8, Failure> {
    let project = Project::open(session)?;
    let dev_mode = options::dev_mode(session, input);
    let scripts = Scripts::of(session, &project, !session.no_scripts);
    scripts.dispatch("post-root-package-install", dev_mode)?;
    if !input.has("no-install") {
        let config = &project.config;
        let run = RunOptions {
            update: project.read_lock()?.is_none(),
            install: true,
            dry_run: false,
            download_only: false,
            dev_mode,
            preference: options::preference(input)?,
            autoloader: Some(AutoloaderOptions {
                optimize: config.is_on("optimize-autoloader"),
                authoritative: config.is_on("classmap-authoritative"),
                apcu: config.is_on("apcu-autoloader").then_some(None),
                strict_psr: false,
            }),
            run_scripts: !session.no_scripts,
            platform: filter.clone(),
            prefer_stable: false,
            prefer_lowest: false,
            minimal_changes: false,
            update_mirrors: false,
            allow_list: None,
            scope: UpdateScope::OnlyListed,
            temporary_constraints: Vec::new(),
            blocking: options::blocking(session, input),
            audit: options::audits(session, input),
            bump: None,
            fail_on_advisories: false,
        };
        let code = Flow {
            session,
            project: &project,
            options: &run,
        }
        .run(suggestions)?;
        if code != exit::OK {
            return Ok(code);
        }
    }
    write_own_version(&project)?;
    scripts.dispatch("post-create-project-cmd", dev_mode)?;
    Ok(exit::OK)
}

/// `self.version` means the version that the project was made from; it has no version any more.
fn write_own_version(project: &Project) -> Result<(), Failure> {
    let package = &project.root.package;
    let own: Vec<(LinkKind, String)> = LinkKind::ALL
        .into_iter()
        .flat_map(|kind| {
            package
                .links(kind)
                .iter()
                .filter(|link| link.is_self_version())
                .map(move |link| (kind, link.target.to_string()))
        })
        .collect();
    if own.is_empty() {
        return Ok(());
    }
    edit(&project.file, |data| {
        for (kind, target) in own {
            if let Some(PhpMixed::Map(links)) = data.get_mut(kind.key()) {
                links.insert(target, package.pretty_version.as_ref().into());
            }
        }
        Ok(())
    })
}
