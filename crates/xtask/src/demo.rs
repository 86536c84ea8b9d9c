//! `cargo demo`: the main job on the offline world, from nothing to a project.

use shirabe_world::World;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// Makes the world and the program where they are not there yet, then a project with them.
pub(crate) fn run() -> ExitCode {
    match demo() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("demo: {error}");
            ExitCode::FAILURE
        }
    }
}

fn demo() -> Result<(), String> {
    println!("Building the program …");
    let program = crate::cargo::release_binary("shirabe")?;
    println!("Building the offline world …");
    let world = World::shared().map_err(|error| error.to_string())?;
    let target = world
        .folder()
        .parent()
        .map(|folder| folder.join("demo"))
        .ok_or("the world has no folder around it")?;
    let app = fresh_folder(&target)?;

    let mut command = Command::new(&program);
    command
        .args(["create-project", "laravel/laravel"])
        .arg(&app)
        .args(["--no-interaction"])
        .envs(world.variables());
    let has_php = Command::new("php")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    if !has_php {
        println!("There is no PHP here, so the project's scripts are left out.");
        command.arg("--no-scripts");
    }
    println!(
        "$ shirabe create-project laravel/laravel {}\n",
        app.display()
    );
    let started = Instant::now();
    let status = command
        .status()
        .map_err(|error| format!("{} cannot be run: {error}", program.display()))?;
    let took = started.elapsed();
    if !status.success() {
        return Err(format!("create-project ended with {status}"));
    }
    summary(&app, took)
}

/// `target/demo/laravel-N`, the first that is not there: removing a large tree just before another
/// is written makes some file systems slow.
fn fresh_folder(parent: &Path) -> Result<PathBuf, String> {
    (1..)
        .map(|number| parent.join(format!("laravel-{number}")))
        .find(|folder| !folder.exists())
        .ok_or_else(|| format!("{} is full", parent.display()))
}

fn summary(app: &Path, took: Duration) -> Result<(), String> {
    let lock =
        std::fs::read_to_string(app.join("composer.lock")).map_err(|error| error.to_string())?;
    let lock: serde_json::Value = serde_json::from_str(&lock).map_err(|error| error.to_string())?;
    let count = |key: &str| lock[key].as_array().map_or(0, Vec::len);
    let files = walkdir::WalkDir::new(app.join("vendor"))
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .count();
    println!();
    println!(
        "packages   {} (and {} for development)",
        count("packages"),
        count("packages-dev")
    );
    println!("files      {files} in vendor/");
    println!("time       {:.2} s", took.as_secs_f64());
    println!("project    {}", app.display());
    println!(
        "lock hash  {}",
        lock["content-hash"].as_str().unwrap_or_default()
    );
    Ok(())
}
