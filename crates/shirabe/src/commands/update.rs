//! `update`: resolves composer.json anew, writes composer.lock, installs.

use super::options;
use crate::cli::Input;
use crate::failure::{Failure, exit};
use crate::flow::{BumpScope, Flow, RunOptions, Suggestions};
use crate::project::Project;
use crate::session::Session;
use indexmap::IndexMap;
use shirabe_mixed::PhpMixed;
use shirabe_package::name::is_platform;
use shirabe_package::root::{extract_references, extract_stability_flags};
use shirabe_package::{LinkKind, NamePattern, PackageName};
use shirabe_resolver::UpdateScope;
use shirabe_semver::{Constraint, Stability, intervals, parse_name_version_pairs};

/// Words that stand for `--lock`, not for a package.
const MIRROR_WORDS: [&str; 3] = ["lock", "nothing", "mirrors"];

pub(super) fn run(session: &Session, input: &Input) -> Result<u8, Failure> {
    options::warn_of_deprecated(session, input);
    options::check_audit_format(session, input)?;
    if input.has("interactive") {
        return Err(
            Failure::new("The option \"--interactive\" is not available yet.")
                .advise("name the packages to update as arguments"),
        );
    }
    let mut project = Project::open(session)?;
    let (mut packages, with) = named(input)?;
    let pairs: Vec<(&str, &str)> = with
        .iter()
        .map(|(name, constraint)| (name.as_str(), constraint.as_str()))
        .collect();
    extract_references(&pairs, &mut project.root.references);
    extract_stability_flags(
        &pairs,
        project.root.minimum_stability,
        &mut project.root.stability_flags,
    );
    let mut constraints = temporary_constraints(session, &project, &with)?;
    if input.has("patch-only") {
        patch_only(&project, &mut constraints)?;
    }
    if input.has("root-reqs") {
        keep_root_requirements(&project, options::dev_mode(session, input), &mut packages);
    }
    let named = packages.len();
    packages.retain(|name| !MIRROR_WORDS.contains(&name.as_str()));
    let update_mirrors = input.has("lock") || packages.len() != named;
    if update_mirrors && !packages.is_empty() {
        return Err(Failure::new(
            "You cannot simultaneously update only a selection of packages and regenerate the lock file metadata.",
        )
        .code(255));
    }
    let run = RunOptions {
        update: true,
        install: !input.has("no-install"),
        dry_run: input.has("dry-run"),
        download_only: false,
        dev_mode: options::dev_mode(session, input),
        preference: options::preference(input)?,
        autoloader: options::autoloader(input, &project.config)?,
        run_scripts: !session.no_scripts,
        platform: options::platform_filter(session, input),
        prefer_stable: options::switched(session, input, "prefer-stable", "COMPOSER_PREFER_STABLE"),
        prefer_lowest: options::switched(session, input, "prefer-lowest", "COMPOSER_PREFER_LOWEST"),
        minimal_changes: options::switched(
            session,
            input,
            "minimal-changes",
            "COMPOSER_MINIMAL_CHANGES",
        ) || project.config.is_on("update-with-minimal-changes"),
        update_mirrors,
        allow_list: (!packages.is_empty()).then_some(packages),
        scope: scope(session, input),
        temporary_constraints: constraints.into_iter().collect(),
        blocking: options::blocking(session, input),
        audit: options::audits(session, input),
        bump: bump(input, &project).filter(|_| !update_mirrors),
        fail_on_advisories: false,
    };
    Flow {
        session,
        project: &project,
        options: &run,
    }
    .run(Suggestions::default())
}

/// `--bump-after-update`, or the configuration key of that name.
fn bump(input: &Input, project: &Project) -> Option<BumpScope> {
    let given = input.value("bump-after-update");
    let configured = project.config.raw().get("bump-after-update");
    let word = match (given, configured) {
        (Some(word), _) => word,
        (None, Some(PhpMixed::String(word))) => word,
        (None, Some(PhpMixed::Bool(true))) => "",
        _ => return None,
    };
    Some(match word {
        "dev" => BumpScope::Dev,
        "no-dev" => BumpScope::NoDev,
        // A package named behind the option is taken for its value, here as by Composer.
        _ => BumpScope::All,
    })
}

fn scope(session: &Session, input: &Input) -> UpdateScope {
    if options::switched(
        session,
        input,
        "with-all-dependencies",
        "COMPOSER_WITH_ALL_DEPENDENCIES",
    ) {
        UpdateScope::WithAllDependencies
    } else if options::switched(
        session,
        input,
        "with-dependencies",
        "COMPOSER_WITH_DEPENDENCIES",
    ) {
        UpdateScope::WithDependencies
    } else {
        UpdateScope::OnlyListed
    }
}

