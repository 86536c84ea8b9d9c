//! Why nothing satisfies a requirement: what the repositories would have had, and what kept it
//! out of the pool.

use super::Explainer;
use crate::dependency_policy::versions_by_name;
use crate::pool::Origin;
use crate::pool_filter::{FilterListEntry, Removal};
use crate::repository_set::Found;
use crate::source::{Provider, SourceError, SourceKind};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use shirabe_mixed::PhpMixed;
use shirabe_package::{AnyPackage, PackageName};
use shirabe_semver::{Constraint, ConstraintKind, Op, Version};
use std::fmt;

/// An explanation in two parts, the first of which is left out where a sentence goes on to it.
pub(super) struct Missing {
    introduction: String,
    pub(super) explanation: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.introduction)?;
        f.write_str(&self.explanation)
    }
}

fn missing(introduction: impl Into<String>, explanation: impl Into<String>) -> Missing {
    Missing {
        introduction: introduction.into(),
        explanation: explanation.into(),
    }
}

const PROVIDERS_WARNING: &str = "<warning>Keep in mind that the suggestions are automated and may \
    not be valid or safe to use</warning>";

impl Explainer<'_, '_> {
    /// Why no package of the pool satisfies a requirement.
    pub(super) fn missing_package(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Missing, SourceError> {
        if name.is_platform()
            && let Some(reason) = self.missing_platform_package(name, constraint)?
        {
            return Ok(reason);
        }
        let locked = self
            .request
            .locked()
            .find(|package| package.name() == name)
            .cloned();
        if let Some(locked) = &locked
            && self.pool.is_unacceptable(locked)
        {
            return Ok(missing(
                "- ",
                format!(
                    "{} is fixed to {} (lock file version) by a partial update but that version is \
                     rejected by your minimum-stability. Make sure you list it as an argument for \
                     the update command.",
                    locked.pretty_name(),
                    locked.pretty_version()
                ),
            ));
        }
        if let Some(reason) = self.branch_with_hash(name, constraint)? {
            return Ok(reason);
        }
        let found = self.repositories.find_packages(name, constraint)?;
        if !found.is_empty() {
            return Ok(self.found_but_not_loaded(name, constraint, &found, locked.as_ref()));
        }
        let found = self
            .repositories
            .find_packages_of_any_stability(name, constraint)?;
        if !found.is_empty() {
            return self.found_but_unstable(name, constraint, &found);
        }
        let found = self
            .repositories
            .find_packages_of_any_stability(name, None)?;
        if !found.is_empty() {
            return self.found_in_other_versions(name, constraint, &found);
        }
        self.not_found(name, constraint)
    }

    /// `- Root composer.json requires acme/a ^1, `, which other texts go on from.
    fn required(name: &PackageName, constraint: Option<&Constraint>, end: &str) -> String {
        format!(
            "- Root composer.json requires {name}{}{end}",
            constraint_text(constraint)
        )
    }

    fn list(&self, found: &[Found], constraint: Option<&Constraint>) -> String {
        self.list_admitted(found.iter().map(|(_, package)| package), constraint)
    }

    /// `#` in the name of a branch is written `+` in requirements.
    fn branch_with_hash(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Option<Missing>, SourceError> {
        let Some(constraint) = constraint else {
            return Ok(None);
        };
        let pretty = constraint.pretty();
        let is_exact = matches!(constraint.kind(), ConstraintKind::Single(Op::Eq, _));
        if !is_exact || !pretty.starts_with("dev-") || !pretty.contains('#') {
            return Ok(None);
        }
        let branch = without_inline_alias(&pretty);
        let exactly = |text: &str| Constraint::single(Op::Eq, Version::from_normalized(text));
        let either = Constraint::group(
            vec![exactly(branch), exactly(&branch.replace('#', "+"))],
            false,
        );
        let found = self.repositories.find_packages(name, Some(&either))?;
        if found.is_empty() {
            return Ok(None);
        }
        Ok(Some(missing(
            Self::required(name, Some(constraint), ", "),
            format!(
                "found {}. The # character in branch names is replaced by a + character. Make sure \
                 to require it as \"{}\".",
                self.list(&found, Some(constraint)),
                pretty.replace('#', "+")
            ),
        )))
    }

    /// A repository has what is required: something else keeps it out.
    fn found_but_not_loaded(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
        found: &[Found],
        locked: Option<&AnyPackage>,
    ) -> Missing {
        let list = self.list(found, constraint);
        let conflict = if has_several_names(found) {
            "these conflict"
        } else {
            "it conflicts"
        };
        let admits = |limit: &Constraint| {
            found
                .iter()
                .any(|(_, package)| limit.admits(package.version()))
        };
        let options = &self.repositories.options;
        if let Some(root) = options.root_requires.get(name)
            && !admits(root)
        {
            return missing(
                Self::required(name, constraint, ", "),
                format!(
                    "found {list} but {conflict} with your root composer.json require ({}).",
                    root.pretty()
                ),
            );
        }
        for other in found
            .first()
            .map(|(_, package)| package.names(true))
            .unwrap_or_default()
        {
            if let Some(limit) = options.temporary_constraints.get(&other)
                && !admits(limit)
            {
                return missing(
                    Self::required(&other, constraint, ", "),
                    format!(
                        "found {list} but {conflict} with your temporary update constraint \
                         ({other}:{}).",
                        limit.pretty()
                    ),
                );
            }
        }
        let introduction = Self::required(name, constraint, ", ");
        if let Some(locked) = locked
            && !admits(&Constraint::single(Op::Eq, locked.version().clone()))
        {
            return missing(
                introduction,
                format!(
                    "found {list} but the package is fixed to {} (lock file version) by a partial \
                     update and that version does not match. Make sure you list it as an argument \
                     for the update command.",
                    locked.pretty_version()
                ),
            );
        }
        if let Some(reason) = self.removed_by_policy(name, constraint, found) {
            return missing(
                introduction,
                format!("found {list} but these were not loaded, {reason}"),
            );
        }
        if found
            .iter()
            .all(|&(source, _)| self.repositories.source_kind(source) == SourceKind::Locked)
        {
            return missing(
                introduction,
                format!(
                    "found {list} in the lock file but not in remote repositories, make sure you \
                     avoid updating this package to keep the one from the lock file."
                ),
            );
        }
        let conflict = if has_several_names(found) {
            "they conflict"
        } else {
            "it conflicts"
        };
        missing(
            introduction,
            format!(
                "found {list} but these were not loaded, likely because {conflict} with another \
                 require."
            ),
        )
    }

    /// The policy that took the required versions out of the pool, and how to change it.
    fn removed_by_policy(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
        found: &[Found],
    ) -> Option<String> {
        let removals: Vec<Removal> = self.pool.removals(name, constraint?).cloned().collect();
        if removals.contains(&Removal::Abandoned) {
            return Some(
                "because they are abandoned and you configured \"policy.abandoned.block\" to true."
                    .to_owned(),
            );
        }
        let ids = removals.iter().find_map(|removal| match removal {
            Removal::Advisories(ids) => Some(ids),
            _ => None,
        });
        if let Some(ids) = ids {
            return Some(self.advisories_text(name, ids, found));
        }
        let entries = entries_of(&removals);
        (!entries.is_empty()).then(|| {
            let lists = ListTexts::new(&entries);
            format!("because they were {}", lists.text)
        })
    }

    fn advisories_text(&mut self, name: &PackageName, ids: &[String], found: &[Found]) -> String {
        let wanted = versions_by_name(found.iter().map(|(_, package)| package));
        let mut advisories: Vec<(String, Option<String>)> = self
            .repositories
            .advisories(&wanted, false, true)
            .unwrap_or_default()
            .advisories
            .into_iter()
            .filter(|advisory| advisory.package == *name)
            .map(|advisory| (advisory.id, advisory.link))
            .collect();
        if advisories.is_empty() {
            advisories = ids.iter().map(|id| (id.clone(), None)).collect();
        }
        let is_packagist = |id: &str| id.starts_with("PKSA-");
        let links: Vec<String> = advisories
            .iter()
            .map(
                |(id, link)| match link.as_deref().filter(|link| !link.is_empty()) {
                    Some(link) => format!("<href={}>{id}</>", escape(link)),
                    None if is_packagist(id) => {
                        let link = format!("https://packagist.org/security-advisories/{id}");
                        format!("<href={}>{id}</>", escape(&link))
                    }
                    None => id.clone(),
                },
            )
            .collect();
        let hint = if advisories.iter().all(|(id, _)| is_packagist(id)) {
            "Go to https://packagist.org/security-advisories/ to find advisory details."
        } else {
            "Review the advisory details above for more information."
        };
        format!(
            "because they are affected by security advisories (\"{}\"). {hint} To ignore the \
             advisories, add their IDs to the \"policy.advisories.ignore-id\" config or add the \
             package to \"policy.advisories.ignore\". To turn the feature off entirely, you can \
             set \"policy.advisories.block\" to false.",
            links.join("\", \"")
        )
    }

    /// Why a locked package is not in the pool.
    pub(super) fn missing_locked_package(&self, package: &AnyPackage) -> String {
        let version = Constraint::single(Op::Eq, package.version().clone());
        let removals: Vec<Removal> = self
            .pool
            .removals(package.name(), &version)
            .cloned()
            .collect();
        let lists = ListTexts::new(&entries_of(&removals));
        format!(
            "- Package {} {} (in the lock file) was not loaded, because it was {}",
            package.name(),
            package.pretty_version(),
            lists.text
        )
    }

    fn found_but_unstable(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
        found: &[Found],
    ) -> Result<Missing, SourceError> {
        let everywhere = self.repositories.find_packages_in_all(name, constraint)?;
        if !everywhere.is_empty() {
            return Ok(self.hidden(name, constraint, found, &everywhere, "minimum-stability"));
        }
        Ok(missing(
            Self::required(name, constraint, ", "),
            format!(
                "found {} but {} not match your minimum-stability.",
                self.list(found, constraint),
                does(found)
            ),
        ))
    }

    fn found_in_other_versions(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
        found: &[Found],
    ) -> Result<Missing, SourceError> {
        let everywhere = self.repositories.find_packages_in_all(name, constraint)?;
        if !everywhere.is_empty() {
            return Ok(self.hidden(name, constraint, found, &everywhere, "constraint"));
        }
        let mut suffix = String::new();
        let wants_master = constraint.is_some_and(|constraint| {
            matches!(constraint.kind(), ConstraintKind::Single(_, version)
                if version.as_str() == "dev-master")
        });
        if wants_master {
            let renamed = found.iter().find(|(_, package)| {
                matches!(package.version().as_str(), "dev-default" | "dev-main")
            });
            if let Some((_, renamed)) = renamed {
                suffix = format!(
                    " Perhaps dev-master was renamed to {}?",
                    renamed.pretty_version()
                );
            }
        }
        if self.is_root(found.first()) {
            " See https://getcomposer.org/dep-on-root for details and assistance."
                .clone_into(&mut suffix);
        }
        Ok(missing(
            Self::required(name, constraint, ", "),
            format!(
                "found {} but {} not match the constraint.{suffix}",
                self.list(found, constraint),
                does(found)
            ),
        ))
    }

    fn is_root(&self, found: Option<&Found>) -> bool {
        found.is_some_and(|&(source, _)| self.repositories.source_kind(source) == SourceKind::Root)
    }

    /// A repository of lower priority has what is required, but one of higher priority hides it.
    fn hidden(
        &self,
        name: &PackageName,
        constraint: Option<&Constraint>,
        higher: &[Found],
        everywhere: &[Found],
        reason: &str,
    ) -> Missing {
        let next = everywhere.first().map_or(0, |&(source, _)| source);
        let count = everywhere
            .iter()
            .take_while(|&&(source, _)| source == next)
            .count();
        let lower = &everywhere[..count];
        let next_name = self.repositories.source_name(next);
        let lower_list = self.list(lower, constraint);
        if let Some((_, root)) = higher.first()
            && self.is_root(higher.first())
        {
            return missing(
                Self::required(name, constraint, ", it is "),
                format!(
                    "satisfiable by {lower_list} from {next_name} but {} is the root package and \
                     cannot be modified. See https://getcomposer.org/dep-on-root for details and \
                     assistance.",
                    root.pretty_string()
                ),
            );
        }
        let higher_list = self.list(higher, constraint);
        if self.repositories.source_kind(next) == SourceKind::Locked {
            let (does, is) = if higher.len() == 1 {
                ("it does", "is")
            } else {
                ("these do", "are")
            };
            let is_linked = lower
                .first()
                .is_some_and(|(_, package)| crate::pool_builder::is_symlinked_path(package));
            let suggestion = if is_linked {
                format!(
                    "Make sure you fix the {reason} as packages installed from symlinked path repos \
                     are updated even in partial updates and the one from the lock file can thus \
                     not be used."
                )
            } else {
                format!(
                    "Make sure you either fix the {reason} or avoid updating this package to keep \
                     the one present in the lock file ({lower_list})."
                )
            };
            return missing(
                Self::required(name, constraint, ", "),
                format!(
                    "found {higher_list} but {does} not match your {reason} and {is} therefore not \
                     installable. {suggestion}"
                ),
            );
        }
        let higher_name = higher
            .first()
            .map(|&(source, _)| self.repositories.source_name(source))
            .unwrap_or_default();
        missing(
            Self::required(name, constraint, ", it is "),
            format!(
                "satisfiable by {lower_list} from {next_name} but {higher_list} from {higher_name} \
                 has higher repository priority. The packages from the higher priority repository \
                 do not match your {reason} and are therefore not installable. That repository is \
                 canonical so the lower priority repo's packages are not installable. See \
                 https://getcomposer.org/repoprio for details and assistance."
            ),
        )
    }

    fn not_found(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Missing, SourceError> {
        let illegal: String = name.chars().filter(|&letter| !is_legal(letter)).collect();
        if !illegal.is_empty() || name.is_empty() {
            return Ok(missing(
                format!("- Root composer.json requires {name}, it "),
                format!(
                    "could not be found, it looks like its name is invalid, \"{illegal}\" is not \
                     allowed in package names."
                ),
            ));
        }
        if let Some(providers) = self.providers_list(name, 15)? {
            return Ok(missing(
                Self::required(name, constraint, ", it "),
                format!(
                    "could not be found in any version, but the following packages provide \
                     it:\n{providers}      Consider requiring one of these to satisfy the {name} \
                     requirement."
                ),
            ));
        }
        Ok(missing(
            format!("- Root composer.json requires {name}, it "),
            "could not be found in any version, there may be a typo in the package name.",
        ))
    }

    fn providers_list(
        &mut self,
        name: &PackageName,
        max: usize,
    ) -> Result<Option<String>, SourceError> {
        let providers = self.repositories.providers(name)?;
        if providers.is_empty() {
            return Ok(None);
        }
        // One more is listed rather than counted.
        let shown = if providers.len() > max + 1 {
            max
        } else {
            providers.len()
        };
        let mut text: String = providers[..shown].iter().map(provider_line).collect();
        if shown < providers.len() {
            text.push_str(&format!(
                "      ... and {} more.\n",
                providers.len() - shown
            ));
        }
        Ok(Some(text))
    }

    fn alternatives(&mut self, name: &PackageName, what: &str) -> Result<String, SourceError> {
        Ok(self.providers_list(name, 5)?.map_or_else(String::new, |providers| {
            format!(
                "\n\n      Alternatively you can require one of these packages that provide the \
                 {what} (or parts of it):\n      {PROVIDERS_WARNING}\n{providers}"
            )
        }))
    }

    fn missing_platform_package(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Option<Missing>, SourceError> {
        let but = |what: &str| {
            format!(
                "- Root composer.json requires {what}{name}{} but ",
                constraint_text(constraint)
            )
        };
        if name.as_str() == "hhvm" {
            let explanation = if self.pool.named(name).is_empty() {
                "HHVM was not detected on this machine, make sure it is in your PATH."
            } else {
                "your HHVM version does not satisfy that requirement."
            };
            return Ok(Some(missing(but(""), explanation)));
        }
        if name.starts_with("php") {
            let explanation = match self.platform_version(name) {
                None => disabled(name),
                Some(version) => {
                    format!("your {name} version ({version}) does not satisfy that requirement.")
                }
            };
            return Ok(Some(missing(but(""), explanation)));
        }
        if let Some(extension) = name.strip_prefix("ext-") {
            if let Some(version) = self.platform_version(name) {
                return Ok(Some(missing(
                    but("PHP extension "),
                    format!("it has the wrong version installed ({version})."),
                )));
            }
            let alternatives = self.alternatives(name, "extension")?;
            let explanation = if self.php.has_extension(extension) {
                format!("{}{alternatives}", disabled(name))
            } else {
                format!(
                    "it is missing from your system. Install or enable PHP's {extension} \
                     extension.{alternatives}"
                )
            };
            return Ok(Some(missing(but("PHP extension "), explanation)));
        }
        if name.as_str() == "lib-icu" {
            let explanation = if self.php.has_extension("intl") {
                "it has the wrong version installed, try upgrading the intl extension."
            } else {
                "it is missing from your system, make sure the intl extension is loaded."
            };
            return Ok(Some(missing(but("linked library "), explanation)));
        }
        if name.starts_with("lib-") {
            let alternatives = self.alternatives(name, "library")?;
            return Ok(Some(missing(
                but("linked library "),
                format!(
                    "it has the wrong version installed or is missing from your system, make sure \
                     to load the extension providing it.{alternatives}"
                ),
            )));
        }
        Ok(None)
    }

    /// The version of a platform package, or what stands in for it; nothing if there is none.
    fn platform_version(&self, name: &PackageName) -> Option<String> {
        let available = self.pool.what_provides(name, None);
        let &selected = available
            .iter()
            .find(|&&id| self.pool.origin(id) == Origin::Platform)
            .or_else(|| available.first())?;
        let package = self.pool.package(selected);
        if package.name() != name {
            let links = package.provides().iter().chain(package.replaces());
            if let Some(link) = links.into_iter().find(|link| link.target == *name) {
                let verb = link.kind.verb();
                return Some(format!(
                    "{} {}d by {}",
                    link.pretty_constraint,
                    verb.strip_suffix('s').unwrap_or(verb),
                    package.pretty_string()
                ));
            }
        }
        let mut version = package.pretty_version().to_owned();
        let is_overridden = package
            .base()
            .extra()
            .and_then(|extra| extra.get("config.platform"))
            .is_some_and(|value| *value == PhpMixed::Bool(true));
        if is_overridden {
            let description = package.base().description().unwrap_or_default();
            version.push_str("; ");
            version.push_str(&description.replace("Package ", ""));
        }
        Some(version)
    }
}

fn disabled(name: &PackageName) -> String {
    format!(
        "the {name} package is disabled by your platform config. Enable it again with \"composer \
         config platform.{name} --unset\"."
    )
}

fn provider_line(provider: &Provider) -> String {
    let description = provider
        .description
        .as_deref()
        .filter(|text| !text.is_empty())
        .map_or_else(String::new, |text| {
            let end = (0..=100.min(text.len()))
                .rev()
                .find(|&end| text.is_char_boundary(end))
                .unwrap_or(0);
            format!(" {}", &text[..end])
        });
    format!("      - {}{description}\n", provider.name)
}

fn is_legal(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '/' | '-')
}

fn has_several_names(found: &[Found]) -> bool {
    found
        .windows(2)
        .any(|pair| pair[0].1.name() != pair[1].1.name())
}

fn does(found: &[Found]) -> &'static str {
    if has_several_names(found) {
        "these do"
    } else {
        "it does"
    }
}

/// The entries of all filter lists, each once.
fn entries_of(removals: &[Removal]) -> Vec<FilterListEntry> {
    let mut entries = Vec::new();
    for removal in removals {
        if let Removal::FilterLists(found) = removal {
            for entry in found {
                if !entries.contains(entry) {
                    entries.push(entry.clone());
                }
            }
        }
    }
    entries
}

/// What filter lists say of a package, and how to make them say less.
struct ListTexts {
    text: String,
}

impl ListTexts {
    fn new(entries: &[FilterListEntry]) -> Self {
        let mut by_list: IndexMap<&str, Vec<String>, FxBuildHasher> = IndexMap::default();
        for entry in entries {
            let part = |before: &str, text: &Option<String>, after: &str| {
                text.as_deref()
                    .filter(|text| !text.is_empty() && *text != "0")
                    .map_or_else(String::new, |text| format!("{before}{text}{after}"))
            };
            by_list.entry(&entry.list).or_default().push(format!(
                "{}{}",
                part(" (see ", &entry.url, ")"),
                part(" reason: ", &entry.reason, "")
            ));
        }
        let flags: Vec<String> = by_list
            .iter()
            .map(|(list, entries)| {
                let verb = if *list == "malware" {
                    "flagged as"
                } else {
                    "filtered by"
                };
                format!("{verb} {list}{}", entries.join(", "))
            })
            .collect();
        let options = |option: &str| {
            let names: Vec<String> = by_list
                .keys()
                .map(|list| format!("\"policy.{list}.{option}\""))
                .collect();
            names.join(" and ")
        };
        Self {
            text: format!(
                "{}. To ignore filters for this package, add the package to the {} config. To turn \
                 the feature off entirely, you can set {} to false.",
                flags.join(", "),
                options("ignore"),
                options("block")
            ),
        }
    }
}

/// `dev-main as 1.0` without its alias.
fn without_inline_alias(pretty: &str) -> &str {
    if let Some((before, alias)) = pretty.rsplit_once(' ')
        && !alias.is_empty()
        && !alias.contains([',', '|'])
        && let Some(branch) = before.trim_end_matches(' ').strip_suffix("as")
        && branch.ends_with(' ')
    {
        return branch.trim_end_matches(' ');
    }
    pretty
}

/// A constraint as it stands in a sentence, with a space before it.
fn constraint_text(constraint: Option<&Constraint>) -> String {
    let Some(constraint) = constraint else {
        return String::new();
    };
    let pretty = constraint.pretty();
    match constraint.kind() {
        ConstraintKind::Single(Op::Eq, version) if !version.is_branch() => {}
        _ => return format!(" {pretty}"),
    }
    let is_number = pretty
        .split('.')
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_number {
        return format!(" {pretty} (exact version match)");
    }
    let mut spellings = vec![pretty.clone()];
    for _ in pretty.matches('.').count()..3 {
        let longer = format!("{}.0", spellings[spellings.len() - 1]);
        spellings.push(longer);
    }
    let text = match spellings.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => pretty.clone(),
    };
    format!(" {pretty} (exact version match: {text})")
}

/// Escapes what the console would take for a tag.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '<' | '>') && !escaped.ends_with('\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{constraint_text, without_inline_alias};
    use shirabe_semver::Constraint;

    fn text(constraint: &str) -> String {
        let parsed = Constraint::parse(constraint).expect("a constraint");
        constraint_text(Some(&parsed))
    }

    #[test]
    fn exact_versions_are_spelled_out() {
        assert_eq!(
            text("1.2"),
            " 1.2 (exact version match: 1.2, 1.2.0 or 1.2.0.0)"
        );
        assert_eq!(text("1.2.3.4"), " 1.2.3.4 (exact version match: 1.2.3.4)");
        assert_eq!(text("1.0-beta"), " 1.0-beta (exact version match)");
        assert_eq!(text("^1.2"), " ^1.2");
        assert_eq!(text("dev-main"), " dev-main");
    }

    #[test]
    fn inline_aliases_are_cut_off() {
        assert_eq!(without_inline_alias("dev-a#b as 1.0.x-dev"), "dev-a#b");
        assert_eq!(without_inline_alias("dev-a#b"), "dev-a#b");
    }
}
