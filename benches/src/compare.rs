//! One metric, compared among variants, each with its own control.

use crate::stats::{Bootstrap, Floor, Gain, Verdict};
use serde::Serialize;

/// The numbers of one metric of one variant: of its first copy and of its second, round by round.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pair {
    /// The variant's name.
    pub(crate) name: String,
    /// The samples of the two copies.
    pub(crate) twins: [Vec<f64>; 2],
}

/// Whether a metric varies from run to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As times do: gains have intervals.
    Varies,
    /// As instructions do, but for a trace that the controls show.
    Steady,
}

/// A metric compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Compared {
    /// The metric's key.
    pub(crate) metric: String,
    /// Its name in tables.
    #[serde(skip)]
    pub(crate) title: String,
    /// How much less the second copy took than the first, of every variant. The truth is 0.
    pub(crate) controls: Vec<Control>,
    /// The widest of the controls.
    pub(crate) floor: Floor,
    /// Every variant but the baseline, over it.
    pub(crate) gains: Vec<Judged>,
}

/// The difference of a variant's two copies.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Control {
    /// The variant.
    pub(crate) variant: String,
    /// The second copy over the first.
    pub(crate) difference: Gain,
}

/// A gain, held against the floor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Judged {
    /// What is compared with the baseline.
    pub(crate) variant: String,
    /// What it gains, both copies taken together.
    pub(crate) gain: Gain,
    /// Whether that is more than noise.
    pub(crate) verdict: Verdict,
}

impl Compared {
    /// Compares every variant with the one called `baseline`. `None` where there is no such variant,
    /// or one without samples.
    pub(crate) fn new(
        (metric, title): (&str, &str),
        kind: Kind,
        pairs: &[Pair],
        baseline: &str,
        chance: Bootstrap,
    ) -> Option<Self> {
        if pairs
            .iter()
            .any(|pair| pair.twins.iter().any(Vec::is_empty))
        {
            return None;
        }
        let gain = |head: &[f64], base: &[f64]| match kind {
            Kind::Varies => chance.gain(head, base),
            Kind::Steady => Gain::exact(crate::stats::mean(head), crate::stats::mean(base)),
        };
        let base = pairs.iter().find(|pair| pair.name == baseline)?.rounds();
        let controls: Vec<Control> = pairs
            .iter()
            .map(|pair| Control {
                variant: pair.name.clone(),
                difference: gain(&pair.twins[1], &pair.twins[0]),
            })
            .collect();
        let widest = controls
            .iter()
            .map(|control| (control.variant.as_str(), control.difference));
        let floor = Floor::of(widest)?;
        let heads = pairs.iter().filter(|pair| pair.name != baseline);
        let gains = heads
            .map(|pair| {
                let gain = gain(&pair.rounds(), &base);
                Judged {
                    variant: pair.name.clone(),
                    gain,
                    verdict: floor.judge(&gain),
                }
            })
            .collect();
        Some(Self {
            metric: metric.to_owned(),
            title: title.to_owned(),
            controls,
            floor,
            gains,
        })
    }

    /// What a variant gains over the baseline.
    pub(crate) fn gain_of(&self, variant: &str) -> Option<&Judged> {
        self.gains.iter().find(|judged| judged.variant == variant)
    }
}

impl Pair {
    /// The mean of the two copies, round by round.
    pub(crate) fn rounds(&self) -> Vec<f64> {
        let [a, b] = &self.twins;
        a.iter().zip(b).map(|(a, b)| (a + b) / 2.0).collect()
    }
}

impl Judged {
    /// For a cell of a table: the gain, and `noise` where it is no more than that.
    pub(crate) fn cell(&self, decimals: usize) -> String {
        let gain = self.gain;
        match self.verdict {
            Verdict::Noise => format!("noise ({gain:.decimals$})"),
            Verdict::Gain | Verdict::Loss => format!("{gain:.decimals$}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, a: &[f64], b: &[f64]) -> Pair {
        Pair {
            name: name.to_owned(),
            twins: [a.to_vec(), b.to_vec()],
        }
    }

    fn compared(kind: Kind) -> Compared {
        let pairs = [
            pair("base", &[10.0, 20.0, 30.0], &[10.2, 20.4, 30.6]),
            pair("less", &[7.9, 15.8, 23.7], &[8.0, 16.0, 24.0]),
            pair("same", &[10.1, 20.2, 30.3], &[10.1, 20.2, 30.3]),
        ];
        Compared::new(("m", "M"), kind, &pairs, "base", Bootstrap::new(3)).expect("a comparison")
    }

    #[test]
    fn gains_are_of_both_copies_and_held_against_the_widest_control() {
        let compared = compared(Kind::Varies);
        assert_eq!(compared.floor.of, "base");
        assert!((compared.floor.percent() - 2.0).abs() < 1e-9);
        let less = compared.gain_of("less").expect("less");
        // (7.9 + 8.0) of (10.0 + 10.2) in every round.
        assert!((less.gain.percent - 100.0 * (1.0 - 15.9 / 20.2)).abs() < 1e-9);
        assert_eq!(less.verdict, Verdict::Gain);
        assert!(less.cell(1).starts_with("+21.3 %"), "{}", less.cell(1));
        let same = compared.gain_of("same").expect("same");
        assert_eq!(same.verdict, Verdict::Noise);
        assert_eq!(same.cell(1), "noise (+0.0 %)");
        assert_eq!(compared.gain_of("base"), None);
        assert_eq!(compared.controls[2].difference.percent, 0.0);
    }

    #[test]
    fn a_steady_metric_has_no_interval_to_speak_of() {
        let less = compared(Kind::Steady).gain_of("less").cloned();
        let [low, high] = less.expect("less").gain.interval.expect("an interval");
        assert_eq!(low, high);
    }

    #[test]
    fn without_samples_or_baseline_there_is_no_comparison() {
        let chance = Bootstrap::new(3);
        let none = [pair("base", &[], &[])];
        let other = [pair("other", &[1.0], &[1.0])];
        for pairs in [none, other] {
            let compared = Compared::new(("m", "M"), Kind::Varies, &pairs, "base", chance);
            assert_eq!(compared, None);
        }
    }
}
