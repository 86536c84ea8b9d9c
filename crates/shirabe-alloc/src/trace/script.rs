//! A trace as a script: steps on numbered blocks, ready to be run again.

use super::MAGIC;
use super::record::{Action, Record};
use std::alloc::Layout;
use std::collections::HashMap;

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A thread takes the next block: blocks are numbered in the order of these steps.
    Allocate {
        /// The thread.
        thread: u16,
        /// The layout of the block.
        layout: Layout,
        /// What the thread is working on: an index into [`Script::phases`].
        phase: u16,
    },
    /// A thread frees a block.
    Free {
        /// The thread.
        thread: u16,
        /// The number of the block.
        block: u32,
    },
    /// A thread makes a block longer or shorter.
    Resize {
        /// The thread.
        thread: u16,
        /// The number of the block.
        block: u32,
        /// The new size in bytes.
        size: usize,
    },
    /// A thread ends.
    End {
        /// The thread.
        thread: u16,
    },
}

/// The steps of a trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// In the order in which they happened.
    pub steps: Vec<Step>,
    /// How many blocks are taken.
    pub blocks: usize,
    /// The names of what threads work on, eight bytes of each. The first has none: a thread works
    /// on that until it says otherwise.
    pub phases: Vec<String>,
    /// Steps on blocks that were taken before the recording began: they are left out.
    pub unknown: usize,
}

/// Why bytes are no trace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// They do not begin as a trace does.
    #[error("not an allocation trace: it does not begin with \"shialtr1\"")]
    NoTrace,
    /// A record makes no sense.
    #[error("record {number} of the trace makes no sense: {what}")]
    Senseless {
        /// Counted from 0.
        number: usize,
        /// What is wrong with it.
        what: &'static str,
    },
}

impl Script {
    /// Reads the bytes of a trace.
    ///
    /// # Errors
    /// Where they are none, or a record contradicts those before it.
    pub fn read(bytes: &[u8]) -> Result<Self, TraceError> {
        let Some(records) = bytes.strip_prefix(&MAGIC) else {
            return Err(TraceError::NoTrace);
        };
        let mut reader = Reader::default();
        reader.script.phases.push(String::new());
        let (records, _) = records.as_chunks::<{ Record::LENGTH }>();
        for (number, record) in records.iter().enumerate() {
            if *record == [0; Record::LENGTH] {
                // What lies behind the last record, or the last of a thread that was cut off.
                continue;
            }
            let (words, _) = record.as_chunks::<8>();
            let words = [u64::from_ne_bytes(words[0]), u64::from_ne_bytes(words[1])];
            Record::unpack(words)
                .ok_or("no such action")
                .and_then(|record| reader.add(record))
                .map_err(|what| TraceError::Senseless { number, what })?;
        }
        Ok(reader.script)
    }
}

#[derive(Default)]
struct Reader {
    script: Script,
    /// Blocks on loan by address.
    lent: HashMap<u64, u32>,
    /// By thread: what it is resizing, `None` for a block that is unknown.
    resizing: HashMap<u16, Option<u32>>,
    /// By thread: what it is working on.
    working_on: HashMap<u16, u16>,
}

