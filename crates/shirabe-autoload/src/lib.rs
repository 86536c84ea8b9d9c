//! The class scanner, the autoload files and the PHP run-time files.

pub mod class_map;
pub mod filesystem;
pub mod php_classes;
mod php_code;
