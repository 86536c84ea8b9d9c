use std::time::Duration;

/// Whether requests may leave this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Network {
    /// Requests go out.
    #[default]
    Enabled,
    /// `COMPOSER_DISABLE_NETWORK`: a conditional request is answered as "not modified", every other
    /// one fails with [`crate::HttpError::NetworkDisabled`]. `file://` URLs are still read.
    Disabled,
}

/// What a [`crate::Client`] is made with. Nothing is read from the environment: the caller decides.
#[derive(Debug, Clone)]
pub struct ClientOptions {
    /// How many transfers run at once (`COMPOSER_MAX_PARALLEL_HTTP`, 12 unless told); kept between
    /// 1 and 50.
    pub max_parallel: usize,
    /// How long to wait for a connection.
    pub connect_timeout: Duration,
    /// How long one transfer may take in all, redirects aside.
    pub transfer_timeout: Duration,
    /// The `User-Agent` header.
    pub user_agent: String,
    /// Whether requests may go out at all.
    pub network: Network,
    /// Refuse `http://` URLs (the configuration's `secure-http`). No host is exempt, as in Composer.
    pub secure_http: bool,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self {
            max_parallel: 12,
            connect_timeout: Duration::from_secs(10),
            transfer_timeout: Duration::from_secs(300),
            user_agent: format!("Shirabe/{}", env!("CARGO_PKG_VERSION")),
            network: Network::Enabled,
            secure_http: true,
        }
    }
}
