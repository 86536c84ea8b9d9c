//! Single rules as sentences.

use super::Explainer;
use crate::literal::Literal;
use crate::pool::PackageId;
use crate::rule::{Reason, RuleId, RuleSet};
use crate::source::SourceError;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashSet};
use shirabe_package::{AnyPackage, DEFAULT_BRANCH_ALIAS, Link, PackageName};

/// `acme/a 1.0.0 requires acme/b ^2`
pub(super) fn link_text(source: &AnyPackage, link: &Link) -> String {
    format!(
        "{} {} {} {}",
        source.pretty_string(),
        link.kind.verb(),
        link.target,
        link.constraint.pretty()
    )
}

/// The package itself in place of the alias that every default branch has.
fn without_default_branch_alias(package: &AnyPackage) -> AnyPackage {
    match package.as_alias() {
        Some(alias) if &*alias.pretty_version == DEFAULT_BRANCH_ALIAS => {
            AnyPackage::Real(alias.of.clone())
        }
        _ => package.clone(),
    }
}

fn is_default_branch_alias(package: &AnyPackage) -> bool {
    package.version().as_str() == DEFAULT_BRANCH_ALIAS
}

impl Explainer<'_, '_> {
    /// The link that a rule comes from.
    pub(super) fn link(&self, rules: &RuleSet, rule: RuleId) -> Option<&Link> {
        match *rules.reason(rule) {
            Reason::Conflict { package, link } => {
                self.pool.package(package).conflicts().get(link as usize)
            }
            Reason::Requires { package, link } => {
                self.pool.package(package).requires().get(link as usize)
            }
            _ => None,
        }
    }

    /// The package whose link a rule comes from, as it is named.
    pub(super) fn source_package(&self, rules: &RuleSet, rule: RuleId) -> Option<&AnyPackage> {
        let id = match *rules.reason(rule) {
            Reason::Conflict { .. } => {
                let link = self.link(rules, rule)?;
                let [one, two] = *rules.literals(rule) else {
                    return None;
                };
                let is_source = *self.pool.package_of(one).name() == link.source;
                PackageId::of(if is_source { one } else { two })
            }
            Reason::Requires { .. } => PackageId::of(*rules.literals(rule).first()?),
            _ => return None,
        };
        Some(self.named_as(id))
    }

    /// The package of the pool, or the one that it is the default branch's alias of.
    fn named_as(&self, id: PackageId) -> &AnyPackage {
        let package = self.pool.package(id);
        match package.as_alias() {
            Some(alias) if &*alias.pretty_version == DEFAULT_BRANCH_ALIAS => {
                let base = AnyPackage::Real(alias.of.clone());
                self.pool
                    .id_of(&base)
                    .map_or(package, |base| self.pool.package(base))
            }
            _ => package,
        }
    }

    /// A rule as a sentence; empty if there is nothing in it worth saying.
    pub(super) fn rule(&mut self, rules: &RuleSet, rule: RuleId) -> Result<String, SourceError> {
        let literals = rules.literals(rule);
        Ok(match rules.reason(rule) {
            Reason::RootRequire { name, constraint } => {
                let providers = self.pool.what_provides(name, Some(constraint));
                let packages: Vec<&AnyPackage> =
                    providers.iter().map(|&id| self.pool.package(id)).collect();
                if packages.is_empty() {
                    return Ok(format!(
                        "No package found to satisfy root composer.json require {name} {}",
                        constraint.pretty()
                    ));
                }
                let mut real = packages.iter().filter(|package| !package.is_alias());
                if let (Some(only), None) = (real.next(), real.next())
                    && self.request.is_locked(only)
                {
                    return Ok(locked_text(only));
                }
                format!(
                    "Root composer.json requires {name} {} -> satisfiable by {}.",
                    constraint.pretty(),
                    self.list_admitted(packages, Some(constraint))
                )
            }
            Reason::Fixed(package) => {
                let package = without_default_branch_alias(package);
                if self.request.is_locked(&package) {
                    locked_text(&package)
                } else {
                    format!(
                        "{} is present at version {} and cannot be modified by Composer",
                        package.pretty_name(),
                        package.pretty_version()
                    )
                }
            }
            Reason::LockedPackageRemoved(package) => format!(
                "{} was removed by a dependency policy (e.g. malware) and cannot be installed.",
                without_default_branch_alias(package).pretty_string()
            ),
            Reason::Conflict { .. } => self.conflict(rules, rule),
            Reason::Requires { .. } => return self.requirement(rules, rule),
            Reason::SameName(name) => self.same_name(literals, name),
            Reason::Learned(_) => self.learned(literals),
            Reason::Alias(_) | Reason::InverseAlias(_) => self.alias(rules, rule),
        })
    }

    fn requirement(&mut self, rules: &RuleSet, rule: RuleId) -> Result<String, SourceError> {
        let literals = rules.literals(rule);
        let (Some(source), Some(link)) = (self.source_package(rules, rule), self.link(rules, rule))
        else {
            return Ok(String::new());
        };
        let text = link_text(source, link);
        let providers = literals.get(1..).unwrap_or_default();
        if providers.is_empty() {
            let (name, constraint) = (link.target.clone(), link.constraint.clone());
            let reason = self.missing_package(&name, Some(&constraint))?;
            return Ok(format!("{text} -> {}", reason.explanation));
        }
        let packages = providers
            .iter()
            .map(|&literal| self.pool.package_of(literal));
        Ok(format!(
            "{text} -> satisfiable by {}.",
            self.list_admitted(packages, Some(&link.constraint))
        ))
    }

