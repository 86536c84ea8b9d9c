//! The class scanner, the autoload files and the PHP run-time files.
