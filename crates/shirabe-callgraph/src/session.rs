//! Recordings: one at a time in a process, over all its threads.

use crate::clock;
use crate::config::LookUp;
use crate::follow::{Follow, Follower};
use crate::lookup::FindLevel;
use crate::merge::{ThreadRecords, merge};
use crate::reader::Reader;
use crate::recorder::Recorder;
use crate::stream::{Stream, StreamRecorder};
use crate::tasks::{self, Task};
use crate::thread::{self, Kind, Slot};
use crate::{Config, Costs, Counters, Events, Profile};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

static RECORDING: AtomicBool = AtomicBool::new(false);
/// The number of the session that runs or ran last.
static GENERATION: AtomicU64 = AtomicU64::new(0);
static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// A recording runs already in this process, and there can be only one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a recording runs already")]
pub struct AlreadyRecording;

/// A running recording. Dropping it ends it without a profile.
#[derive(Debug)]
#[must_use = "a recording that is not kept ends at once"]
pub struct Recording {
    _ends: EndsSession,
}

/// A running recording of the stream of events. Dropping it ends it without a stream.
#[derive(Debug)]
#[must_use = "a recording that is not kept ends at once"]
pub struct StreamRecording {
    _ends: EndsSession,
}

/// Following what threads are at. Dropping it ends that.
#[derive(Debug)]
#[must_use = "what is not kept ends at once"]
pub struct Following {
    _ends: EndsSession,
}

#[derive(Debug)]
struct EndsSession;

impl Drop for EndsSession {
    fn drop(&mut self) {
        RECORDING.store(false, Ordering::Relaxed);
        *session() = None;
    }
}

struct Session {
    generation: u64,
    purpose: Purpose,
    counters: Option<fn() -> Counters>,
    /// The threads at the start.
    tasks: FxHashMap<i32, Task>,
    slots: Vec<Arc<Slot>>,
}

/// What a session makes of the spans.
#[derive(Clone, Copy)]
enum Purpose {
    Profile(Config),
    Stream,
    Follow(Follow),
}

/// Starts a recording of all threads. `counters` tells what the current thread has allocated; it
/// is called at every span.
///
/// # Errors
/// Where one runs already.
pub fn start(
    config: Config,
    counters: Option<fn() -> Counters>,
) -> Result<Recording, AlreadyRecording> {
    begin(Purpose::Profile(config), counters).map(|_ends| Recording { _ends })
}

/// Starts a recording of the stream of events of all threads, with every event.
///
/// # Errors
/// Where a recording runs already.
pub fn start_stream(
    counters: Option<fn() -> Counters>,
) -> Result<StreamRecording, AlreadyRecording> {
    begin(Purpose::Stream, counters).map(|_ends| StreamRecording { _ends })
}

/// Has `follow` told what each thread is at: for a record of another kind, in which that is to be
/// noted.
///
/// # Errors
/// Where a recording runs already.
pub fn follow(follow: Follow) -> Result<Following, AlreadyRecording> {
    begin(Purpose::Follow(follow), None).map(|_ends| Following { _ends })
}

/// Records what `act` does, and all other threads meanwhile.
///
/// # Errors
/// Where a recording runs already.
pub fn record<T>(
    config: Config,
    counters: Option<fn() -> Counters>,
    act: impl FnOnce() -> T,
) -> Result<(T, Profile), AlreadyRecording> {
    let recording = start(config, counters)?;
    let result = act();
    Ok((result, recording.finish()))
}

#[inline]
pub(crate) fn is_recording() -> bool {
    RECORDING.load(Ordering::Relaxed)
}

pub(crate) fn generation() -> u64 {
    GENERATION.load(Ordering::Relaxed)
}

fn session() -> MutexGuard<'static, Option<Session>> {
    SESSION.lock().unwrap_or_else(PoisonError::into_inner)
}

fn begin(
    purpose: Purpose,
    counters: Option<fn() -> Counters>,
) -> Result<EndsSession, AlreadyRecording> {
    let mut running = session();
    if running.is_some() {
        return Err(AlreadyRecording);
    }
    let generation = GENERATION.fetch_add(1, Ordering::Relaxed) + 1;
    *running = Some(Session {
        generation,
        purpose,
        counters,
        tasks: tasks::living(),
        slots: Vec::new(),
    });
    drop(running);
    // What this thread does before its first span belongs to the recording too.
    if let Some(slot) = join() {
        thread::check_in();
        thread::adopt(slot);
    }
    RECORDING.store(true, Ordering::Relaxed);
    Ok(EndsSession)
}

