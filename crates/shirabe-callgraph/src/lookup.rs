//! From a record at hand to the record of the wanted recursion level.
//!
//! The records of a context share one array, allocated for itself, which has at place `n` the
//! record of level `n`. A record knows its own level, so `levels[record.level]` is the record
//! itself. The two ways differ in nothing but whether they use that.

use crate::recorder::{Record, RecordId};

/// One way to find the level's record. The recorder is generic over it, so that the choice, made
/// once at the start, costs nothing where it counts.
pub(crate) trait FindLevel: Send {
    fn find(records: &[Record], at_hand: RecordId, level: u32) -> RecordId;
}

/// [`LookUp::Always`](crate::LookUp::Always)
pub(crate) struct Always;

/// [`LookUp::SkipNoop`](crate::LookUp::SkipNoop)
pub(crate) struct SkipNoop;

impl FindLevel for Always {
    #[inline]
    fn find(records: &[Record], at_hand: RecordId, level: u32) -> RecordId {
        records[at_hand as usize].levels[level as usize]
    }
}

impl FindLevel for SkipNoop {
    #[inline]
    fn find(records: &[Record], at_hand: RecordId, level: u32) -> RecordId {
        let record = &records[at_hand as usize];
        if record.level == level {
            at_hand
        } else {
            record.levels[level as usize]
        }
    }
}
