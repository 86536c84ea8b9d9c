//! The package model from outside.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

mod aliases;
mod config;
mod installed;
mod loading;
mod lock;
mod properties;
mod root;
mod schema;
mod validate;

use shirabe_mixed::{PhpMap, PhpMixed, json};
use shirabe_package::{AnyPackage, Loader};

/// The data that a JSON text states.
fn data(text: &str) -> PhpMap {
    match json::decode(text.as_bytes()).unwrap() {
        PhpMixed::Map(map) => map,
        PhpMixed::List(list) if list.is_empty() => PhpMap::default(),
        other => panic!("{other:?} is no object"),
    }
}

/// The package that a JSON text states.
fn package(text: &str) -> AnyPackage {
    Loader::new()
        .with_transport_options()
        .load(data(text))
        .unwrap()
}

/// A value as Composer writes it to disk.
fn shown(map: PhpMap) -> String {
    json::encode(&PhpMixed::Map(map), &json::EncodeOptions::pretty()).unwrap()
}
