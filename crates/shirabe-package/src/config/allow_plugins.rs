//! Which plugins may run: <https://getcomposer.org/doc/06-config.md#allow-plugins>.

use crate::error::PackageError;
use crate::name_pattern::NamePattern;
use crate::package::entries_of;
use shirabe_mixed::PhpMixed;

/// The rules of `allow-plugins`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowPlugins {
    rules: Vec<(NamePattern, bool)>,
}

/// What is to be done with a plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluginDecision {
    /// It may run.
    Allowed,
    /// It may not.
    Denied,
    /// Nobody has said: a person is to be asked; where none can be, the command fails.
    Undecided,
}

impl AllowPlugins {
    /// Reads the value of `allow-plugins`.
    ///
    /// # Errors
    /// When it is neither a boolean nor an object.
    pub(super) fn of(value: Option<&PhpMixed>) -> Result<Self, PackageError> {
        let everything = |allowed| vec![(NamePattern::new("*"), allowed)];
        let rules = match value {
            None | Some(PhpMixed::Null) => Vec::new(),
            Some(PhpMixed::Bool(allowed)) => everything(*allowed),
            Some(PhpMixed::List(_) | PhpMixed::Map(_)) => entries_of(value)
                .map(|(pattern, allowed)| {
                    (NamePattern::new(&pattern), *allowed == PhpMixed::Bool(true))
                })
                .collect(),
            Some(other) => {
                return Err(PackageError::Config(format!(
                    "config.allow-plugins should be an object or a boolean, {} given",
                    other.type_name()
                )));
            }
        };
        Ok(Self { rules })
    }

    /// What the rules say about a package; the first that fits counts.
    #[must_use]
    pub fn decide(&self, package: &str) -> PluginDecision {
        match self
            .rules
            .iter()
            .find(|(pattern, _)| pattern.matches(package))
        {
            Some((_, true)) => PluginDecision::Allowed,
            Some((_, false)) => PluginDecision::Denied,
            None if package == "composer/package-versions-deprecated" => PluginDecision::Denied,
            None => PluginDecision::Undecided,
        }
    }

    /// Whether there are no rules at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}
