//! Policies from the configuration: `policy`, or the older `audit`.

use super::ignore::{entries, legacy, legacy_packages, packages, words};
use super::{
    AdvisoryPolicy, AuditMode, BlockScope, DependencyPolicies, IgnoreUnreachable, ListPolicy,
    MALWARE, MalwarePolicy,
};
use indexmap::IndexMap;
use shirabe_mixed::PhpMixed;

/// What is wrong with the configuration of a policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PolicyError(pub String);

/// Switches of the environment, which outrank the configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockOverrides {
    /// `COMPOSER_POLICY_ADVISORIES_BLOCK`
    pub advisories: Option<bool>,
    /// `COMPOSER_POLICY_MALWARE_BLOCK`
    pub malware: Option<bool>,
    /// `COMPOSER_POLICY_ABANDONED_BLOCK`, or the older `COMPOSER_SECURITY_BLOCKING_ABANDONED`
    pub abandoned: Option<bool>,
}

const BUILT_IN: [&str; 3] = ["advisories", "abandoned", MALWARE];
const RESERVED: [&str; 10] = [
    "package",
    "packages",
    "license",
    "licence",
    "licenses",
    "licences",
    "support",
    "maintenance",
    "security",
    "minimum-release-age",
];

impl DependencyPolicies {
    /// Reads the values of `policy` (nothing if it is switched off) and `audit`.
    ///
    /// # Errors
    ///
    /// If a value has a shape that it cannot have, or a list a name that is reserved.
    pub fn from_config(
        policy: Option<&PhpMixed>,
        audit: &PhpMixed,
        overrides: BlockOverrides,
    ) -> Result<Self, PolicyError> {
        let Some(policy) = policy.filter(|policy| **policy != PhpMixed::Bool(false)) else {
            return Ok(Self::disabled());
        };
        let mut policies = Self {
            enabled: true,
            advisories: advisories(policy, audit)?,
            malware: malware(policy)?,
            abandoned: abandoned(policy, audit)?,
            custom: IndexMap::default(),
            ignore_unreachable: ignore_unreachable(policy, audit),
        };
        for (name, value) in entries(Some(policy)) {
            let name = name.unwrap_or_default();
            if BUILT_IN.contains(&name) || name == "ignore-unreachable" {
                continue;
            }
            check_name(name)?;
            policies.custom.insert(name.to_owned(), custom(value)?);
        }
        if let Some(block) = overrides.advisories {
            policies.advisories.list.block = block;
        }
        if let Some(block) = overrides.malware {
            policies.malware.list.block = block;
        }
        if let Some(block) = overrides.abandoned {
            policies.abandoned.block = block;
        }
        Ok(policies)
    }

    /// No policies.
    #[must_use]
    pub fn disabled() -> Self {
        Self {
            enabled: false,
            advisories: AdvisoryPolicy {
                list: off(),
                ..AdvisoryPolicy::default()
            },
            malware: MalwarePolicy {
                list: off(),
                ..MalwarePolicy::default()
            },
            abandoned: off(),
            custom: IndexMap::default(),
            ignore_unreachable: IgnoreUnreachable {
                audit: true,
                install: true,
                update: true,
            },
        }
    }
}

fn off() -> ListPolicy {
    ListPolicy {
        block: false,
        audit: AuditMode::Ignore,
        ignore: Vec::new(),
    }
}

fn check_name(name: &str) -> Result<(), PolicyError> {
    let reason = if name.starts_with("ignore") {
        format!("\"{name}\" starts with reserved prefix \"ignore\".")
    } else if RESERVED.contains(&name) {
        format!("\"{name}\" is reserved for future use.")
    } else {
        return Ok(());
    };
    Err(PolicyError(format!(
        "Invalid custom dependency policy name: {reason}"
    )))
}

fn is_set(value: Option<&PhpMixed>) -> bool {
    value.is_some_and(|value| !value.is_null())
}

fn switch(value: Option<&PhpMixed>, default: bool) -> bool {
    match value {
        None | Some(PhpMixed::Null) => default,
        Some(PhpMixed::Bool(value)) => *value,
        Some(PhpMixed::Int(value)) => *value != 0,
        Some(PhpMixed::Float(value)) => *value != 0.0,
        Some(PhpMixed::String(value)) => !matches!(value.as_str(), "" | "0"),
        Some(array) => !array.is_empty(),
    }
}

