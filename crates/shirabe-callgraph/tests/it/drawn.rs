//! Flame graphs.

use crate::support::random_stream;
use shirabe_callgraph::{Config, Events, Profile, Stream};

fn drawn(profile: &Profile) -> String {
    let mut svg = Vec::new();
    profile
        .write_flame_graph("a title", &mut svg)
        .expect("memory to write to");
    String::from_utf8(svg).expect("UTF-8")
}

#[test]
fn stacks_and_costs_are_drawn() {
    let stream = random_stream(3);
    let whole = Config {
        separate_callers: usize::MAX,
        separate_recs: 1,
        ..Config::default()
    };
    let profile = stream.profile(whole);
    let svg = drawn(&profile);
    assert!(svg.starts_with("<?xml") && svg.contains("a title"));
    let total = profile.total().ns.to_string();
    assert!(
        svg.replace(',', "").contains(&format!("all ({total} ns")),
        "{total}"
    );
    assert_eq!(svg, drawn(&profile));
}

#[test]
fn without_the_clock_calls_are_drawn() {
    let config = Config {
        events: Events::CALLS_AND_ALLOCATIONS,
        ..Config::default()
    };
    let profile = random_stream(3).profile(config);
    let total = profile.total().calls.to_string();
    assert!(
        drawn(&profile)
            .replace(',', "")
            .contains(&format!("all ({total} calls"))
    );
}

#[test]
fn nothing_to_draw_is_an_error() {
    let profile = Stream::default().profile(Config::default());
    assert!(profile.write_flame_graph("", Vec::new()).is_err());
}
