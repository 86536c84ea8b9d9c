//! The records of all threads as one profile.

use crate::centre::{Centre, CentreId, Place};
use crate::profile::{Call, Function, Profile};
use crate::recorder::Record;
use crate::{Config, Costs};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What one thread recorded.
pub(crate) struct ThreadRecords {
    pub(crate) name: String,
    pub(crate) records: Vec<Record>,
}

impl ThreadRecords {
    /// A thread that entered no span.
    pub(crate) fn without_spans(name: &str, ns: u64) -> Self {
        let costs = Costs {
            ns,
            ..Costs::default()
        };
        Self {
            name: format!("thread without spans ({name})"),
            records: vec![Record::root(costs)],
        }
    }
}

/// What makes a function, in the order in which a profile has them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Thread(usize),
    Context { places: Vec<Place>, level: u32 },
}

/// Adds up what is the same function on several threads.
pub(crate) fn merge(config: Config, threads: &[ThreadRecords], process: Option<u64>) -> Profile {
    let known = Centre::places();
    let mut functions: BTreeMap<Key, (Costs, Costs)> = BTreeMap::new();
    let mut calls: BTreeMap<(Key, Key), (u64, Costs)> = BTreeMap::new();
    for (number, thread) in threads.iter().enumerate() {
        let mut contexts: FxHashMap<Arc<[CentreId]>, Vec<Place>> = FxHashMap::default();
        let mut keys = Vec::with_capacity(thread.records.len());
        for record in &thread.records {
            keys.push(if record.context.is_empty() {
                Key::Thread(number)
            } else {
                let places = contexts
                    .entry(Arc::clone(&record.context))
                    .or_insert_with(|| places(&record.context, &known));
                Key::Context {
                    places: places.clone(),
                    level: record.level,
                }
            });
        }
        for (record, key) in thread.records.iter().zip(&keys) {
            // A level that was never reached.
            if !record.context.is_empty() && record.own.calls == 0 {
                continue;
            }
            let (own, inclusive) = functions.entry(key.clone()).or_default();
            *own += record.own;
            *inclusive += record.inclusive;
            for edge in record.edges.iter().filter(|edge| edge.calls > 0) {
                let pair = (key.clone(), keys[edge.to as usize].clone());
                let (count, inclusive) = calls.entry(pair).or_default();
                *count += edge.calls;
                *inclusive += edge.inclusive;
            }
        }
    }
    let order: Vec<&Key> = functions.keys().collect();
    let number = |key: &Key| order.binary_search(&key).unwrap_or(0);
    let calls = calls
        .iter()
        .map(|((from, to), (calls, inclusive))| Call {
            from: number(from),
            to: number(to),
            calls: *calls,
            inclusive: *inclusive,
        })
        .collect();
    let functions = functions
        .iter()
        .map(|(key, (own, inclusive))| function(key, threads, *own, *inclusive))
        .collect();
    Profile {
        events: config.events,
        functions,
        calls,
        process,
    }
}

fn places(context: &[CentreId], known: &[Place]) -> Vec<Place> {
    let places = context.iter();
    places
        .filter_map(|centre| known.get(*centre as usize).copied())
        .collect()
}

fn function(key: &Key, threads: &[ThreadRecords], own: Costs, inclusive: Costs) -> Function {
    match key {
        Key::Thread(number) => {
            let name = threads[*number].name.clone();
            Function {
                stack: vec![name.clone()],
                name,
                file: "",
                line: 0,
                is_thread: true,
                own,
                inclusive,
            }
        }
        Key::Context { places, level } => {
            let names: Vec<&str> = places.iter().map(|place| place.name).collect();
            let mut name = names.join("'");
            if *level > 0 {
                name.push_str(&format!("'{}", level + 1));
            }
            let centre = places.first();
            Function {
                name,
                file: centre.map_or("", |place| place.file),
                line: centre.map_or(0, |place| place.line),
                is_thread: false,
                stack: names.iter().rev().map(|name| (*name).to_owned()).collect(),
                own,
                inclusive,
            }
        }
    }
}
