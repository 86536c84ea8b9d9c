//! What an experiment compares: builds of the program, and variables they are run with.

use serde::Serialize;
use std::fmt;

/// A way to run the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Variant {
    /// The name in reports, unique among [`VARIANTS`].
    pub(crate) name: &'static str,
    /// The allocator, as in the feature `alloc-NAME`.
    pub(crate) allocator: &'static str,
    /// Further features of the crate `shirabe`.
    pub(crate) features: &'static [&'static str],
    /// Variables that it runs with.
    pub(crate) environment: &'static [(&'static str, &'static str)],
}

/// What every other variant is compared with.
pub(crate) const BASELINE: &str = "system";

/// Every variant of `allocators`.
pub(crate) const VARIANTS: &[Variant] = &[
    plain("system"),
    plain("mimalloc"),
    Variant {
        name: "mimalloc, no purge",
        environment: &[("MIMALLOC_PURGE_DELAY", "-1")],
        ..plain("mimalloc")
    },
    // What huge pages are worth to it, and what they cost in memory.
    Variant {
        name: "mimalloc, no huge pages",
        environment: &[("MIMALLOC_ALLOW_THP", "0")],
        ..plain("mimalloc")
    },
    plain("mimalloc-v2"),
    plain("jemalloc"),
    plain("arena-scan"),
    plain("arena-bitmap"),
    Variant {
        name: "arena-bitmap, huge pages",
        features: &["arena-huge-pages"],
        ..plain("arena-bitmap")
    },
];

/// Our arena, its free lists walked, and the same with a map of those that are not empty.
pub(crate) const SEARCHES: [Variant; 2] = [plain("arena-scan"), plain("arena-bitmap")];

/// The same without the magazine, so that every small block too is searched for.
pub(crate) const SEARCHES_WITHOUT_MAGAZINE: [Variant; 2] = [
    Variant {
        name: "arena-scan, no magazine",
        features: &["arena-no-magazine"],
        ..plain("arena-scan")
    },
    Variant {
        name: "arena-bitmap, no magazine",
        features: &["arena-no-magazine"],
        ..plain("arena-bitmap")
    },
];

/// The variable that has the `bench` program profile its own work, and how records are looked up.
pub const PROFILE: &str = "SHIRABE_BENCH_PROFILE";

/// The profiler's look-ups of records, under the allocator that ships.
pub(crate) const LOOK_UPS: [Variant; 2] = [
    Variant {
        name: "always",
        environment: &[(PROFILE, "always")],
        ..plain("mimalloc")
    },
    Variant {
        name: "skip_noop",
        environment: &[(PROFILE, "skip_noop")],
        ..plain("mimalloc")
    },
];

/// A variant that is an allocator and nothing else.
pub(crate) const fn plain(name: &'static str) -> Variant {
    Variant {
        name,
        allocator: name,
        features: &[],
        environment: &[],
    }
}

impl Variant {
    /// The build that it runs, as a name of a folder: variants that differ only in their
    /// environment share one.
    pub(crate) fn build(&self) -> String {
        let mut name = self.allocator.to_owned();
        for feature in self.features {
            name.push('+');
            name.push_str(feature);
        }
        name
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// One of two copies of the same build. What tells them apart is noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) enum Twin {
    /// The first copy.
    A,
    /// The second copy.
    B,
}

impl Twin {
    /// Both.
    pub(crate) const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The folder that it lies in.
    pub(crate) const fn folder(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// What is run: a copy of a variant's build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Arm {
    /// The variant.
    pub(crate) variant: Variant,
    /// The copy.
    pub(crate) twin: Twin,
}

impl Arm {
    /// Both copies of each variant, one variant after the other.
    pub(crate) fn of(variants: &[Variant]) -> Vec<Self> {
        variants
            .iter()
            .flat_map(|&variant| Twin::BOTH.map(|twin| Self { variant, twin }))
            .collect()
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.variant, self.twin.folder())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_one_is_the_baseline() {
        let named = |name| VARIANTS.iter().filter(move |variant| variant.name == name);
        for variant in VARIANTS {
            assert_eq!(named(variant.name).count(), 1, "{variant}");
        }
        assert_eq!(named(BASELINE).count(), 1);
    }

    #[test]
    fn a_build_is_told_by_its_features_and_not_by_its_environment() {
        let quiet = Variant {
            name: "quiet",
            environment: &[("A", "1")],
            ..plain("system")
        };
        assert_eq!(quiet.build(), plain("system").build());
        let more = Variant {
            features: &["x", "y"],
            ..plain("system")
        };
        assert_eq!(more.build(), "system+x+y");
    }

    #[test]
    fn every_variant_has_two_arms() {
        let arms = Arm::of(VARIANTS);
        assert_eq!(arms.len(), 2 * VARIANTS.len());
        assert_eq!(arms[0].to_string(), "system/a");
        assert_eq!(arms[1].to_string(), "system/b");
        assert_eq!(arms[3].variant, arms[2].variant);
    }
}
