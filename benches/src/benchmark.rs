//! The list of benchmarks, for the program that runs them and the experiments that have them run.

/// A piece of Shirabe's work, done over and over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Benchmark {
    /// Its name.
    pub name: &'static str,
    /// What it works on.
    pub about: &'static str,
    /// How often the work is done in a run whose time is measured: some tenths of a second.
    pub rounds: usize,
    /// Whether `--quick` runs it: one of each stage.
    pub quick: bool,
}

/// Every benchmark of the experiments `search` and `recursion`. Each name begins with the stage that
/// it is of.
pub const BENCHMARKS: &[Benchmark] = &[
    quick(benchmark(
        "decode-small",
        "the 100 smallest metadata documents",
        60,
    )),
    benchmark("decode-big", "the 5 largest metadata documents", 4),
    benchmark("decode-nested", "lists and objects, 400 deep", 150),
    benchmark("decode-strings", "one list of 50,000 short strings", 30),
    benchmark("expand-many", "the 3 packages with the most versions", 4),
    quick(benchmark(
        "expand-few",
        "100 packages with the fewest versions",
        30,
    )),
    benchmark(
        "expand-minify",
        "the minified list of one package, made anew",
        10,
    ),
    quick(benchmark(
        "solve-laravel",
        "laravel/laravel from nothing",
        3,
    )),
    benchmark("solve-lowest", "the same with the lowest versions", 3),
    benchmark(
        "solve-partial",
        "the lowest versions, one package and its dependencies updated",
        3,
    ),
    benchmark("solve-conflict", "a requirement that cannot be met", 2),
    benchmark("extract-many", "the archive with the most files", 2),
    benchmark("extract-big", "a few files of 4 MB", 6),
    quick(benchmark(
        "extract-nested",
        "one file in each of 30 nested folders, 20 times",
        4,
    )),
];

/// The benchmarks of the jobs `decode` and `expand` of the experiment `allocators`.
pub const WORLD_BENCHMARKS: &[Benchmark] = &[
    benchmark("decode-world", "every metadata document of the world", 10),
    benchmark("expand-world", "the same, and every version whole", 2),
];

const fn benchmark(name: &'static str, about: &'static str, rounds: usize) -> Benchmark {
    Benchmark {
        name,
        about,
        rounds,
        quick: false,
    }
}

const fn quick(benchmark: Benchmark) -> Benchmark {
    Benchmark {
        quick: true,
        ..benchmark
    }
}

impl Benchmark {
    /// Every one.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        BENCHMARKS.iter().chain(WORLD_BENCHMARKS)
    }
}
