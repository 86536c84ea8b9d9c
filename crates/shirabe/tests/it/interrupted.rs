//! Ended in the middle: what is there is whole, and the next run goes on to the same end.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::support::{PROGRAM, Place, Run, assert_same, copy, tree};

/// Long enough for the slowest machine, and far from never.
const PATIENCE: Duration = Duration::from_secs(60);

/// A locked project without its vendor folder, and that folder as an undisturbed run leaves it.
struct Reference {
    place: Place,
    vendor: BTreeMap<String, String>,
}

fn reference() -> &'static Reference {
    static REFERENCE: OnceLock<Reference> = OnceLock::new();
    REFERENCE.get_or_init(|| {
        let place = Place::new();
        place
            .run(
                place.folder(),
                &["create-project", "laravel/laravel", "app", "--no-scripts"],
            )
            .succeeded();
        let app = place.at("app");
        // Anew from the lock file, as the runs that are compared with it do it.
        fs::remove_dir_all(app.join("vendor")).expect("vendor goes");
        place.run(&app, &["install", "--no-scripts"]).succeeded();
        let vendor = tree(&app.join("vendor"));
        fs::remove_dir_all(app.join("vendor")).expect("vendor goes");
        Reference { place, vendor }
    })
}

fn fresh_app(name: &str) -> PathBuf {
    let app = reference().place.at(name);
    copy(&reference().place.at("app"), &app);
    app
}

fn installation(app: &Path) -> Command {
    let mut command = reference().place.command(PROGRAM, app);
    command.args(["install", "--no-scripts", "--no-progress"]);
    command
}

/// How many packages have their folder.
fn package_folders(app: &Path) -> usize {
    let folders = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_dir())
            .collect()
    };
    folders(&app.join("vendor"))
        .iter()
        .filter(|vendor| !vendor.ends_with("composer") && !vendor.ends_with("bin"))
        .map(|vendor| folders(vendor).len())
        .sum()
}

/// Begins an installation and sends a signal as soon as `count` packages are there. `None` where it had ended
/// by then.
fn interrupted(app: &Path, count: usize, signal: &str) -> Option<Run> {
    let child = installation(app)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while package_folders(app) < count {
        assert!(begun.elapsed() < PATIENCE, "nothing is installed");
        std::hint::spin_loop();
    }
    send(signal, &child);
    let output = child.wait_with_output().expect("it ends");
    let run = Run::of(&output);
    (run.code != Some(0)).then_some(run)
}

