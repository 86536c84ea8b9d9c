//! Operations: what is done to the packages that are present.

use shirabe_package::{AliasPackage, AnyPackage, ReferenceDisplay};
use shirabe_semver::is_upgrade;
use std::fmt;
use std::sync::Arc;

/// One step of a transaction.
#[derive(Clone, Debug)]
pub enum Operation {
    /// A package is added.
    Install(AnyPackage),
    /// A package takes another version, or the same with other references.
    Update {
        /// What is present.
        from: AnyPackage,
        /// What takes its place.
        to: AnyPackage,
    },
    /// A package is removed.
    Uninstall(AnyPackage),
    /// An alias comes to count.
    MarkAliasInstalled(Arc<AliasPackage>),
    /// An alias counts no longer.
    MarkAliasUninstalled(Arc<AliasPackage>),
}

/// How an operation is worded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperationStyle {
    /// As a change of the lock file: `Locking` in place of `Installing`.
    pub lock: bool,
    /// With the console's tags around names and versions.
    pub tags: bool,
}

impl Operation {
    /// The package that is there afterwards, or was before.
    #[must_use]
    pub fn package(&self) -> AnyPackage {
        match self {
            Self::Install(package)
            | Self::Uninstall(package)
            | Self::Update { to: package, .. } => package.clone(),
            Self::MarkAliasInstalled(alias) | Self::MarkAliasUninstalled(alias) => {
                AnyPackage::Alias(Arc::clone(alias))
            }
        }
    }

    /// Whether it is about an alias, which changes no files.
    #[must_use]
    pub const fn is_alias(&self) -> bool {
        matches!(
            self,
            Self::MarkAliasInstalled(_) | Self::MarkAliasUninstalled(_)
        )
    }

    /// The type, as scripts and plugins name it: `install`, `markAliasInstalled` …
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Install(_) => "install",
            Self::Update { .. } => "update",
            Self::Uninstall(_) => "uninstall",
            Self::MarkAliasInstalled(_) => "markAliasInstalled",
            Self::MarkAliasUninstalled(_) => "markAliasUninstalled",
        }
    }

    /// The line that tells of it: `Upgrading acme/a (1.0.0 => 1.1.0)`.
    #[must_use]
    pub fn describe(&self, style: OperationStyle) -> String {
        let name = |package: &AnyPackage| tagged(style, "info", package.pretty_name());
        let version = |version: &str| tagged(style, "comment", version);
        let full = |package: &AnyPackage| {
            version(&package.full_pretty_version(true, ReferenceDisplay::SourceIfDev))
        };
        match self {
            Self::Install(package) => {
                let verb = if style.lock { "Locking" } else { "Installing" };
                format!("{verb} {} ({})", name(package), full(package))
            }
            Self::Uninstall(package) => format!("Removing {} ({})", name(package), full(package)),
            Self::Update { from, to } => {
                let (before, after) = versions(from, to);
                let verb = if is_upgrade(from.version(), to.version()) {
                    "Upgrading"
                } else {
                    "Downgrading"
                };
                format!(
                    "{verb} {} ({} => {})",
                    name(from),
                    version(&before),
                    version(&after)
                )
            }
            Self::MarkAliasInstalled(alias) | Self::MarkAliasUninstalled(alias) => {
                let state = match self {
                    Self::MarkAliasInstalled(_) => "installed",
                    _ => "uninstalled",
                };
                let base = AnyPackage::Real(Arc::clone(&alias.of));
                let alias = AnyPackage::Alias(Arc::clone(alias));
                format!(
                    "Marking {} ({}) as {state}, alias of {} ({})",
                    name(&alias),
                    full(&alias),
                    name(&base),
                    full(&base)
                )
            }
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(OperationStyle::default()))
    }
}

fn tagged(style: OperationStyle, tag: &str, text: &str) -> String {
    if style.tags {
        format!("<{tag}>{text}</{tag}>")
    } else {
        text.to_owned()
    }
}

/// Both versions, with references where nothing else tells them apart.
fn versions(from: &AnyPackage, to: &AnyPackage) -> (String, String) {
    let both = |display| {
        (
            from.full_pretty_version(true, display),
            to.full_pretty_version(true, display),
        )
    };
    let (before, after) = both(ReferenceDisplay::SourceIfDev);
    if before != after {
        (before, after)
    } else if from.base().source_reference() != to.base().source_reference() {
        both(ReferenceDisplay::Source)
    } else if from.base().dist_reference() != to.base().dist_reference() {
        both(ReferenceDisplay::Dist)
    } else {
        (before, after)
    }
}
