//! Programs to be profiled, and streams of events made by hand.

use shirabe_alloc::{Global, counters};
use shirabe_callgraph::{
    Centre, Config, Counters, Events, LookUp, Profile, Step, Stream, centre, enter,
};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[global_allocator]
static GLOBAL: Global = Global;

/// One recording at a time: tests of a process wait for each other.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    let guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    counters::switch(true);
    guard
}

/// The allocator's counters as the profiler reads them.
pub(crate) fn count() -> Counters {
    let counters = counters::of_this_thread();
    Counters {
        allocations: counters.allocations,
        bytes: counters.bytes,
        frees: counters.frees,
    }
}

/// The configurations that are tried, with either look-up.
pub(crate) fn configurations() -> [(&'static str, Config); 7] {
    let default = Config::default();
    [
        ("default", default),
        (
            "one level",
            Config {
                separate_recs: 1,
                ..default
            },
        ),
        (
            "three levels",
            Config {
                separate_recs: 3,
                ..default
            },
        ),
        (
            "ten levels",
            Config {
                separate_recs: 10,
                ..default
            },
        ),
        (
            "no direct recursion",
            Config {
                skip_direct_rec: true,
                ..default
            },
        ),
        (
            "three callers",
            Config {
                separate_callers: 3,
                ..default
            },
        ),
        (
            "two events",
            Config {
                events: Events::CALLS_AND_ALLOCATIONS,
                ..default
            },
        ),
    ]
}

pub(crate) fn with(config: Config, lookup: LookUp) -> Config {
    Config { lookup, ..config }
}

/// The profile as it is written.
pub(crate) fn written(profile: &Profile) -> String {
    let mut bytes = Vec::new();
    profile
        .write_callgrind("a test", &mut bytes)
        .expect("memory to write to");
    String::from_utf8(bytes).expect("UTF-8")
}

/// Direct recursion: the Fibonacci numbers, each of whose calls allocates `n` bytes.
pub(crate) fn fib(n: usize) -> usize {
    let _span = enter(centre!("fib"));
    std::hint::black_box(vec![0_u8; n + 1]);
    if n < 2 { n } else { fib(n - 1) + fib(n - 2) }
}

/// Mutual recursion, with a fine centre.
pub(crate) fn ping(n: usize) {
    let _span = enter(centre!("ping"));
    if n > 0 {
        pong(n - 1);
        leaf();
    }
}

fn pong(n: usize) {
    let _span = enter(centre!("pong"));
    if n > 0 {
        ping(n - 1);
        leaf();
    }
}

fn leaf() {
    let _span = enter(centre!(fine "leaf"));
    std::hint::black_box(vec![0_u8; 7]);
}

/// What is recorded live: direct and mutual recursion.
pub(crate) fn recursive_program() -> usize {
    let _span = enter(centre!("program"));
    ping(9);
    fib(12)
}

/// Centres of streams that are made by hand.
pub(crate) static CENTRES: [Centre; 5] = [
    Centre::new("a", "a.rs", 10),
    Centre::new("b", "b.rs", 20),
    Centre::new("c", "b.rs", 30),
    Centre::fine("value", "value.rs", 40),
    Centre::fine("leaf", "value.rs", 50),
];

/// The events of one thread, with the clock and the counters at each.
pub(crate) type Steps = Vec<(Step, u64, Counters)>;

/// A walk in and out of the centres, a different one for each seed, that ends outside.
pub(crate) fn random_steps(seed: u64, length: usize) -> Steps {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) % below
    };
    let mut steps = Vec::new();
    let mut depth = 0;
    let mut ns = 0;
    let mut counters = Counters::default();
    while steps.len() < length || depth > 0 {
        ns += next(1_000);
        counters.allocations += next(4);
        counters.bytes += next(900);
        counters.frees += next(3);
        let enters = steps.len() < length && (depth == 0 || next(5) < 3);
        let step = if enters {
            depth += 1;
            Step::Enter(&CENTRES[next(CENTRES.len() as u64) as usize])
        } else {
            depth -= 1;
            Step::Leave
        };
        steps.push((step, ns, counters));
    }
    steps
}

/// Several threads of random steps.
pub(crate) fn random_stream(seed: u64) -> Stream {
    let mut stream = Stream::default();
    for thread in 0..3 {
        let steps = random_steps(seed * 10 + thread, 400);
        stream.push_thread(&format!("thread {thread}"), steps);
    }
    stream
}
