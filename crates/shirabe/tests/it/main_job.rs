//! The main job: `create-project laravel/laravel` on the offline world, and what follows it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use shirabe_archive::{sha1_file, sha1_hex};

use crate::support::{Place, assert_same, copy, has, packages_sum, php, tree};

/// SHA-1 of what Composer 2.10.2 made of the same command on the same world. Record anew when the
/// world's fixtures change; `oracle.rs` compares with a Composer that is there.
pub(crate) mod recorded {
    pub(crate) const LOCK: &str = "8c5da9839c11a20709ecb28d94ad4ab006091263";
    pub(super) const INSTALLED_JSON: &str = "36ebc6ec369f71c15125f493c4f17df2e9873257";
    pub(super) const INSTALLED_PHP: &str = "02c39d7d22e021623a22e4599ff287f38d293549";
    /// `sha1sum` of every file of every package.
    pub(crate) const PACKAGES: &str = "c8aa0e18860bd8f0f122c47d6065ab789a40246f";
    pub(super) const FILES_IN_VENDOR: usize = 8_622;
    /// The maps as PHP loads them, the project's path taken out.
    pub(super) const MAPS: [(&str, &str); 4] = [
        ("classmap", "d626e67e96c0906fa5ac022760f28853314ceb73"),
        ("psr4", "886d963f77476591a8722396c8b77755a6b17c55"),
        ("namespaces", "cd0d4cc32346750408f7d4f5e78ec9a6e5b79a0d"),
        ("files", "00e847fd4b4ecc5e4dfc891db97e3c2053704972"),
    ];
    pub(super) const NO_DEV_INSTALLED_JSON: &str = "03807db8dc905c02149f5ad714ad192ae9cd0efd";
    pub(super) const NO_DEV_PACKAGES: &str = "6bd768532270f59704575cb10a2decbd8e834d62";
}

const PRINT_MAP: &str = r#"
    $app = dirname($argv[1], 3);
    $strip = fn($path) => str_replace($app, '', $path);
    echo json_encode(
        array_map(fn($value) => is_array($value) ? array_map($strip, $value) : $strip($value), require $argv[1]),
        JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES
    ), "\n";
"#;

/// The project as the main job leaves it, made once; scripts have run where there is PHP.
struct Made {
    place: Place,
    app: PathBuf,
    stderr: String,
}

fn made() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| {
        let place = Place::new();
        let mut arguments = vec!["create-project", "laravel/laravel", "app"];
        if !has("php") {
            arguments.push("--no-scripts");
        }
        let run = place.run(place.folder(), &arguments).succeeded();
        Made {
            app: place.at("app"),
            place,
            stderr: run.stderr,
        }
    })
}

/// A copy of the project for a test that changes it.
fn copied(name: &str) -> PathBuf {
    let made = made();
    let app = made.place.at(name);
    copy(&made.app, &app);
    app
}

fn sum(path: &Path) -> String {
    sha1_file(path).expect("a file")
}

fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}

#[test]
fn it_makes_what_composer_makes() {
    let made = made();
    let lock = fs::read(made.app.join("composer.lock")).expect("a lock file");
    let data: serde_json::Value = serde_json::from_slice(&lock).expect("JSON");
    let count = |key: &str| data[key].as_array().map_or(0, Vec::len);
    assert_eq!(count("packages") + count("packages-dev"), 111);
    assert_eq!(sha1_hex(&lock), recorded::LOCK);

    let vendor = made.app.join("vendor");
    let files = tree(&vendor)
        .values()
        .filter(|what| what.starts_with("file"))
        .count();
    assert_eq!(files, recorded::FILES_IN_VENDOR);
    assert_eq!(packages_sum(&made.app), recorded::PACKAGES);
    assert_eq!(
        sum(&vendor.join("composer/installed.json")),
        recorded::INSTALLED_JSON
    );
    assert_eq!(
        sum(&vendor.join("composer/installed.php")),
        recorded::INSTALLED_PHP
    );

    for line in [
        "Creating a \"laravel/laravel\" project at \"./app\"",
        "Installing laravel/laravel (v12.11.2)",
        "Lock file operations: 111 installs, 0 updates, 0 removals",
        "Package operations: 111 installs, 0 updates, 0 removals",
        // How many depends on the extensions of the PHP that is here.
        " package suggestions were added by new dependencies, use `composer suggest` to see details.",
        "Generating optimized autoload files",
        "62 packages you are using are looking for funding.",
    ] {
        assert!(
            made.stderr.lines().any(|said| said.ends_with(line)),
            "{line}\n{}",
            made.stderr
        );
    }
}

