//! The PHP files that every project gets, as they are: the class loader and the answers about
//! installed packages (<https://getcomposer.org/doc/07-runtime.md>).

/// `vendor/composer/ClassLoader.php`
pub(crate) const CLASS_LOADER: &str = include_str!("runtime/ClassLoader.php");

/// `vendor/composer/InstalledVersions.php`
pub(crate) const INSTALLED_VERSIONS: &str = include_str!("runtime/InstalledVersions.php");

/// `vendor/composer/LICENSE`, which holds for these files.
pub(crate) const LICENSE: &str = include_str!("../../../LICENSE");
