//! Security advisories and filter lists, as repositories publish them.

use crate::pool_filter::FilterListEntry;
use shirabe_mixed::PhpMixed;
use shirabe_package::PackageName;
use shirabe_semver::{Constraint, ConstraintError, Op, Version};

/// A security advisory
/// (<https://getcomposer.org/doc/05-repositories.md#security-advisories>).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advisory {
    /// The package that it is about.
    pub package: PackageName,
    /// `PKSA-…`, or another database's id.
    pub id: String,
    /// The versions that are affected.
    pub affected: Constraint,
    /// Whether only the fields above are known.
    pub is_partial: bool,
    /// What it is about, in one line.
    pub title: Option<String>,
    /// Where to read about it.
    pub link: Option<String>,
    /// `CVE-…`
    pub cve: Option<String>,
    /// `low`, `medium`, `high` …
    pub severity: Option<String>,
    /// Its ids in the databases that it comes from.
    pub remote_ids: Vec<String>,
}

impl Advisory {
    /// Reads the data of an advisory; nothing if it has no id or no versions. Versions that are no
    /// constraint are taken for as much of it as is one, or else for none.
    #[must_use]
    pub fn from_data(package: PackageName, data: &PhpMixed) -> Option<Self> {
        let text = |key: &str| data.get(key).and_then(PhpMixed::as_str).map(str::to_owned);
        let is_set = |key: &str| data.get(key).is_some_and(|value| !value.is_null());
        let affected = text("affectedVersions")?;
        let remote_ids = data.get("sources").map_or_else(Vec::new, |sources| {
            let ids = sources.values().filter_map(|source| source.get("remoteId"));
            ids.filter_map(PhpMixed::as_str)
                .map(str::to_owned)
                .collect()
        });
        Some(Self {
            package,
            id: text("advisoryId")?,
            affected: affected_versions(&affected),
            is_partial: !["title", "sources", "reportedAt"].into_iter().all(is_set),
            title: text("title"),
            link: text("link"),
            cve: text("cve"),
            severity: text("severity"),
            remote_ids,
        })
    }
}

fn affected_versions(text: &str) -> Constraint {
    let essential = || {
        let operator = text.len() - text.trim_start_matches(['>', '=', '<', '^', '~']).len();
        let number = text[operator..]
            .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
            .map_or(text.len(), |length| operator + length);
        Constraint::parse(&text[..number])
    };
    Constraint::parse(text)
        .or_else(|_| essential())
        .unwrap_or_else(|_| {
            Constraint::single(Op::Eq, Version::from_normalized("0.0.0-invalid-version"))
        })
}

/// A package on a filter list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPackage {
    /// The package.
    pub package: PackageName,
    /// The versions that are listed.
    pub constraint: Constraint,
    /// The list, and what it says.
    pub entry: FilterListEntry,
}

impl ListedPackage {
    /// Reads the data of an entry; nothing if it has no package or no versions.
    ///
    /// # Errors
    ///
    /// If the versions are no constraint.
    pub fn from_data(list: &str, data: &PhpMixed) -> Result<Option<Self>, ConstraintError> {
        let text = |key: &str| data.get(key).and_then(PhpMixed::as_str);
        let (Some(package), Some(constraint)) = (text("package"), text("constraint")) else {
            return Ok(None);
        };
        let owned = |key: &str| text(key).map(str::to_owned);
        Ok(Some(Self {
            package: PackageName::new(package),
            constraint: Constraint::parse(constraint)?,
            entry: FilterListEntry {
                list: list.to_owned(),
                source: owned("source"),
                url: owned("url"),
                reason: owned("reason"),
            },
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::affected_versions;

    #[test]
    fn versions_that_are_no_constraint_are_cut_short() {
        assert_eq!(
            affected_versions("<=3.20-test2"),
            affected_versions("<=3.20")
        );
        assert_eq!(
            affected_versions("nonsense!").to_string(),
            "== 0.0.0-invalid-version"
        );
    }
}
