//! Whole solves over random universes: what is chosen is installable, and leaving packages out of
//! the pool beforehand makes nothing impossible.

use crate::project::Project;
use proptest::prelude::*;
use shirabe_package::AnyPackage;
use shirabe_resolver::satisfies;
use shirabe_semver::Constraint;
use std::fmt::Write as _;

const NAMES: [&str; 5] = ["acme/a", "acme/b", "acme/c", "other/d", "other/e"];
const CONSTRAINTS: [&str; 8] = ["*", "^1", "^2", "^1 || ^3", ">=2", "<2", "1.0.*", "!=1.1.0"];

#[derive(Clone, Debug)]
struct RandomPackage {
    name: usize,
    version: (u32, u32),
    links: Vec<(usize, usize, usize)>,
}

impl RandomPackage {
    fn write(&self, out: &mut String) {
        let _ = write!(
            out,
            r#"{{"name": "{}", "version": "{}.{}.0""#,
            NAMES[self.name], self.version.0, self.version.1
        );
        for (index, kind) in ["require", "conflict", "replace", "provide"]
            .iter()
            .enumerate()
        {
            let links: Vec<String> = self
                .links
                .iter()
                .filter(|(of, target, _)| *of == index && *target != self.name)
                .map(|(_, target, constraint)| {
                    format!(r#""{}": "{}""#, NAMES[*target], CONSTRAINTS[*constraint])
                })
                .collect();
            if !links.is_empty() {
                let _ = write!(out, r#", "{kind}": {{{}}}"#, links.join(", "));
            }
        }
        out.push('}');
    }
}

/// `of_kinds` is 2 for requirements and conflicts alone, and 4 for replacing and providing too.
fn package(of_kinds: usize) -> impl Strategy<Value = RandomPackage> {
    let kind = prop_oneof![8 => Just(0_usize), 2 => Just(1), 2 => 0..of_kinds];
    let link = (kind, 0..NAMES.len(), 0..CONSTRAINTS.len());
    let links = proptest::collection::vec(link, 0..4).prop_map(|mut links| {
        let mut seen = Vec::new();
        links.retain(|&(kind, target, _)| {
            let is_new = !seen.contains(&(kind, target));
            seen.push((kind, target));
            is_new
        });
        links
    });
    (0..NAMES.len(), (1..4_u32, 0..3_u32), links).prop_map(|(name, version, links)| RandomPackage {
        name,
        version,
        links,
    })
}

fn universe(of_kinds: usize, size: usize) -> impl Strategy<Value = String> {
    proptest::collection::vec(package(of_kinds), 3..size).prop_map(|mut packages| {
        packages.sort_by_key(|package| (package.name, std::cmp::Reverse(package.version)));
        packages.dedup_by_key(|package| (package.name, package.version));
        let texts: Vec<String> = packages
            .iter()
            .map(|package| {
                let mut text = String::new();
                package.write(&mut text);
                text
            })
            .collect();
        format!("[{}]", texts.join(",\n"))
    })
}

fn requires() -> impl Strategy<Value = Vec<(usize, usize)>> {
    proptest::collection::vec((0..NAMES.len(), 0..CONSTRAINTS.len()), 1..4).prop_map(
        |mut requires| {
            requires.sort_unstable();
            requires.dedup_by_key(|(name, _)| *name);
            requires
        },
    )
}

/// What is wrong with a set of packages.
fn faults(chosen: &[AnyPackage], requires: &[(String, String)]) -> Vec<String> {
    let mut faults = Vec::new();
    let is_there = |name: &str, constraint: &Constraint| {
        chosen
            .iter()
            .any(|package| satisfies(package, &name.into(), Some(constraint)))
    };
    for (name, constraint) in requires {
        let constraint = Constraint::parse(constraint).expect("a constraint");
        if !is_there(name, &constraint) {
            faults.push(format!("{name} is required"));
        }
    }
    for (index, package) in chosen.iter().enumerate() {
        for link in package.requires() {
            if !is_there(&link.target, &link.constraint) {
                faults.push(format!("{package} lacks {}", link.target));
            }
        }
        for (other_index, other) in chosen.iter().enumerate() {
            if index == other_index {
                continue;
            }
            for link in package.conflicts() {
                // To conflict with a name that is merely provided may have no effect.
                let goes_by_it = other.names(false).contains(&link.target);
                if goes_by_it && satisfies(other, &link.target, Some(&link.constraint)) {
                    faults.push(format!("{package} conflicts with {other}"));
                }
            }
            let shared = package
                .names(false)
                .into_iter()
                .find(|name| other.names(false).contains(name));
            if let Some(name) = shared {
                faults.push(format!("{package} and {other} are both {name}"));
            }
        }
    }
    faults
}

/// Whether some choice among all packages is without fault.
fn is_possible(all: &[AnyPackage], requires: &[(String, String)]) -> bool {
    (0..1_u32 << all.len()).any(|bits| {
        let chosen: Vec<AnyPackage> = all
            .iter()
            .enumerate()
            .filter(|(index, _)| bits >> index & 1 == 1)
            .map(|(_, package)| package.clone())
            .collect();
        faults(&chosen, requires).is_empty()
    })
}

fn project(universe: &str, requires: &[(usize, usize)]) -> Project {
    requires
        .iter()
        .fold(Project::new(universe), |project, &(name, constraint)| {
            project.require(NAMES[name], CONSTRAINTS[constraint])
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_chosen_can_be_installed(universe in universe(4, 16), requires in requires()) {
        let project = project(&universe, &requires);
        if let Ok(transaction) = project.solve() {
            let chosen: Vec<AnyPackage> = transaction.lock_packages(false);
            let faults = faults(&chosen, &project.requires);
            prop_assert!(faults.is_empty(), "{faults:?}\n{universe}");
        }
    }

    // A package that merely provides a name is not looked for, so universes with such links cannot
    // be judged.
    #[test]
    fn what_could_be_reached_by_name_is_found(universe in universe(2, 12), requires in requires()) {
        let project = project(&universe, &requires);
        let all = &project.repositories[0];
        prop_assert_eq!(project.solve().is_ok(), is_possible(all, &project.requires), "{}", universe);
    }

    #[test]
    fn leaving_packages_out_beforehand_makes_nothing_impossible(
        universe in universe(4, 16),
        requires in requires(),
        lowest in any::<bool>(),
    ) {
        let mut project = project(&universe, &requires);
        project.policy.prefer_lowest = lowest;
        let optimized = project.solve();
        project.optimize = false;
        let plain = project.solve();
        prop_assert_eq!(optimized.is_ok(), plain.is_ok(), "{}", universe);
    }
}