fn audit_mode(value: Option<&PhpMixed>) -> Result<AuditMode, PolicyError> {
    match value {
        None | Some(PhpMixed::Null) => Ok(AuditMode::Fail),
        Some(value) => match value.as_str() {
            Some("ignore") => Ok(AuditMode::Ignore),
            Some("report") => Ok(AuditMode::Report),
            Some("fail") => Ok(AuditMode::Fail),
            _ => Err(PolicyError(
                "Invalid audit mode in the policy configuration: expected ignore, report or fail."
                    .to_owned(),
            )),
        },
    }
}

fn list(data: Option<&PhpMixed>, block: bool) -> Result<ListPolicy, PolicyError> {
    let get = |key: &str| data.and_then(|data| data.get(key));
    Ok(ListPolicy {
        block: switch(get("block"), block),
        audit: audit_mode(get("audit"))?,
        ignore: packages(get("ignore"))?,
    })
}

fn is_off(data: Option<&PhpMixed>) -> bool {
    data.is_some_and(|data| *data == PhpMixed::Bool(false))
}

fn advisories(policy: &PhpMixed, audit: &PhpMixed) -> Result<AdvisoryPolicy, PolicyError> {
    let data = policy.get("advisories");
    if !is_set(data) && !audit.is_empty() {
        let (names, ids): (Vec<_>, Vec<_>) = legacy(audit.get("ignore"))?
            .into_iter()
            .partition(|(word, _)| word.contains('/'));
        return Ok(AdvisoryPolicy {
            list: ListPolicy {
                block: switch(audit.get("block-insecure"), true),
                audit: AuditMode::Fail,
                ignore: legacy_packages(names),
            },
            ignore_ids: ids.into_iter().collect(),
            ignore_severities: legacy(audit.get("ignore-severity"))?.into_iter().collect(),
        });
    }
    if is_off(data) {
        return Ok(AdvisoryPolicy {
            list: off(),
            ..AdvisoryPolicy::default()
        });
    }
    let get = |key: &str| data.and_then(|data| data.get(key));
    Ok(AdvisoryPolicy {
        list: list(data, true)?,
        ignore_ids: words("ignore-id", get("ignore-id"))?,
        ignore_severities: words("ignore-severity", get("ignore-severity"))?,
    })
}

fn malware(policy: &PhpMixed) -> Result<MalwarePolicy, PolicyError> {
    let data = policy.get(MALWARE);
    if is_off(data) {
        return Ok(MalwarePolicy {
            list: off(),
            ..MalwarePolicy::default()
        });
    }
    let get = |key: &str| data.and_then(|data| data.get(key));
    let only = match get("block-scope").and_then(PhpMixed::as_str) {
        Some("update") => Some(BlockScope::Update),
        Some("install") => Some(BlockScope::Install),
        _ => None,
    };
    let sources = entries(get("ignore-source"));
    Ok(MalwarePolicy {
        list: list(data, true)?,
        only,
        ignore_sources: sources
            .into_iter()
            .filter_map(|(_, source)| source.as_str())
            .map(str::to_owned)
            .collect(),
    })
}

fn abandoned(policy: &PhpMixed, audit: &PhpMixed) -> Result<ListPolicy, PolicyError> {
    let data = policy.get("abandoned");
    if !is_set(data) && !audit.is_empty() {
        return Ok(ListPolicy {
            block: switch(audit.get("block-abandoned"), false),
            audit: audit_mode(audit.get("abandoned"))?,
            ignore: legacy_packages(legacy(audit.get("ignore-abandoned"))?),
        });
    }
    if is_off(data) {
        return Ok(off());
    }
    list(data, false)
}

fn custom(data: &PhpMixed) -> Result<ListPolicy, PolicyError> {
    if *data == PhpMixed::Bool(true) {
        list(None, true)
    } else if data.is_array() {
        list(Some(data), true)
    } else {
        Ok(off())
    }
}

fn ignore_unreachable(policy: &PhpMixed, audit: &PhpMixed) -> IgnoreUnreachable {
    let all = |value| IgnoreUnreachable {
        audit: value,
        install: value,
        update: value,
    };
    let key = "ignore-unreachable";
    match policy.get(key).filter(|value| !value.is_null()) {
        Some(value) if value.is_array() => {
            let has = |scope: &str| {
                let scopes = entries(Some(value));
                scopes
                    .iter()
                    .any(|(_, value)| value.as_str() == Some(scope))
            };
            IgnoreUnreachable {
                audit: has("audit"),
                install: has("install"),
                update: has("update"),
            }
        }
        Some(value) => all(switch(Some(value), false)),
        None if switch(audit.get(key), false) => IgnoreUnreachable {
            audit: true,
            install: false,
            update: false,
        },
        None => IgnoreUnreachable {
            audit: false,
            install: true,
            update: true,
        },
    }
}
