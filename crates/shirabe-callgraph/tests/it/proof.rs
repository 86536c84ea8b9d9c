//! Both look-ups write the same bytes.

use crate::support::{
    alone, configurations, count, random_stream, recursive_program, with, written,
};
use shirabe_callgraph::{LookUp, Stream, start_stream};

fn assert_the_same(stream: &Stream, of: &str) {
    for (name, config) in configurations() {
        let always = written(&stream.profile(with(config, LookUp::Always)));
        let skip_noop = written(&stream.profile(with(config, LookUp::SkipNoop)));
        assert!(always.contains("fn="), "{of}, {name}: {always}");
        assert_eq!(always, skip_noop, "{of}, {name}");
    }
}

#[test]
fn of_a_recorded_program_with_direct_and_mutual_recursion() {
    let _alone = alone();
    let recording = start_stream(Some(count)).expect("no other recording");
    assert_eq!(recursive_program(), 144);
    let stream = recording.finish();
    // 465 calls of fib, 10 of ping and pong, 9 of leaf, and the program itself.
    assert_eq!(stream.len(), 2 * (465 + 10 + 9 + 1));
    assert_the_same(&stream, "recursion");
}

#[test]
fn of_a_trivial_program() {
    let _alone = alone();
    let recording = start_stream(Some(count)).expect("no other recording");
    crate::support::fib(0);
    let stream = recording.finish();
    assert_eq!(stream.len(), 2);
    assert_the_same(&stream, "trivial");
}

#[test]
fn of_random_streams() {
    for seed in 1..40 {
        assert_the_same(&random_stream(seed), &format!("seed {seed}"));
    }
}

#[test]
fn configurations_differ_where_they_should() {
    let stream = random_stream(1);
    let texts: Vec<String> = configurations()
        .iter()
        .map(|(_, config)| written(&stream.profile(*config)))
        .collect();
    for (at, text) in texts.iter().enumerate() {
        assert!(!texts[..at].contains(text), "{}", configurations()[at].0);
    }
    let names = |config: usize| -> Vec<&str> {
        texts[config]
            .lines()
            .filter_map(|line| line.strip_prefix("fn="))
            .collect()
    };
    assert!(names(0).contains(&"a'2") && !names(0).contains(&"a'3"));
    assert!(names(1).contains(&"a") && !names(1).contains(&"a'2"));
    assert!(names(3).contains(&"a'5"));
    let longest = names(5)
        .iter()
        .map(|name| {
            name.split('\'')
                .filter(|part| part.parse::<u32>().is_err())
                .count()
        })
        .max();
    assert_eq!(longest, Some(4));
}
