//! How much an archive may unpack to.

/// What one archive may at most unpack to. Reaching a limit refuses the archive.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Entries of every kind.
    pub entries: u64,
    /// Bytes of all files together.
    pub bytes: u64,
    /// Bytes of all files for each byte of the archive; counts only past [`Limits::ratio_from`].
    pub ratio: u64,
    /// Bytes that may be written before [`Limits::ratio`] is asked.
    pub ratio_from: u64,
}

impl Default for Limits {
    /// A hundred to one past 50 MiB, which is where Composer suspects a "zip bomb"; 16 GiB and a million entries
    /// whatever the ratio.
    fn default() -> Self {
        Self {
            entries: 1_000_000,
            bytes: 16 << 30,
            ratio: 100,
            ratio_from: 50 << 20,
        }
    }
}
