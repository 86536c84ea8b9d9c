//! `installed.json` and `installed.php`.

use crate::{data, package};
use rustc_hash::FxHashMap;
use shirabe_package::installed::{InstalledJson, InstalledPackage, InstalledPhp, installed_php};
use shirabe_package::{AnyPackage, PackageName, RootPackage};
use std::sync::Arc;

fn packages() -> Vec<AnyPackage> {
    let alias = package(
        r#"{"name": "acme/Lib", "version": "dev-main", "extra": {"branch-alias": {"dev-main": "2.x-dev"}},
            "source": {"type": "git", "url": "u", "reference": "abc"}, "installation-source": "dist",
            "dist": {"type": "zip", "url": "u", "reference": "def"},
            "replace": {"acme/old": "self.version", "ext-old": "*"}}"#,
    );
    let base = AnyPackage::Real(Arc::clone(alias.base()));
    let meta = package(
        r#"{"name": "acme/meta", "version": "1.10", "type": "metapackage",
            "provide": {"acme/virtual": "1.10", "acme/lib": "it's | 1"}}"#
            .replace("it's | 1", "1.9")
            .as_str(),
    );
    vec![alias, base, meta]
}

#[test]
fn the_php_text_is_what_composer_writes() {
    let packages = packages();
    let root = RootPackage::load(
        data(r#"{"name": "acme/app", "type": "project", "provide": {"acme/virtual": "1.2"}}"#),
        None,
    )
    .unwrap();
    let paths: FxHashMap<PackageName, String> =
        [(PackageName::new("acme/lib"), "../acme/Lib".to_owned())]
            .into_iter()
            .collect();
    let text = installed_php(&InstalledPhp {
        root: &root,
        root_install_path: "../../",
        packages: &packages,
        install_paths: &paths,
        dev: true,
        dev_package_names: &["acme/meta".into()],
    });
    insta::assert_snapshot!(text);
}

#[test]
fn the_json_comes_back() {
    let packages = packages();
    let installed = [
        InstalledPackage {
            package: packages[2].base(),
            install_path: None,
        },
        InstalledPackage {
            package: packages[1].base(),
            install_path: Some("../acme/Lib"),
        },
    ];
    let names = ["acme/zzz".into(), "acme/meta".into()];
    let text = InstalledJson::encode(&installed, true, &names).unwrap();
    insta::assert_snapshot!(text);
    let read = InstalledJson::parse("installed.json", text.as_bytes()).unwrap();
    assert_eq!(read.dev, Some(true));
    assert_eq!(read.dev_package_names, ["acme/meta"]);
    assert_eq!(read.install_paths.len(), 1);
    let shown: Vec<String> = read.packages.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "acme/lib-2.9999999.9999999.9999999-dev (alias of dev-main)",
            "acme/lib-dev-main",
            "acme/meta-1.10.0.0",
        ]
    );
}

#[test]
fn the_old_form_is_a_bare_list() {
    let read = InstalledJson::parse("i", br#"[{"name": "a/a", "version": "1"}]"#).unwrap();
    assert_eq!(read.packages.len(), 1);
    assert_eq!(read.dev, None);
    let error = InstalledJson::parse("i.json", br#"{"packages": [3]}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "i.json is invalid: package 0 should be an object, int given"
    );
}
