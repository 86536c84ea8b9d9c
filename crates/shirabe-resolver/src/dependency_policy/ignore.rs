//! Exceptions from policies, in the shapes that a configuration may write them.

use super::config::PolicyError;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use shirabe_mixed::PhpMixed;
use shirabe_package::NamePattern;
use shirabe_semver::{Constraint, Version};

/// Where an exception counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreSwitch {
    /// Why it was made.
    pub reason: Option<String>,
    /// Whether it counts when versions are chosen.
    pub on_block: bool,
    /// Whether it counts for `audit`.
    pub on_audit: bool,
}

impl IgnoreSwitch {
    const fn everywhere(reason: Option<String>) -> Self {
        Self {
            reason,
            on_block: true,
            on_audit: true,
        }
    }

    fn from_rule(rule: &PhpMixed) -> Self {
        let on = |key: &str| rule.get(key).and_then(PhpMixed::as_bool).unwrap_or(true);
        Self {
            reason: text(rule.get("reason")),
            on_block: on("on-block"),
            on_audit: on("on-audit"),
        }
    }
}

/// An exception for packages.
#[derive(Clone, Debug)]
pub struct IgnoreRule {
    /// The name or pattern as written.
    pub name: String,
    /// The pattern.
    pub pattern: NamePattern,
    /// The versions.
    pub constraint: Constraint,
    /// Where it counts.
    pub switch: IgnoreSwitch,
}

impl IgnoreRule {
    fn new(name: &str, constraint: Constraint, switch: IgnoreSwitch) -> Self {
        Self {
            name: name.to_owned(),
            pattern: NamePattern::new(name),
            constraint,
            switch,
        }
    }

    fn of_all_versions(name: &str, switch: IgnoreSwitch) -> Self {
        Self::new(name, Constraint::all(), switch)
    }

    fn from_rule(name: &str, rule: &PhpMixed) -> Result<Self, PolicyError> {
        let constraint = match text(rule.get("constraint")) {
            None => Constraint::all(),
            Some(text) => Constraint::parse(&text).map_err(|cause| {
                PolicyError(format!("Invalid ignore rule for \"{name}\": {cause}"))
            })?,
        };
        Ok(Self::new(name, constraint, IgnoreSwitch::from_rule(rule)))
    }

    /// Whether versions of this name are excepted when versions are chosen.
    pub(super) fn excepts(&self, name: &str, version: &Version) -> bool {
        self.switch.on_block && self.pattern.matches(name) && self.constraint.admits(version)
    }
}

fn text(value: Option<&PhpMixed>) -> Option<String> {
    value.and_then(PhpMixed::as_str).map(str::to_owned)
}

/// The entries of a PHP array; the keys of a list are none.
pub(super) fn entries(value: Option<&PhpMixed>) -> Vec<(Option<&str>, &PhpMixed)> {
    match value {
        Some(PhpMixed::List(list)) => list.iter().map(|value| (None, value)).collect(),
        Some(PhpMixed::Map(map)) => map
            .iter()
            .map(|(key, value)| {
                let is_index = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
                ((!is_index).then_some(key.as_str()), value)
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn unsupported(what: &str, key: Option<&str>, value: &PhpMixed) -> PolicyError {
    PolicyError(format!(
        "Invalid {what} entry for \"{}\": value of type {} is not a supported shape. Expected null, a \
         reason string, or a rule object.",
        key.unwrap_or_default(),
        value.type_name()
    ))
}

/// `ignore`: names, names with reasons, or names with rules.
pub(super) fn packages(value: Option<&PhpMixed>) -> Result<Vec<IgnoreRule>, PolicyError> {
    let mut rules = Vec::new();
    for (key, value) in entries(value) {
        let everywhere = |name: &str, reason| {
            IgnoreRule::of_all_versions(name, IgnoreSwitch::everywhere(reason))
        };
        match (key, value) {
            (None, PhpMixed::String(name)) => rules.push(everywhere(name, None)),
            (Some(name), PhpMixed::Null) => rules.push(everywhere(name, None)),
            (Some(name), PhpMixed::String(reason)) => {
                rules.push(everywhere(name, Some(reason.clone())));
            }
            (Some(name), PhpMixed::List(list)) if !list.is_empty() => {
                for rule in list {
                    if !rule.is_array() {
                        return Err(PolicyError(format!(
                            "Invalid ignore rule for \"{name}\": expected an object, got {}.",
                            rule.type_name()
                        )));
                    }
                    rules.push(IgnoreRule::from_rule(name, rule)?);
                }
            }
            (Some(name), rule) if rule.is_array() => {
                rules.push(IgnoreRule::from_rule(name, rule)?);
            }
            _ => return Err(unsupported("ignore", key, value)),
        }
    }
    Ok(rules)
}

type Switches = IndexMap<String, IgnoreSwitch, FxBuildHasher>;

/// `ignore-id` and `ignore-severity`: words, words with reasons, or words with rules.
pub(super) fn words(what: &str, value: Option<&PhpMixed>) -> Result<Switches, PolicyError> {
    let mut switches = Switches::default();
    for (key, value) in entries(value) {
        let (word, switch) = match (key, value) {
            (None, PhpMixed::String(word)) => (word.as_str(), IgnoreSwitch::everywhere(None)),
            (Some(word), PhpMixed::Null) => (word, IgnoreSwitch::everywhere(None)),
            (Some(word), PhpMixed::String(reason)) => {
                (word, IgnoreSwitch::everywhere(Some(reason.clone())))
            }
            (Some(word), rule) if rule.is_array() => (word, IgnoreSwitch::from_rule(rule)),
            _ => return Err(unsupported(what, key, value)),
        };
        switches.insert(word.to_owned(), switch);
    }
    Ok(switches)
}

/// The exceptions of the older key `audit`: each word with its switch, `apply` saying where it
/// counts.
pub(super) fn legacy(value: Option<&PhpMixed>) -> Result<Vec<(String, IgnoreSwitch)>, PolicyError> {
    let mut found = Vec::new();
    for (key, value) in entries(value) {
        let word = key.map(str::to_owned).or_else(|| text(Some(value)));
        let Some(word) = word else {
            return Err(unsupported("ignore", key, value));
        };
        let switch = match value {
            PhpMixed::String(reason) if key.is_some() => {
                IgnoreSwitch::everywhere(Some(reason.clone()))
            }
            rule if rule.is_array() => {
                let apply = text(rule.get("apply")).unwrap_or_else(|| "all".to_owned());
                if !matches!(apply.as_str(), "audit" | "block" | "all") {
                    return Err(PolicyError(format!(
                        "Invalid 'apply' value for '{word}': {apply}. Expected 'audit', 'block', or \
                         'all'."
                    )));
                }
                IgnoreSwitch {
                    reason: text(rule.get("reason")),
                    on_block: apply != "audit",
                    on_audit: apply != "block",
                }
            }
            _ => IgnoreSwitch::everywhere(None),
        };
        found.push((word, switch));
    }
    Ok(found)
}

/// As a rule for all versions of the packages.
pub(super) fn legacy_packages(found: Vec<(String, IgnoreSwitch)>) -> Vec<IgnoreRule> {
    found
        .into_iter()
        .map(|(name, switch)| IgnoreRule::of_all_versions(&name, switch))
        .collect()
}
