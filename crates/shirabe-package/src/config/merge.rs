//! Laying one configuration over another.

use crate::error::PackageError;
use crate::package::entries_of;
use shirabe_mixed::{PhpMap, PhpMixed};

/// Keys whose entries add up over the layers.
const ADDED_UP: [&str; 8] = [
    "bitbucket-oauth",
    "github-oauth",
    "gitlab-oauth",
    "gitlab-token",
    "http-basic",
    "bearer",
    "client-certificate",
    "forgejo-token",
];

/// The keys of `policy` that are no lists of packages.
const POLICY_SWITCHES: [&str; 1] = ["ignore-unreachable"];

/// Lays `new` over `values`. Most keys are replaced; some add up.
pub(super) fn values(values: &mut PhpMap, new: &PhpMap, file: &str) -> Result<(), PackageError> {
    for (key, value) in new {
        let old = values.get(key).filter(|old| !old.is_null()).cloned();
        let merged = match (key.as_str(), old) {
            (key, Some(old)) if ADDED_UP.contains(&key) => added(&old, array(value, key, file)?),
            ("allow-plugins", Some(old)) if old.is_array() && value.is_array() => {
                added(&added(value, &old), value)
            }
            (key @ ("gitlab-domains" | "github-domains"), Some(old)) => {
                unique(&added(&old, array(value, key, file)?))
            }
            ("preferred-install", Some(old)) => preferred_install(&old, value),
            (key @ "audit", Some(old)) => audit(&old, array(value, key, file)?),
            ("policy", Some(old)) => policy(old, value),
            _ => value.clone(),
        };
        values.insert(key.clone(), merged);
    }
    Ok(())
}

fn array<'a>(value: &'a PhpMixed, key: &str, file: &str) -> Result<&'a PhpMixed, PackageError> {
    if value.is_array() {
        return Ok(value);
    }
    Err(PackageError::Shape {
        file: file.to_owned(),
        reason: format!(
            "config.{key} should be an array, {} given",
            value.type_name()
        ),
    })
}

/// PHP's `array_merge`: entries with a number for a key follow, those with a name replace.
fn added(old: &PhpMixed, new: &PhpMixed) -> PhpMixed {
    let mut out = PhpMap::default();
    let mut next = 0_usize;
    for (key, value) in entries_of(Some(old)).chain(entries_of(Some(new))) {
        if is_number(&key) {
            out.insert(next.to_string(), value.clone());
            next += 1;
        } else {
            out.insert(key, value.clone());
        }
    }
    PhpMixed::from_array(out)
}

/// Whether PHP would take the key for an integer.
pub(super) fn is_number(key: &str) -> bool {
    key.parse::<i64>()
        .is_ok_and(|number| number.to_string() == key)
}

fn unique(list: &PhpMixed) -> PhpMixed {
    let mut out: Vec<PhpMixed> = Vec::new();
    for (_, value) in entries_of(Some(list)) {
        if !out.contains(value) {
            out.push(value.clone());
        }
    }
    PhpMixed::List(out)
}

/// `{"acme/*": "source", "*": "dist"}`, where a bare text stands for `*`; that pattern comes last.
fn preferred_install(old: &PhpMixed, new: &PhpMixed) -> PhpMixed {
    if !old.is_array() && !new.is_array() {
        return new.clone();
    }
    let patterns = |value: &PhpMixed| match value {
        PhpMixed::String(_) => {
            PhpMixed::Map([("*".to_owned(), value.clone())].into_iter().collect())
        }
        other => other.clone(),
    };
    let mut merged = added(&patterns(old), &patterns(new));
    if let Some(map) = merged.as_map_mut()
        && let Some(rest) = map.shift_remove("*")
    {
        map.insert("*".to_owned(), rest);
    }
    merged
}

fn audit(old: &PhpMixed, new: &PhpMixed) -> PhpMixed {
    let empty = PhpMixed::List(Vec::new());
    let ignored = added(
        old.get("ignore").unwrap_or(&empty),
        new.get("ignore").unwrap_or(&empty),
    );
    let mut merged = added(old, new);
    if let Some(map) = merged.as_map_mut() {
        map.insert("ignore".to_owned(), ignored);
    }
    merged
}

/// `policy`: `false` turns all off; each list is merged by itself, `true` standing for no change.
fn policy(old: PhpMixed, new: &PhpMixed) -> PhpMixed {
    let entries = match new {
        PhpMixed::Bool(false) => return PhpMixed::Bool(false),
        PhpMixed::Bool(true) | PhpMixed::List(_) | PhpMixed::Map(_) => entries_of(Some(new)),
        _ => return old,
    };
    let mut current = PhpMap::default();
    if old.is_array() {
        current.extend(entries_of(Some(&old)).map(|(key, value)| (key, value.clone())));
    }
    for (list, value) in entries {
        let merged = if POLICY_SWITCHES.contains(&list.as_str()) {
            value.clone()
        } else {
            policy_list(current.get(&list), value)
        };
        current.insert(list, merged);
    }
    PhpMixed::from_array(current)
}

fn policy_list(old: Option<&PhpMixed>, new: &PhpMixed) -> PhpMixed {
    let opened = |value: &PhpMixed| match value {
        PhpMixed::Bool(true) => PhpMixed::List(Vec::new()),
        other => other.clone(),
    };
    let new = opened(new);
    let Some(old) = old.map(opened).filter(PhpMixed::is_array) else {
        return new;
    };
    if !new.is_array() {
        return new;
    }
    let mut merged = added(&old, &new);
    for key in ["ignore", "ignore-id", "ignore-severity", "ignore-source"] {
        if let (Some(one), Some(two)) = (old.get(key), new.get(key))
            && one.is_array()
            && two.is_array()
            && let Some(map) = merged.as_map_mut()
        {
            map.insert(key.to_owned(), added(one, two));
        }
    }
    merged
}
