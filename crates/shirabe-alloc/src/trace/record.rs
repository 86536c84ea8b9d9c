//! One step of a trace, packed into sixteen bytes.

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// A block was lent: of this size and alignment, in bytes.
    Allocate {
        /// The layout's size.
        size: u64,
        /// The base-2 logarithm of the layout's alignment.
        align_log: u8,
    },
    /// The block is about to be freed.
    Free,
    /// The block is about to be made this long.
    Resize {
        /// The new size.
        size: u64,
    },
    /// The block that this thread was resizing now lies here, or null: it could not be.
    Resized,
    /// The thread ends.
    ThreadEnd,
    /// From here on the thread works on something else. The name of that is in the place of the
    /// address: see [`Record::phase`].
    Phase,
}

/// One record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// What happened.
    pub action: Action,
    /// The thread, numbered from 0 by its first step.
    pub thread: u16,
    /// The address of the block, or the name of the phase; 0 where there is none.
    pub address: u64,
}

const KIND_BITS: u32 = 4;
const ALIGN_BITS: u32 = 6;
const THREAD_BITS: u32 = 16;
const SIZE_BITS: u32 = u64::BITS - KIND_BITS - ALIGN_BITS - THREAD_BITS;
/// Sizes beyond this are recorded as this: no machine has lent so much.
const LARGEST: u64 = (1 << SIZE_BITS) - 1;

impl Record {
    /// The length of a record in a file, in bytes.
    pub const LENGTH: usize = 16;

    /// The first eight bytes of a phase's name, as they are recorded.
    #[must_use]
    pub const fn phase(name: &str) -> u64 {
        let name = name.as_bytes();
        let mut bytes = [0; 8];
        let mut at = 0;
        while at < bytes.len() && at < name.len() {
            bytes[at] = name[at];
            at += 1;
        }
        u64::from_ne_bytes(bytes)
    }

    /// The two words of the record. The first is never 0.
    #[must_use]
    pub const fn pack(self) -> [u64; 2] {
        let (kind, size, align_log) = match self.action {
            Action::Allocate { size, align_log } => (1, size, align_log),
            Action::Free => (2, 0, 0),
            Action::Resize { size } => (3, size, 0),
            Action::Resized => (4, 0, 0),
            Action::ThreadEnd => (5, 0, 0),
            Action::Phase => (6, 0, 0),
        };
        let size = if size > LARGEST { LARGEST } else { size };
        let word = kind
            | (align_log as u64) << KIND_BITS
            | (self.thread as u64) << (KIND_BITS + ALIGN_BITS)
            | size << (KIND_BITS + ALIGN_BITS + THREAD_BITS);
        [word, self.address]
    }

    /// The record of two words; `None` where they are none.
    #[must_use]
    pub const fn unpack([word, address]: [u64; 2]) -> Option<Self> {
        let size = word >> (KIND_BITS + ALIGN_BITS + THREAD_BITS);
        let align_log = (word >> KIND_BITS) as u8 & ((1 << ALIGN_BITS) - 1);
        let action = match word & ((1 << KIND_BITS) - 1) {
            1 => Action::Allocate { size, align_log },
            2 => Action::Free,
            3 => Action::Resize { size },
            4 => Action::Resized,
            5 => Action::ThreadEnd,
            6 => Action::Phase,
            _ => return None,
        };
        Some(Self {
            action,
            thread: (word >> (KIND_BITS + ALIGN_BITS)) as u16,
            address,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_comes_out_again(
            kind in 0..6,
            size in 0..=LARGEST,
            align_log in 0_u8..64,
            thread: u16,
            address: u64,
        ) {
            let action = match kind {
                0 => Action::Allocate { size, align_log },
                1 => Action::Free,
                2 => Action::Resize { size },
                3 => Action::Resized,
                4 => Action::Phase,
                _ => Action::ThreadEnd,
            };
            let record = Record { action, thread, address };
            prop_assert_eq!(Record::unpack(record.pack()), Some(record));
        }
    }

    #[test]
    fn long_names_of_phases_are_cut() {
        assert_eq!(Record::phase("pool").to_ne_bytes(), *b"pool\0\0\0\0");
        assert_eq!(Record::phase("transaction").to_ne_bytes(), *b"transact");
    }

    #[test]
    fn zeroes_are_no_record() {
        assert_eq!(Record::unpack([0, 0]), None);
        assert_eq!(Record::unpack([u64::MAX, 0]), None);
    }
}
