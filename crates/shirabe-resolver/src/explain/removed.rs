//! Which policy took a package out of the pool, and how to let it in again.

use super::Explainer;
use crate::dependency_policy::versions_by_name;
use crate::pool_filter::{FilterListEntry, Removal};
use crate::repository_set::Found;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use shirabe_package::{AnyPackage, PackageName};
use shirabe_semver::{Constraint, Op};

impl Explainer<'_, '_> {
    /// The policy that took the required versions out of the pool, and how to change it.
    pub(super) fn removed_by_policy(
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
