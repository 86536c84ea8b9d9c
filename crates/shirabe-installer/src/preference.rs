//! Dist or source: `preferred-install` (<https://getcomposer.org/doc/06-config.md#preferred-install>).

use shirabe_package::config::PreferredInstall;
use shirabe_package::{InstallationSource, Package};

/// Where to get `package`, best first; empty if from nowhere. An update stays with what the installed
/// version came from.
pub(crate) fn order(
    preferred: &PreferredInstall,
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
    if preferred.for_package(package.name.as_str(), package.is_dev()) == InstallationSource::Dist {
        sources.reverse();
    }
    sources
}
