//! What the installer has to say, and to whom.

use shirabe_resolver::Operation;

/// How loud a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Always shown.
    Normal,
    /// From `-vv` on.
    VeryVerbose,
    /// With `-vvv`.
    Debug,
}

/// What kind of line it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// What goes on.
    Plain,
    /// Something to look at.
    Warning,
    /// A failure.
    Error,
}

/// One line for the user, without markup and line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// How loud it is.
    pub level: Level,
    /// What kind it is.
    pub tone: Tone,
    /// The text, indented as Composer does.
    pub text: String,
}

/// The two long parts of an installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Archives come in.
    Downloads,
    /// Packages are unpacked.
    Packages,
}

/// Hears what a user sees. All calls come from the thread that called the installer.
pub trait Reporter {
    /// One line.
    fn line(&self, line: &Line);
    /// A phase of `total` steps begins; phases do not overlap.
    fn started(&self, _phase: Phase, _total: usize) {}
    /// One step of the phase is done.
    fn advanced(&self, _phase: Phase) {}
    /// The phase is over, well or not.
    fn finished(&self, _phase: Phase) {}
}

/// A moment of a package's life (<https://getcomposer.org/doc/articles/scripts.md#package-events>).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageEvent {
    /// `pre-package-install`
    PreInstall,
    /// `post-package-install`
    PostInstall,
    /// `pre-package-update`
    PreUpdate,
    /// `post-package-update`
    PostUpdate,
    /// `pre-package-uninstall`
    PreUninstall,
    /// `post-package-uninstall`
    PostUninstall,
}

impl PackageEvent {
    /// The name under which scripts listen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PreInstall => "pre-package-install",
            Self::PostInstall => "post-package-install",
            Self::PreUpdate => "pre-package-update",
            Self::PostUpdate => "post-package-update",
            Self::PreUninstall => "pre-package-uninstall",
            Self::PostUninstall => "post-package-uninstall",
        }
    }
}

/// Runs the scripts that listen to package events.
pub trait Events {
    /// Called before and after each operation that touches files.
    ///
    /// # Errors
    /// A failure ends the installation.
    fn dispatch(
        &self,
        event: PackageEvent,
        operation: &Operation,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>>;
}

/// Nobody listens (`--no-scripts`).
#[derive(Debug, Clone, Copy, Default)]
pub struct NoEvents;

impl Events for NoEvents {
    fn dispatch(
        &self,
        _event: PackageEvent,
        _operation: &Operation,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Ok(())
    }
}

/// Shorthands for those who report.
pub(crate) trait Say {
    fn say(&self, text: String);
    fn whisper(&self, text: String);
    fn warn(&self, text: String);
    fn fail(&self, text: String);
}

impl<R: Reporter + ?Sized> Say for R {
    fn say(&self, text: String) {
        self.line(&Line {
            level: Level::Normal,
            tone: Tone::Plain,
            text,
        });
    }

    fn whisper(&self, text: String) {
        self.line(&Line {
            level: Level::VeryVerbose,
            tone: Tone::Plain,
            text,
        });
    }

    fn warn(&self, text: String) {
        self.line(&Line {
            level: Level::Normal,
            tone: Tone::Warning,
            text,
        });
    }

    fn fail(&self, text: String) {
        self.line(&Line {
            level: Level::Normal,
            tone: Tone::Error,
            text,
        });
    }
}
