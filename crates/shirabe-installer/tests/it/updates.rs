//! One version in place of another.

use std::fs;

use shirabe_resolver::Operation;

use crate::support::{World, install, package, tree, update};

#[test]
fn the_new_version_takes_the_whole_place() {
    let mut world = World::new();
    let one = world.publish(
        "acme/a",
        "1.0.0",
        &[("old.php", 0o644, "1"), ("both.php", 0o644, "1")],
        "",
    );
    let two = world.publish(
        "acme/a",
        "2.0.0",
        &[("new.php", 0o644, "2"), ("both.php", 0o644, "2")],
        "",
    );
    world.execute(&[install(&one)]).unwrap();
    fs::write(world.vendor("acme/a/mine.php"), "changed by hand").unwrap();
    world.execute(&[update(&one, &two)]).unwrap();
    let files = tree(&world.vendor("acme/a"));
    assert_eq!(files.keys().collect::<Vec<_>>(), ["both.php", "new.php"]);
    assert_eq!(files["both.php"], "2");
    assert_eq!(world.recorded(), ["acme/a 2.0.0"]);
    assert_eq!(
        world.lines()[1..],
        ["  - Upgrading acme/a (1.0.0 => 2.0.0): Extracting archive"]
    );
    assert_eq!(
        *world.heard.events.borrow(),
        ["pre-package-update acme/a", "post-package-update acme/a"]
    );
    assert_eq!(world.litter(), [""; 0]);

    world.execute(&[update(&two, &one)]).unwrap();
    assert_eq!(
        world.lines(),
        [
            "  - Loading acme/a (1.0.0) from cache",
            "  - Downgrading acme/a (2.0.0 => 1.0.0): Extracting archive"
        ]
    );
}

#[test]
fn another_spelling_or_target_dir_moves_the_package() {
    let mut world = World::new();
    let one = world.publish("Acme/A", "1.0.0", &[("x", 0o644, "1")], "");
    let two = world.publish(
        "acme/a",
        "2.0.0",
        &[("x", 0o644, "2")],
        r#", "target-dir": "In/Side""#,
    );
    let three = world.publish("acme/a", "3.0.0", &[("x", 0o644, "3")], "");
    world.execute(&[install(&one)]).unwrap();
    world.execute(&[update(&one, &two)]).unwrap();
    assert_eq!(world.read("acme/a/In/Side/x"), "2");
    assert!(!world.vendor("Acme/A").exists());
    world.execute(&[update(&two, &three)]).unwrap();
    assert_eq!(
        tree(&world.vendor("acme/a"))
            .into_keys()
            .collect::<Vec<_>>(),
        ["x"]
    );
    world.execute(&[update(&three, &two)]).unwrap();
    assert_eq!(
        tree(&world.vendor("acme/a"))
            .into_keys()
            .collect::<Vec<_>>(),
        ["In/Side/x"]
    );
}

#[test]
fn to_a_metapackage_and_back() {
    let mut world = World::new();
    let real = world.publish("acme/a", "1.0.0", &[("x", 0o644, "1")], "");
    let meta = package(r#"{"name": "acme/a", "version": "2.0.0", "type": "metapackage"}"#);
    world.execute(&[install(&real)]).unwrap();
    world.execute(&[update(&real, &meta)]).unwrap();
    assert!(!world.vendor("acme").exists());
    assert_eq!(
        world.lines(),
        [
            "  - Removing acme/a (1.0.0)",
            "  - Installing acme/a (2.0.0)"
        ]
    );
    assert_eq!(world.recorded(), ["acme/a 2.0.0"]);
    world.execute(&[update(&meta, &real)]).unwrap();
    assert_eq!(world.read("acme/a/x"), "1");
}

#[test]
fn from_an_archive_to_a_folder_takes_two_lines() {
    let mut world = World::new();
    let zip = world.publish("acme/a", "1.0.0", &[("x", 0o644, "1")], "");
    fs::create_dir_all(world.layout.project.join("lib")).unwrap();
    fs::write(world.layout.project.join("lib/y"), "2").unwrap();
    let path = package(
        r#"{"name": "acme/a", "version": "2.0.0", "dist": {"type": "path", "url": "lib"}}"#,
    );
    world.execute(&[install(&zip)]).unwrap();
    let mut before = shirabe_package::Package::clone(zip.base());
    before.installation_source = Some(shirabe_package::InstallationSource::Dist);
    world.execute(&[update(&before.into(), &path)]).unwrap();
    assert_eq!(
        world.lines(),
        [
            "  - Removing acme/a (1.0.0)",
            "  - Installing acme/a (2.0.0): Symlinking from lib"
        ]
    );
    assert_eq!(world.read("acme/a/y"), "2");
    world.execute(&[Operation::Uninstall(path)]).unwrap();
    assert!(
        world.layout.project.join("lib/y").exists(),
        "the source of a path package is not removed"
    );
    assert!(!world.vendor("acme").exists());
}

#[test]
fn during_an_update_the_document_does_not_claim_the_old_version() {
    // A run killed after the new folder came and before the document was written must not leave the old version
    // recorded over the new files.
    let mut world = World::new();
    let one = world.publish("acme/a", "1.0.0", &[("x", 0o644, "1")], "");
    let two = world.publish("acme/a", "2.0.0", &[("x", 0o644, "2")], "");
    let other = world.publish("acme/b", "1.0.0", &[("x", 0o644, "1")], "");
    world.execute(&[install(&one), install(&other)]).unwrap();

    struct Killed<'a>(&'a World, std::cell::RefCell<Vec<String>>);
    impl shirabe_installer::Events for Killed<'_> {
        fn dispatch(
            &self,
            event: shirabe_installer::PackageEvent,
            _operation: &Operation,
        ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
            if event == shirabe_installer::PackageEvent::PostUpdate {
                *self.1.borrow_mut() = self.0.recorded();
                assert_eq!(self.0.read("acme/a/x"), "2");
            }
            Ok(())
        }
    }
    let killed = Killed(&world, std::cell::RefCell::default());
    let mut installed = world.installed.clone();
    world
        .with(|installer| {
            shirabe_installer::Installer {
                events: &killed,
                ..installer
            }
            .execute(
                &[update(&one, &two)],
                &mut installed,
                &crate::support::root_package(),
            )
        })
        .unwrap();
    assert_eq!(*killed.1.borrow(), ["acme/b 1.0.0"]);
    assert_eq!(world.recorded(), ["acme/a 2.0.0", "acme/b 1.0.0"]);
}
