//! Repositories whose packages are at hand, under the names that Composer's messages give them.

use shirabe_package::AnyPackage;
use shirabe_resolver::{MemorySource, SourceKind};

/// The packages of the lock file.
pub fn lock(packages: impl IntoIterator<Item = AnyPackage>) -> MemorySource {
    MemorySource::new("lock repo", SourceKind::Locked, packages)
}

/// The packages in `vendor/`.
pub fn installed(packages: impl IntoIterator<Item = AnyPackage>) -> MemorySource {
    let packages: Vec<AnyPackage> = packages.into_iter().collect();
    let name = format!("installed array repo ({})", defining(packages.len()));
    MemorySource::new(name, SourceKind::Repository, packages)
}

/// The root package, with its aliases.
pub fn root(packages: impl IntoIterator<Item = AnyPackage>) -> MemorySource {
    MemorySource::new("root package repo", SourceKind::Root, packages)
}

pub(crate) fn defining(count: usize) -> String {
    let plural = if count > 1 { "s" } else { "" };
    format!("defining {count} package{plural}")
}
