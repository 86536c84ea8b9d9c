//! Why nothing satisfies a requirement: what the repositories would have had, and what kept it
//! out of the pool.

use super::Explainer;
use crate::repository_set::Found;
use crate::source::{SourceError, SourceKind};
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

pub(super) fn missing(introduction: impl Into<String>, explanation: impl Into<String>) -> Missing {
    Missing {
        introduction: introduction.into(),
        explanation: explanation.into(),
    }
}

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
pub(super) fn constraint_text(constraint: Option<&Constraint>) -> String {
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