/// Gives the current thread a slot in the running session; nothing where there is none.
pub(crate) fn join() -> Option<Arc<Slot>> {
    let mut running = session();
    let session = running.as_mut()?;
    let events = match session.purpose {
        Purpose::Profile(config) => config.events,
        Purpose::Stream | Purpose::Follow(_) => Events::ALL,
    };
    let mut reader = Reader::new(session.counters, events);
    let before = reader.read(true);
    let task = tasks::own_id();
    // All that a younger thread has spent belongs to the recording.
    let younger = task.is_some_and(|task| !session.tasks.contains_key(&task));
    let base = if younger {
        Costs::default()
    } else {
        before.costs()
    };
    let number = session.slots.len() + 1;
    let name = match std::thread::current().name() {
        Some(name) => format!("thread {number} ({name})"),
        None => format!("thread {number}"),
    };
    let recorder = match session.purpose {
        Purpose::Follow(follow) => Kind::Follow(Follower::new(follow)),
        Purpose::Stream => Kind::Stream(StreamRecorder::new(name.clone(), reader, base)),
        Purpose::Profile(config) => match config.lookup {
            LookUp::Always => Kind::Always(Recorder::new(config, reader, base)),
            LookUp::SkipNoop => Kind::SkipNoop(Recorder::new(config, reader, base)),
        },
    };
    let slot = Arc::new(Slot::new(session.generation, name, task, recorder));
    session.slots.push(Arc::clone(&slot));
    reader.exclude_since(before.counters);
    let mut recorder = slot.lock();
    if let Some(of_recorder) = recorder.as_deref_mut().and_then(Kind::reader_mut) {
        *of_recorder = reader;
    }
    drop(recorder);
    Some(slot)
}

/// Ends the session: its threads' recorders are in their slots but for those of other threads that
/// are still inside a span.
fn end() -> Option<Session> {
    RECORDING.store(false, Ordering::Relaxed);
    thread::check_in();
    session().take()
}

impl Recording {
    /// Ends the recording. Spans of this thread that are open are taken to end now; a thread that
    /// is still inside a span has only its time counted.
    #[must_use]
    pub fn finish(self) -> Profile {
        let process = clock::of_the_process();
        let Some(session) = end() else {
            return merge(Config::default(), &[], process);
        };
        let Purpose::Profile(config) = session.purpose else {
            return merge(Config::default(), &[], process);
        };
        let own = std::thread::current().id();
        let mut living = if config.events.time {
            tasks::living()
        } else {
            FxHashMap::default()
        };
        let mut threads = Vec::new();
        for slot in &session.slots {
            let Some(recorder) = slot.lock().take() else {
                continue;
            };
            let task = slot.task.and_then(|task| living.remove(&task));
            let is_own = slot.thread == own;
            let records = match *recorder {
                Kind::Always(recorder) => finished(recorder, is_own, task),
                Kind::SkipNoop(recorder) => finished(recorder, is_own, task),
                Kind::Stream(_) | Kind::Follow(_) => continue,
            };
            let name = slot.name.clone();
            threads.push(ThreadRecords { name, records });
        }
        let mut others: Vec<(i32, Task)> = living.into_iter().collect();
        others.sort_unstable_by_key(|(id, _)| *id);
        for (id, task) in others {
            let before = session.tasks.get(&id).map_or(0, |task| task.ns);
            let ns = task.ns.saturating_sub(before);
            threads.push(ThreadRecords::without_spans(&task.name, ns));
        }
        merge(config, &threads, process)
    }
}

fn finished<L: FindLevel>(
    mut recorder: Recorder<L>,
    is_own: bool,
    task: Option<Task>,
) -> Vec<crate::recorder::Record> {
    if is_own {
        recorder.touch();
    }
    recorder.close();
    if let Some(task) = task.filter(|_| !is_own) {
        recorder.complete(task.ns);
    }
    recorder.records
}

impl StreamRecording {
    /// Ends the recording. Spans that are open are taken to end with the last event.
    #[must_use]
    pub fn finish(self) -> Stream {
        let mut stream = Stream::default();
        for slot in end().map(|session| session.slots).unwrap_or_default() {
            if let Some(Kind::Stream(recorder)) = slot.lock().take().map(|recorder| *recorder) {
                stream.threads.push(recorder.into_steps());
            }
        }
        stream
    }
}
