//! Which object a package is, apart from what it says.

use shirabe_package::AnyPackage;
use std::sync::Arc;

/// Tells one package object from another, equal ones included. It means something only as long as
/// the package lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity(usize);

impl Identity {
    /// The identity of a package.
    #[must_use]
    pub fn of(package: &AnyPackage) -> Self {
        match package {
            AnyPackage::Real(package) => Self(Arc::as_ptr(package).addr()),
            AnyPackage::Alias(alias) => Self(Arc::as_ptr(alias).addr()),
        }
    }

    /// The identity of the package itself, where it is an alias.
    #[must_use]
    pub fn of_base(package: &AnyPackage) -> Self {
        Self(Arc::as_ptr(package.base()).addr())
    }
}
