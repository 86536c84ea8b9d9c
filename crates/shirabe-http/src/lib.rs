//! One HTTP client: conditional requests, bounded parallelism, offline.
