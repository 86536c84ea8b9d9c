//! Intervals by resampling: what the gain would have been, had other rounds come up as often as they
//! might.

use super::{Gain, mean, median, percent};
use serde::Serialize;

/// How many times the rounds are drawn anew.
const RESAMPLES: usize = 10_000;

/// Fewer rounds than this tell nothing of how they vary.
const FEWEST_ROUNDS: usize = 3;

/// The share of resamples that the interval leaves out at each end: together 5 %.
const TAIL: f64 = 0.025;

/// The percentile bootstrap over whole rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Bootstrap {
    /// How often rounds are drawn.
    pub(crate) resamples: usize,
    /// Where chance begins: the same seed gives the same intervals.
    pub(crate) seed: u64,
}

impl Bootstrap {
    /// With the usual number of resamples.
    pub(crate) const fn new(seed: u64) -> Self {
        Self {
            resamples: RESAMPLES,
            seed,
        }
    }

    /// The gain of `head` over `base`, whose n-th samples are of the same round. There is at least
    /// one; where one slice is longer, its rest has no partner and does not count.
    pub(crate) fn gain(&self, head: &[f64], base: &[f64]) -> Gain {
        let rounds = head.len().min(base.len());
        let (head, base) = (&head[..rounds], &base[..rounds]);
        let point = percent(mean(head), mean(base));
        Gain {
            percent: point,
            interval: (rounds >= FEWEST_ROUNDS).then(|| self.interval(head, base, point)),
            of_medians: percent(median(head), median(base)),
        }
    }

    fn interval(&self, head: &[f64], base: &[f64], point: f64) -> [f64; 2] {
        let mut rng = fastrand::Rng::with_seed(self.seed);
        let mut drawn: Vec<f64> = (0..self.resamples)
            .map(|_| {
                let mut sums = [0.0; 2];
                for _ in 0..head.len() {
                    let round = rng.usize(..head.len());
                    sums[0] += head[round];
                    sums[1] += base[round];
                }
                percent(sums[0], sums[1])
            })
            .collect();
        drawn.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (share * (drawn.len() - 1) as f64).round() as usize;
            drawn[index.min(drawn.len() - 1)]
        };
        [at(TAIL).min(point), at(1.0 - TAIL).max(point)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CHANCE: Bootstrap = Bootstrap {
        resamples: 1_000,
        seed: 7,
    };

    #[test]
    fn a_gain_that_every_round_shows_is_certain() {
        let base = [1.0, 2.0, 4.0, 3.0];
        let head = base.map(|value| value * 0.9);
        let gain = CHANCE.gain(&head, &base);
        let [low, high] = gain.interval.expect("an interval");
        for value in [gain.percent, low, high, gain.of_medians] {
            assert!((value - 10.0).abs() < 1e-9, "{gain:?}");
        }
    }

    #[test]
    fn the_interval_is_the_one_that_counting_gives() {
        // Of two kinds of rounds, as many of each: head 1 of base 2, and head 3 of base 2. A draw of
        // 4 with k of the first kind gains 100 (1 - (k + 3 (4 - k)) / 8): from -50 to 50, each end
        // with 1 chance in 16, so that 95 % of the draws need both ends.
        let head = [1.0, 3.0, 1.0, 3.0];
        let gain = CHANCE.gain(&head, &[2.0; 4]);
        assert_eq!(gain.percent, 0.0);
        assert_eq!(gain.interval, Some([-50.0, 50.0]));
    }

    #[test]
    fn more_rounds_narrow_the_interval() {
        let width = |times: usize| {
            let head = [0.9, 1.1, 1.0, 0.8, 1.2].repeat(times);
            let gain = CHANCE.gain(&head, &vec![1.0; head.len()]);
            let [low, high] = gain.interval.expect("an interval");
            high - low
        };
        assert!(width(8) < width(1) / 2.0, "{} {}", width(8), width(1));
    }

    #[test]
    fn two_rounds_have_no_interval() {
        assert_eq!(CHANCE.gain(&[1.0, 2.0], &[2.0, 2.0]).interval, None);
        assert_eq!(CHANCE.gain(&[1.0], &[2.0, 9.0]).percent, 50.0);
    }

    fn rounds() -> impl Strategy<Value = Vec<(f64, f64)>> {
        prop::collection::vec((0.1..10.0, 0.1..10.0), 3..20)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_same_samples_gain_nothing(rounds in rounds()) {
            let samples: Vec<f64> = rounds.iter().map(|round| round.0).collect();
            let gain = CHANCE.gain(&samples, &samples);
            prop_assert_eq!(gain, Gain::exact(1.0, 1.0));
        }

        #[test]
        fn the_interval_holds_the_point_and_has_an_order(rounds in rounds()) {
            let (head, base): (Vec<f64>, Vec<f64>) = rounds.into_iter().unzip();
            let gain = CHANCE.gain(&head, &base);
            let [low, high] = gain.interval.expect("an interval");
            prop_assert!(low <= gain.percent && gain.percent <= high, "{:?}", gain);
        }

        #[test]
        fn the_unit_does_not_matter(rounds in rounds(), factor in 0.001..1000.0) {
            let (head, base): (Vec<f64>, Vec<f64>) = rounds.into_iter().unzip();
            let scaled = |samples: &[f64]| -> Vec<f64> {
                samples.iter().map(|sample| sample * factor).collect()
            };
            let one = CHANCE.gain(&head, &base);
            let other = CHANCE.gain(&scaled(&head), &scaled(&base));
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(1.0);
            prop_assert!(near(one.percent, other.percent));
            let (one, other) = (one.interval.expect("one"), other.interval.expect("other"));
            prop_assert!(near(one[0], other[0]) && near(one[1], other[1]));
        }
    }
}
