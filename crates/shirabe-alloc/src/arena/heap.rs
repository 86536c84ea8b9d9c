//! The block logic of one arena: lists, splitting, joining. One thread at a time.

use super::block::{Block, Misuse};
use super::counts::Counts;
use super::free_lists::FreeLists;
use super::search::Search;
use super::size_class::{self, GRANULE, SMALLEST};
use super::source::Source;
use super::superblock::Superblock;
use std::ptr;

/// The superblocks of an arena and their free blocks.
#[derive(Debug)]
pub(super) struct Heap<F> {
    lists: FreeLists<F>,
    /// The newest of the superblocks, which are linked.
    superblocks: *mut Superblock,
    /// An empty superblock that is kept for the next need.
    kept: *mut Superblock,
    next_ordinal: u32,
}

/// What a heap needs of its arena at each step.
#[derive(Debug)]
pub(super) struct Surroundings<'a, S> {
    pub(super) source: &'a S,
    pub(super) counts: &'a Counts,
    /// What superblocks name as their owner.
    pub(super) owner: *const (),
}

// Derived, these would ask the same of the source.
impl<S> Clone for Surroundings<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Surroundings<'_, S> {}

impl<F: Search> Heap<F> {
    pub(super) const NEW: Self = Self {
        lists: FreeLists::NEW,
        superblocks: ptr::null_mut(),
        kept: ptr::null_mut(),
        next_ordinal: 0,
    };

    /// The number of the next superblock.
    pub(super) fn take_ordinal(&mut self) -> u32 {
        let ordinal = self.next_ordinal;
        self.next_ordinal += 1;
        ordinal
    }

    /// A block of `size` bytes (a block's size, not a caller's); `None` where there is no memory
    /// for it, or no superblock holds it beside others.
    pub(super) fn allocate<S: Source>(
        &mut self,
        around: Surroundings<'_, S>,
        size: usize,
    ) -> Option<Block> {
        let block = self.find(around, size)?;
        self.lend(around, block, size, true);
        Some(block)
    }

    /// The same, aligned to more than a block is by itself: to `align`, a power of two.
    pub(super) fn allocate_aligned<S: Source>(
        &mut self,
        around: Surroundings<'_, S>,
        size: usize,
        align: usize,
    ) -> Option<Block> {
        // Room to move to the next multiple, and past it where the gap would be no block.
        let gross = size.checked_add(align)?.checked_add(GRANULE)?;
        let block = self.find(around, gross)?;
        let payload = block.payload();
        let mut gap = payload.align_offset(align);
        if gap != 0 && gap < SMALLEST {
            gap += align;
        }
        if gap == 0 {
            self.lend(around, block, size, true);
            return Some(block);
        }
        let whole = block.size();
        // SAFETY: the gap ends within the block, which is longer by `size` at least.
        let aligned = unsafe { Block::at(block.address().add(gap)) };
        aligned.set_free(whole - gap);
        block.set_free(gap);
        self.lists.add(block);
        around.counts.splits.add(1);
        self.lend(around, aligned, size, false);
        Some(aligned)
    }

    /// A free block of at least `size` bytes, in no list any more.
    fn find<S: Source>(&mut self, around: Surroundings<'_, S>, size: usize) -> Option<Block> {
        if size > Superblock::span::<S>() {
            return None;
        }
        let found = self.lists.take(size);
        around.counts.searches.add(1);
        around.counts.heads_inspected.add(found.inspected as u64);
        let Some(block) = found.block else {
            return self.grow(around);
        };
        if block.size() == Superblock::span::<S>() {
            // It is the whole of a superblock, which is no longer empty.
            if Superblock::of::<S>(block.payload()) == self.kept {
                self.kept = ptr::null_mut();
            }
        }
        Some(block)
    }

    /// The block of a new superblock, in no list.
    fn grow<S: Source>(&mut self, around: Surroundings<'_, S>) -> Option<Block> {
        let new = Superblock::map(around.source, around.owner, self.next_ordinal);
        if new.is_null() {
            return None;
        }
        self.next_ordinal += 1;
        // SAFETY: both superblocks are mapped and this heap's.
        unsafe {
            (*new).next = self.superblocks;
            if let Some(old) = self.superblocks.as_mut() {
                old.previous = new;
            }
        }
        self.superblocks = new;
        around.counts.superblocks.add(1);
        around.counts.superblocks_mapped.add(1);
        around.counts.bytes_mapped.add(S::SUPERBLOCK as u64);
        // SAFETY: the same.
        Some(unsafe { Superblock::first(new) })
    }

    /// Lends the first `size` bytes of a free block that is in no list; the rest stays free where
    /// it is a block.
    fn lend<S>(
        &mut self,
        around: Surroundings<'_, S>,
        block: Block,
        size: usize,
        before_used: bool,
    ) {
        let lent = self.cut(around, block, block.size(), size, before_used);
        around.counts.bytes_on_loan.add(lent as u64);
        around.counts.blocks_on_loan.add(1);
        around.counts.blocks_taken.add(1);
    }

    /// Marks the first `wanted` of `size` bytes as on loan and adds the rest to the lists where it
    /// is a block. Returns how many are on loan.
    fn cut<S>(
        &mut self,
        around: Surroundings<'_, S>,
        block: Block,
        size: usize,
        wanted: usize,
        before_used: bool,
    ) -> usize {
        let rest = size - wanted;
        if rest < SMALLEST {
            block.set_used(size, before_used);
            return size;
        }
        // SAFETY: the rest lies within the block.
        let behind = unsafe { Block::at(block.address().add(wanted)) };
        behind.set_free(rest);
        block.set_used(wanted, before_used);
        self.lists.add(behind);
        around.counts.splits.add(1);
        wanted
    }

