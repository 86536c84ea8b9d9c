//! One require, conflict, provide or replace of a package.

use crate::name::PackageName;
use shirabe_semver::Constraint;
use std::fmt;
use std::sync::Arc;

/// What a link says about its target (<https://getcomposer.org/doc/04-schema.md#package-links>).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkKind {
    /// `require`
    Require,
    /// `conflict`
    Conflict,
    /// `provide`
    Provide,
    /// `replace`
    Replace,
    /// `require-dev`, which counts for the root package alone
    DevRequire,
}

impl LinkKind {
    /// Every kind, in the order in which a package is written.
    pub const ALL: [Self; 5] = [
        Self::Require,
        Self::Conflict,
        Self::Provide,
        Self::Replace,
        Self::DevRequire,
    ];

    /// The key in `composer.json`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Require => "require",
            Self::Conflict => "conflict",
            Self::Provide => "provide",
            Self::Replace => "replace",
            Self::DevRequire => "require-dev",
        }
    }

    /// The verb in messages: `acme/a requires acme/b`.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Require => "requires",
            Self::Conflict => "conflicts",
            Self::Provide => "provides",
            Self::Replace => "replaces",
            Self::DevRequire => "devRequires",
        }
    }
}

/// One link of a package.
#[derive(Clone, Debug)]
pub struct Link {
    /// The package that has the link.
    pub source: PackageName,
    /// The package that the link is about.
    pub target: PackageName,
    /// What is said about it.
    pub kind: LinkKind,
    /// The versions of the target that are meant. `self.version` is already the version of the source.
    pub constraint: Constraint,
    /// The constraint as written, `self.version` included.
    pub pretty_constraint: Arc<str>,
}

impl Link {
    /// Whether the link was written as `self.version`.
    #[must_use]
    pub fn is_self_version(&self) -> bool {
        &*self.pretty_constraint == SELF_VERSION
    }
}

/// The constraint that stands for the version of the package it is written in.
pub const SELF_VERSION: &str = "self.version";

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {} ({})",
            self.source,
            self.kind.verb(),
            self.target,
            self.constraint
        )
    }
}
