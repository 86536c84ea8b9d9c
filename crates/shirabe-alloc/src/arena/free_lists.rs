//! The free lists: doubly linked through the free blocks themselves, last in, first out.

use super::block::Block;
use super::fault::{self, CHECKED};
use super::search::Search;
use super::size_class::{self, EXACT, LISTS};

/// The free blocks of one arena.
#[derive(Debug)]
pub(super) struct FreeLists<F> {
    heads: [Block; LISTS],
    search: F,
}

/// A free block taken out of its list, and what finding it took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) block: Option<Block>,
    /// How many heads of lists were looked at.
    pub(super) inspected: usize,
}

impl<F: Search> FreeLists<F> {
    pub(super) const NEW: Self = Self {
        heads: [Block::NONE; LISTS],
        search: F::NEW,
    };

    /// Adds a block that has been made free.
    pub(super) fn add(&mut self, block: Block) {
        let list = size_class::of(block.size());
        let head = self.heads[list];
        block.set_next_in_list(head);
        block.set_previous_in_list(Block::NONE);
        if head.is_none() {
            self.search.filled(list);
        } else {
            head.set_previous_in_list(block);
        }
        self.heads[list] = block;
    }

    /// Takes out a block that is in its list.
    pub(super) fn remove(&mut self, block: Block) {
        let (previous, next) = (block.previous_in_list(), block.next_in_list());
        if !next.is_none() {
            next.set_previous_in_list(previous);
        }
        if previous.is_none() {
            let list = size_class::of(block.size());
            self.heads[list] = next;
            if next.is_none() {
                self.search.emptied(list);
            }
        } else {
            previous.set_next_in_list(next);
        }
    }

    /// Takes out a block of at least `size` bytes: the first that fits in the list of that size,
    /// else the head of the lowest non-empty list above.
    #[inline]
    pub(super) fn take(&mut self, size: usize) -> Found {
        let mut list = size_class::of(size);
        let mut inspected = 0;
        if list >= EXACT {
            // Blocks of this list may be smaller than what is wanted, those of the next are not.
            inspected = 1;
            let fitting = self.blocks(list).find(|block| block.size() >= size);
            if let Some(block) = fitting {
                self.remove(block);
                return Found {
                    block: Some(block),
                    inspected,
                };
            }
            list += 1;
        }
        self.check();
        let heads = &self.heads;
        let (found, walked) = self.search.next(list, |list| heads[list].is_none());
        let block = found.map(|list| self.heads[list]);
        if let Some(block) = block {
            self.remove(block);
        }
        Found {
            block,
            inspected: inspected + walked,
        }
    }

    /// The blocks of a list, first to last.
    pub(super) fn blocks(&self, list: usize) -> impl Iterator<Item = Block> {
        let mut block = self.heads[list];
        std::iter::from_fn(move || {
            let this = block;
            (!this.is_none()).then(|| {
                block = this.next_in_list();
                this
            })
        })
    }

    /// Aborts where the search knows something else than the lists, in checked builds.
    #[inline]
    fn check(&self) {
        if CHECKED && !self.search.agrees(|list| self.heads[list].is_none()) {
            fault::abort(
                "the map of the free lists is not what the lists say",
                std::ptr::from_ref(self).cast(),
            );
        }
    }
}
