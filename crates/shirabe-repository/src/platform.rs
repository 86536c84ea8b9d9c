use std::sync::Arc;

use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::{AnyPackage, Link, LinkKind, Package, PackageName};
use shirabe_php::platform::PlatformPackage;
use shirabe_resolver::{MemorySource, SourceKind};
use shirabe_semver::{Constraint, Op};

/// What the machine has, with `config.platform` laid over it
/// (<https://getcomposer.org/doc/01-basic-usage.md#platform-packages>).
#[must_use]
pub fn platform(packages: &[PlatformPackage]) -> MemorySource {
    let packages = packages
        .iter()
        .map(|package| AnyPackage::Real(Arc::new(platform_package(package))));
    MemorySource::new("platform repo", SourceKind::Platform, packages)
}

/// One package of the platform as a solve sees it.
#[must_use]
pub fn platform_package(from: &PlatformPackage) -> Package {
    let mut package = Package::new(
        &from.pretty_name,
        from.version.clone(),
        &from.pretty_version,
    );
    package.set_description(&from.description);
    if let Some(kind) = from.package_type {
        package.package_type = kind.into();
    }
    if from.from_config {
        let mut extra = PhpMap::default();
        extra.insert("config.platform".to_owned(), PhpMixed::Bool(true));
        package.set_value("extra", PhpMixed::Map(extra));
    }
    let links = |kind: LinkKind, targets: &[String]| {
        targets
            .iter()
            .map(|target| Link {
                source: package.name.clone(),
                target: PackageName::new(target),
                kind,
                constraint: Constraint::single(Op::Eq, from.version.clone()),
                pretty_constraint: package.pretty_version.clone(),
            })
            .collect::<Vec<_>>()
    };
    let replaces = links(LinkKind::Replace, &from.replaces);
    let provides = links(LinkKind::Provide, &from.provides);
    package.replaces = replaces;
    package.provides = provides;
    package
}
