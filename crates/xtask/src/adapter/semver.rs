//! Questions about `shirabe-semver`.

use super::Answer;
use serde_json::{Value, json};
use shirabe_package::name::is_platform;
use shirabe_semver::{
    Bound, Constraint, Op, Stability, Version, bump, compare, intervals, is_upgrade, normalize,
    parse_name_version_pairs, parse_numeric_alias_prefix, php_version_compare, rsort, satisfied_by,
    satisfies, sort,
};
use std::cmp::Ordering;

pub(super) fn answer(file: &str, input: &Value) -> Option<Answer> {
    let answer = match file {
        "bump_requirement" => bumped(input)?,
        "semver_normalize" => out(normalize(input.as_str()?, None).ok()),
        "semver_normalize_branch" => out(Some(Version::normalize_branch(input.as_str()?).as_str())),
        "semver_normalize_default_branch" => {
            let version = Version::from_normalized(input.as_str()?);
            out(Some(version.normalize_default_branch().as_str()))
        }
        "semver_normalize_stability" => {
            let stability = input.as_str()?.parse::<Stability>();
            out(stability.ok().map(Stability::as_str))
        }
        "semver_parse_stability" => out(Some(Stability::of(input.as_str()?).as_str())),
        "semver_numeric_alias_prefix" => match parse_numeric_alias_prefix(input.as_str()?) {
            Some(prefix) => out(Some(prefix)),
            None => out(Some(false)),
        },
        "semver_parse_constraints" => out(Constraint::parse(input.as_str()?).ok().map(|c| {
            json!({
                "string": c.to_string(),
                "pretty": c.pretty(),
                "lower": bound(&c.lower_bound()),
                "upper": bound(&c.upper_bound()),
            })
        })),
        "semver_multi_create" => out(multi(input)?.map(|c| c.to_string())),
        "semver_compact_constraint" => {
            out(multi(input)?.map(|c| intervals::compact(&c).to_string()))
        }
        "semver_constraint_matches" => both(input, Constraint::matches)?,
        "semver_have_intersections" => both(input, intervals::have_intersections)?,
        "semver_is_subset_of" => both(input, intervals::is_subset_of)?,
        "semver_constraint_pair" => {
            let [op, version, other_op, other] = strings(input)?[..] else {
                return None;
            };
            match (op.parse::<Op>(), other_op.parse::<Op>()) {
                (Ok(op), Ok(other_op)) => {
                    let a = Constraint::single(op, Version::from_normalized(version));
                    let b = Constraint::single(other_op, Version::from_normalized(other));
                    out(Some(a.matches(&b)))
                }
                _ => Answer::Error,
            }
        }
        "semver_compare" => {
            let [a, op, b] = strings(input)?[..] else {
                return None;
            };
            let (a, b) = (Version::from_normalized(a), Version::from_normalized(b));
            out(op.parse::<Op>().ok().map(|op| compare(&a, op, &b)))
        }
        "semver_intervals" => out(Constraint::parse(input.as_str()?)
            .ok()
            .map(|constraint| ranges(&intervals::get(&constraint)))),
        "semver_satisfies" => {
            let [version, constraint] = strings(input)?[..] else {
                return None;
            };
            out(satisfies(version, constraint).ok())
        }
        "semver_satisfied_by" => {
            let constraint = input.get(1)?.as_str()?;
            out(satisfied_by(&strings(input.get(0)?)?, constraint).ok())
        }
        "semver_sort" => out(sort(&strings(input)?).ok()),
        "semver_rsort" => out(rsort(&strings(input)?).ok()),
        "php_version_compare" => {
            let [a, b] = strings(input)?[..] else {
                return None;
            };
            out(Some(match php_version_compare(a, b) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }))
        }
        "is_upgrade" => {
            let [from, to] = strings(input)?[..] else {
                return None;
            };
            let (from, to) = (Version::from_normalized(from), Version::from_normalized(to));
            out(Some(is_upgrade(&from, &to)))
        }
        "parse_name_version_pairs" => {
            let pairs = parse_name_version_pairs(&strings(input)?, is_platform);
            let pairs = pairs.into_iter().map(|pair| match pair.version {
                Some(version) => json!({ "name": pair.name, "version": version }),
                None => json!({ "name": pair.name }),
            });
            out(Some(pairs.collect::<Vec<_>>()))
        }
        _ => return None,
    };
    Some(answer)
}

/// The value, or a refusal when there is none.
fn out(value: Option<impl Into<Value>>) -> Answer {
    value.map_or(Answer::Error, |value| Answer::Out(value.into()))
}

fn strings(input: &Value) -> Option<Vec<&str>> {
    input.as_array()?.iter().map(Value::as_str).collect()
}

fn bound(bound: &Bound) -> Value {
    json!({ "version": bound.version.as_str(), "inclusive": bound.inclusive })
}

/// The constraint made of several; inside, nothing when one of them is refused.
fn multi(input: &Value) -> Option<Option<Constraint>> {
    let conjunctive = input.get("all")?.as_bool()?;
    let parts: Result<Vec<_>, _> = strings(input.get("of")?)?
        .into_iter()
        .map(Constraint::parse)
        .collect();
    Some(
        parts
            .ok()
            .map(|parts| Constraint::multi(parts, conjunctive)),
    )
}

fn both(input: &Value, question: fn(&Constraint, &Constraint) -> bool) -> Option<Answer> {
    let [a, b] = strings(input)?[..] else {
        return None;
    };
    Some(match (Constraint::parse(a), Constraint::parse(b)) {
        (Ok(a), Ok(b)) => out(Some(question(&a, &b))),
        _ => Answer::Error,
    })
}

fn ranges(found: &intervals::Intervals) -> Value {
    let numeric: Vec<_> = found
        .numeric
        .iter()
        .map(|interval| [interval.start.to_string(), interval.end.to_string()])
        .collect();
    let names: Vec<_> = found.branches.names().map(Version::as_str).collect();
    json!({
        "numeric": numeric,
        "branches": { "names": names, "exclude": found.branches.exclude },
    })
}

/// The installed version, or the alias of an installed branch, raises a requirement.
fn bumped(input: &Value) -> Option<Answer> {
    let text = |key: &str| input.get(key).and_then(Value::as_str);
    let requirement = text("constraint")?;
    let version = text("version")?;
    let normalized = normalize(version, None).ok()?;
    let alias = text("branch_alias").map(|alias| {
        Version::normalize_branch(alias.strip_suffix("-dev").unwrap_or(alias))
            .as_str()
            .to_owned()
    });
    let installed = match alias {
        Some(alias) if normalized.starts_with("dev-") => alias,
        _ => normalized,
    };
    let bumped = bump(requirement, &installed);
    Some(out(Some(bumped.as_deref().unwrap_or(requirement))))
}
