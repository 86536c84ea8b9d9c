//! Running a trace again on arenas, to see where each block comes to lie.

use super::counts::ArenaStatistics;
use super::owner::{Arena, Location};
use super::{Design, Source};
use crate::trace::{Script, Step};
use std::alloc::Layout;
use std::collections::HashMap;
use std::ptr;

/// What a replay led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Where each block came to lie, at each step that takes or resizes one.
    pub places: Vec<Location>,
    /// The sum over all arenas when the last step is done.
    pub statistics: ArenaStatistics,
    /// How many arenas were needed.
    pub arenas: usize,
}

/// Runs a script on arenas of a design: one for each thread, that of a thread that ended adopted by
/// the next to begin. All run in the caller's thread, in the order of the script.
///
/// `None` where memory runs out.
#[must_use]
pub fn replay<D: Design>(script: &Script) -> Option<Replay>
where
    D::Source: Default,
{
    let mut arenas = Arenas::<D>::default();
    let mut blocks: Vec<(*mut u8, Layout)> = Vec::with_capacity(script.blocks);
    let mut places = Vec::with_capacity(script.steps.len());
    for step in &script.steps {
        match *step {
            Step::Allocate { thread, layout, .. } => {
                // SAFETY: this thread owns all the arenas.
                let payload = unsafe { arenas.of(thread).allocate(layout) };
                if payload.is_null() {
                    return None;
                }
                // SAFETY: it is on loan.
                places.push(unsafe { Arena::<D>::locate(payload) });
                blocks.push((payload, layout));
            }
            Step::Free { thread, block } => {
                let (payload, _) = std::mem::replace(
                    blocks.get_mut(block as usize)?,
                    (ptr::null_mut(), Layout::new::<()>()),
                );
                if payload.is_null() {
                    return None;
                }
                // SAFETY: it is on loan, and forgotten here.
                unsafe { arenas.of(thread).free(payload) };
            }
            Step::Resize {
                thread,
                block,
                size,
            } => {
                let (payload, layout) = blocks.get_mut(block as usize)?;
                let new = Layout::from_size_align(size, layout.align()).ok()?;
                if payload.is_null() {
                    return None;
                }
                // SAFETY: it is on loan with that layout.
                let moved = unsafe { arenas.of(thread).resize(*payload, *layout, size) };
                if moved.is_null() {
                    return None;
                }
                (*payload, *layout) = (moved, new);
                // SAFETY: it is on loan.
                places.push(unsafe { Arena::<D>::locate(moved) });
            }
            Step::End { thread } => arenas.end(thread),
        }
    }
    let statistics = arenas.statistics();
    let count = arenas.all.len();
    // What the traced program never freed: blocks that fill a superblock alone are not the arena's
    // to give back.
    for (payload, _) in blocks {
        if !payload.is_null() {
            // SAFETY: it is on loan, and forgotten here.
            unsafe { Arena::<D>::free_from(payload) };
        }
    }
    Some(Replay {
        places,
        statistics,
        arenas: count,
    })
}

/// The arenas of a replay.
struct Arenas<D: Design> {
    /// Boxed, for an arena must not move.
    all: Vec<Box<Arena<D>>>,
    by_thread: HashMap<u16, usize>,
    abandoned: Vec<usize>,
}

impl<D: Design> Default for Arenas<D> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            by_thread: HashMap::new(),
            abandoned: Vec::new(),
        }
    }
}

impl<D: Design> Arenas<D>
where
    D::Source: Default + Source,
{
    fn of(&mut self, thread: u16) -> &Arena<D> {
        let number = *self.by_thread.entry(thread).or_insert_with(|| {
            // The newest, as in a process.
            let adopted = (0..self.abandoned.len()).max_by_key(|at| self.abandoned[*at]);
            if let Some(at) = adopted {
                return self.abandoned.swap_remove(at);
            }
            let index = self.all.len();
            self.all
                .push(Box::new(Arena::new(D::Source::default(), index as u32)));
            index
        });
        &self.all[number]
    }

    fn end(&mut self, thread: u16) {
        self.abandoned.extend(self.by_thread.remove(&thread));
    }

    fn statistics(&self) -> ArenaStatistics {
        let mut sum = ArenaStatistics::default();
        for arena in &self.all {
            sum += arena.statistics();
        }
        sum
    }
}