impl Reader {
    fn add(&mut self, record: Record) -> Result<(), &'static str> {
        let Record {
            action,
            thread,
            address,
        } = record;
        match action {
            Action::Allocate { size, align_log } => {
                let size = usize::try_from(size).map_err(|_| "a size beyond this machine")?;
                let align = 1_usize
                    .checked_shl(align_log.into())
                    .ok_or("an alignment beyond this machine")?;
                let layout = Layout::from_size_align(size, align).map_err(|_| "no layout")?;
                let block = u32::try_from(self.script.blocks).map_err(|_| "too many blocks")?;
                if self.lent.insert(address, block).is_some() {
                    return Err("the block is on loan already");
                }
                self.script.blocks += 1;
                let phase = self.working_on.get(&thread).copied().unwrap_or_default();
                self.script.steps.push(Step::Allocate {
                    thread,
                    layout,
                    phase,
                });
            }
            Action::Free => match self.lent.remove(&address) {
                Some(block) => self.script.steps.push(Step::Free { thread, block }),
                None => self.script.unknown += 1,
            },
            Action::Resize { size } => {
                let size = usize::try_from(size).map_err(|_| "a size beyond this machine")?;
                let block = self.lent.remove(&address);
                match block {
                    Some(block) => self.script.steps.push(Step::Resize {
                        thread,
                        block,
                        size,
                    }),
                    None => self.script.unknown += 1,
                }
                self.resizing.insert(thread, block);
            }
            Action::Resized => {
                let block = self.resizing.remove(&thread);
                let block = block.ok_or("the thread was resizing nothing")?;
                if address == 0 {
                    return Err("memory ran out: such a trace cannot be run again");
                }
                if let Some(block) = block
                    && self.lent.insert(address, block).is_some()
                {
                    return Err("the block is on loan already");
                }
            }
            Action::Phase => {
                let bytes = address.to_ne_bytes();
                let name = String::from_utf8_lossy(&bytes);
                let name = name.trim_end_matches('\0');
                let phases = &mut self.script.phases;
                let known = phases.iter().position(|phase| phase == name);
                let phase = known.unwrap_or_else(|| {
                    phases.push(name.to_owned());
                    phases.len() - 1
                });
                let phase = u16::try_from(phase).map_err(|_| "too many phases")?;
                self.working_on.insert(thread, phase);
            }
            Action::ThreadEnd => self.script.steps.push(Step::End { thread }),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(records: &[(Action, u16, u64)]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for &(action, thread, address) in records {
            let record = Record {
                action,
                thread,
                address,
            };
            bytes.extend(record.pack().into_iter().flat_map(u64::to_ne_bytes));
        }
        bytes
    }

    const EIGHT: Action = Action::Allocate {
        size: 8,
        align_log: 3,
    };

    #[test]
    fn blocks_are_followed_through_resizing_and_reuse_of_their_address() {
        let mut bytes = trace(&[
            (EIGHT, 0, 64),
            (Action::Free, 1, 999),
            (Action::Resize { size: 20 }, 0, 64),
            // Another thread gets the address before the first has its new one.
            (EIGHT, 1, 64),
            (Action::Resized, 0, 128),
            (Action::Free, 1, 128),
            (Action::Free, 0, 64),
            (Action::ThreadEnd, 1, 0),
            (Action::Phase, 0, Record::phase("solve")),
            (EIGHT, 0, 64),
        ]);
        bytes.extend([0; 2 * Record::LENGTH]);
        let layout = Layout::new::<u64>();
        let script = Script::read(&bytes).expect("a trace");
        assert_eq!(
            script.steps,
            [
                Step::Allocate {
                    thread: 0,
                    layout,
                    phase: 0
                },
                Step::Resize {
                    thread: 0,
                    block: 0,
                    size: 20
                },
                Step::Allocate {
                    thread: 1,
                    layout,
                    phase: 0
                },
                Step::Free {
                    thread: 1,
                    block: 0
                },
                Step::Free {
                    thread: 0,
                    block: 1
                },
                Step::End { thread: 1 },
                Step::Allocate {
                    thread: 0,
                    layout,
                    phase: 1
                },
            ]
        );
        assert_eq!((script.blocks, script.unknown), (3, 1));
        assert_eq!(script.phases, ["", "solve"]);
    }

    #[test]
    fn what_is_no_trace_is_refused() {
        assert_eq!(Script::read(b"ELF"), Err(TraceError::NoTrace));
        let twice = trace(&[(EIGHT, 0, 64), (EIGHT, 1, 64)]);
        let error = Script::read(&twice).expect_err("lent twice");
        assert!(matches!(error, TraceError::Senseless { number: 1, .. }));
        let stray = trace(&[(Action::Resized, 0, 64)]);
        assert!(Script::read(&stray).is_err());
    }
}