    fn conflict(&self, rules: &RuleSet, rule: RuleId) -> String {
        let (Some(link), [one, two]) = (self.link(rules, rule), rules.literals(rule)) else {
            return String::new();
        };
        let one = self.named_as(PackageId::of(*one));
        let two = self.named_as(PackageId::of(*two));
        let (source, other, mut target) = if link.source == *one.name() {
            let target = format!("{} {}", two.pretty_name(), link.pretty_constraint);
            (one, two, target)
        } else {
            (two, one, one.pretty_string())
        };
        if link.target != *other.name() {
            let find = |links: &[Link]| links.iter().find(|own| own.target == link.target).cloned();
            if let Some(own) = find(other.replaces()).or_else(|| find(other.provides())) {
                target = format!(
                    "{} {} ({} {} {} {})",
                    link.target,
                    link.pretty_constraint,
                    other.pretty_string(),
                    own.kind.verb(),
                    link.target,
                    own.pretty_constraint
                );
            }
        }
        format!("{} conflicts with {target}.", source.pretty_string())
    }

    fn same_name(&self, literals: &[Literal], name: &PackageName) -> String {
        let packages: Vec<&AnyPackage> = literals
            .iter()
            .map(|&literal| self.pool.package_of(literal))
            .collect();
        let names: IndexSet<&PackageName, FxBuildHasher> =
            packages.iter().map(|package| package.name()).collect();
        if names.len() < 2 {
            return format!(
                "You can only install one version of a package, so only one of these can be \
                 installed: {}.",
                self.list_represented(packages)
            );
        }
        let reason = if names.contains(name) {
            let others: Vec<&str> = names
                .iter()
                .filter(|other| **other != name)
                .map(|other| other.as_str())
                .collect();
            match others[..] {
                [only] => format!("{only} replaces {name} and thus cannot coexist with it."),
                _ => format!(
                    "[{}] replace {name} and thus cannot coexist with it.",
                    others.join(", ")
                ),
            }
        } else {
            let all = if literals.len() == 2 { "both" } else { "all" };
            format!("They {all} replace {name} and thus cannot coexist.")
        };
        let present = self.present();
        let (installed, removable): (Vec<&AnyPackage>, Vec<&AnyPackage>) = literals
            .iter()
            .map(|&literal| PackageId::of(literal))
            .map(|id| (present.contains(&id), self.pool.package(id)))
            .fold(
                (Vec::new(), Vec::new()),
                |mut parts, (is_present, package)| {
                    if is_present {
                        parts.0.push(package);
                    } else {
                        parts.1.push(package);
                    }
                    parts
                },
            );
        if !installed.is_empty() && !removable.is_empty() {
            return format!(
                "{} cannot be installed as that would require removing {}. {reason}",
                self.list_represented(removable),
                self.list_represented(installed)
            );
        }
        format!(
            "Only one of these can be installed: {}. {reason}",
            self.list_represented(packages)
        )
    }

    /// The packages of the pool that are present before the solve.
    fn present(&self) -> FxHashSet<PackageId> {
        self.request
            .present()
            .iter()
            .filter_map(|package| self.pool.id_of(package))
            .collect()
    }

    fn learned(&self, literals: &[Literal]) -> String {
        let present = self.present();
        let verb = |literal: Literal| match (present.contains(&PackageId::of(literal)), literal > 0)
        {
            (true, true) => "keep",
            (true, false) => "remove",
            (false, true) => "install",
            (false, false) => "don't install",
        };
        let conclusion = if let [only] = *literals {
            format!(
                "{} {}",
                verb(only),
                self.pool.package_of(only).pretty_string()
            )
        } else {
            let mut groups: IndexMap<&str, Vec<AnyPackage>, FxBuildHasher> = IndexMap::default();
            for &literal in literals {
                groups
                    .entry(verb(literal))
                    .or_default()
                    .push(without_default_branch_alias(self.pool.package_of(literal)));
            }
            let texts: Vec<String> = groups
                .iter()
                .map(|(verb, packages)| {
                    let one_of = if packages.len() > 1 { " one of" } else { "" };
                    format!("{verb}{one_of} {}", self.list_admitted(packages, None))
                })
                .collect();
            texts.join(" | ")
        };
        format!("Conclusion: {conclusion} (conflict analysis result)")
    }

    fn alias(&self, rules: &RuleSet, rule: RuleId) -> String {
        let is_inverse = matches!(rules.reason(rule), Reason::InverseAlias(_));
        let alias = match *rules.literals(rule) {
            [_, alias] if is_inverse => alias,
            [alias, ..] => alias,
            [] => return String::new(),
        };
        let alias = self.pool.package_of(alias);
        if is_default_branch_alias(alias) {
            return String::new();
        }
        let base = AnyPackage::Real(alias.base().clone());
        let consequence = if is_inverse {
            "must be installed with it."
        } else {
            "thus requires it to be installed too."
        };
        format!(
            "{} is an alias of {} and {consequence}",
            alias.pretty_string(),
            base.pretty_string()
        )
    }
}

fn locked_text(package: &AnyPackage) -> String {
    format!(
        "{} is locked to version {} and an update of this package was not requested.",
        package.pretty_name(),
        package.pretty_version()
    )
}
