//! `vendor/composer/installed.json` and `installed.php`.

use shirabe_callgraph::{centre, enter};
use std::collections::HashSet;
use std::path::Path;

use shirabe_autoload::filesystem::{Shortest, find_shortest_path};
use shirabe_package::file;
use shirabe_package::installed::{InstalledJson, InstalledPackage, InstalledPhp, installed_php};
use shirabe_package::root::RootPackage;
use shirabe_package::{AnyPackage, PackageName};

use crate::error::InstallError;
use crate::layout::{self, Layout, text};

/// Writes both documents for what `installed` has. Files that would not change are left alone.
pub(crate) fn write(
    layout: &Layout,
    installed: &mut InstalledJson,
    root: &RootPackage,
) -> Result<(), InstallError> {
    let _span = enter(centre!("record"));
    let folder = layout.composer();
    complete_paths(layout, installed)?;
    let packages: Vec<InstalledPackage<'_>> = installed
        .packages
        .iter()
        .filter_map(|package| match package {
            AnyPackage::Real(package) => Some(InstalledPackage {
                package,
                install_path: installed
                    .install_paths
                    .get(&package.name)
                    .map(String::as_str),
            }),
            AnyPackage::Alias(_) => None,
        })
        .collect();
    let dev = installed.dev.unwrap_or(true);

    let path = folder.join("installed.json");
    let refused = |path: &Path| {
        let path = path.to_path_buf();
        move |source| InstallError::Record { path, source }
    };
    let json = InstalledJson::encode(&packages, dev, &installed.dev_package_names)
        .map_err(refused(&path))?;
    file::replace(&path, &json).map_err(refused(&path))?;

    let path = folder.join("installed.php");
    let php = installed_php(&InstalledPhp {
        root,
        root_install_path: &between(&folder, &layout.project)?,
        packages: &installed.packages,
        install_paths: &installed.install_paths,
        dev,
        dev_package_names: &installed.dev_package_names,
    });
    file::replace(&path, &php).map_err(refused(&path))?;
    Ok(())
}

/// Makes `install_paths` tell of exactly the installed packages.
fn complete_paths(layout: &Layout, installed: &mut InstalledJson) -> Result<(), InstallError> {
    let composer = layout.composer();
    installed.install_paths.clear();
    for package in &installed.packages {
        let AnyPackage::Real(package) = package else {
            continue;
        };
        if let Some(path) = layout::package_path(&layout.vendor, package)? {
            installed
                .install_paths
                .insert(package.name.clone(), between(&composer, &path)?);
        }
    }
    Ok(())
}

fn between(from: &Path, to: &Path) -> Result<String, InstallError> {
    find_shortest_path(text(from)?, text(to)?, Shortest::DIRECTORIES).map_err(|_| {
        InstallError::NotUtf8 {
            path: to.to_path_buf(),
        }
    })
}

/// Packages by name, with their aliases, as operations change them.
pub(crate) struct Ledger<'a> {
    pub(crate) installed: &'a mut InstalledJson,
}

impl Ledger<'_> {
    /// Notes a package in place of one of the same name.
    pub(crate) fn add(&mut self, package: AnyPackage) {
        self.installed
            .packages
            .retain(|known| match (known, &package) {
                (AnyPackage::Real(known), AnyPackage::Real(new)) => known.name != new.name,
                (AnyPackage::Alias(known), AnyPackage::Alias(new)) => {
                    known.of.name != new.of.name || known.version != new.version
                }
                _ => true,
            });
        self.installed.packages.push(package);
    }

    /// Forgets an alias.
    pub(crate) fn remove_alias(&mut self, alias: &AnyPackage) {
        self.installed.packages.retain(|known| {
            !(known.is_alias()
                && known.name() == alias.name()
                && known.version() == alias.version())
        });
    }

    /// Forgets a package, but not its aliases: those have operations of their own.
    pub(crate) fn remove(&mut self, name: &PackageName) {
        self.installed
            .packages
            .retain(|known| known.is_alias() || known.name() != name);
    }

    /// A copy without the packages of these names, for the time in which their folders may be half-way between two
    /// versions.
    pub(crate) fn without(&self, names: &HashSet<&PackageName>) -> InstalledJson {
        let mut copy = self.installed.clone();
        copy.packages
            .retain(|package| !names.contains(package.name()));
        copy
    }
}
