//! PhpMixed, the dynamic value, and JSON as PHP reads and writes it.
