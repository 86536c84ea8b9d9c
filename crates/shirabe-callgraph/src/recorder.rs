//! The records of one thread, and the spans that are open on it.

use crate::centre::{Centre, CentreId};
use crate::lookup::FindLevel;
use crate::reader::{Reader, Reading};
use crate::{Config, Costs, Counters};
use rustc_hash::FxHashMap;
use std::marker::PhantomData;
use std::sync::Arc;

/// A record's number in its recorder.
pub(crate) type RecordId = u32;

/// The record of what no span covers.
pub(crate) const ROOT: RecordId = 0;

/// Open spans that have room from the start.
const USUAL_DEPTH: usize = 64;

/// What one context has cost at one recursion level.
pub(crate) struct Record {
    /// The records of this context, by level: see `lookup`.
    pub(crate) levels: Arc<[RecordId]>,
    /// Which of them this is.
    pub(crate) level: u32,
    /// The centre and its callers, innermost first; empty for the root.
    pub(crate) context: Arc<[CentreId]>,
    /// Without what was called.
    pub(crate) own: Costs,
    /// With what was called, each span counted once however often the record is on the stack.
    pub(crate) inclusive: Costs,
    /// What was called from here.
    pub(crate) edges: Vec<Edge>,
    /// The edge that was taken last.
    last_edge: usize,
    /// How often the record is on the stack.
    active: u32,
}

/// Calls from one record to another.
pub(crate) struct Edge {
    centre: CentreId,
    pub(crate) to: RecordId,
    pub(crate) calls: u64,
    pub(crate) inclusive: Costs,
}

/// An open span.
struct Frame {
    record: RecordId,
    centre: CentreId,
    /// Of the caller's record, the edge that led here.
    edge: usize,
    /// What it has cost so far with everything called that has ended.
    inclusive: Costs,
    /// The frame that time is charged to: itself, or the innermost one around that is not fine.
    clock: usize,
    /// Direct recursions that were passed over and have not ended.
    folded: u32,
}

/// Records what one thread does.
pub(crate) struct Recorder<L> {
    pub(crate) records: Vec<Record>,
    contexts: FxHashMap<Arc<[CentreId]>, RecordId>,
    /// How often each centre is on the stack.
    depths: Vec<u32>,
    frames: Vec<Frame>,
    last: Costs,
    pub(crate) reader: Reader,
    config: Config,
    /// Room to make a context in.
    context: Vec<CentreId>,
    lookup: PhantomData<L>,
}

impl<L: FindLevel> Recorder<L> {
    /// A recorder of a thread that has spent `base` so far.
    pub(crate) fn new(config: Config, reader: Reader, base: Costs) -> Self {
        let root = Record::root(Costs::default());
        let mut frames = Vec::with_capacity(USUAL_DEPTH);
        frames.push(Frame {
            record: ROOT,
            centre: CentreId::MAX,
            edge: 0,
            inclusive: Costs::default(),
            clock: 0,
            folded: 0,
        });
        Self {
            records: vec![root],
            contexts: FxHashMap::default(),
            depths: Vec::new(),
            frames,
            last: base,
            reader,
            config,
            context: Vec::new(),
            lookup: PhantomData,
        }
    }

    /// Enters a centre now.
    #[inline]
    pub(crate) fn enter(&mut self, centre: &'static Centre) {
        let id = match centre.known_id() {
            Some(id) => id,
            None => self.reader.excluded(|| centre.id()),
        };
        if self.folds(id) {
            return;
        }
        let reading = self.reader.read(!centre.fine);
        if self.push(id, centre.fine, reading) {
            self.reader.exclude_since(reading.counters);
        }
    }

    /// Leaves the innermost centre now.
    #[inline]
    pub(crate) fn leave(&mut self) {
        if !self.unfolds() {
            let top = self.frames.len() - 1;
            let reading = self.reader.read(self.frames[top].clock == top);
            self.pop(reading);
        }
    }

