//! The minified version lists of composer repositories (`"minified": "composer/2.0"`, see
//! <https://github.com/composer/metadata-minifier>): every version holds only what differs from
//! the one before it.

use crate::value::{PhpMap, PhpMixed};
use shirabe_callgraph::{centre, enter};
use std::convert::Infallible;

/// The mark of a key that the version before had and this one has not.
const UNSET: &str = "__unset";

/// Expands a minified list: the whole data of every version.
#[must_use]
pub fn expand(versions: Vec<PhpMap>) -> Vec<PhpMap> {
    let mut expanded = Vec::with_capacity(versions.len());
    let Ok(()) = expand_each(versions, |version| -> Result<(), Infallible> {
        expanded.push(version.clone());
        Ok(())
    });
    expanded
}

/// Expands a minified list and shows the whole data of every version to `visit`, one after another;
/// for those who want only some of them.
///
/// # Errors
/// The first error of `visit`, which ends it.
pub fn expand_each<E>(
    versions: Vec<PhpMap>,
    mut visit: impl FnMut(&PhpMap) -> Result<(), E>,
) -> Result<(), E> {
    let mut current = PhpMap::default();
    for changes in versions {
        if current.is_empty() {
            current = changes;
        } else {
            for (key, value) in changes {
                if value.as_str() == Some(UNSET) {
                    current.shift_remove(&key);
                } else {
                    current.insert(key, value);
                }
            }
        }
        visit(&current)?;
    }
    Ok(())
}

/// Minifies a list: of every version but the first only the changes.
#[must_use]
pub fn minify(versions: Vec<PhpMap>) -> Vec<PhpMap> {
    let _span = enter(centre!("minify"));
    let mut last = PhpMap::default();
    versions
        .into_iter()
        .map(|version| {
            if last.is_empty() {
                last = version;
                return last.clone();
            }
            let mut changes = PhpMap::default();
            for (key, value) in &version {
                if value.is_null() || last.get(key) != Some(value) {
                    changes.insert(key.clone(), value.clone());
                    last.insert(key.clone(), value.clone());
                }
            }
            // A null is no value to PHP's isset(), so such keys are unset as if they were missing.
            last.retain(|key, _| {
                let kept = version.get(key).is_some_and(|value| !value.is_null());
                if !kept {
                    changes.insert(key.clone(), PhpMixed::from(UNSET));
                }
                kept
            });
            changes
        })
        .collect()
}
