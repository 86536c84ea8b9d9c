//! The current thread's recorder.
//!
//! While a thread is inside a span, its recorder is the thread's own and needs no lock. Outside it
//! lies in a slot that the session knows, so that a recording can be finished although threads of
//! a pool live on.

use crate::centre::Centre;
use crate::follow::Follower;
use crate::lookup::{Always, SkipNoop};
use crate::reader::Reader;
use crate::recorder::Recorder;
use crate::session;
use crate::stream::StreamRecorder;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

/// A recorder of one of the kinds that can be chosen.
pub(crate) enum Kind {
    Always(Recorder<Always>),
    SkipNoop(Recorder<SkipNoop>),
    Stream(StreamRecorder),
    Follow(Follower),
}

/// Where a thread's recorder lies while the thread is outside every span.
pub(crate) struct Slot {
    /// The session that it belongs to.
    pub(crate) generation: u64,
    pub(crate) name: String,
    pub(crate) thread: ThreadId,
    /// The thread's number in the system.
    pub(crate) task: Option<i32>,
    recorder: Mutex<Option<Box<Kind>>>,
}

struct Local {
    recorder: Option<Box<Kind>>,
    slot: Option<Arc<Slot>>,
}

thread_local! {
    static LOCAL: RefCell<Local> = const {
        RefCell::new(Local { recorder: None, slot: None })
    };
}

/// Enters a centre on this thread. Whether it is recorded, and hence must be left.
// Cold for the sake of the program that is not being recorded.
#[cold]
#[inline(never)]
pub(crate) fn enter(centre: &'static Centre) -> bool {
    with(|local| {
        if local.recorder.is_none() {
            local.check_out();
        }
        match local.recorder.as_deref_mut() {
            Some(Kind::Always(recorder)) => recorder.enter(centre),
            Some(Kind::SkipNoop(recorder)) => recorder.enter(centre),
            Some(Kind::Stream(recorder)) => recorder.enter(centre),
            Some(Kind::Follow(follower)) => follower.enter(centre),
            None => return false,
        }
        true
    })
    .unwrap_or(false)
}

/// Leaves the centre that this thread has entered last.
#[cold]
#[inline(never)]
pub(crate) fn leave() {
    with(|local| {
        let idle = match local.recorder.as_deref_mut() {
            Some(Kind::Always(recorder)) => {
                recorder.leave();
                recorder.is_idle()
            }
            Some(Kind::SkipNoop(recorder)) => {
                recorder.leave();
                recorder.is_idle()
            }
            Some(Kind::Stream(recorder)) => {
                recorder.leave();
                recorder.is_idle()
            }
            Some(Kind::Follow(follower)) => {
                follower.leave();
                follower.is_idle()
            }
            None => false,
        };
        if idle {
            local.check_in();
        }
    });
}

/// Puts this thread's recorder into its slot, spans open or not.
pub(crate) fn check_in() {
    with(Local::check_in);
}

/// Makes this slot the current thread's.
pub(crate) fn adopt(slot: Arc<Slot>) {
    with(|local| local.slot = Some(slot));
}

/// Nothing where the thread is about to end, or a span is opened by what this crate itself calls.
fn with<T>(act: impl FnOnce(&mut Local) -> T) -> Option<T> {
    LOCAL
        .try_with(|local| local.try_borrow_mut().ok().map(|mut local| act(&mut local)))
        .ok()
        .flatten()
}

impl Local {
    #[cold]
    fn check_out(&mut self) {
        let current = session::generation();
        if self
            .slot
            .as_ref()
            .is_none_or(|slot| slot.generation != current)
        {
            self.slot = session::join();
        }
        self.recorder = self.slot.as_ref().and_then(|slot| slot.lock().take());
    }

    fn check_in(&mut self) {
        if let (Some(slot), Some(recorder)) = (&self.slot, self.recorder.take()) {
            *slot.lock() = Some(recorder);
        }
    }
}

/// At the end of the thread: what it has spent since its last span is known only here.
impl Drop for Local {
    fn drop(&mut self) {
        self.check_in();
        if let Some(slot) = &self.slot {
            match slot.lock().as_deref_mut() {
                Some(Kind::Always(recorder)) => recorder.touch(),
                Some(Kind::SkipNoop(recorder)) => recorder.touch(),
                Some(Kind::Stream(_) | Kind::Follow(_)) | None => {}
            }
        }
    }
}

impl Slot {
    /// A slot of the current thread.
    pub(crate) fn new(generation: u64, name: String, task: Option<i32>, recorder: Kind) -> Self {
        Self {
            generation,
            name,
            thread: std::thread::current().id(),
            task,
            recorder: Mutex::new(Some(Box::new(recorder))),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Option<Box<Kind>>> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kind {
    /// What reads clock and counters; nothing where they are not read.
    pub(crate) fn reader_mut(&mut self) -> Option<&mut Reader> {
        match self {
            Self::Always(recorder) => Some(&mut recorder.reader),
            Self::SkipNoop(recorder) => Some(&mut recorder.reader),
            Self::Stream(recorder) => Some(&mut recorder.reader),
            Self::Follow(_) => None,
        }
    }
}
