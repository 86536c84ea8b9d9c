//! Installing and removing.

use std::fs;

use shirabe_installer::Phase;
use shirabe_package::PackageName;
use shirabe_resolver::Operation;

use crate::support::{World, install, mode, names, package, tree};

#[test]
fn packages_arrive_in_their_folders_and_documents() {
    let mut world = World::new();
    let one = world.publish(
        "acme/one",
        "1.0.0",
        &[("src/A.php", 0o644, "<?php"), ("run", 0o755, "x")],
        "",
    );
    let two = world.publish(
        "Acme/Two",
        "2.1.0",
        &[("B.php", 0o644, "<?php")],
        r#", "require": {"acme/one": "*"}"#,
    );
    world.installed.dev_package_names = vec![
        PackageName::new("acme/two"),
        PackageName::new("acme/unknown"),
    ];
    world.execute(&[install(&one), install(&two)]).unwrap();

    assert_eq!(world.read("acme/one/src/A.php"), "<?php");
    assert_eq!(mode(&world.vendor("acme/one/run")), 0o755);
    assert_eq!(world.read("Acme/Two/B.php"), "<?php");
    assert_eq!(world.recorded(), ["Acme/Two 2.1.0", "acme/one 1.0.0"]);
    assert_eq!(world.litter(), [""; 0]);
    let json = world.read("composer/installed.json");
    assert!(json.contains(r#""installation-source": "dist""#), "{json}");
    assert!(json.contains(r#""install-path": "../acme/one""#), "{json}");
    assert!(
        json.contains("\"dev-package-names\": [\n        \"acme/two\"\n    ]"),
        "{json}"
    );
    let php = world.read("composer/installed.php");
    assert!(
        php.contains("'install_path' => __DIR__ . '/../acme/one'"),
        "{php}"
    );
    assert!(
        php.contains("'install_path' => __DIR__ . '/../../'"),
        "{php}"
    );

    assert_eq!(
        world.lines(),
        [
            "  - Downloading acme/one (1.0.0)",
            "  - Downloading acme/two (2.1.0)",
            "  - Installing acme/one (1.0.0): Extracting archive",
            "  - Installing Acme/Two (2.1.0): Extracting archive",
        ]
    );
    assert_eq!(
        *world.heard.events.borrow(),
        [
            "pre-package-install acme/one",
            "pre-package-install acme/two",
            "post-package-install acme/one",
            "post-package-install acme/two",
        ]
    );
    assert_eq!(
        *world.heard.steps.borrow(),
        [(Phase::Downloads, 2), (Phase::Packages, 2)]
    );
}

#[test]
fn without_operations_the_documents_are_written() {
    let mut world = World::new();
    world.execute(&[]).unwrap();
    assert_eq!(
        names(&world.vendor("composer")),
        ["installed.json", "installed.php"]
    );
    assert!(
        world
            .read("composer/installed.json")
            .contains("\"packages\": []")
    );
}

#[test]
fn metapackages_have_no_folder() {
    let mut world = World::new();
    let meta = package(r#"{"name": "acme/meta", "version": "1.0.0", "type": "metapackage"}"#);
    world.execute(&[install(&meta)]).unwrap();
    assert_eq!(names(&world.layout.vendor), ["composer"]);
    assert_eq!(world.lines(), ["  - Installing acme/meta (1.0.0)"]);
    assert!(
        world
            .read("composer/installed.json")
            .contains("\"install-path\": null")
    );
    assert!(
        world
            .read("composer/installed.php")
            .contains("'install_path' => null")
    );
    world.execute(&[Operation::Uninstall(meta)]).unwrap();
    assert_eq!(world.lines(), ["  - Removing acme/meta (1.0.0)"]);
    assert!(world.recorded().is_empty());
}

#[test]
fn target_dir_is_kept() {
    let mut world = World::new();
    let old = world.publish(
        "acme/old",
        "1.0.0",
        &[("A.php", 0o644, "<?php")],
        r#", "target-dir": "Acme/Old""#,
    );
    world.execute(&[install(&old)]).unwrap();
    assert_eq!(world.read("acme/old/Acme/Old/A.php"), "<?php");
    assert!(
        world
            .read("composer/installed.json")
            .contains(r#""install-path": "../acme/old/Acme/Old""#)
    );
    world.execute(&[Operation::Uninstall(old)]).unwrap();
    assert_eq!(names(&world.layout.vendor), ["composer"]);
}

#[test]
fn removal_takes_the_empty_vendor_folder_along() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("A.php", 0o644, "<?php")], "");
    let two = world.publish("acme/two", "1.0.0", &[("A.php", 0o644, "<?php")], "");
    world.execute(&[install(&one), install(&two)]).unwrap();
    world.execute(&[Operation::Uninstall(one)]).unwrap();
    assert_eq!(names(&world.vendor("acme")), ["two"]);
    assert_eq!(world.recorded(), ["acme/two 1.0.0"]);
    assert_eq!(
        *world.heard.events.borrow(),
        [
            "pre-package-uninstall acme/one",
            "post-package-uninstall acme/one"
        ]
    );
    world.execute(&[Operation::Uninstall(two)]).unwrap();
    assert_eq!(names(&world.layout.vendor), ["composer"]);
    assert_eq!(world.litter(), [""; 0]);
}

#[test]
fn removing_what_is_gone_already_is_fine() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("A.php", 0o644, "<?php")], "");
    world.execute(&[install(&one)]).unwrap();
    fs::remove_dir_all(world.vendor("acme")).unwrap();
    world.execute(&[Operation::Uninstall(one)]).unwrap();
    assert!(world.recorded().is_empty());
}

