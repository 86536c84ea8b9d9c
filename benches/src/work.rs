//! The work of the benchmarks, through the public interfaces of Shirabe's crates.
//!
//! What is measured is [`measured`], and nothing else: neither making ready what it works on, nor
//! checking what comes of it.

mod decode;
mod expand;
mod extract;
mod inputs;
mod solve;

pub use inputs::Inputs;

use std::hash::{DefaultHasher, Hash, Hasher};

/// Why a benchmark cannot be run.
pub type WorkError = Box<dyn std::error::Error + Send + Sync>;

/// A benchmark, ready to be run.
pub trait Work {
    /// Does the work once.
    ///
    /// # Errors
    /// Where it fails, which it must not.
    fn run(&mut self) -> Result<(), WorkError>;

    /// Does it once more, and says what came of it.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn digest(&mut self) -> Result<u64, WorkError>;
}

/// Makes a benchmark ready; `None` where there is none of that name.
///
/// # Errors
/// Where what it works on cannot be read or written.
pub fn prepare(name: &str, inputs: &Inputs) -> Option<Result<Box<dyn Work>, WorkError>> {
    Some(match name {
        "decode-small" => decode::small(inputs),
        "decode-big" => decode::big(inputs),
        "decode-nested" => Ok(decode::nested()),
        "decode-strings" => Ok(decode::strings()),
        "decode-world" => decode::world(inputs),
        "expand-many" => expand::many(inputs),
        "expand-few" => expand::few(inputs),
        "expand-minify" => expand::minify(inputs),
        "expand-world" => expand::world(inputs),
        "solve-laravel" => solve::laravel(inputs),
        "solve-lowest" => solve::lowest(inputs),
        "solve-partial" => solve::partial(inputs),
        "solve-conflict" => solve::conflict(inputs),
        "extract-many" => extract::many(inputs),
        "extract-big" => extract::big(inputs),
        "extract-nested" => extract::nested(inputs),
        _ => return None,
    })
}

/// The name by which callgrind finds [`measured`].
pub const MEASURED: &str = "*shirabe_benches::work::measured*";

/// Does the work `rounds` times. Never a part of its caller, so that callgrind can tell it apart.
///
/// # Errors
/// The first of the work.
#[inline(never)]
pub fn measured(work: &mut dyn Work, rounds: usize) -> Result<(), WorkError> {
    for _ in 0..rounds {
        work.run()?;
    }
    Ok(())
}

/// A number that is the same for equal values in every run.
fn digest(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Benchmark;
    use shirabe_world::World;

    #[test]
    fn every_benchmark_of_the_list_runs_and_does_the_same_each_time() {
        let world = World::shared().unwrap();
        let inputs = Inputs::new(world.folder());
        let mut digests = Vec::new();
        for benchmark in Benchmark::all() {
            let mut work = prepare(benchmark.name, &inputs)
                .unwrap_or_else(|| panic!("{} is not there", benchmark.name))
                .unwrap();
            let first = work.digest().unwrap();
            measured(work.as_mut(), 1).unwrap();
            assert_eq!(work.digest().unwrap(), first, "{}", benchmark.name);
            assert!(!digests.contains(&first), "{} is another", benchmark.name);
            digests.push(first);
        }
        assert!(prepare("nothing", &inputs).is_none());
    }
}
