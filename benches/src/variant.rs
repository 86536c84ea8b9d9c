//! The builds that an experiment compares.

/// A build with one of the allocators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Variant {
    /// The name in reports, unique among the variants of an experiment.
    pub(crate) name: &'static str,
    /// The allocator, as in the feature `alloc-NAME`.
    pub(crate) allocator: &'static str,
}

/// What every other variant is compared with.
pub(crate) const BASELINE: &str = "system";

/// One variant for each allocator, and the first one once more: the difference of the two is what
/// this machine's noise alone makes.
pub(crate) const VARIANTS: [Variant; 5] = [
    same("mimalloc"),
    Variant {
        name: "mimalloc (control)",
        allocator: "mimalloc",
    },
    same("mimalloc-v2"),
    same("jemalloc"),
    same(BASELINE),
];

/// The two variants that are the same build.
pub(crate) const CONTROL: [&str; 2] = [VARIANTS[0].name, VARIANTS[1].name];

const fn same(name: &'static str) -> Variant {
    Variant {
        name,
        allocator: name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_is_the_first_variant_under_another_name() {
        assert_eq!(VARIANTS[0].allocator, VARIANTS[1].allocator);
        assert_ne!(VARIANTS[0].name, VARIANTS[1].name);
        let named = |name| VARIANTS.iter().filter(move |variant| variant.name == name);
        for variant in VARIANTS {
            assert_eq!(named(variant.name).count(), 1, "{}", variant.name);
        }
        assert_eq!(named(BASELINE).count(), 1);
    }
}
