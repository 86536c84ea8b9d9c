//! The noise floor: how far apart two copies of the same build lie.

use super::Gain;
use serde::Serialize;
use std::fmt;

/// The widest of the differences between two copies of a build.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Floor {
    /// The build whose copies lie that far apart.
    pub(crate) of: String,
    /// The difference of its copies.
    pub(crate) difference: Gain,
}

/// What a gain comes to, held against the floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// The whole interval lies above the floor.
    Gain,
    /// The whole interval lies below it, on the other side of zero.
    Loss,
    /// It cannot be told from the difference between two copies of one build.
    Noise,
}

impl Floor {
    /// The widest of at least one control.
    pub(crate) fn of<'a>(controls: impl IntoIterator<Item = (&'a str, Gain)>) -> Option<Self> {
        controls
            .into_iter()
            .max_by(|(_, one), (_, other)| one.percent.abs().total_cmp(&other.percent.abs()))
            .map(|(of, difference)| Self {
                of: of.to_owned(),
                difference,
            })
    }

    /// How wide it is, in percent to either side.
    pub(crate) fn percent(&self) -> f64 {
        self.difference.percent.abs()
    }

    /// A gain is one only if its whole interval is beyond the floor; without an interval nothing is.
    pub(crate) fn judge(&self, gain: &Gain) -> Verdict {
        match gain.interval {
            Some([low, _]) if low > self.percent() => Verdict::Gain,
            Some([_, high]) if high < -self.percent() => Verdict::Loss,
            _ => Verdict::Noise,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gain => "gain",
            Self::Loss => "loss",
            Self::Noise => "noise",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(percent: f64, interval: Option<[f64; 2]>) -> Gain {
        Gain {
            percent,
            interval,
            of_medians: percent,
        }
    }

    #[test]
    fn the_widest_control_is_the_floor_whatever_its_sign() {
        let control = |percent: f64| gain(percent, Some([percent - 1.0, percent + 1.0]));
        let floor = Floor::of([
            ("x", control(0.5)),
            ("y", control(-2.0)),
            ("z", control(1.9)),
        ]);
        let floor = floor.expect("a floor");
        assert_eq!((floor.of.as_str(), floor.percent()), ("y", 2.0));
        assert_eq!(Floor::of([]), None);
    }

    #[test]
    fn a_gain_counts_only_where_its_whole_interval_is_beyond_the_floor() {
        let floor = Floor::of([("x", gain(-2.0, None))]).expect("a floor");
        let judge = |low, high| floor.judge(&gain((low + high) / 2.0, Some([low, high])));
        assert_eq!(judge(2.1, 9.0), Verdict::Gain);
        assert_eq!(judge(1.9, 9.0), Verdict::Noise);
        assert_eq!(judge(-1.0, 1.0), Verdict::Noise);
        assert_eq!(judge(-9.0, -2.1), Verdict::Loss);
        assert_eq!(judge(-9.0, -1.9), Verdict::Noise);
        assert_eq!(floor.judge(&gain(50.0, None)), Verdict::Noise);
        assert_eq!(floor.judge(&Gain::exact(97.0, 100.0)), Verdict::Gain);
    }
}
