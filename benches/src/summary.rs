//! Samples, summed up.

use crate::measure::Sample;
use serde::Serialize;
use std::fmt;

/// Mean and standard deviation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Spread {
    pub(crate) mean: f64,
    /// The sample's standard deviation (divided by n - 1); 0 for a single value.
    pub(crate) sd: f64,
}

impl Spread {
    pub(crate) fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let n = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / n;
        let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
        let sd = if n > 1.0 {
            (squares / (n - 1.0)).sqrt()
        } else {
            0.0
        };
        Self { mean, sd }
    }
}

impl fmt::Display for Spread {
    /// With as many decimals as asked for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(3);
        write!(f, "{:.digits$} ± {:.digits$}", self.mean, self.sd)
    }
}

/// What the runs of a variant took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Summary {
    pub(crate) wall: Spread,
    pub(crate) user: Spread,
    pub(crate) sys: Spread,
    pub(crate) peak_rss: Spread,
}

impl Summary {
    pub(crate) fn of(samples: &[Sample]) -> Self {
        let spread = |field: fn(&Sample) -> f64| Spread::of(samples.iter().map(field));
        Self {
            wall: spread(|sample| sample.wall),
            user: spread(|sample| sample.user),
            sys: spread(|sample| sample.sys),
            peak_rss: spread(|sample| sample.peak_rss),
        }
    }
}

/// How much less this takes than the baseline, in percent of the baseline.
pub(crate) fn gain(this: Spread, baseline: Spread) -> f64 {
    100.0 * (1.0 - this.mean / baseline.mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation() {
        let spread = Spread::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter());
        assert_eq!(spread.mean, 5.0);
        assert!((spread.sd - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(format!("{spread:.1}"), "5.0 ± 2.1");
        assert_eq!(Spread::of([3.0].into_iter()), Spread { mean: 3.0, sd: 0.0 });
    }

    #[test]
    fn gain_is_time_saved() {
        let spread = |mean| Spread { mean, sd: 0.0 };
        assert_eq!(gain(spread(0.75), spread(1.0)), 25.0);
        assert_eq!(gain(spread(2.0), spread(1.0)), -100.0);
    }
}
