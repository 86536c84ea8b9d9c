use std::path::PathBuf;
use std::sync::Arc;

use shirabe_http::Client;
use shirabe_package::Environment;

use crate::{DynamicDecoder, MetadataDecoder, Notices};

/// What repositories share. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    /// The HTTP client; it also decides whether there is a network.
    pub http: Client,
    /// `cache-repo-dir`; without one nothing is cached.
    pub cache_dir: Option<PathBuf>,
    /// `cache-read-only`
    pub cache_read_only: bool,
    /// The folder that relative paths in definitions start from: the project's.
    pub working_dir: PathBuf,
    /// The environment variables, for `~` and `$VAR` in paths and for child processes.
    pub environment: Environment,
    /// Where warnings go.
    pub notices: Notices,
    /// How metadata documents are decoded.
    pub decoder: Arc<dyn MetadataDecoder>,
}

impl Context {
    /// A context without cache and without notices, for a project in `working_dir`.
    #[must_use]
    pub fn new(http: Client, working_dir: impl Into<PathBuf>) -> Self {
        Self {
            http,
            cache_dir: None,
            cache_read_only: false,
            working_dir: working_dir.into(),
            environment: Environment::default(),
            notices: Notices::ignored(),
            decoder: Arc::new(DynamicDecoder),
        }
    }
}
