//! Microbenchmarks: the stages of the main job one by one, the allocator that the build chose, the
//! arena's search both ways, and the profiler's spans.
//!
//! `cargo bench` measures them by time; CodSpeed, with its own runner, by simulated instructions.
//! `cargo bench --features shirabe/alloc-…` chooses the allocator.

#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use shirabe_alloc::arena::{BitmapDesign, Design, ScanDesign, replay};
use shirabe_alloc::trace::{Script, Step};
use shirabe_benches::BENCHMARKS;
use shirabe_benches::work::{Inputs, prepare};
use shirabe_callgraph::{Config, Events, LookUp, centre, enter, start};
use shirabe_world::World;
use std::alloc::Layout;
use std::hint::black_box;
use std::time::Duration;

/// The benchmarks of the experiments `search` and `recursion`: decode, expand, solve, extract.
fn stages(criterion: &mut Criterion) {
    let world = World::shared().expect("the offline world can be built in the target folder");
    let inputs = Inputs::new(world.folder());
    for benchmark in BENCHMARKS {
        let mut work = prepare(benchmark.name, &inputs)
            .expect("a benchmark of the list is there")
            .expect("a benchmark finds what it works on in the world");
        criterion.bench_function(benchmark.name, |bencher| {
            bencher.iter(|| work.run().expect("what is done once can be done again"));
        });
    }
}

/// Patterns of a program that decodes and lets go, under the allocator of this build.
fn allocator(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("allocator-{}", shirabe::ALLOCATOR));
    group.bench_function("one small block, freed at once", |bencher| {
        bencher.iter(|| black_box(Box::new([0_u8; 16])));
    });
    group.bench_function("1,000 small blocks, freed in order", |bencher| {
        bencher.iter(|| -> Vec<Box<[u8; 24]>> { (0..1_000).map(|_| Box::new([1; 24])).collect() });
    });
    group.bench_function(
        "1,000 blocks of mixed sizes, freed in disorder",
        |bencher| {
            let mut chance = fastrand::Rng::with_seed(SEED);
            bencher.iter_batched(
                || {
                    let sizes: Vec<usize> = (0..1_000).map(|_| size(&mut chance)).collect();
                    let mut order: Vec<usize> = (0..1_000).collect();
                    chance.shuffle(&mut order);
                    (sizes, order)
                },
                |(sizes, order)| {
                    let mut blocks: Vec<Vec<u8>> =
                        sizes.into_iter().map(Vec::with_capacity).collect();
                    for at in order {
                        blocks[at] = Vec::new();
                    }
                    blocks
                },
                BatchSize::SmallInput,
            );
        },
    );
    group.bench_function("a string grown to 1 MiB", |bencher| {
        bencher.iter(|| {
            let mut text = String::new();
            while text.len() < 1 << 20 {
                text.push_str("0123456789abcdef");
            }
            text
        });
    });
    group.bench_function("1,000 blocks, freed by another thread", |bencher| {
        let (to_other, blocks) = std::sync::mpsc::channel::<Vec<Box<[u8; 48]>>>();
        let (done, was_done) = std::sync::mpsc::channel();
        let other = std::thread::spawn(move || {
            for blocks in blocks {
                drop(blocks);
                if done.send(()).is_err() {
                    break;
                }
            }
        });
        bencher.iter(|| {
            let blocks = (0..1_000).map(|_| Box::new([1; 48])).collect();
            to_other.send(blocks).expect("the other thread listens");
            was_done.recv().expect("the other thread answers");
        });
        drop(to_other);
        other.join().expect("the other thread ends well");
    });
    group.finish();
}

const SEED: u64 = 1;

/// Most are small, some are not.
fn size(chance: &mut fastrand::Rng) -> usize {
    match chance.u8(..10) {
        0 => chance.usize(1_024..16_384),
        1..=3 => chance.usize(128..1_024),
        _ => chance.usize(1..128),
    }
}

/// Blocks beyond the magazine, taken and freed in disorder, so that every request searches.
fn search(criterion: &mut Criterion) {
    const LIVE: usize = 500;
    let mut chance = fastrand::Rng::with_seed(SEED);
    let mut script = Script::default();
    let mut live: Vec<u32> = Vec::new();
    for block in 0..10_000 {
        if live.len() >= LIVE {
            let freed = live.swap_remove(chance.usize(..live.len()));
            script.steps.push(Step::Free {
                thread: 0,
                block: freed,
            });
        }
        let layout = Layout::from_size_align(chance.usize(1_200..60_000), 16);
        script.steps.push(Step::Allocate {
            thread: 0,
            layout: layout.expect("small, and 16 is a power of two"),
            phase: 0,
        });
        script.blocks += 1;
        live.push(block);
    }
    let mut group = criterion.benchmark_group("arena-search");
    group.bench_function("walk over the heads", |bencher| {
        bencher.iter(|| run::<ScanDesign>(&script));
    });
    group.bench_function("map of the heads", |bencher| {
        bencher.iter(|| run::<BitmapDesign>(&script));
    });
    group.finish();
}

fn run<D: Design>(script: &Script) -> usize
where
    D::Source: Default,
{
    let done = replay::<D>(script).expect("there is memory for it");
    done.places.len()
}

/// A function that calls itself, each call a span.
fn spans(criterion: &mut Criterion) {
    fn fib(n: u32) -> u32 {
        let _span = enter(centre!("fib"));
        if n < 2 { n } else { fib(n - 1) + fib(n - 2) }
    }
    const N: u32 = 16;
    let mut group = criterion.benchmark_group("spans");
    group.bench_function("not recorded", |bencher| bencher.iter(|| fib(black_box(N))));
    for (name, lookup) in [("always", LookUp::Always), ("skip_noop", LookUp::SkipNoop)] {
        let config = Config {
            lookup,
            events: Events::CALLS_AND_ALLOCATIONS,
            ..Config::default()
        };
        let recording = start(config, None).expect("no other recording runs");
        group.bench_function(name, |bencher| bencher.iter(|| fib(black_box(N))));
        drop(recording.finish());
    }
    group.finish();
}

criterion_group! {
    name = micro;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = stages, allocator, search, spans
}
criterion_main!(micro);
