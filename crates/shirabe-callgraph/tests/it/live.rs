//! Recordings of running programs.

use crate::support::{alone, count, fib, ping, recursive_program};
use shirabe_callgraph::{
    AlreadyRecording, Config, Counters, Events, LookUp, centre, enter, follow, record, start,
};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Uses the CPU for about this long.
fn work(duration: Duration) {
    let started = Instant::now();
    while started.elapsed() < duration {
        std::hint::black_box((0..1_000).sum::<u64>());
    }
}

#[test]
fn allocations_are_those_of_the_program_alone() {
    let _alone = alone();
    let before = count();
    recursive_program();
    let after = count();
    let expected = Counters {
        allocations: after.allocations - before.allocations,
        bytes: after.bytes - before.bytes,
        frees: after.frees - before.frees,
    };
    assert!(expected.allocations > 465);
    for lookup in [LookUp::Always, LookUp::SkipNoop] {
        let config = Config {
            lookup,
            separate_callers: 5,
            separate_recs: 8,
            ..Config::default()
        };
        let (result, profile) = record(config, Some(count), recursive_program).expect("alone");
        assert_eq!(result, 144);
        let total = profile.function("program").expect("recorded").inclusive();
        let found = Counters {
            allocations: total.allocations,
            bytes: total.bytes,
            frees: total.frees,
        };
        assert_eq!(found, expected, "{lookup:?}");
        assert_eq!(total.calls, 465 + 10 + 9 + 1);
    }
}

#[test]
fn without_a_recording_nothing_is_recorded() {
    let _alone = alone();
    fib(3);
    let (_, profile) = record(Config::default(), Some(count), || ping(2)).expect("alone");
    fib(3);
    assert_eq!(profile.function("ping").expect("recorded").own().calls, 1);
    assert_eq!(profile.function("fib"), None);
}

#[test]
fn there_is_one_recording_at_a_time() {
    let _alone = alone();
    let recording = start(Config::default(), None).expect("alone");
    assert_eq!(start(Config::default(), None).err(), Some(AlreadyRecording));
    drop(recording);
    let (_, profile) = record(Config::default(), None, || fib(1)).expect("the other ended");
    assert_eq!(profile.total().calls, 1);
    assert_eq!(profile.total().allocations, 0, "there were no counters");
}

#[test]
fn spans_that_are_open_at_the_end_end_there() {
    let _alone = alone();
    let recording = start(Config::default(), None).expect("alone");
    let outer = enter(centre!("outer"));
    fib(1);
    let profile = recording.finish();
    assert_eq!(
        profile
            .function("outer")
            .expect("recorded")
            .inclusive()
            .calls,
        2
    );
    let (_, next) = record(Config::default(), None, || fib(1)).expect("alone");
    drop(outer);
    assert_eq!(next.total().calls, 1);
}

#[test]
fn threads_that_live_on_are_counted_to_the_end() {
    let _alone = alone();
    let recording = start(Config::default(), Some(count)).expect("alone");
    let (finish, wait) = mpsc::channel::<()>();
    let (tell, told) = mpsc::channel();
    let worker = std::thread::Builder::new().name("worker".into());
    let worker = worker
        .spawn(move || {
            {
                let _span = enter(centre!("job"));
                work(Duration::from_millis(40));
            }
            // Outside the span, and then asleep when the recording ends.
            work(Duration::from_millis(40));
            tell.send(()).expect("a listener");
            wait.recv().ok();
        })
        .expect("a thread");
    let (idle_finish, idle_wait) = mpsc::channel::<()>();
    let (idle_tell, idle_told) = mpsc::channel();
    let spanless = std::thread::spawn(move || {
        work(Duration::from_millis(30));
        idle_tell.send(()).expect("a listener");
        idle_wait.recv().ok();
    });
    told.recv().expect("the worker is done");
    idle_told.recv().expect("the other is done");
    // Asleep is what a thread is some moments after it has told.
    std::thread::sleep(Duration::from_millis(20));
    let profile = recording.finish();
    drop((finish, idle_finish));
    worker.join().expect("no panic");
    spanless.join().expect("no panic");

    let job = profile.function("job").expect("recorded").inclusive();
    let thread = profile
        .functions()
        .iter()
        .find(|one| one.name().contains("(worker)"));
    let thread = thread.expect("the worker").inclusive();
    let outside = thread.ns - job.ns;
    // CPU time is less than the time that passed where others use the machine.
    assert!(
        job.ns > 5_000_000 && outside > 5_000_000,
        "{job:?} {thread:?}"
    );
    if cfg!(target_os = "linux") {
        let others = profile.functions().iter();
        let spanless = others.filter(|one| one.name().starts_with("thread without spans"));
        assert!(spanless.map(|one| one.own().ns).max() > Some(5_000_000));
    }
    assert_eq!(profile.total(), profile.total_of_threads());
}

#[test]
fn threads_that_end_are_counted_to_their_end() {
    let _alone = alone();
    let recording = start(Config::default(), Some(count)).expect("alone");
    let ended = std::thread::spawn(|| {
        drop(enter(centre!("short")));
        std::hint::black_box(vec![0_u8; 12_345]);
    });
    ended.join().expect("no panic");
    let profile = recording.finish();
    let threads = profile.functions().iter().filter(|one| one.is_thread());
    let bytes = threads.map(|one| one.own().bytes).max();
    assert!(bytes >= Some(12_345), "{profile:#?}");
}

#[test]
fn events_that_are_off_are_not_counted() {
    let _alone = alone();
    let config = Config {
        events: Events::CALLS_AND_ALLOCATIONS,
        ..Config::default()
    };
    let (_, profile) = record(config, Some(count), || fib(5)).expect("alone");
    let total = profile.total();
    assert_eq!((total.ns, total.calls), (0, 15));
    assert!(total.allocations >= 15);
    let text = crate::support::written(&profile);
    assert!(text.contains("\nevents: calls allocations\n"), "{text}");
}

#[test]
fn a_follower_is_told_what_each_thread_is_at() {
    use std::sync::Mutex;
    static TOLD: Mutex<Vec<(bool, &str)>> = Mutex::new(Vec::new());
    fn tell(name: &'static str) {
        let other = std::thread::current().name() == Some("other");
        TOLD.lock().expect("no panic").push((other, name));
    }

    let _alone = alone();
    let following = follow(tell).expect("alone");
    assert!(start(Config::default(), None).is_err(), "one at a time");
    {
        let _outer = enter(centre!("outer"));
        let _fine = enter(centre!(fine "fine"));
        let other = std::thread::Builder::new().name("other".to_owned());
        let other = other.spawn(|| drop(enter(centre!("elsewhere"))));
        other.expect("a thread").join().expect("no panic");
        drop(enter(centre!("inner")));
    }
    drop(following);
    drop(enter(centre!("after")));
    assert_eq!(
        *TOLD.lock().expect("no panic"),
        [
            (false, "outer"),
            (true, "elsewhere"),
            (true, ""),
            (false, "inner"),
            (false, "outer"),
            (false, ""),
        ]
    );
}