#[test]
fn what_lies_in_the_way_of_a_new_package_is_replaced() {
    let mut world = World::new();
    let one = world.publish("acme/one", "1.0.0", &[("A.php", 0o644, "new")], "");
    fs::create_dir_all(world.vendor("acme/one")).unwrap();
    fs::write(world.vendor("acme/one/half.php"), "from a killed run").unwrap();
    world.execute(&[install(&one)]).unwrap();
    assert_eq!(
        tree(&world.vendor("acme/one"))
            .into_keys()
            .collect::<Vec<_>>(),
        ["A.php"]
    );
}

#[test]
fn a_vendor_folder_behind_a_link_works() {
    let mut world = World::new();
    fs::create_dir(world.root().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink(world.root().join("elsewhere"), world.layout.vendor.clone())
        .unwrap();
    let one = world.publish(
        "acme/one",
        "1.0.0",
        &[("bin/x", 0o644, "<?php")],
        r#", "bin": "bin/x""#,
    );
    world.execute(&[install(&one)]).unwrap();
    assert_eq!(
        fs::read_to_string(world.root().join("elsewhere/acme/one/bin/x")).unwrap(),
        "<?php"
    );
    assert!(
        world
            .read("composer/installed.json")
            .contains(r#""install-path": "../acme/one""#)
    );
}

#[test]
fn aliases_are_told_in_installed_php() {
    let mut world = World::new();
    let dev = world.publish(
        "acme/dev",
        "dev-main",
        &[("A.php", 0o644, "<?php")],
        r#", "extra": {"branch-alias": {"dev-main": "2.x-dev"}}"#,
    );
    let alias = dev.as_alias().unwrap().clone();
    let base = shirabe_package::AnyPackage::Real(dev.base().clone());
    world
        .execute(&[install(&base), Operation::MarkAliasInstalled(alias.clone())])
        .unwrap();
    assert!(
        world
            .read("composer/installed.php")
            .contains("0 => '2.x-dev'")
    );
    world
        .execute(&[Operation::MarkAliasUninstalled(alias)])
        .unwrap();
    assert!(!world.read("composer/installed.php").contains("2.x-dev'"));
    assert_eq!(
        world.recorded().len(),
        2,
        "the alias follows from the package when the document is read"
    );
}

#[test]
fn plugins_are_complete_before_the_rest_begins() {
    let mut world = World::new();
    let plugin = world.publish(
        "acme/plugin",
        "1.0.0",
        &[("A.php", 0o644, "<?php")],
        r#", "type": "composer-plugin""#,
    );
    let one = world.publish("acme/one", "1.0.0", &[("A.php", 0o644, "<?php")], "");
    world.execute(&[install(&plugin), install(&one)]).unwrap();
    assert_eq!(
        *world.heard.events.borrow(),
        [
            "pre-package-install acme/plugin",
            "post-package-install acme/plugin",
            "pre-package-install acme/one",
            "post-package-install acme/one",
        ]
    );
}

#[test]
fn many_packages_on_many_threads() {
    let mut world = World::new();
    world.options.threads = 4;
    let packages: Vec<_> = (0..40)
        .map(|number| {
            let content = format!("<?php // {number}\n").repeat(number * 50 + 1);
            world.publish(
                &format!("acme/p{number:02}"),
                "1.0.0",
                &[("A.php", 0o644, &content), ("sub/B.php", 0o600, "b")],
                "",
            )
        })
        .collect();
    let operations: Vec<_> = packages.iter().map(install).collect();
    world.execute(&operations).unwrap();
    assert_eq!(world.recorded().len(), 40);
    for number in 0..40 {
        assert!(
            world
                .read(&format!("acme/p{number:02}/A.php"))
                .starts_with(&format!("<?php // {number}\n"))
        );
    }
    assert_eq!(world.litter(), [""; 0]);
}
