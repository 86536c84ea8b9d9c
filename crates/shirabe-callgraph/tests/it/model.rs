//! Profiles against a model that keeps whole stacks and counts as slowly as can be understood.

use crate::support::{Steps, configurations, random_steps};
use shirabe_callgraph::{Config, Costs, Profile, Step, Stream};
use std::collections::{BTreeMap, BTreeSet};

/// Own cost, inclusive cost, and calls by caller, of each function by name.
#[derive(Debug, Default, PartialEq)]
struct Account {
    own: Costs,
    inclusive: Costs,
    callers: BTreeMap<String, (u64, Costs)>,
}

fn place(step: Step) -> Option<(&'static str, bool)> {
    let Step::Enter(centre) = step else {
        return None;
    };
    let text = format!("{centre:?}");
    let fine = text.contains("fine: true");
    ["value", "leaf", "a", "b", "c"]
        .into_iter()
        .find(|name| text.contains(&format!("name: \"{name}\"")))
        .map(|name| (name, fine))
}

/// The function that the innermost of the open centres is.
fn function(open: &[&str], config: Config) -> String {
    let Some((last, callers)) = open.split_last() else {
        return "thread".to_owned();
    };
    let depth = callers.iter().filter(|name| *name == last).count() as u32;
    let mut name = (*last).to_owned();
    for caller in callers.iter().rev().take(config.separate_callers) {
        name.push('\'');
        name.push_str(caller);
    }
    let level = depth.min(config.separate_recs - 1);
    if level > 0 {
        name.push_str(&format!("'{}", level + 1));
    }
    name
}

fn accounts(steps: &Steps, config: Config) -> BTreeMap<String, Account> {
    let mut accounts: BTreeMap<String, Account> = BTreeMap::new();
    // Names and whether each is fine, with a place for what direct recursion leaves out.
    let mut open: Vec<(&str, bool)> = Vec::new();
    let mut skipped: Vec<bool> = Vec::new();
    let mut last = Costs::default();
    for (step, ns, counters) in steps {
        let entered = place(*step);
        let skips = match entered {
            Some((name, _)) => {
                let skips = config.skip_direct_rec && open.last().is_some_and(|top| top.0 == name);
                skipped.push(skips);
                skips
            }
            None => skipped.pop().expect("balanced"),
        };
        if skips {
            continue;
        }
        let reads_clock = match entered {
            Some((_, fine)) => !fine,
            None => !open.last().expect("balanced").1,
        };
        let now = Costs {
            ns: if reads_clock && config.events.time {
                *ns
            } else {
                last.ns
            },
            calls: 0,
            allocations: counters.allocations,
            bytes: counters.bytes,
            frees: counters.frees,
        };
        let spent = now - last;
        last = now;
        let coarse = open
            .iter()
            .rposition(|(_, fine)| !fine)
            .map_or(0, |at| at + 1);
        let names: Vec<&str> = open.iter().map(|(name, _)| *name).collect();
        let time = Costs {
            ns: spent.ns,
            ..Costs::default()
        };
        charge(&mut accounts, &names[..coarse], config, time);
        charge(&mut accounts, &names, config, Costs { ns: 0, ..spent });
        match entered {
            None => {
                open.pop();
            }
            Some(top) => {
                open.push(top);
                let names: Vec<&str> = open.iter().map(|(name, _)| *name).collect();
                let one = Costs {
                    calls: 1,
                    ..Costs::default()
                };
                charge(&mut accounts, &names, config, one);
                let caller = function(&names[..names.len() - 1], config);
                let callee = accounts.entry(function(&names, config)).or_default();
                callee.callers.entry(caller).or_default().0 += 1;
            }
        }
    }
    accounts
}

/// Charges a cost to the function of a stack, and to all on the stack once; to calls each time.
fn charge(accounts: &mut BTreeMap<String, Account>, open: &[&str], config: Config, spent: Costs) {
    accounts.entry(function(open, config)).or_default().own += spent;
    let mut seen = BTreeSet::new();
    for depth in (0..=open.len()).rev() {
        let name = function(&open[..depth], config);
        let account = accounts.entry(name.clone()).or_default();
        if seen.insert(name) {
            account.inclusive += spent;
        }
        if depth > 0 {
            let caller = function(&open[..depth - 1], config);
            account.callers.entry(caller).or_default().1 += spent;
        }
    }
}

fn found(profile: &Profile) -> BTreeMap<String, Account> {
    let mut accounts: BTreeMap<String, Account> = BTreeMap::new();
    for function in profile.functions() {
        let account = accounts.entry(function.name().to_owned()).or_default();
        account.own = function.own();
        account.inclusive = function.inclusive();
    }
    for call in profile.calls() {
        let [from, to] = [call.from(), call.to()].map(|at| profile.functions()[at].name());
        let account = accounts.get_mut(to).expect("a function");
        account
            .callers
            .insert(from.to_owned(), (call.calls(), call.inclusive()));
    }
    accounts
}

#[test]
fn profiles_are_what_the_model_counts() {
    for seed in 1..30 {
        let steps = random_steps(seed, 300);
        let mut stream = Stream::default();
        stream.push_thread("thread", steps.clone());
        for (name, config) in configurations() {
            let profile = stream.profile(config);
            assert_eq!(
                found(&profile),
                accounts(&steps, config),
                "{name}, seed {seed}"
            );
            assert_eq!(
                profile.total(),
                profile.total_of_threads(),
                "{name}, seed {seed}"
            );
        }
    }
}
