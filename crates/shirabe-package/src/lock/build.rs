//! A lock file's data from the packages that a solve chose.

use super::PLUGIN_API_VERSION;
use crate::any::AnyPackage;
use crate::dumper;
use crate::name::PackageName;
use crate::php_order;
use crate::root::RootAlias;
use indexmap::IndexMap;
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_semver::Stability;

/// What goes into a lock file.
#[derive(Clone, Debug)]
pub struct LockContents<'a> {
    /// The hash of the `composer.json` that was resolved.
    pub content_hash: &'a str,
    /// The packages in any order; aliases are passed over.
    pub packages: &'a [AnyPackage],
    /// Those that only development needs; `None` where they were not resolved.
    pub dev_packages: Option<&'a [AnyPackage]>,
    /// What the root package requires of the platform, in its order.
    pub platform: Vec<(PackageName, String)>,
    /// The same for development.
    pub platform_dev: Vec<(PackageName, String)>,
    /// The aliases by `as` that are in use.
    pub aliases: &'a [RootAlias],
    /// The least stability that packages may have.
    pub minimum_stability: Stability,
    /// The packages that may be less stable.
    pub stability_flags: &'a IndexMap<PackageName, Stability>,
    /// Whether more stable versions are preferred.
    pub prefer_stable: bool,
    /// Whether lower versions are preferred.
    pub prefer_lowest: bool,
    /// `config.platform`
    pub platform_overrides: &'a [(String, PhpMixed)],
}

const README: [&str; 3] = [
    "This file locks the dependencies of your project to a known state",
    "Read more about it at https://getcomposer.org/doc/01-basic-usage.md#installing-dependencies",
    "This file is @generated automatically",
];

pub(super) fn data(contents: &LockContents<'_>) -> PhpMap {
    let mut lock = PhpMap::default();
    let mut put = |key: &str, value: PhpMixed| {
        lock.insert(key.to_owned(), value);
    };
    put("_readme", README.to_vec().into());
    put("content-hash", contents.content_hash.into());
    put("packages", lock_packages(contents.packages));
    let dev = contents.dev_packages.map_or(PhpMixed::Null, lock_packages);
    put("packages-dev", dev);
    let aliases: Vec<PhpMixed> = contents.aliases.iter().map(lock_alias).collect();
    put("aliases", aliases.into());
    put(
        "minimum-stability",
        contents.minimum_stability.as_str().into(),
    );
    put("stability-flags", lock_flags(contents.stability_flags));
    put("prefer-stable", contents.prefer_stable.into());
    put("prefer-lowest", contents.prefer_lowest.into());
    put("platform", lock_platform(&contents.platform));
    put("platform-dev", lock_platform(&contents.platform_dev));
    if !contents.platform_overrides.is_empty() {
        let overrides: PhpMap = contents.platform_overrides.iter().cloned().collect();
        put("platform-overrides", PhpMixed::from_array(overrides));
    }
    put("plugin-api-version", PLUGIN_API_VERSION.into());
    lock
}

/// Restores the maps that look like lists once they are read back empty, and the order of flags.
pub(super) fn fix_types(lock: &mut PhpMap) {
    for key in ["stability-flags", "platform", "platform-dev"] {
        if let Some(value) = lock.get_mut(key)
            && matches!(value, PhpMixed::List(list) if list.is_empty())
        {
            *value = PhpMixed::Map(PhpMap::default());
        }
    }
    if let Some(PhpMixed::Map(flags)) = lock.get_mut("stability-flags") {
        let mut entries: Vec<(String, PhpMixed)> = std::mem::take(flags).into_iter().collect();
        php_order::sort_by(&mut entries, |one, two| php_order::compare(&one.0, &two.0));
        flags.extend(entries);
    }
}

fn lock_packages(packages: &[AnyPackage]) -> PhpMixed {
    let mut real: Vec<_> = packages
        .iter()
        .filter(|package| !package.is_alias())
        .map(AnyPackage::base)
        .collect();
    real.sort_by(|one, two| {
        let name = one.pretty_name.as_bytes().cmp(two.pretty_name.as_bytes());
        name.then_with(|| {
            one.pretty_version
                .as_bytes()
                .cmp(two.pretty_version.as_bytes())
        })
    });
    let list = real
        .into_iter()
        .map(|package| {
            let mut data = dumper::dump(package);
            data.shift_remove("version_normalized");
            data.shift_remove("installation-source");
            if let Some(time) = data.shift_remove("time") {
                data.insert("time".into(), time);
            }
            PhpMixed::Map(data)
        })
        .collect();
    PhpMixed::List(list)
}

fn lock_alias(alias: &RootAlias) -> PhpMixed {
    let version = alias.version.normalize_default_branch();
    let mut out = PhpMap::default();
    out.insert("package".into(), alias.package.as_str().into());
    out.insert("version".into(), version.as_str().into());
    out.insert("alias".into(), alias.alias.as_str().into());
    out.insert(
        "alias_normalized".into(),
        alias.alias_normalized.as_str().into(),
    );
    PhpMixed::Map(out)
}

fn lock_flags(flags: &IndexMap<PackageName, Stability>) -> PhpMixed {
    let mut entries: Vec<_> = flags.iter().collect();
    php_order::sort_by(&mut entries, |one, two| php_order::compare(one.0, two.0));
    let map = entries
        .into_iter()
        .map(|(name, stability)| (name.to_string(), i64::from(stability.number()).into()))
        .collect();
    PhpMixed::Map(map)
}

fn lock_platform(requirements: &[(PackageName, String)]) -> PhpMixed {
    let map = requirements
        .iter()
        .map(|(name, constraint)| (name.to_string(), constraint.as_str().into()))
        .collect();
    PhpMixed::Map(map)
}
