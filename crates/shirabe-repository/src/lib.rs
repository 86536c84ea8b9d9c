//! Package repositories and the metadata cache.
