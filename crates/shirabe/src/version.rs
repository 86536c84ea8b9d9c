//! What the program says it is.

/// The Composer release whose behaviour is followed.
pub(crate) const COMPOSER_VERSION: &str = "2.10.2";

/// The name that is printed.
pub(crate) const NAME: &str = "Shirabe";

/// The program's own version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first line of `--version`; tools look for `Composer version X` in it.
pub(crate) fn line() -> String {
    format!("{NAME} version {VERSION}, in place of Composer version {COMPOSER_VERSION}")
}
