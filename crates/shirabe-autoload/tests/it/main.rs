//! Tests of `shirabe-autoload` from outside.

#![allow(clippy::unwrap_used)]

mod class_map;
mod filesystem;
mod generator;
mod oracle;
mod php;
mod php_classes;
mod project;
mod runtime;
