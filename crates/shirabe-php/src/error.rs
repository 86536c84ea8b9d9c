//! What can go wrong with PHP and with scripts.

use std::io;
use std::path::PathBuf;

/// PHP could not be asked about the platform, or `config.platform` is wrong.
#[derive(Debug, thiserror::Error)]
pub enum PhpError {
    /// The interpreter could not be started.
    #[error("{} could not be started: {cause}", .php.display())]
    Start {
        /// The interpreter.
        php: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The interpreter did not answer.
    #[error("{} did not tell about its platform: {reason}", .php.display())]
    Probe {
        /// The interpreter.
        php: PathBuf,
        /// What it said instead.
        reason: String,
    },
    /// A value of `config.platform` is of no use.
    #[error("{0}")]
    Override(String),
}

/// A script failed, or could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// A script ended with another exit code than 0; everything was said already.
    #[error("Script {script} handling the {event} event returned with error code {code}")]
    Failed {
        /// The script as it stands in `composer.json`.
        script: String,
        /// The event it handled.
        event: String,
        /// Its exit code, which is the program's, too.
        code: i32,
    },
    /// A script took longer than `process-timeout` and was ended.
    #[error("The process \"{command}\" exceeded the timeout of {seconds} seconds.")]
    TimedOut {
        /// The command line.
        command: String,
        /// The limit.
        seconds: u64,
    },
    /// The program was told to stop while a script ran.
    #[error("The process \"{command}\" was interrupted by signal {signal}.")]
    Interrupted {
        /// The command line.
        command: String,
        /// The signal's number.
        signal: i32,
    },
    /// A script calls itself.
    #[error("Circular call to script handler '{0}' detected")]
    Circular(String),
    /// A callback threw an exception.
    #[error("{message}")]
    Exception {
        /// The exception's class.
        class: String,
        /// What it says.
        message: String,
        /// Where it was thrown, as `file:line`.
        place: String,
        /// The exit code it asks for.
        code: i32,
    },
    /// A callback ended the PHP process.
    #[error("{script} ended its process with exit code {code}")]
    Exited {
        /// The callback.
        script: String,
        /// The exit code.
        code: i32,
    },
    /// A script needs PHP, and there is none.
    #[error("Failed to locate PHP binary to execute {0}")]
    NoPhp(String),
    /// A process could not be started.
    #[error("\"{command}\" could not be started: {cause}")]
    Start {
        /// The command line.
        command: String,
        /// Why.
        cause: io::Error,
    },
    /// The files for a callback could not be written or read.
    #[error("{}: {cause}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The worker that runs callbacks gave an answer that cannot be read.
    #[error("The PHP worker for {script} gave no usable answer: {reason}")]
    Worker {
        /// The callback.
        script: String,
        /// What is wrong.
        reason: String,
    },
}

impl ScriptError {
    /// Whether all there is to say was said while the script ran.
    #[must_use]
    pub fn was_said(&self) -> bool {
        matches!(
            self,
            Self::Failed { .. } | Self::Exited { .. } | Self::Interrupted { .. }
        )
    }

    /// The exit code of the program when it ends because of this.
    #[must_use]
    pub fn exit_code(&self) -> i32 {
        match self {
            Self::Failed { code, .. } | Self::Exited { code, .. } => *code,
            Self::Exception { code, .. } if *code != 0 => *code,
            Self::Interrupted { signal, .. } => 128 + signal,
            _ => 1,
        }
    }
}
