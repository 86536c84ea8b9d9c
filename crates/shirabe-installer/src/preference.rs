//! Dist or source: `preferred-install` (<https://getcomposer.org/doc/06-config.md#preferred-install>).

use shirabe_package::{InstallationSource, NamePattern, Package};

/// What to take where a package has both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Preference {
    /// The archive.
    #[default]
    Dist,
    /// The checkout.
    Source,
    /// The archive for releases, the checkout for development versions.
    Auto,
}

/// What to take for which package.
#[derive(Debug, Clone, Default)]
pub struct Preferences {
    /// For all that no pattern names.
    pub general: Preference,
    /// For packages by name; the first pattern that matches decides.
    pub patterns: Vec<(NamePattern, Preference)>,
}

impl Preferences {
    /// Where to get `package`, best first; empty if from nowhere. An update stays with what the installed version
    /// came from.
    pub(crate) fn order(
        &self,
        package: &Package,
        installed: Option<&Package>,
    ) -> Vec<InstallationSource> {
        let mut sources = Vec::with_capacity(2);
        if package.source_kind().is_some_and(|kind| !kind.is_empty()) {
            sources.push(InstallationSource::Source);
        }
        if package.dist_kind().is_some() {
            sources.push(InstallationSource::Dist);
        }
        if let Some((before, installed)) =
            installed.and_then(|installed| Some((installed.installation_source?, installed)))
            && sources.contains(&before)
            && !(before == InstallationSource::Dist && !installed.is_dev() && package.is_dev())
        {
            sources.sort_by_key(|source| *source != before);
            return sources;
        }
        if self.of(package) == InstallationSource::Dist {
            sources.reverse();
        }
        sources
    }

    fn of(&self, package: &Package) -> InstallationSource {
        let preference = self
            .patterns
            .iter()
            .find(|(pattern, _)| pattern.matches(package.name.as_str()))
            .map_or(self.general, |(_, preference)| *preference);
        match preference {
            Preference::Dist => InstallationSource::Dist,
            Preference::Source => InstallationSource::Source,
            Preference::Auto if package.is_dev() => InstallationSource::Source,
            Preference::Auto => InstallationSource::Dist,
        }
    }
}
