//! Running the arms of an experiment in turns.

use crate::error::ExperimentError;
use std::fmt::Display;

/// Runs every arm once a round, in an order drawn anew for each round: a machine that grows slow
/// slows all alike, and none always follows the same one. A first round fills caches and does not
/// count.
///
/// `run` runs an arm in a round (0 is the one that does not count) and gives its sample. The result
/// has the samples of each arm, in the order of the rounds.
pub(crate) fn interleaved<A: Display, S>(
    arms: &[A],
    rounds: usize,
    chance: &mut fastrand::Rng,
    mut run: impl FnMut(&A, usize) -> Result<S, ExperimentError>,
) -> Result<Vec<Vec<S>>, ExperimentError> {
    let mut samples: Vec<Vec<S>> = arms.iter().map(|_| Vec::with_capacity(rounds)).collect();
    for round in 0..=rounds {
        let mut order: Vec<usize> = (0..arms.len()).collect();
        chance.shuffle(&mut order);
        for at in order {
            let sample = run(&arms[at], round)?;
            if round > 0 {
                samples[at].push(sample);
            }
        }
        eprintln!("round {round} of {rounds}");
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(seed: u64) -> Vec<(usize, char)> {
        let mut seen = Vec::new();
        let mut chance = fastrand::Rng::with_seed(seed);
        let samples = interleaved(&['a', 'b', 'c'], 20, &mut chance, |arm, round| {
            seen.push((round, *arm));
            Ok((round, *arm))
        });
        let counted: Vec<usize> = (1..=20).collect();
        for (samples, name) in samples.unwrap().into_iter().zip(['a', 'b', 'c']) {
            let rounds: Vec<usize> = samples.iter().map(|sample| sample.0).collect();
            assert_eq!(rounds, counted);
            assert!(samples.iter().all(|sample| sample.1 == name));
        }
        seen
    }

    #[test]
    fn a_seed_gives_an_order_and_rounds_differ_in_theirs() {
        let seen = order(1);
        assert_eq!(seen, order(1));
        assert_ne!(seen, order(2));
        let firsts: Vec<char> = seen.chunks(3).map(|round| round[0].1).collect();
        for name in ['a', 'b', 'c'] {
            assert!(firsts.contains(&name), "{firsts:?}");
        }
    }

    #[test]
    fn an_error_ends_it() {
        let mut chance = fastrand::Rng::with_seed(1);
        let mut runs = 0;
        let result = interleaved(&['a', 'b'], 5, &mut chance, |_, round| {
            runs += 1;
            if round == 1 {
                return Err(ExperimentError::Empty("x"));
            }
            Ok(())
        });
        assert!(result.is_err());
        assert_eq!(runs, 3);
    }
}
