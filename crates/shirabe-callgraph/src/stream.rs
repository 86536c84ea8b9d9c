//! A recorded stream of events, to be profiled again and again.

use crate::centre::{Centre, CentreId};
use crate::config::LookUp;
use crate::lookup::{Always, FindLevel, SkipNoop};
use crate::merge::{ThreadRecords, merge};
use crate::reader::{Reader, Reading};
use crate::recorder::Recorder;
use crate::{Config, Costs, Counters, Profile};

/// What happened on each thread, with the readings of that moment. The same stream gives the same
/// profile every time, whatever the clock does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stream {
    pub(crate) threads: Vec<ThreadSteps>,
}

/// The events of one thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ThreadSteps {
    pub(crate) name: String,
    pub(crate) base: Costs,
    pub(crate) events: Vec<Event>,
}

/// Entering or leaving a centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
    /// The centre that was entered, and whether it is fine; nothing where one was left.
    pub(crate) entered: Option<(CentreId, bool)>,
    pub(crate) reading: Reading,
}

/// One event of a stream made by hand.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// A centre is entered.
    Enter(&'static Centre),
    /// The innermost centre is left.
    Leave,
}

impl Stream {
    /// Adds a thread with these steps, each with the thread's CPU time in nanoseconds and its
    /// counters at that moment, which must not fall.
    pub fn push_thread(
        &mut self,
        name: &str,
        steps: impl IntoIterator<Item = (Step, u64, Counters)>,
    ) {
        let mut open: Vec<bool> = Vec::new();
        let mut events = Vec::new();
        for (step, ns, counters) in steps {
            let (entered, fine) = match step {
                Step::Enter(centre) => {
                    open.push(centre.fine);
                    (Some((centre.id(), centre.fine)), centre.fine)
                }
                Step::Leave => (None, open.pop().unwrap_or(false)),
            };
            let ns = (!fine).then_some(ns);
            let reading = Reading { ns, counters };
            events.push(Event { entered, reading });
        }
        self.threads.push(ThreadSteps {
            name: name.to_owned(),
            base: Costs::default(),
            events,
        });
    }

    /// How many events the stream has on all threads.
    #[must_use]
    pub fn len(&self) -> usize {
        self.threads.iter().map(|thread| thread.events.len()).sum()
    }

    /// Whether nothing happened.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The profile of the stream.
    #[must_use]
    pub fn profile(&self, config: Config) -> Profile {
        let threads = self.threads.iter();
        let records: Vec<ThreadRecords> = match config.lookup {
            LookUp::Always => threads
                .map(|thread| thread.records::<Always>(config))
                .collect(),
            LookUp::SkipNoop => threads
                .map(|thread| thread.records::<SkipNoop>(config))
                .collect(),
        };
        merge(config, &records, None)
    }
}

impl ThreadSteps {
    fn records<L: FindLevel>(&self, config: Config) -> ThreadRecords {
        let mut base = self.base;
        if !config.events.time {
            base.ns = 0;
        }
        let mut recorder = Recorder::<L>::new(config, Reader::new(None, config.events), base);
        for event in &self.events {
            let mut last = event.reading;
            if !config.events.time {
                last.ns = None;
            }
            match event.entered {
                Some((centre, _)) if recorder.folds(centre) => {}
                Some((centre, fine)) => {
                    recorder.push(centre, fine, last);
                }
                None if recorder.unfolds() => {}
                None => recorder.pop(last),
            }
        }
        recorder.close();
        ThreadRecords {
            name: self.name.clone(),
            records: recorder.records,
        }
    }
}

/// Records a stream on one thread.
pub(crate) struct StreamRecorder {
    steps: ThreadSteps,
    /// For each open span whether it is fine.
    open: Vec<bool>,
    pub(crate) reader: Reader,
}

impl StreamRecorder {
    pub(crate) fn new(name: String, reader: Reader, base: Costs) -> Self {
        let events = Vec::new();
        Self {
            steps: ThreadSteps { name, base, events },
            open: Vec::new(),
            reader,
        }
    }

    pub(crate) fn enter(&mut self, centre: &'static Centre) {
        let reading = self.reader.read(!centre.fine);
        self.open.push(centre.fine);
        let entered = Some((centre.id(), centre.fine));
        self.steps.events.push(Event { entered, reading });
        self.reader.exclude_since(reading.counters);
    }

    pub(crate) fn leave(&mut self) {
        let Some(fine) = self.open.pop() else { return };
        let reading = self.reader.read(!fine);
        let entered = None;
        self.steps.events.push(Event { entered, reading });
        self.reader.exclude_since(reading.counters);
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.open.is_empty()
    }

    /// The stream so far, without spans that are still open at its end.
    pub(crate) fn into_steps(self) -> ThreadSteps {
        self.steps
    }
}
