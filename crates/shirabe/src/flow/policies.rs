//! Which versions policies keep out of a solve (<https://getcomposer.org/doc/06-config.md#policy>).

use super::Flow;
use crate::failure::Failure;
use shirabe_mixed::PhpMixed;
use shirabe_resolver::{
    AdvisoryFilter, BlockOverrides, BlockScope, DependencyPolicies, FilterListFilter, PoolFilter,
};

/// Which solve is filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// `update`
    Update,
    /// `install` from a lock file.
    Install,
}

/// The filters that the configuration asks for.
#[derive(Default)]
pub(super) struct Filters {
    advisories: Option<AdvisoryFilter>,
    lists: Option<FilterListFilter>,
}

impl Filters {
    pub(super) fn is_empty(&self) -> bool {
        self.advisories.is_none() && self.lists.is_none()
    }

    pub(super) fn as_dyn(&mut self) -> Vec<&mut dyn PoolFilter> {
        let mut filters: Vec<&mut dyn PoolFilter> = Vec::new();
        if let Some(filter) = &mut self.advisories {
            filters.push(filter);
        }
        if let Some(filter) = &mut self.lists {
            filters.push(filter);
        }
        filters
    }

    /// Warns of repositories that could not be asked.
    pub(super) fn warn_of_unreachable(&self, flow: &Flow<'_>) {
        let console = &flow.session.console;
        let advisories = self.advisories.as_ref().map(|filter| {
            (
                "Security advisory data could not be fetched from some repositories",
                &filter.unreachable,
            )
        });
        let lists = self.lists.as_ref().map(|filter| {
            (
                "Filter list data could not be fetched from some sources",
                &filter.unreachable,
            )
        });
        for (what, unreachable) in advisories.into_iter().chain(lists) {
            if unreachable.is_empty() {
                continue;
            }
            console.warn(&format!(
                "{what} (ignored per policy.ignore-unreachable); matches may be incomplete:"
            ));
            for reason in unreachable {
                console.plain(&format!("  - {reason}"));
            }
        }
    }
}

/// The policies of configuration and environment.
pub(super) fn configured(flow: &Flow<'_>) -> Result<DependencyPolicies, Failure> {
    let config = &flow.project.config;
    let environment = &flow.session.environment;
    let abandoned = match environment.switch("COMPOSER_POLICY_ABANDONED_BLOCK")? {
        None => environment.switch("COMPOSER_SECURITY_BLOCKING_ABANDONED")?,
        block => block,
    };
    let overrides = BlockOverrides {
        advisories: environment.switch("COMPOSER_POLICY_ADVISORIES_BLOCK")?,
        malware: environment.switch("COMPOSER_POLICY_MALWARE_BLOCK")?,
        abandoned,
    };
    let audit = config.raw().get("audit").unwrap_or(&PhpMixed::Null);
    DependencyPolicies::from_config(config.policy()?.as_ref(), audit, overrides)
        .map_err(Failure::new)
}

pub(super) fn filters(flow: &Flow<'_>, scope: Scope) -> Result<Filters, Failure> {
    let mut policies = configured(flow)?;
    if !flow.options.blocking {
        policies = policies.without_blocking();
    }
    Ok(match scope {
        Scope::Update => Filters {
            advisories: (!flow.options.update_mirrors)
                .then(|| policies.advisory_filter())
                .flatten(),
            lists: policies.filter_list_filter(BlockScope::Update),
        },
        Scope::Install => Filters {
            advisories: None,
            lists: policies.filter_list_filter(BlockScope::Install),
        },
    })
}
