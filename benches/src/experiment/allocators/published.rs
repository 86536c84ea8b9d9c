//! The published measurement that this experiment repeats, and where ours differs.
//!
//! `create-project laravel/laravel`, offline, warmed cache, 8 runs, of a port of Composer under three
//! allocators. Only what changes with the allocator can be held against ours: not the seconds.

use crate::compare::Compared;
use serde::Serialize;

/// What was published of a variant, held against the system's allocator.
struct Published {
    variant: &'static str,
    metric: &'static str,
    /// In percent.
    gain: f64,
}

const PUBLISHED: [Published; 3] = [
    Published {
        variant: "mimalloc",
        metric: "wall",
        gain: 14.8,
    },
    Published {
        variant: "jemalloc",
        metric: "wall",
        gain: 12.5,
    },
    // 267 to 257 MB.
    Published {
        variant: "mimalloc",
        metric: "peak_rss",
        gain: 3.7,
    },
];

/// The variants from the fastest to the slowest, as published.
const ORDER: [&str; 3] = ["mimalloc", "jemalloc", "system"];

/// The share of samples that malloc and free had, in percent.
pub(super) const MALLOC_SHARE: f64 = 41.0;

/// Ours beside the published.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Beside {
    /// What is compared, as a key.
    pub(super) metric: String,
    /// The variant that gains.
    pub(super) variant: String,
    /// The published gain, in percent.
    pub(super) published: f64,
    /// Ours.
    pub(super) ours: f64,
    /// Ours less the published, in points.
    pub(super) difference: f64,
    /// Whether both are gains, or both losses.
    pub(super) same_sign: bool,
    /// Whether ours is beyond our noise.
    pub(super) is_noise: bool,
}

/// Every published number that ours has a partner for.
pub(super) fn beside(compared: &[Compared]) -> Vec<Beside> {
    PUBLISHED
        .iter()
        .filter_map(|published| {
            let metric = compared.iter().find(|it| it.metric == published.metric)?;
            let judged = metric.gain_of(published.variant)?;
            let ours = judged.gain.percent;
            Some(Beside {
                metric: published.metric.to_owned(),
                variant: published.variant.to_owned(),
                published: published.gain,
                ours,
                difference: ours - published.gain,
                same_sign: (ours > 0.0) == (published.gain > 0.0),
                is_noise: judged.verdict == crate::stats::Verdict::Noise,
            })
        })
        .collect()
}

/// The published variants from the fastest to the slowest in our run; `None` where one is missing.
pub(super) fn order(wall: &Compared) -> Option<Vec<&'static str>> {
    let mut gains = Vec::new();
    for variant in ORDER {
        let gain = if variant == crate::variant::BASELINE {
            0.0
        } else {
            wall.gain_of(variant)?.gain.percent
        };
        gains.push((variant, gain));
    }
    gains.sort_by(|one, other| other.1.total_cmp(&one.1));
    Some(gains.into_iter().map(|(variant, _)| variant).collect())
}

/// What differs, in words; `None` where there is nothing to hold against it.
pub(super) fn markdown(compared: &[Compared]) -> Option<String> {
    let beside = beside(compared);
    if beside.is_empty() {
        return None;
    }
    let mut out = String::from("\nAgainst the published measurement:\n\n");
    for it in &beside {
        let Beside {
            metric,
            variant,
            published,
            ours,
            difference,
            ..
        } = it;
        let sign = if it.same_sign {
            "the same sign"
        } else {
            "**the other sign**"
        };
        let noise = if it.is_noise {
            ", within our noise"
        } else {
            ""
        };
        out.push_str(&format!(
            "- {metric} of {variant}: {published:+.1} % published, {ours:+.1} % here: {difference:+.1} points, {sign}{noise}\n"
        ));
    }
    let wall = compared.iter().find(|it| it.metric == "wall");
    if let Some(order) = wall.and_then(order) {
        let same = if order == ORDER {
            "the same"
        } else {
            "**another**"
        };
        out.push_str(&format!(
            "- order from the fastest: {} published, {} here: {same}\n",
            ORDER.join(", "),
            order.join(", ")
        ));
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Kind, Pair};
    use crate::stats::Bootstrap;

    fn compared(metric: &str, [system, mimalloc, jemalloc]: [f64; 3]) -> Compared {
        let pairs = [
            ("system", system),
            ("mimalloc", mimalloc),
            ("jemalloc", jemalloc),
        ]
        .map(|(name, value)| Pair {
            name: name.to_owned(),
            twins: [vec![value; 4], vec![value; 4]],
        });
        let chance = Bootstrap::new(1);
        Compared::new((metric, metric), Kind::Varies, &pairs, "system", chance).expect("compared")
    }

    #[test]
    fn what_was_published_agrees_with_itself() {
        let ours = [
            compared("wall", [3.633, 3.096, 3.177]),
            compared("peak_rss", [267.0, 257.0, 260.0]),
        ];
        for it in beside(&ours) {
            assert!(
                it.difference.abs() < 0.06 && it.same_sign && !it.is_noise,
                "{it:?}"
            );
        }
        let text = markdown(&ours).expect("text");
        assert!(text.contains("here: the same\n"), "{text}");
        assert!(!text.contains("**"), "{text}");
    }

    #[test]
    fn another_sign_and_order_are_said() {
        let ours = [
            compared("wall", [1.0, 0.9, 0.8]),
            compared("peak_rss", [100.0, 150.0, 100.0]),
        ];
        let text = markdown(&ours).expect("text");
        assert!(text.contains("-4.8 points, the same sign"), "{text}");
        assert!(text.contains("-53.7 points, **the other sign**"), "{text}");
        assert!(
            text.contains("jemalloc, mimalloc, system here: **another**"),
            "{text}"
        );
        assert_eq!(markdown(&[]), None);
    }
}