/// The packages to update, and the constraints that `--with` or a name's own constraint add.
fn named(input: &Input) -> Result<(Vec<String>, IndexMap<String, String>), Failure> {
    let mut with = IndexMap::new();
    let mut add = |words: &[String]| -> Result<(), Failure> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for pair in parse_name_version_pairs(&words, is_platform) {
            let version = pair.version.ok_or_else(|| {
                Failure::new(format_args!(
                    "Option {0} is missing a version constraint, use e.g. {0}:^1.0",
                    pair.name
                ))
            })?;
            with.insert(pair.name, version);
        }
        Ok(())
    };
    add(input.values("with"))?;
    let has_constraint = |word: &String| {
        word.find([' ', '=', ':'])
            .is_some_and(|at| at > 0 && at + 1 < word.len())
    };
    let arguments = input.arguments("packages");
    let constrained: Vec<String> = arguments
        .iter()
        .filter(|word| has_constraint(word))
        .cloned()
        .collect();
    add(&constrained)?;
    let packages = arguments
        .iter()
        .map(|word| match word.find([' ', '=', ':']) {
            Some(at) if has_constraint(word) => word[..at].to_owned(),
            _ => word.clone(),
        })
        .collect();
    Ok((packages, with))
}

/// `--with` as constraints of this run; each must leave something of what composer.json says.
fn temporary_constraints(
    session: &Session,
    project: &Project,
    with: &IndexMap<String, String>,
) -> Result<IndexMap<PackageName, Constraint>, Failure> {
    let root = &project.root.package;
    let links: Vec<_> = root
        .links(LinkKind::Require)
        .iter()
        .chain(root.links(LinkKind::DevRequire))
        .collect();
    let mut constraints = IndexMap::new();
    for (package, text) in with {
        let package = package.to_lowercase();
        let constraint = Constraint::parse(text).map_err(Failure::new)?;
        if package.contains('*') {
            let pattern = NamePattern::new(&package);
            for link in links
                .iter()
                .filter(|link| pattern.matches(link.target.as_str()))
            {
                if !intervals::have_intersections(&constraint, &link.constraint) {
                    return Err(Failure::new(format_args!(
                        "The temporary constraint \"{text}\" for \"{package}\" matching \"{}\" must be a subset of the constraint in your composer.json ({})",
                        link.target, link.pretty_constraint
                    )));
                }
                constraints.insert(link.target.clone(), constraint.clone());
            }
            continue;
        }
        let name = PackageName::new(&package);
        if let Some(link) = links.iter().rev().find(|link| link.target == name)
            && !intervals::have_intersections(&constraint, &link.constraint)
        {
            session.console.error(&format!(
                "The temporary constraint \"{text}\" for \"{package}\" must be a subset of the constraint in your composer.json ({})",
                link.pretty_constraint
            ));
            session.console.print(&format!(
                "Run `composer require {package}` or `composer require {package}:{text}` instead to replace the constraint"
            ));
            return Err(Failure::silent(exit::GENERIC));
        }
        constraints.insert(name, constraint);
    }
    Ok(constraints)
}

/// `--patch-only`: each locked release may move to a patch release of its own minor version.
fn patch_only(
    project: &Project,
    constraints: &mut IndexMap<PackageName, Constraint>,
) -> Result<(), Failure> {
    let lock = project
        .read_lock()?
        .ok_or_else(|| Failure::new("patch-only can only be used with a lock file present"))?;
    for package in lock.packages(true)? {
        if package.is_alias() || package.stability() == Stability::Dev {
            continue;
        }
        let numbers: Vec<&str> = package
            .version()
            .as_str()
            .split(['.', '-'])
            .take(3)
            .take_while(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
            .collect();
        if numbers.len() < 3 {
            continue;
        }
        let patch = Constraint::parse(&format!("~{}", numbers.join("."))).map_err(Failure::new)?;
        let constraint = match constraints.get(package.name()) {
            Some(known) => Constraint::multi(vec![known.clone(), patch], true),
            None => patch,
        };
        constraints.insert(package.name().clone(), constraint);
    }
    Ok(())
}

/// `--root-reqs`: of the named packages, or of all, only those that composer.json names itself.
fn keep_root_requirements(project: &Project, dev_mode: bool, packages: &mut Vec<String>) {
    let root = &project.root.package;
    let mut required: Vec<String> = root
        .links(LinkKind::Require)
        .iter()
        .map(|link| link.target.to_string())
        .collect();
    if dev_mode {
        required.extend(
            root.links(LinkKind::DevRequire)
                .iter()
                .map(|link| link.target.to_string()),
        );
    }
    if packages.is_empty() {
        *packages = required;
    } else {
        packages.retain(|name| required.contains(name));
    }
}