    /// Whether no span is open.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.frames.len() == 1 && self.frames[0].folded == 0
    }

    /// Charges what was spent since the last event to the innermost span.
    pub(crate) fn touch(&mut self) {
        let reading = self.reader.read(true);
        self.charge(reading);
    }

    /// Closes every span at the last event; what the thread has spent until then is the root's
    /// inclusive cost.
    pub(crate) fn close(&mut self) {
        while self.frames.len() > 1 {
            let last = Reading {
                ns: None,
                counters: self.last_counters(),
            };
            self.pop(last);
        }
        self.records[ROOT as usize].inclusive = self.frames[0].inclusive;
    }

    fn last_counters(&self) -> Counters {
        Counters {
            allocations: self.last.allocations,
            bytes: self.last.bytes,
            frees: self.last.frees,
        }
    }

    /// Raises the time of the closed root, so that the thread's is `ns` since the clock's zero.
    pub(crate) fn complete(&mut self, ns: u64) {
        let late = ns.saturating_sub(self.last.ns);
        self.last.ns += late;
        self.frames[0].inclusive.ns += late;
        let root = &mut self.records[ROOT as usize];
        root.own.ns += late;
        root.inclusive.ns += late;
    }

    /// Whether entering `centre` is a direct recursion to be passed over; if so it is noted.
    #[inline]
    pub(crate) fn folds(&mut self, centre: CentreId) -> bool {
        if !self.config.skip_direct_rec {
            return false;
        }
        match self.frames.last_mut() {
            Some(top) if top.centre == centre => {
                top.folded += 1;
                true
            }
            _ => false,
        }
    }

    /// Whether what ends is a recursion that was passed over.
    #[inline]
    pub(crate) fn unfolds(&mut self) -> bool {
        match self.frames.last_mut() {
            Some(top) if top.folded > 0 => {
                top.folded -= 1;
                true
            }
            Some(_) => self.frames.len() == 1,
            None => true,
        }
    }

    /// Opens a span. Whether memory was allocated for it.
    #[inline]
    pub(crate) fn push(&mut self, centre: CentreId, fine: bool, reading: Reading) -> bool {
        self.charge(reading);
        let mut grown = self.frames.len() == self.frames.capacity();
        if self.depths.len() <= centre as usize {
            self.depths.resize(centre as usize + 1, 0);
            grown = true;
        }
        let top = self.frames.len() - 1;
        let from = self.frames[top].record;
        let caller = &self.records[from as usize];
        let cached = caller
            .edges
            .get(caller.last_edge)
            .filter(|edge| edge.centre == centre)
            .map(|edge| edge.to);
        let at_hand = match cached {
            Some(record) => record,
            None => self.of_context(from, centre, &mut grown),
        };
        let deepest = self.config.separate_recs.saturating_sub(1);
        let level = self.depths[centre as usize].min(deepest);
        let record = L::find(&self.records, at_hand, level);
        let edge = if cached == Some(record) {
            self.records[from as usize].last_edge
        } else {
            self.edge_to(from, centre, record, &mut grown)
        };

        self.depths[centre as usize] += 1;
        let entered = &mut self.records[record as usize];
        entered.own.calls += 1;
        entered.active += 1;
        self.frames.push(Frame {
            record,
            centre,
            edge,
            inclusive: Costs {
                calls: 1,
                ..Costs::default()
            },
            clock: if fine {
                self.frames[top].clock
            } else {
                top + 1
            },
            folded: 0,
        });
        grown
    }

    /// Closes the innermost span.
    #[inline]
    pub(crate) fn pop(&mut self, reading: Reading) {
        self.charge(reading);
        if self.frames.len() == 1 {
            return;
        }
        let Some(ended) = self.frames.pop() else {
            return;
        };
        self.depths[ended.centre as usize] -= 1;
        let record = &mut self.records[ended.record as usize];
        record.active -= 1;
        if record.active == 0 {
            record.inclusive += ended.inclusive;
        }
        if let Some(caller) = self.frames.last_mut() {
            caller.inclusive += ended.inclusive;
            let edge = &mut self.records[caller.record as usize].edges[ended.edge];
            edge.calls += 1;
            edge.inclusive += ended.inclusive;
        }
    }

    /// Charges what was spent since the last event: time to the span whose clock it is, the rest
    /// to the innermost.
    #[inline]
    fn charge(&mut self, reading: Reading) {
        let now = Costs {
            ns: reading.ns.unwrap_or(self.last.ns),
            ..reading.costs()
        };
        let mut spent = now - self.last;
        self.last = now;
        let top = self.frames.len() - 1;
        let clock = self.frames[top].clock;
        if clock != top && spent.ns > 0 {
            let time = Costs {
                ns: std::mem::take(&mut spent.ns),
                ..Costs::default()
            };
            self.add(clock, time);
        }
        self.add(top, spent);
    }

    #[inline]
    fn add(&mut self, frame: usize, spent: Costs) {
        let frame = &mut self.frames[frame];
        frame.inclusive += spent;
        self.records[frame.record as usize].own += spent;
    }

    /// The first record of the context that `centre` has when called from `from`.
    #[inline(never)]
    fn of_context(&mut self, from: RecordId, centre: CentreId, grown: &mut bool) -> RecordId {
        let callers = &self.records[from as usize].context;
        let kept = callers.len().min(self.config.separate_callers);
        *grown |= self.context.capacity() < kept + 1;
        self.context.clear();
        self.context.push(centre);
        self.context.extend_from_slice(&callers[..kept]);
        if let Some(record) = self.contexts.get(self.context.as_slice()) {
            return *record;
        }
        *grown = true;
        let first = self.records.len() as RecordId;
        let count = self.config.separate_recs.max(1);
        let levels: Arc<[RecordId]> = (first..first + count).collect();
        let context: Arc<[CentreId]> = Arc::from(self.context.as_slice());
        self.records.extend(
            (0..count).map(|level| Record::new(Arc::clone(&levels), level, Arc::clone(&context))),
        );
        self.contexts.insert(context, first);
        first
    }

    /// The edge between two records, which becomes the one taken last.
    #[inline(never)]
    fn edge_to(
        &mut self,
        from: RecordId,
        centre: CentreId,
        to: RecordId,
        grown: &mut bool,
    ) -> usize {
        let caller = &mut self.records[from as usize];
        let known = caller.edges.iter().position(|edge| edge.to == to);
        caller.last_edge = known.unwrap_or_else(|| {
            *grown = true;
            caller.edges.push(Edge {
                centre,
                to,
                calls: 0,
                inclusive: Costs::default(),
            });
            caller.edges.len() - 1
        });
        caller.last_edge
    }
}

impl Record {
    /// The root of a thread that has spent this outside every span.
    pub(crate) fn root(costs: Costs) -> Self {
        let mut record = Self::new(Arc::from([ROOT]), 0, Arc::from([]));
        record.own = costs;
        record.inclusive = costs;
        record
    }

    fn new(levels: Arc<[RecordId]>, level: u32, context: Arc<[CentreId]>) -> Self {
        Self {
            levels,
            level,
            context,
            own: Costs::default(),
            inclusive: Costs::default(),
            edges: Vec::new(),
            last_edge: 0,
            active: 0,
        }
    }
}
