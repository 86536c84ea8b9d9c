//! Questions about `shirabe-package`.

use super::Answer;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};
use shirabe_mixed::json::{EncodeOptions, decode, encode};
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::root::{extract_references, extract_stability_flags};
use shirabe_package::sort::{Requiring, by_dependencies};
use shirabe_package::validate::{Checks, validate};
use shirabe_package::{
    Dist, Loader, NamePattern, Package, PlatformRequirementFilter, ReferenceDisplay, Source, dumper,
};
use shirabe_semver::Version;

pub(super) fn answer(file: &str, input: &Value) -> Option<Answer> {
    match file {
        "package_load_dump" => load_and_dump(input),
        "package_sort" => sort(input),
        "package_name_pattern" => {
            let pattern = NamePattern::new(input.get(0)?.as_str()?);
            Some(Answer::Out(pattern.matches(input.get(1)?.as_str()?).into()))
        }
        "full_pretty_version" => full_pretty_version(input),
        "extract_references" => {
            let mut references = IndexMap::new();
            extract_references(&pairs(input), &mut references);
            Some(map(references
                .iter()
                .map(|(k, v)| (k.to_string(), v.as_str().into()))))
        }
        "extract_stability_flags" => {
            let minimum = input.get("minimum")?.as_str()?.parse().ok()?;
            let mut flags = IndexMap::new();
            extract_stability_flags(&pairs(input.get("requires")?), minimum, &mut flags);
            Some(map(flags
                .iter()
                .map(|(k, v)| (k.to_string(), v.number().into()))))
        }
        "platform_requirement_filter" => platform_filter(input),
        "package_validate" => {
            let findings = validate(&php_map(input)?, Checks::ALL);
            Some(Answer::Out(json!({
                "errors": about(&findings.errors),
                "warnings": about(&findings.warnings),
            })))
        }
        _ => None,
    }
}

/// The keys that findings such as `source.url : must be present` are about. Those about names
/// have a sentence in which the name is the first word.
fn about(findings: &[String]) -> Vec<&str> {
    findings
        .iter()
        .map(|text| {
            let key = text.split(" : ").next().unwrap_or_default();
            key.split(' ').next().unwrap_or_default()
        })
        .collect()
}

fn mixed(value: &Value) -> Option<PhpMixed> {
    decode(value.to_string().as_bytes()).ok()
}

fn php_map(value: &Value) -> Option<PhpMap> {
    match mixed(value)? {
        PhpMixed::Map(map) => Some(map),
        _ => Some(PhpMap::default()),
    }
}

fn json_of(value: &PhpMixed) -> Option<Value> {
    serde_json::from_str(&encode(value, &EncodeOptions::compact()).ok()?).ok()
}

/// A map as PHP shows it: `[]` when it is empty.
fn map(entries: impl Iterator<Item = (String, Value)>) -> Answer {
    let entries: Map<String, Value> = entries.collect();
    Answer::Out(if entries.is_empty() {
        json!([])
    } else {
        Value::Object(entries)
    })
}

fn pairs(value: &Value) -> Vec<(&str, &str)> {
    value
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(name, constraint)| Some((name.as_str(), constraint.as_str()?)))
        .collect()
}

fn load_and_dump(input: &Value) -> Option<Answer> {
    let Ok(package) = Loader::new().with_transport_options().load(php_map(input)?) else {
        return Some(Answer::Error);
    };
    let alias = package.as_alias().map(|alias| &*alias.pretty_version);
    let base = package.base();
    Some(Answer::Out(json!({
        "dump": json_of(&PhpMixed::Map(dumper::dump(base)))?,
        "alias": alias,
        "full_version": base.full_pretty_version(true, ReferenceDisplay::SourceIfDev),
        "unique_name": base.unique_name(),
        "stability": base.stability().as_str(),
    })))
}

struct Node {
    name: String,
    required: Vec<String>,
}

impl Requiring for Node {
    fn name(&self) -> &str {
        &self.name
    }

    fn required(&self) -> impl Iterator<Item = &str> {
        self.required.iter().map(String::as_str)
    }
}

fn sort(input: &Value) -> Option<Answer> {
    let nodes: Option<Vec<Node>> = input
        .as_array()?
        .iter()
        .map(|entry| {
            let required = entry.get(1)?.as_array()?.iter();
            Some(Node {
                name: entry.get(0)?.as_str()?.to_owned(),
                required: required
                    .filter_map(Value::as_str)
                    .map(str::to_owned)
                    .collect(),
            })
        })
        .collect();
    let sorted = by_dependencies(nodes?, &FxHashMap::default());
    let names: Vec<String> = sorted.into_iter().map(|node| node.name).collect();
    Some(Answer::Out(json!(names)))
}

fn full_pretty_version(input: &Value) -> Option<Answer> {
    let text = |key: &str| input.get(key).and_then(Value::as_str).map(str::to_owned);
    let pretty = text("version")?;
    let Ok(version) = Version::parse(&pretty) else {
        return Some(Answer::Error);
    };
    let mut package = Package::new("a/a", version, &pretty);
    package.source = Some(Source {
        kind: text("source_type").unwrap_or_default(),
        reference: text("source_reference"),
        ..Source::default()
    });
    package.dist = Some(Dist {
        reference: text("dist_reference"),
        ..Dist::default()
    });
    let display = match input.get("mode")?.as_i64()? {
        0 => ReferenceDisplay::SourceIfDev,
        1 => ReferenceDisplay::Source,
        _ => ReferenceDisplay::Dist,
    };
    let truncate = input.get("truncate")?.as_bool()?;
    Some(Answer::Out(
        package.full_pretty_version(truncate, display).into(),
    ))
}

fn platform_filter(input: &Value) -> Option<Answer> {
    let filter = match input.get("ignore")? {
        Value::Bool(true) => PlatformRequirementFilter::IgnoreAll,
        Value::Bool(false) => PlatformRequirementFilter::IgnoreNothing,
        list => {
            let words: Vec<&str> = list.as_array()?.iter().filter_map(Value::as_str).collect();
            PlatformRequirementFilter::from_list(&words)
        }
    };
    let name = input.get("name")?.as_str()?;
    Some(Answer::Out(json!({
        "ignored": filter.is_ignored(name),
        "upper": filter.is_upper_bound_ignored(name),
    })))
}
