//! The package model: links, stabilities, aliases, documents, configuration.