fn send(signal: &str, child: &Child) {
    // A process that has ended is not yet waited for, so the number is still its own.
    let sent = Command::new("kill")
        .args(["-s", signal, &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(sent.success());
}

/// Every package that has its folder is whole.
#[track_caller]
fn assert_no_half_package(app: &Path) {
    let left = tree(&app.join("vendor"));
    let own = |name: &&String| name.starts_with("composer") || name.starts_with("bin");
    let complete = reference();
    let present: Vec<&str> = left
        .keys()
        .filter(|name| !own(name) && name.matches('/').count() == 1)
        .map(String::as_str)
        .collect();
    for package in present {
        let below = |tree: &BTreeMap<String, String>| -> BTreeMap<String, String> {
            let folder = format!("{package}/");
            tree.iter()
                .filter(|(name, _)| name.starts_with(&folder))
                .map(|(name, what)| (name.clone(), what.clone()))
                .collect()
        };
        assert_same(&below(&complete.vendor), &below(&left));
    }
}

/// A run that nothing disturbs goes on to the same end, and nothing is left over.
#[track_caller]
fn assert_converges(app: &Path) {
    let output = installation(app).output().expect("the program starts");
    Run::of(&output).succeeded();
    assert_same(&reference().vendor, &tree(&app.join("vendor")));
}

#[test]
fn a_killed_installation_leaves_no_half_package_and_the_next_goes_on() {
    let lock = fs::read(reference().place.at("app/composer.lock")).expect("a lock");
    let mut caught = 0;
    for count in [1, 20, 60, 100] {
        let app = fresh_app(&format!("killed-{count}"));
        caught += usize::from(interrupted(&app, count, "KILL").is_some());
        assert_no_half_package(&app);
        assert_eq!(fs::read(app.join("composer.lock")).expect("a lock"), lock);
        assert_converges(&app);
    }
    assert!(caught > 0, "every run had ended before the signal came");
}

#[test]
fn an_interrupted_installation_says_so_and_records_what_is_whole() {
    let mut caught = 0;
    for count in [1, 20, 60] {
        let app = fresh_app(&format!("interrupted-{count}"));
        if let Some(run) = interrupted(&app, count, "INT") {
            caught += 1;
            assert_eq!(run.code, Some(130), "{run:#?}");
            assert!(
                run.stderr.contains("run the same command again to go on"),
                "{run:#?}"
            );
        }
        assert_no_half_package(&app);
        assert_converges(&app);
    }
    assert!(caught > 0, "every run had ended before the signal came");
}

#[test]
fn a_killed_create_project_does_not_stand_in_the_way_of_the_next() {
    let place = Place::new();
    let arguments = ["create-project", "laravel/laravel", "app", "--no-scripts"];
    let mut child = place
        .command(PROGRAM, place.folder())
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let app = place.at("app");
    let begun = Instant::now();
    while !app.join("composer.json").exists() {
        assert!(begun.elapsed() < PATIENCE, "no project comes");
        std::hint::spin_loop();
    }
    send("KILL", &child);
    child.wait().expect("it ends");
    // The skeleton is whole by now: what is missing is an update away, as after Composer.
    place.run(&app, &["update", "--no-scripts"]).succeeded();
    assert_same(&reference().vendor, &tree(&app.join("vendor")));
}

/// A file system of a few megabytes; nothing where it may not be mounted.
struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    fn mount(folder: PathBuf, megabytes: u32) -> Option<Self> {
        fs::create_dir(&folder).expect("a folder");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "tmpfs"])
            .arg(&folder)
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        mounted.then_some(Self { folder })
    }

    fn grow(&self) {
        let grown = Command::new("mount")
            .args(["-o", "remount,size=400m"])
            .arg(&self.folder)
            .status()
            .expect("mount runs");
        assert!(grown.success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Nothing can be done about one that stays: it goes with the machine.
        let _ = Command::new("umount").arg(&self.folder).status();
    }
}

#[test]
fn a_full_disk_is_said_and_with_more_space_the_next_run_goes_on() {
    let place = Place::new();
    let Some(disk) = SmallDisk::mount(place.at("disk"), 12) else {
        eprintln!("skipped: no file system can be mounted here");
        return;
    };
    let app = disk.folder.join("app");
    copy(&reference().place.at("app"), &app);
    let lock = fs::read(app.join("composer.lock")).expect("a lock");
    let output = installation(&app).output().expect("the program starts");
    let run = Run::of(&output);
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert!(run.stderr.contains("No space left on device"), "{run:#?}");
    assert!(
        run.stderr
            .contains("free some disk space and run the same command again"),
        "{run:#?}"
    );
    assert_eq!(fs::read(app.join("composer.lock")).expect("a lock"), lock);
    assert_no_half_package(&app);
    disk.grow();
    assert_converges(&app);
}

#[test]
fn a_lock_file_that_does_not_fit_onto_the_disk_leaves_the_old_one() {
    let place = Place::new();
    let Some(disk) = SmallDisk::mount(place.at("disk"), 2) else {
        eprintln!("skipped: no file system can be mounted here");
        return;
    };
    let app = disk.folder.join("app");
    fs::create_dir(&app).expect("a folder");
    for file in ["composer.json", "composer.lock"] {
        fs::copy(reference().place.at("app").join(file), app.join(file)).expect("a file");
    }
    let lock = fs::read(app.join("composer.lock")).expect("a lock");
    let mut filling = File::create(disk.folder.join("filling")).expect("a file");
    while filling.write_all(&[0; 4096]).is_ok() {}
    let run = place.run(
        &app,
        &["update", "--no-scripts", "--no-install", "--prefer-lowest"],
    );
    assert_eq!(run.code, Some(1), "{run:#?}");
    assert!(run.stderr.contains("composer.lock"), "{run:#?}");
    assert!(run.stderr.contains("free some disk space"), "{run:#?}");
    assert_eq!(fs::read(app.join("composer.lock")).expect("a lock"), lock);
}
