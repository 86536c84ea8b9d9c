//! The class scanner, the autoload files and the PHP run-time files.

pub mod filesystem;
mod php_code;
pub mod php_classes;