    /// Takes a block back.
    ///
    /// # Safety
    /// It is one of this heap's blocks on loan, and nobody uses it any more.
    pub(super) unsafe fn free<S: Source>(&mut self, around: Surroundings<'_, S>, block: Block) {
        block.check_on_loan(Misuse::Free);
        let size = block.size();
        around.counts.bytes_on_loan.take(size as u64);
        around.counts.blocks_on_loan.take(1);
        self.release(around, block, size);
    }

    /// Makes `size` bytes at a tag free: joins them with free neighbours, and gives the superblock
    /// back where it is empty.
    fn release<S: Source>(&mut self, around: Surroundings<'_, S>, block: Block, size: usize) {
        let mut start = block;
        let mut whole = size;
        let next = block.next();
        if !next.is_used() {
            self.lists.remove(next);
            whole += next.size();
            next.forget();
            around.counts.coalescings.add(1);
        }
        if !block.is_before_used() {
            let previous = block.previous();
            self.lists.remove(previous);
            whole += previous.size();
            start = previous;
            block.forget();
            around.counts.coalescings.add(1);
        }
        start.set_free(whole);
        self.lists.add(start);
        if whole == Superblock::span::<S>() {
            self.keep(around, Superblock::of::<S>(start.payload()));
        }
    }

    /// Keeps an empty superblock for the next need and gives back the one that was kept.
    fn keep<S: Source>(&mut self, around: Surroundings<'_, S>, empty: *mut Superblock) {
        let old = std::mem::replace(&mut self.kept, empty);
        if old.is_null() {
            return;
        }
        // SAFETY: the kept superblock is mapped, this heap's and one free block: it stops being
        // kept as soon as that block is taken.
        unsafe {
            self.lists.remove(Superblock::first(old));
            let (next, previous) = ((*old).next, (*old).previous);
            if let Some(next) = next.as_mut() {
                next.previous = previous;
            }
            match previous.as_mut() {
                Some(previous) => previous.next = next,
                None => self.superblocks = next,
            }
            around.source.unmap((*old).base, (*old).mapped);
        }
        around.counts.superblocks.take(1);
        around.counts.bytes_mapped.take(S::SUPERBLOCK as u64);
    }

    /// Makes a block on loan `size` bytes long where it lies, if it can be.
    ///
    /// # Safety
    /// It is one of this heap's blocks on loan.
    pub(super) unsafe fn resize<S: Source>(
        &mut self,
        around: Surroundings<'_, S>,
        block: Block,
        size: usize,
    ) -> bool {
        block.check_on_loan(Misuse::Resize);
        let old = block.size();
        let before_used = block.is_before_used();
        if size <= old {
            let rest = old - size;
            if rest >= SMALLEST {
                // SAFETY: the rest lies within the block.
                let behind = unsafe { Block::at(block.address().add(size)) };
                behind.set_used(rest, true);
                block.set_used(size, before_used);
                around.counts.splits.add(1);
                around.counts.bytes_on_loan.take(rest as u64);
                self.release(around, behind, rest);
            }
            return true;
        }
        let next = block.next();
        if next.is_used() || old + next.size() < size {
            return false;
        }
        self.lists.remove(next);
        let whole = old + next.size();
        next.forget();
        let now = self.cut(around, block, whole, size, before_used);
        around.counts.bytes_on_loan.add((now - old) as u64);
        around.counts.coalescings.add(1);
        around.counts.grown_in_place.add(1);
        true
    }

    /// Walks over every block and every list and aborts where they do not agree.
    pub(super) fn verify<S: Source>(&self, counts: &Counts) {
        let fault = |what, block: Block| super::fault::abort(what, block.payload());
        let (mut free, mut lent, mut blocks, mut superblocks) = (0_u64, 0, 0, 0);
        let mut superblock = self.superblocks;
        while !superblock.is_null() {
            // SAFETY: the linked superblocks are mapped and this heap's.
            let mut block = unsafe { Superblock::first(superblock) };
            // SAFETY: the same.
            let end = unsafe { superblock.cast::<u8>().add(S::SUPERBLOCK) };
            let mut before_used = true;
            while block.size() > 0 {
                if block.is_before_used() != before_used {
                    fault("it is wrong about the block before it", block);
                }
                if block.is_used() {
                    lent += block.size() as u64;
                    blocks += 1;
                } else {
                    free += 1;
                    if !before_used || block.next().previous() != block {
                        fault("two free blocks were not joined", block);
                    }
                    let list = size_class::of(block.size());
                    if !self.lists.blocks(list).any(|listed| listed == block) {
                        fault("it is free and in no list", block);
                    }
                }
                before_used = block.is_used();
                block = block.next();
            }
            if block.payload() != end || block.is_before_used() != before_used {
                fault("the superblock does not end where it should", block);
            }
            superblocks += 1;
            // SAFETY: the same.
            superblock = unsafe { (*superblock).next };
        }
        let listed: usize = (0..size_class::LISTS)
            .map(|list| self.lists.blocks(list).count())
            .sum();
        let same = listed as u64 == free
            && lent == counts.bytes_on_loan.get()
            && blocks == counts.blocks_on_loan.get()
            && superblocks == counts.superblocks.get();
        if !same {
            fault("what is counted is not what is there", Block::NONE);
        }
    }

    /// Gives every superblock back.
    pub(super) fn unmap_all<S: Source>(&mut self, source: &S) {
        let mut superblock = std::mem::replace(&mut self.superblocks, ptr::null_mut());
        while !superblock.is_null() {
            // SAFETY: the linked superblocks are mapped and this heap's, and each is visited once.
            unsafe {
                let next = (*superblock).next;
                source.unmap((*superblock).base, (*superblock).mapped);
                superblock = next;
            }
        }
        *self = Self::NEW;
    }
}
