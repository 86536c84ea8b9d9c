//! What a user sees of scripts besides their own output.

/// How much the program says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Verbosity {
    /// `--quiet`: nothing, and nothing of what scripts say.
    Quiet,
    /// The default.
    #[default]
    Normal,
    /// `-v`
    Verbose,
    /// `-vv`
    VeryVerbose,
    /// `-vvv`
    Debug,
}

/// Where messages go: the program's console.
pub trait Messages {
    /// Shows a line on standard error when the program is at least as verbose as `from`. Parts of
    /// it may be marked with Composer's tags (`<info>…</info>`, `<error>`, `<warning>`).
    ///
    /// The line must be out when this returns, since scripts write to the same stream.
    fn line(&mut self, from: Verbosity, text: &str);
}
