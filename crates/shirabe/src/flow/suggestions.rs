//! What packages suggest to install beside them.

use shirabe_package::{AnyPackage, Package, PackageName};

/// Suggestions as they were collected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suggestions(Vec<(PackageName, PackageName)>);

impl Suggestions {
    /// Takes up what a package suggests.
    pub(crate) fn add(&mut self, package: &Package) {
        let suggested = package
            .suggests()
            .into_iter()
            .map(|(name, _)| PackageName::new(&name));
        self.0
            .extend(suggested.map(|target| (package.name.clone(), target)));
    }

    /// How many are not met by another package that is there.
    pub(crate) fn open(&self, present: &[AnyPackage]) -> usize {
        self.0
            .iter()
            .filter(|(source, target)| {
                !present
                    .iter()
                    .any(|package| package.name() != source && package.names(true).contains(target))
            })
            .count()
    }
}
