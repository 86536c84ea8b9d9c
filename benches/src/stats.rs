//! The statistics of comparisons: spreads, gains with their uncertainty, and what is noise.
//!
//! A *gain* is how much less the head takes than the base, in percent of the base: 25 means three
//! quarters of the time. Samples are *paired* by round, for a machine that is slow for a while is slow
//! for all that run in that while.

mod bootstrap;
mod floor;

pub(crate) use bootstrap::Bootstrap;
pub(crate) use floor::{Floor, Verdict};

use serde::Serialize;
use std::fmt;

/// Mean and standard deviation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Spread {
    /// The mean.
    pub(crate) mean: f64,
    /// The sample's standard deviation (divided by n - 1); 0 for a single value.
    pub(crate) sd: f64,
    /// The median.
    pub(crate) median: f64,
}

impl Spread {
    /// Of at least one value.
    pub(crate) fn of(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let mean = mean(values);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let sd = if n > 1.0 {
            (squares / (n - 1.0)).sqrt()
        } else {
            0.0
        };
        Self {
            mean,
            sd,
            median: median(values),
        }
    }
}

impl fmt::Display for Spread {
    /// With as many decimals as asked for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(3);
        write!(f, "{:.digits$} ± {:.digits$}", self.mean, self.sd)
    }
}

/// A gain in percent, and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Gain {
    /// Of the means.
    pub(crate) percent: f64,
    /// The 95 % interval of it; none where there are too few samples to tell.
    pub(crate) interval: Option<[f64; 2]>,
    /// Of the medians, which a few odd samples do not move.
    pub(crate) of_medians: f64,
}

impl Gain {
    /// A gain of numbers that do not change from run to run, such as instructions.
    pub(crate) fn exact(head: f64, base: f64) -> Self {
        let percent = percent(head, base);
        Self {
            percent,
            interval: Some([percent; 2]),
            of_medians: percent,
        }
    }
}

impl fmt::Display for Gain {
    /// `+12.3 % [+11.0, +13.9]`, an exact one without the bracket.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        write!(f, "{:+.digits$} %", self.percent)?;
        match self.interval {
            Some([low, high]) if low < high => write!(f, " [{low:+.digits$}, {high:+.digits$}]"),
            _ => Ok(()),
        }
    }
}

/// How much less the head is than the base, in percent of the base; 0 where both are 0.
pub(crate) fn percent(head: f64, base: f64) -> f64 {
    if head == base {
        0.0
    } else {
        100.0 * (1.0 - head / base)
    }
}

/// The mean of at least one value.
pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The median of at least one value.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[half]
    } else {
        (sorted[half - 1] + sorted[half]) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_deviation_and_median() {
        let spread = Spread::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(spread.mean, 5.0);
        assert_eq!(spread.median, 4.5);
        assert!((spread.sd - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(format!("{spread:.1}"), "5.0 ± 2.1");
        assert_eq!(Spread::of(&[3.0]).sd, 0.0);
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
    }

    #[test]
    fn a_gain_is_what_is_saved() {
        assert_eq!(percent(0.75, 1.0), 25.0);
        assert_eq!(percent(2.0, 1.0), -100.0);
        assert_eq!(percent(0.0, 0.0), 0.0);
    }

    #[test]
    fn gains_are_written_with_their_interval() {
        let gain = Gain {
            percent: 12.34,
            interval: Some([-1.0, 20.06]),
            of_medians: 12.0,
        };
        assert_eq!(gain.to_string(), "+12.3 % [-1.0, +20.1]");
        assert_eq!(format!("{:.2}", Gain::exact(98.0, 100.0)), "+2.00 %");
    }
}