#[test]
fn php_loads_the_same_maps() {
    if !has("php") {
        return;
    }
    let made = made();
    for (name, expected) in recorded::MAPS {
        let file = made
            .app
            .join(format!("vendor/composer/autoload_{name}.php"));
        let printed = php(PRINT_MAP, &file);
        assert_eq!(sha1_hex(printed.as_bytes()), expected, "{name}");
    }
}

#[test]
fn the_application_works() {
    if !has("php") {
        return;
    }
    let made = made();
    let env = fs::read_to_string(made.app.join(".env")).expect("scripts copy .env");
    assert!(env.contains("\nAPP_KEY=base64:"), "{env}");
    assert!(is_file(&made.app.join("bootstrap/cache/packages.php")));
    assert!(made.app.join("database/database.sqlite").is_file());
    let output = made
        .place
        .command("php", &made.app)
        .args(["artisan", "--version"])
        .output()
        .expect("php runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}");
    assert!(printed.starts_with("Laravel Framework 12."), "{printed}");
}

#[test]
fn the_scripts_of_the_project_are_listed_those_of_events_too() {
    let made = made();
    let run = made
        .place
        .run(&made.app, &["run-script", "--list"])
        .succeeded();
    assert_eq!(
        run.stdout.lines().map(str::trim).collect::<Vec<_>>(),
        [
            "post-autoload-dump",
            "post-update-cmd",
            "post-root-package-install",
            "post-create-project-cmd"
        ]
    );
}

#[test]
fn a_second_install_changes_nothing() {
    let app = copied("again");
    let install = || {
        made()
            .place
            .run(&app, &["install", "--no-scripts"])
            .succeeded()
    };
    // The root package had the version it was made from; now it has none.
    install();
    let before = tree(&app);
    let run = install();
    assert!(
        run.stderr
            .contains("Nothing to install, update or remove\n"),
        "{}",
        run.stderr
    );
    assert_same(&before, &tree(&app));
}

#[test]
fn install_fills_an_empty_vendor_folder_from_the_lock() {
    let app = copied("from-lock");
    made()
        .place
        .run(&app, &["install", "--no-scripts"])
        .succeeded();
    let before = tree(&app);
    fs::remove_dir_all(app.join("vendor")).expect("vendor goes");
    let run = made()
        .place
        .run(&app, &["install", "--no-scripts"])
        .succeeded();
    assert!(
        run.stderr
            .starts_with("Installing dependencies from lock file (including require-dev)\n")
    );
    assert!(
        !run.stderr.contains("Updating dependencies"),
        "{}",
        run.stderr
    );
    assert_same(&before, &tree(&app));
}

#[test]
fn a_dry_run_of_update_tells_and_changes_nothing() {
    let app = copied("dry");
    fs::remove_file(app.join("composer.lock")).expect("the lock goes");
    fs::remove_dir_all(app.join("vendor")).expect("vendor goes");
    let before = tree(&app);
    let run = made().place.run(&app, &["update", "--dry-run"]).succeeded();
    assert!(
        run.stderr
            .contains("Lock file operations: 111 installs, 0 updates, 0 removals\n"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("  - Locking laravel/framework (v12."),
        "{}",
        run.stderr
    );
    assert_same(&before, &tree(&app));
}

#[test]
fn without_development_packages_it_locks_the_same_and_installs_less() {
    let place = Place::new();
    place
        .run(
            place.folder(),
            &[
                "create-project",
                "laravel/laravel",
                "app",
                "--no-dev",
                "--no-scripts",
            ],
        )
        .succeeded();
    let app = place.at("app");
    assert_eq!(sum(&app.join("composer.lock")), recorded::LOCK);
    assert_eq!(
        sum(&app.join("vendor/composer/installed.json")),
        recorded::NO_DEV_INSTALLED_JSON
    );
    assert_eq!(packages_sum(&app), recorded::NO_DEV_PACKAGES);
    assert!(!app.join(".env").exists(), "a script has run");
}

#[test]
fn without_installing_it_only_unpacks_the_project() {
    let place = Place::new();
    place
        .run(
            place.folder(),
            &[
                "create-project",
                "laravel/laravel",
                "app",
                "--no-install",
                "--no-scripts",
            ],
        )
        .succeeded();
    let app = place.at("app");
    assert!(is_file(&app.join("composer.json")) && is_file(&app.join("artisan")));
    assert!(!app.join("vendor").exists() && !app.join("composer.lock").exists());
}
