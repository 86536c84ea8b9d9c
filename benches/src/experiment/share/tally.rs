//! Samples, counted by phase.

use crate::perf::Sample;
use crate::timeline::Timeline;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// How many samples of one phase, or of all, were where.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    /// All.
    pub(super) samples: u64,
    /// Those in the kernel.
    pub(super) kernel: u64,
    /// Those within a call into the allocator, the kernel's part included.
    pub(super) allocator: u64,
    /// Of these, those in the kernel.
    pub(super) allocator_kernel: u64,
    /// Those in which the kernel gave a page that the program itself touched first.
    pub(super) page_faults: u64,
}

/// The samples of one run, by phase.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Tally {
    /// The empty name is outside of every phase.
    pub(super) phases: BTreeMap<String, Counts>,
}

impl Tally {
    /// Counts the samples of the process whose timeline it is, and of no program that it started.
    pub(super) fn of(samples: &[Sample], timeline: &Timeline<'_>) -> Self {
        let mut this = Self::default();
        for sample in samples {
            if timeline.process == Some(sample.process) {
                let centre = timeline.centre(sample.thread, sample.nanoseconds);
                *this.phases.entry(centre.to_owned()).or_default() += Counts::one(sample);
            }
        }
        this
    }

    /// All phases together.
    pub(super) fn all(&self) -> Counts {
        let mut all = Counts::default();
        self.phases.values().for_each(|counts| all += *counts);
        all
    }
}

impl Counts {
    fn one(sample: &Sample) -> Self {
        let Sample {
            in_kernel,
            in_allocator,
            in_page_fault,
            ..
        } = *sample;
        Self {
            samples: 1,
            kernel: in_kernel.into(),
            allocator: in_allocator.into(),
            allocator_kernel: (in_allocator && in_kernel).into(),
            page_faults: (in_page_fault && !in_allocator).into(),
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.samples += other.samples;
        self.kernel += other.kernel;
        self.allocator += other.allocator;
        self.allocator_kernel += other.allocator_kernel;
        self.page_faults += other.page_faults;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_counted_where_their_thread_was() {
        let timeline = Timeline::read("7 100 decode\n8 100 solve\n7 200 \n");
        let sample = |process, thread, nanoseconds| Sample {
            process,
            thread,
            nanoseconds,
            in_kernel: false,
            in_allocator: false,
            in_page_fault: false,
        };
        let tally = Tally::of(
            &[
                sample(7, 7, 50),
                Sample {
                    in_allocator: true,
                    ..sample(7, 7, 150)
                },
                Sample {
                    in_allocator: true,
                    in_kernel: true,
                    in_page_fault: true,
                    ..sample(7, 7, 160)
                },
                Sample {
                    in_kernel: true,
                    in_page_fault: true,
                    ..sample(7, 8, 160)
                },
                // A program that this one started.
                sample(9, 9, 150),
            ],
            &timeline,
        );
        let decode = Counts {
            samples: 2,
            kernel: 1,
            allocator: 2,
            allocator_kernel: 1,
            page_faults: 0,
        };
        assert_eq!(tally.phases["decode"], decode);
        assert_eq!(tally.phases["solve"].page_faults, 1);
        assert_eq!(tally.phases[""].samples, 1);
        assert_eq!(tally.all().samples, 4);
    }
}
