//! Profiles as callgrind_annotate reads them.

use crate::support::{configurations, random_stream, written};
use shirabe_callgraph::{Config, Costs, Profile};
use std::process::{Command, Stdio};

/// Whether callgrind_annotate is here. With `SHIRABE_REQUIRE_PHP=1`, which asks for a full run, it
/// has to be.
fn has_annotate() -> bool {
    let found = Command::new("callgrind_annotate")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok();
    let required = std::env::var_os("SHIRABE_REQUIRE_PHP").is_some_and(|value| value == "1");
    assert!(
        found || !required,
        "SHIRABE_REQUIRE_PHP=1, but there is no callgrind_annotate"
    );
    if !found {
        eprintln!("skipped: there is no callgrind_annotate here");
    }
    found
}

fn annotated(profile: &Profile, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("profile");
    std::fs::write(&file, written(profile)).expect("a file");
    let output = Command::new("callgrind_annotate")
        .args(["--threshold=100", "--show-percs=no"])
        .args(options)
        .arg(&file)
        .output()
        .expect("callgrind_annotate starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The numbers at the start of the line that ends with `name`.
fn row(text: &str, name: &str) -> Vec<u64> {
    let line = text
        .lines()
        .find(|line| line.trim_end().ends_with(name))
        .unwrap_or_else(|| panic!("no {name} in\n{text}"));
    line.split_whitespace()
        .map_while(|word| match word {
            "." => Some(0),
            word => word.replace(',', "").parse().ok(),
        })
        .collect()
}

fn values(config: Config, costs: Costs) -> Vec<u64> {
    let events = config.events;
    [
        (events.time, costs.ns),
        (true, costs.calls),
        (events.allocations, costs.allocations),
        (events.bytes, costs.bytes),
        (events.frees, costs.frees),
    ]
    .into_iter()
    .filter_map(|(on, value)| on.then_some(value))
    .collect()
}

#[test]
fn totals_and_functions_are_the_counters() {
    if !has_annotate() {
        return;
    }
    let stream = random_stream(7);
    for (name, config) in configurations() {
        let profile = stream.profile(config);
        let text = annotated(&profile, &[]);
        assert_eq!(
            row(&text, "PROGRAM TOTALS"),
            values(config, profile.total()),
            "{name}"
        );
        for function in profile
            .functions()
            .iter()
            .filter(|one| one.own() != Costs::default())
        {
            let shown = row(&text, &format!(":{}", function.name()));
            assert_eq!(
                shown,
                values(config, function.own()),
                "{name}: {}\n{text}",
                function.name()
            );
        }
    }
}

#[test]
fn the_call_tree_is_read_too() {
    if !has_annotate() {
        return;
    }
    let profile = random_stream(7).profile(Config::default());
    let text = annotated(&profile, &["--tree=calling", "--inclusive=yes"]);
    let call = &profile.calls()[0];
    let [from, to] = [call.from(), call.to()].map(|at| profile.functions()[at].name());
    let after = text.split_once(&format!(":{from}")).expect("the caller").1;
    assert!(
        after.contains(&format!(":{to} ({}x)", call.calls())),
        "{from} calls {to}\n{text}"
    );
}
