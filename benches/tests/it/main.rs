//! The programs of this package, run as `cargo experiment` runs them.

use shirabe_benches::{Answer, Benchmark};
use shirabe_world::World;
use std::path::Path;
use std::process::{Command, Output};

fn bench(name: &str, rounds: &str, world: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
    let command = command.args([name, rounds]).arg(world);
    command.output().expect("bench")
}

fn experiment(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_experiment"));
    command.args(arguments).output().expect("experiment")
}

#[test]
fn the_experiments_are_listed() {
    let output = experiment(&[]);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for (name, _) in shirabe_benches::experiment::LIST {
        assert!(text.contains(&format!("\n  {name} ")), "{text}");
    }
}

#[test]
fn an_unknown_experiment_job_or_variant_is_refused() {
    for (arguments, word) in [
        (&["weather"][..], "weather"),
        (&["allocators", "--job", "rain"], "rain"),
        (&["allocators", "--variants", "sun"], "variant"),
    ] {
        let output = experiment(arguments);
        assert!(!output.status.success());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(word), "{said}");
    }
}

#[test]
fn a_benchmark_says_what_it_took_and_what_came_of_it() {
    let world = World::shared().unwrap();
    let answers = ["1", "3"].map(|rounds| {
        let output = bench("decode-nested", rounds, world.folder());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Answer::read(&text, "bench").expect("an answer")
    });
    assert_eq!(answers[0].checksum, answers[1].checksum);
    assert_eq!(answers[1].rounds, 3);
    assert_eq!(answers[0].allocator, shirabe::ALLOCATOR);
    assert!(answers[1].wall > 0.0);
}

#[test]
fn an_unknown_benchmark_and_a_missing_world_are_refused() {
    let nowhere = Path::new("/nonexistent");
    let output = bench("weather", "1", nowhere);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such benchmark"));
    assert!(!output.status.success());
    let output = bench("decode-big", "1", nowhere);
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nonexistent"));
    assert!(!output.status.success());
    assert!(!bench("decode-big", "many", nowhere).status.success());
}

#[test]
fn there_are_benchmarks_of_four_stages_in_several_shapes() {
    for stage in ["decode", "expand", "solve", "extract"] {
        let shapes = Benchmark::all().filter(|it| it.name.starts_with(stage));
        assert!(shapes.count() >= 3, "{stage}");
    }
}
