//! A package under another version: <https://getcomposer.org/doc/articles/aliases.md>.

use crate::link::{Link, LinkKind};
use crate::package::{Package, ReferenceDisplay};
use shirabe_semver::{Constraint, Op, Stability, Version};
use std::sync::Arc;

/// The normalised version that the head of a default branch goes by.
pub const DEFAULT_BRANCH_ALIAS: &str = "9999999-dev";

/// Another version of a package: by `extra.branch-alias`, as the head of the default branch, or by
/// `as` in the root package.
#[derive(Clone, Debug)]
pub struct AliasPackage {
    /// The package itself.
    pub of: Arc<Package>,
    /// The normalised version that the alias claims.
    pub version: Version,
    /// That version as a person writes it.
    pub pretty_version: Arc<str>,
    /// `require`, with `self.version` meaning the alias.
    pub requires: Vec<Link>,
    /// `require-dev`, likewise.
    pub dev_requires: Vec<Link>,
    /// `conflict`: those of the package, and one more for each that was `self.version`.
    pub conflicts: Vec<Link>,
    /// `provide`, likewise.
    pub provides: Vec<Link>,
    /// `replace`, likewise.
    pub replaces: Vec<Link>,
    /// Whether the root package asked for it by `as`; such aliases are preferred.
    pub root_package_alias: bool,
    /// Whether a `require` was `self.version`.
    pub has_self_version_requires: bool,
}

impl AliasPackage {
    /// Makes an alias of a package.
    #[must_use]
    pub fn new(of: Arc<Package>, version: Version, pretty_version: &str) -> Self {
        let shown: Arc<str> = if pretty_version == DEFAULT_BRANCH_ALIAS {
            Arc::clone(&of.pretty_version)
        } else {
            pretty_version.into()
        };
        let moved = |kind| rewritten(of.links(kind), &version, &shown);
        let extended = |kind| {
            let links = of.links(kind);
            let mut out = links.to_vec();
            out.extend(
                links
                    .iter()
                    .filter(|link| link.is_self_version())
                    .map(|link| at_version(link, &version, &shown)),
            );
            out
        };
        Self {
            requires: moved(LinkKind::Require),
            dev_requires: moved(LinkKind::DevRequire),
            conflicts: extended(LinkKind::Conflict),
            provides: extended(LinkKind::Provide),
            replaces: extended(LinkKind::Replace),
            root_package_alias: false,
            has_self_version_requires: of.requires.iter().any(Link::is_self_version),
            pretty_version: pretty_version.into(),
            version,
            of,
        }
    }

    /// The same, as asked for by `as` in the root package.
    #[must_use]
    pub fn for_root(mut self) -> Self {
        self.root_package_alias = true;
        self
    }

    /// The links of one kind.
    #[must_use]
    pub fn links(&self, kind: LinkKind) -> &[Link] {
        match kind {
            LinkKind::Require => &self.requires,
            LinkKind::DevRequire => &self.dev_requires,
            LinkKind::Conflict => &self.conflicts,
            LinkKind::Provide => &self.provides,
            LinkKind::Replace => &self.replaces,
        }
    }

    /// How stable the alias is.
    #[must_use]
    pub fn stability(&self) -> Stability {
        self.version.stability()
    }

    /// Whether the alias is a development version.
    #[must_use]
    pub fn is_dev(&self) -> bool {
        self.stability() == Stability::Dev
    }

    /// As [`Package::full_pretty_version`], with the alias's version and the package's references.
    #[must_use]
    pub fn full_pretty_version(&self, truncate: bool, display: ReferenceDisplay) -> String {
        self.of
            .describe_version(&self.pretty_version, self.is_dev(), truncate, display)
    }
}

fn rewritten(links: &[Link], version: &Version, shown: &Arc<str>) -> Vec<Link> {
    links
        .iter()
        .map(|link| {
            if link.is_self_version() {
                at_version(link, version, shown)
            } else {
                link.clone()
            }
        })
        .collect()
}

/// The link, meaning exactly the given version.
fn at_version(link: &Link, version: &Version, shown: &Arc<str>) -> Link {
    Link {
        source: link.source.clone(),
        target: link.target.clone(),
        kind: link.kind,
        constraint: Constraint::single(Op::Eq, version.clone()).with_pretty(shown),
        pretty_constraint: Arc::clone(shown),
    }
}
