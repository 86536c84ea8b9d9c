//! Fetching, verifying, extracting: a transaction becomes vendor/.
