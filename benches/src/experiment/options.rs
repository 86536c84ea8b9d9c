//! What can be set for every experiment.

use crate::build::Profile;
use crate::error::ExperimentError;
use crate::variant::Variant;

/// What can be set for every experiment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How many rounds are timed; 0 leaves times out.
    pub runs: usize,
    /// Where chance begins.
    pub seed: u64,
    /// Whether instructions are counted, where the machine has valgrind.
    pub instructions: bool,
    /// Whether to do only as much as shows that it works.
    pub quick: bool,
    /// The names of the variants to compare; all of the experiment's where there are none.
    pub variants: Vec<String>,
}

impl Options {
    /// How what is measured is built.
    pub(crate) fn profile(&self) -> Profile {
        if self.quick {
            Profile::Debug
        } else {
            Profile::Release
        }
    }

    /// The variants that are meant, the baseline always among them.
    pub(crate) fn choose(
        &self,
        all: &[Variant],
        baseline: &str,
    ) -> Result<Vec<Variant>, ExperimentError> {
        let known = |name: &String| all.iter().any(|variant| variant.name == name);
        if !self.variants.iter().all(known) {
            return Err(ExperimentError::Empty("variant"));
        }
        let is_meant = |variant: &&Variant| {
            self.variants.is_empty()
                || variant.name == baseline
                || self.variants.iter().any(|name| name == variant.name)
        };
        Ok(all.iter().filter(is_meant).copied().collect())
    }
}

#[cfg(test)]
impl Options {
    /// One run of all variants.
    pub(crate) fn of_a_test(seed: u64) -> Self {
        Self {
            runs: 1,
            seed,
            instructions: false,
            quick: false,
            variants: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{BASELINE, VARIANTS};

    fn choose(names: &[&str]) -> Result<Vec<&'static str>, ExperimentError> {
        let options = Options {
            variants: names.iter().map(|&name| name.to_owned()).collect(),
            ..Options::of_a_test(1)
        };
        let chosen = options.choose(VARIANTS, BASELINE)?;
        Ok(chosen.iter().map(|variant| variant.name).collect())
    }

    #[test]
    fn the_baseline_is_always_there() {
        assert_eq!(choose(&["jemalloc"]).unwrap(), ["system", "jemalloc"]);
        assert_eq!(choose(&[]).unwrap().len(), VARIANTS.len());
        assert!(choose(&["jemaloc"]).is_err());
    }
}
